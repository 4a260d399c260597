"""How much of each word is left in a trained encoder's last state, and in a Transformer's last place, as bars."""

from html import escape
from typing import ClassVar

import numpy as np
from PySide6.QtCore import Slot
from PySide6.QtWidgets import QLabel, QVBoxLayout

from engine.forgetting import Sensitivity
from engine.sequences.sentence import MOST_SOURCE
from gui.pages import FAR_KINDS
from gui.parts.far_page import NETS, FarPage, named, short_word
from gui.results_of_desks import Forgetting
from gui.widgets import numbers
from gui.widgets.plain import visible
from gui.widgets.quantities import percent
from gui.widgets.rows import row, titled
from gui.widgets.segments import Segments
from gui.widgets.word_bars import WordBar, WordBars

EXACT = 8


class ForgettingPart(FarPage):
    """Two charts over the same words: each has a scale of its own."""

    page: ClassVar[str] = "forgetting"
    name: ClassVar[str] = "forgetting"
    result: ClassVar[str] = "far_forgetting"
    watches: ClassVar[frozenset[str]] = frozenset(
        {"far_forgetting", "far_page", "far_text", "far_kind", "far_backward", "theme", "failed"}
    )

    def build_body(self, layout: QVBoxLayout) -> None:
        self.kind, self.direction = Segments(self), Segments(self)
        for switch, name in ((self.kind, "kind"), (self.direction, "direction")):
            switch.setObjectName(f"distance.forgetting.{name}")
            switch.setProperty("low", True)
        self.state, self.place = WordBars(self), WordBars(self)
        self.captions = {"state": QLabel(self), "place": QLabel(self)}
        for bars, name in ((self.state, "state"), (self.place, "place")):
            bars.setObjectName(f"distance.forgetting.{name}")
            self.captions[name].setObjectName(f"distance.forgetting.{name}.caption")
            self.captions[name].setProperty("tone", "title")
            self.captions[name].setWordWrap(True)
        model = titled(self.tr("Recurrent encoder"), self.kind)
        layout.addLayout(row(model, self.kind, self.direction, None))
        for bars, name in ((self.state, "state"), (self.place, "place")):
            layout.addWidget(self.captions[name])
            layout.addWidget(bars, 1)
        self.kind.chosen.connect(self._on_kind)
        self.direction.chosen.connect(self._on_direction)

    def explanation(self) -> str:
        return self.tr(
            "How far does the last state move when one word’s vector is pushed a little? A high bar: it answers to "
            "the word. A low bar: little of the word is left. (Size of the exact derivative, ‖∂h/∂x‖.)"
        )

    def finding(self, found: Forgetting) -> str:
        recurrent = self.in_colour(NETS["recurrent"][1], self.tr("The recurrent net"))
        transformer = self.in_colour(NETS["attention"][1], self.tr("The Transformer"))
        last = len(found.texts) - 1
        lines = (recurrent, found.state, last if found.backward else 0), (transformer, found.place, 0)
        return " ".join(self._line(title, found, measured, far) for title, measured, far in lines)

    def is_of_before(self, found: Forgetting) -> bool:
        state = self.session.state
        asked = state.far_text, state.far_kind, state.far_backward
        return (found.text, found.kind, found.backward) != asked

    def _line(self, title: str, found: Forgetting, measured: Sensitivity, far: int) -> str:
        """The word that it answers to most, and what is left of the one that is ``far``, the first one read."""
        most, bold = int(np.argmax(measured.norms)), "“<b>{0}</b>” ({1})"
        words = [bold.format(escape(short_word(found.texts[i])), self._which(found, i)) for i in (most, far)]
        if most == far:
            return self.tr("{0} answers most to {1}.").format(title, words[0])
        share = percent(float(measured.shares[far]))
        return self.tr("{0} answers most to {1}; to {2}, {3} of that.").format(
            title, *words, f"<b>{share}</b>"
        )

    def _which(self, found: Forgetting, place: int) -> str:
        if place == 0:
            return self.tr("the first word")
        if place == len(found.texts) - 1:
            return self.tr("the end mark")
        return self.tr("word {0}").format(place + 1)

    def remarks(self, found: Forgetting) -> list[str]:
        said = []
        if found.dropped:
            said.append(
                self.tr("These models read {0} words; {1} more were left out.").format(
                    MOST_SOURCE, f"{found.dropped:,}"
                )
            )
        if found.unknown:
            text = self.tr("Not in the models’ vocabulary, and so all read as the same unknown word: {0}.")
            said.append(text.format(named(found.unknown)))
        return said

    def show_found(self, found: Forgetting) -> None:
        state = self.session.state
        kinds = self.tr("fixed vector"), self.tr("attention")
        self.kind.show_titles(kinds, FAR_KINDS.index(state.far_kind))
        self.direction.show_titles((self.tr("forward"), self.tr("backward")), int(state.far_backward))
        self._set_tips()
        end = found.texts[-1]
        text = self.tr("Recurrent encoder: its last state, after the end mark {0}").format(end)
        if found.backward:
            text = self.tr("Recurrent encoder: its last state, at “{0}”").format(short_word(found.texts[0]))
        self.captions["state"].setText(text)
        self.captions["place"].setText(
            self.tr("Transformer encoder: its output at the last place, the end mark {0}").format(end)
        )
        for bars, name, measured, colour in (
            (self.state, "state", found.state, NETS["recurrent"][1]),
            (self.place, "place", found.place, NETS["attention"][1]),
        ):
            bars.set_theme(self.theme)
            bars.setAccessibleName(self.captions[name].text())
            bars.show_bars(self._bars(found, measured), colour)

    def _set_tips(self) -> None:
        tips = (
            self.tr("The encoder of the model that hands on one fixed vector"),
            self.tr("The encoder of the model whose decoder attends to every word"),
            self.tr("The half that reads from the first word to the last"),
            self.tr("The half that reads from the last word to the first, where its last state is"),
        )
        for button, tip in zip((*self.kind.buttons(), *self.direction.buttons()), tips, strict=True):
            button.setToolTip(tip)

    def _bars(self, found: Forgetting, measured: Sensitivity) -> list[WordBar]:
        return [
            WordBar(word, float(norm), self._tip(visible(word), place, measured))
            for place, (word, norm) in enumerate(zip(found.texts, measured.norms, strict=True))
        ]

    def _tip(self, word: str, place: int, measured: Sensitivity) -> str:
        lines = (
            self.tr("“{0}”, word {1}").format(word, place + 1),
            self.tr("size of the derivative: {0} (root of the sum of its squares)").format(
                numbers.short(float(measured.norms[place]), EXACT)
            ),
            self.tr("{0} of the highest bar").format(percent(float(measured.shares[place]))),
            self.tr("a push of length 1, on average over all directions, moves the state by {0}").format(
                numbers.compact(float(measured.pushes[place]))
            ),
        )
        return "\n".join(lines)

    @Slot(int)
    def _on_kind(self, place: int) -> None:
        self.session.set(far_kind=FAR_KINDS[place])

    @Slot(int)
    def _on_direction(self, place: int) -> None:
        self.session.set(far_backward=place == 1)
