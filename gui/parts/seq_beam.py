"""The whole beam of a search, step by step; a click takes a hypothesis over as what the output begins with."""

from collections.abc import Sequence
from html import escape
from typing import ClassVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QLabel, QSpinBox, QToolButton

from engine.sequences.decode import MOST_BEAMS, Hypothesis
from engine.sequences.searching import Searched, mean_log_chance
from engine.translation_text import END, JOIN, SPECIALS, START
from gui.parts.seq_page import SeqPage
from gui.widgets import numbers
from gui.widgets.beam_layout import Place
from gui.widgets.beam_painter import Node
from gui.widgets.beam_tree import BeamTree
from gui.widgets.plain import visible
from gui.widgets.rows import row

SIGMA = "Σ"
EXACT = 4  # digits in a sentence


class BeamPart(SeqPage):
    """Shows `Results.searched`."""

    page: ClassVar[str] = "beam"
    result: ClassVar[str] = "searched"
    watches: ClassVar[frozenset[str]] = frozenset(
        {"searched", "seq_page", "seq_prefix", "seq_width", "seq_changes", "theme", "failed"}
    )

    def build(self) -> None:
        self._shown: Searched | None = None
        self._width = QSpinBox(self)
        self._width.setObjectName("beam.width")
        self._width.setRange(1, MOST_BEAMS)
        self._width.setKeyboardTracking(False)
        self._width.setToolTip(
            self.tr("How many beginnings are kept at each step. With 1 it is greedy decoding.")
        )
        self._width.valueChanged.connect(self._on_width)
        title = QLabel(self.tr("&Width"), self)
        title.setProperty("tone", "muted")
        title.setBuddy(self._width)
        self._winner, self._current = self.label("winner"), self.label("current")
        self._go = QToolButton(self)
        self._go.setObjectName("beam.go")
        self._go.setText(self.tr("See it step by step"))
        self._go.clicked.connect(self._on_go)
        self.tree = BeamTree(self)
        self.tree.setObjectName("beam.tree")
        self.tree.setAccessibleName(self.tr("All hypotheses of the beam, step by step"))
        self.tree.tooltip_for, self.tree.rows, self.tree.number_for = self._tip, self._rows, self._number
        self.tree.current_changed.connect(self._on_current)
        self.tree.chosen.connect(self._on_chosen)
        layout = self.lay_out()
        above, below = row(self._winner, title, self._width), row(self._current, self._go)
        for line in (above, below):
            line.setStretch(0, 1)
            line.setSpacing(6)
        layout.addLayout(above)
        layout.addWidget(self.tree, 1)
        layout.addLayout(below)

    def show_page(self) -> None:
        found, state = self.session.results.searched, self.session.state
        self.tree.set_theme(self.theme)
        self._width.blockSignals(True)
        self._width.setValue(state.seq_width)
        self._width.blockSignals(False)
        if found is None or self.failed:
            self.show_message(self._caption(), self.missing())
            return
        if found is not self._shown:
            self._shown = found
            self.tree.show_levels(self._nodes(found), found.beam.way, SPECIALS[START])
        self._winner.setText(self._won(found))
        chosen = self._place_of(found, state.seq_prefix)
        self.tree.set_chosen(chosen)
        self._say(found, self.tree.current or chosen, chosen)
        self.show_picture(self._caption())

    def _caption(self) -> str:
        said = self.tr(
            "<b>Beam search</b> keeps several beginnings of the translation at once: at each step the {0} likeliest. "
            "A box is one of them: its last token, that token’s probability, and {1}, the sum of the logarithms of all "
            "probabilities so far. A bar at its right: it has ended. Faint boxes were given up."
        )
        return said.format(self.session.state.seq_width, SIGMA) + self.without_changes()

    def _won(self, found: Searched) -> str:
        """Who wins and why, and how that differs from what greedy decoding writes."""
        best, greedy = found.beam.best, found.greedy
        won = self.tr(
            "Of those that end, the one with the highest mean ({0} ÷ number of tokens) wins: {1}, mean {2}."
        )
        said = won.format(SIGMA, _quoted(best.text), numbers.short(mean_log_chance(best), EXACT))
        place = found.parting
        if place is None:
            return f"{said} {self.tr('Greedy decoding, which takes the likeliest token each time, writes the same.')}"
        other = self.tr(
            "Greedy decoding, which takes the likeliest token each time, writes {0} (mean {1}): they part at token {2}."
        )
        mean = numbers.short(mean_log_chance(greedy), EXACT)
        return f"{said} {other.format(_quoted(greedy.text), mean, place + 1)}"

    def _nodes(self, found: Searched) -> list[list[Node]]:
        return [[self._node(found, one) for one in kept] for kept in found.beam.levels]

    def _node(self, found: Searched, one: Hypothesis) -> Node:
        mean = self.tr("mean {0}").format(numbers.short(one.score)) if one.ended else ""
        total = f"{SIGMA} {numbers.short(one.log_chance)}"
        token = visible(found.start.model.target_words.tokens[one.token])
        return Node(token, numbers.short(one.chance), total, one.parent, one.ended, mean)

    def _text(self, found: Searched, place: Place) -> str:
        model, ids = found.start.model, found.beam.written(*place)
        return JOIN[model.target](model.target_words.decode(one for one in ids if one != END))

    def _tip(self, step: int, rank: int) -> str:
        """The whole hypothesis so far."""
        found = self._shown
        if found is None:
            return ""
        one = found.beam.levels[step][rank]
        lines = [
            self._text(found, (step, rank)) or self.tr("nothing"),
            self.tr("step {0}, place {1} of {2}").format(step + 1, rank + 1, len(found.beam.levels[step])),
            self.tr("probability of its last token {0}").format(numbers.reading(one.chance)),
            self.tr("sum of log-probabilities {0}").format(numbers.reading(one.log_chance)),
            self.tr("mean of log-probabilities {0}").format(numbers.reading(one.score)),
        ]
        return "\n".join([*lines, self._fate(found, (step, rank))])

    def _fate(self, found: Searched, place: Place) -> str:
        """What becomes of a hypothesis."""
        if (place[0], place[1]) in enumerate(found.beam.way):
            last = place[0] == len(found.beam.way) - 1
            return self.tr("the winner") if last else self.tr("the winner begins so")
        if found.beam.levels[place[0]][place[1]].ended:
            return self.tr("has ended")
        gone_on = self.tree.arranged.children(place)
        return self.tr("is gone on with") if gone_on else self.tr("is not gone on with: others were likelier")

    def _number(self, step: int, rank: int) -> str:
        return numbers.exported(self._shown.beam.levels[step][rank].chance) if self._shown else ""

    def _rows(self) -> list[Sequence[str]]:
        """The beam as a table, in all digits."""
        found = self._shown
        if found is None:
            return []
        rows: list[Sequence[str]] = [BEAM_COLUMNS]
        for step, kept in enumerate(found.beam.levels):
            for rank, one in enumerate(kept):
                values = map(numbers.exported, (one.chance, one.log_chance, one.score))
                token = found.start.model.target_words.tokens[one.token]
                text = self._text(found, (step, rank))
                rows.append((str(step + 1), str(rank + 1), str(one.parent + 1), token, *values, text))
        return rows

    def _place_of(self, found: Searched, prefix: tuple[int, ...]) -> Place | None:
        """The hypothesis that consists of these tokens."""
        if not 0 < len(prefix) <= len(found.beam.levels):
            return None
        step = len(prefix) - 1
        ranks = range(len(found.beam.levels[step]))
        return next(((step, rank) for rank in ranks if found.beam.written(step, rank) == prefix), None)

    def _say(self, found: Searched, place: Place | None, chosen: Place | None) -> None:
        """What the line below says of a hypothesis."""
        self._go.setEnabled(chosen is not None)
        if place is None:
            self._current.setText(
                self.tr(
                    "Point at a box to read the whole hypothesis; a click takes it over for “Step by step”."
                )
            )
            return
        one, text = found.beam.levels[place[0]][place[1]], _quoted(self._text(found, place))
        said = self.tr("{0}: {1} {2}, mean {3}.").format(
            f"<b>{text}</b>", SIGMA, numbers.short(one.log_chance, EXACT), numbers.short(one.score, EXACT)
        )
        taken = self.tr("“Step by step” now begins with it.")
        offer = self.tr("Enter or a click takes it over for “Step by step”.")
        self._current.setText(f"{said} {taken if place == chosen else offer}")

    @Slot(int)
    def _on_width(self, width: int) -> None:
        self.session.set(seq_width=width)

    @Slot(int, int)
    def _on_current(self, step: int, rank: int) -> None:
        if self._shown is not None:
            chosen = self._place_of(self._shown, self.session.state.seq_prefix)
            self._say(self._shown, (step, rank), chosen)

    @Slot(int, int)
    def _on_chosen(self, step: int, rank: int) -> None:
        if self._shown is not None:
            written = self._shown.beam.written(step, rank)
            self.session.set(seq_prefix=written, seq_side="decoder", seq_place=step)
            self.refresh()

    @Slot()
    def _on_go(self) -> None:
        self.session.set(seq_page="steps")


BEAM_COLUMNS = (
    *("step", "rank", "parent", "token", "probability"),
    *("sum of log-probabilities", "mean of log-probabilities", "text"),
)


def _quoted(text: str) -> str:
    return f"“{escape(visible(text))}”"
