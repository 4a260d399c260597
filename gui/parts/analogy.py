"""The answers to an analogy, how they are found, and how far the first one is ahead."""

from html import escape
from typing import ClassVar

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QToolButton, QToolTip

from engine.analogy import METHODS, Analogy
from engine.errors import DataFileError, UndefinedError, UnknownWordError
from engine.vectors import Neighbour
from gui.chosen import add, corners
from gui.parts.analogy_terms import written
from gui.parts.likeness_page import LikenessPage
from gui.parts.remark import outcome
from gui.widgets import numbers
from gui.widgets.notice import Notice, clipped, link, quoted
from gui.widgets.rows import column, row
from gui.widgets.segments import Segments
from gui.widgets.value_list import ValueList, WordValue
from gui.wording import sentence

DIGITS, EXACT = 4, 8


class AnalogyPart(LikenessPage):
    """Three switches, a sentence, a list.  A double click adds an answer to the chosen words."""

    pages: ClassVar[tuple[str, ...]] = ("analogy",)
    watches: ClassVar[frozenset[str]] = frozenset(
        {"analogy", "analogy_terms", "analogy_method", "analogy_units", "analogy_inputs"}
        | {"vectors", "words", "likeness_page", "theme", "failed"}
    )

    def build(self) -> None:
        self._method, self._units, self._inputs = (Segments(self) for _ in range(3))
        for name, switch in zip(("method", "units", "inputs"), self._switches(), strict=True):
            switch.setObjectName(f"similarity.analogy.{name}")
            switch.setProperty("low", True)
        self._said = Notice(self)
        self._said.setObjectName("similarity.analogy.said")
        self.answers = ValueList(self)
        self.answers.setObjectName("similarity.analogy.answers")
        self.answers.setAccessibleName(self.tr("Answers, the best first"))
        self._show = QToolButton(self)
        self._show.setObjectName("similarity.analogy.show")
        self._show.setText(self.tr("Choose all four"))
        self._show.setToolTip(
            self.tr("Add a, b, c and the first answer to the chosen words, so that the plane has them")
        )
        layout = column(self)
        layout.addLayout(row(*self._switches(), None))
        said = row(self._said, self._show)
        said.setStretch(0, 1)
        said.setAlignment(self._show, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(said)
        layout.addWidget(self.answers, 1)
        self._method.chosen.connect(self._on_method)
        self._units.chosen.connect(self._on_units)
        self._inputs.chosen.connect(self._on_inputs)
        self._said.linkActivated.connect(self._on_link)
        self.answers.chosen.connect(self._on_answer)
        self._show.clicked.connect(self._on_show)

    def _switches(self) -> tuple[Segments, Segments, Segments]:
        return self._method, self._units, self._inputs

    def show_page(self) -> None:
        self._refresh_switches()
        results = self.session.results
        failed = results.failed.get("analogy")
        found = None if failed else results.analogy
        self.answers.show_words([self._entry(one) for one in found.answers] if found else [])
        self._show.setEnabled(found is not None and not set(corners(found)) <= set(self.session.state.words))
        wrong = self._wrong(failed)
        self._said.say([wrong or self._sentence(found)], "warning" if wrong else "plain")

    def _refresh_switches(self) -> None:
        state, methods = self.session.state, tuple(METHODS)
        self._method.show_titles(("3CosAdd", "3CosMul"), methods.index(state.analogy_method))
        self._units.show_titles((self.tr("Unit"), self.tr("Raw")), 0 if state.analogy_units else 1)
        self._inputs.show_titles((self.tr("Inputs out"), self.tr("Inputs in")), int(state.analogy_inputs))
        self._units.setEnabled(state.analogy_method == "3cosadd")
        tips = (
            self.tr("The words whose direction is nearest to that of a − b + c; the score is the cosine"),
            self.tr(
                "cos(x, a) × cos(x, c) ÷ (cos(x, b) + 0.001), each cosine moved to 0…1: no term outweighs the others"
            ),
            self.tr("Bring the three vectors to length 1 first; 3CosMul knows directions only"),
            self.tr("Add the vectors as they are: a long one counts for more"),
            self.tr("Leave the three words out of the answers, as is usual"),
            self.tr("Let the three words be answers: often one of them wins"),
        )
        buttons = [button for switch in self._switches() for button in switch.buttons()]
        for button, tip in zip(buttons, tips, strict=True):
            button.setToolTip(tip)

    def _wrong(self, failed: Exception | None) -> str:
        """What stands in the way, as HTML; nothing if nothing does."""
        if isinstance(failed, UnknownWordError) and not failed.word:
            return escape(self.tr("Write a word into each of the three boxes."))
        if isinstance(failed, UnknownWordError):
            links = ", ".join(link(f"{failed.word}\n{near}", near) for near in failed.near)
            text = self.tr("{0} has no vector. Try {1}") if links else self.tr("{0} has no vector.")
            return text.format(quoted(failed.word), links)
        if isinstance(failed, UndefinedError):
            return escape(
                self.tr("Undefined: one of the vectors, or their sum, is zero and has no direction.")
            )
        if failed and not isinstance(failed, DataFileError):
            return escape(sentence(failed))
        return ""

    def _sentence(self, found: Analogy | None) -> str:
        """What the first answer is, how far it is ahead, and how it was found."""
        if found is None or not found.answers:
            return (
                escape(self.tr("Comparing with all words…")) if found is None else self.tr("No word is left.")
            )
        first = found.answers[0]
        text = self.tr("{0} ≈ {1} ({2})").format(
            escape(written(found.terms)), f"<b>{escape(clipped(first.word))}</b>", score(first)
        )
        if found.margin is not None:
            ahead = numbers.short(found.margin, DIGITS)
            runner_up = escape(clipped(found.answers[1].word))
            text += self.tr(", ahead of {0} by {1}").format(runner_up, ahead)
        return f"{text}. {escape(self._how(found))}"

    def _how(self, found: Analogy) -> str:
        settings = found.settings
        inputs = self.tr("the three words themselves are left out")
        if settings.inputs:
            inputs = self.tr("the three words themselves may be answers")
            if found.answers[0].word in found.terms:
                inputs = self.tr("the three words themselves may be answers, and one of them wins")
        if settings.method == "3cosmul":
            return self.tr("3CosMul; {0}.").format(inputs)
        vectors = self.tr("unit vectors") if settings.units else self.tr("raw vectors")
        return self.tr("{0}, score: cosine; {1}.").format(vectors.capitalize(), inputs)

    def _entry(self, one: Neighbour) -> WordValue:
        chosen = one.word in self.session.state.words
        free = self.tr("A double click or Enter adds it to the chosen words.")
        lines = (
            clipped(one.word),
            self.tr("score {0}").format(numbers.short(one.value, EXACT)),
            self.tr("number {0} by frequency").format(f"{one.rank + 1:,}"),
            self.tr("It is among the chosen words.") if chosen else free,
        )
        return WordValue(one.word, score(one), "\n".join(lines), chosen, numbers.exported(one.value))

    @Slot(int)
    def _on_method(self, place: int) -> None:
        self.session.set(analogy_method=tuple(METHODS)[place])

    @Slot(int)
    def _on_units(self, place: int) -> None:
        self.session.set(analogy_units=place == 0)

    @Slot(int)
    def _on_inputs(self, place: int) -> None:
        self.session.set(analogy_inputs=place == 1)

    @Slot(str)
    def _on_link(self, address: str) -> None:
        """A near spelling takes the place of the word that has no vector."""
        word, near = address.split("\n", 1)
        self.session.set(
            analogy_terms=tuple(near if one == word else one for one in self.session.state.analogy_terms)
        )

    @Slot(str)
    def _on_answer(self, word: str) -> None:
        self._choose((word,))

    @Slot()
    def _on_show(self) -> None:
        if found := self.session.results.analogy:
            self._choose(corners(found))

    def _choose(self, words: tuple[str, ...]) -> None:
        addition = add(self.session.state.words, words)
        self.session.set(words=addition.words)
        if addition.left_out:
            QToolTip.showText(QCursor.pos(), "<br>".join(outcome(addition)), self)


def score(one: Neighbour) -> str:
    return numbers.short(one.value, DIGITS)
