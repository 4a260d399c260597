"""The weights that come of scores, side by side: one score aligned in every way, or every score in one way."""

from html import escape
from typing import ClassVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QLabel

from engine.laboratory import ALIGNINGS, SCORINGS, Laboratory, alignments_of, weights_path
from engine.recipes import Step
from gui.parts.lab_page import LabPage
from gui.parts.lab_scores import row_titles
from gui.parts.lab_way import LabWay
from gui.parts.lab_window import LabWindowPart
from gui.widgets import numbers
from gui.widgets.bar_rows import BarColumn, BarRows
from gui.widgets.bar_table import BarTable
from gui.widgets.rows import column, row, titled
from gui.widgets.segments import Segments
from gui.wording.laboratory import ALIGNINGS as TOLD
from gui.wording.laboratory import SCORINGS as SCORES
from gui.wording.laboratory import Way, lab_tr, told

BELOW = 3  # rows that sum a column up
# The steps of each way to align, by the ends of their paths.
STEPS = {
    "softmax": ("softmax",),
    "hard": ("hard",),
    "drawn": ("softmax", "drawn"),
    "local": ("windowed", "local"),
    "gaussian": ("local", "gaussian"),
    "sparsemax": ("threshold", "sparsemax"),
}


class LabWeightsPart(LabPage):
    """A click on a number opens it; a click on a title, or Space, chooses the way that is told below."""

    pages: ClassVar[tuple[str, ...]] = ("laboratory",)
    watches: ClassVar[frozenset[str]] = frozenset(
        {"lab_page", "lab_laid", "lab_scoring", "lab_aligning", "lab_across", "cell", "theme", "failed"}
    )

    def build(self) -> None:
        self.table = BarTable(self)
        self.table.setObjectName("scoring.weights")
        self.views = Segments(self)
        self.views.setObjectName("scoring.across")
        self.views.setProperty("low", True)
        self._title = titled(self.tr("&Weights"), self.table)
        self._of = QLabel(self)
        self._of.setObjectName("scoring.weights.of")
        self._of.setProperty("tone", "muted")
        self.window_part = LabWindowPart(self.session, self)
        self.way = LabWay("scoring.weights", self)
        layout = column(self)
        line = row(self._title, self._of, None, self.views)
        line.setSpacing(6)
        layout.addLayout(line)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.window_part)
        layout.addWidget(self.way)
        layout.addStretch(0)
        self.table.opened.connect(self._on_opened)
        self.table.picks.connect(self._on_picked)
        self.views.chosen.connect(self._on_view)

    def show_page(self) -> None:
        state, results = self.session.state, self.session.results
        laid = None if "lab_laid" in results.failed else results.lab_laid
        self.table.set_theme(self.theme)
        self.views.show_titles((self.tr("All ways"), self.tr("All scores")), int(state.lab_across))
        for widget in (self._title, self._of, self.views, self.table, self.way, self.window_part):
            widget.setVisible(laid is not None)
        for button, tip in zip(self.views.buttons(), self._view_tips(), strict=True):
            button.setToolTip(tip)
        self._of.setText(self._made_of())
        self.table.setAccessibleName(self._made_of())
        if laid is None:
            return
        places = [self._pair(place) for place in range(len(self._names()))]
        columns = tuple(self._column(laid.lab, *pair) for pair in places)
        below = self.tr("sum"), self.tr("entropy in bits"), self.tr("largest weight")
        rows = BarRows(
            (*row_titles(laid.lab), *below), columns, BELOW, (*laid.lab.given.key_texts, *self._tips())
        )
        picked = self._names().index(state.lab_scoring if state.lab_across else state.lab_aligning)
        self.table.show_rows(rows, picked, self._marked())
        self.way.show_way(
            TOLD, state.lab_aligning, self._steps(laid.lab), self._remarks(laid.lab), self.theme
        )

    def _names(self) -> tuple[str, ...]:
        """What the columns are."""
        return SCORINGS if self.session.state.lab_across else ALIGNINGS

    def _pair(self, place: int) -> tuple[str, str]:
        """The way to score and the way to align of a column."""
        state, name = self.session.state, self._names()[place]
        return (name, state.lab_aligning) if state.lab_across else (state.lab_scoring, name)

    def _way(self, scoring: str, aligning: str) -> Way:
        return SCORES[scoring] if self.session.state.lab_across else TOLD[aligning]

    def _column(self, lab: Laboratory, scoring: str, aligning: str) -> BarColumn:
        way, count = self._way(scoring, aligning), len(lab.given.keys)
        if scoring not in lab.scorings:
            nothing = (None,) * (count + BELOW)
            return BarColumn(lab_tr(way.title), told(way), nothing, numbers.undefined(), 1.0)
        weights = tuple(float(weight) for weight in lab.weights(scoring, aligning))
        values = *weights, *lab.told(scoring, aligning)
        return BarColumn(lab_tr(way.title), told(way), values, numbers.undefined(), 1.0, weights=True)

    def _tips(self) -> tuple[str, ...]:
        return (
            self.tr("All weights of the column added up"),
            self.tr(
                "0 when one key has all; the more, the more evenly the weights are spread. Of a sum of 1 only."
            ),
            self.tr("The largest weight of the column"),
        )

    def _view_tips(self) -> tuple[str, str]:
        return (
            self.tr("One way to score, aligned in every way"),
            self.tr("Every way to score, aligned in one way"),
        )

    def _made_of(self) -> str:
        state = self.session.state
        if state.lab_across:
            return self.tr("of all scores, by {0}").format(lab_tr(TOLD[state.lab_aligning].title))
        return self.tr("of the scores “{0}”").format(lab_tr(SCORES[state.lab_scoring].title))

    def _marked(self) -> tuple[int, int] | None:
        for place in range(len(self._names())):
            if cell := self.marked(weights_path(*self._pair(place))):
                return cell[2], place
        return None

    def _steps(self, lab: Laboratory) -> list[Step]:
        state = self.session.state
        if state.lab_scoring not in lab.scorings:
            return []
        wanted = [weights_path(state.lab_scoring, end) for end in STEPS[state.lab_aligning]]
        steps = {step.output: step for step in alignments_of(state.lab_scoring, lab.settings)}
        return [steps[path] for path in wanted]

    def _remarks(self, lab: Laboratory) -> list[str]:
        """What is to be known of these very weights, as HTML."""
        state = self.session.state
        if state.lab_scoring not in lab.scorings:
            return (
                [self.tr("There are no scores of this kind, and so no weights.")]
                if not state.lab_across
                else []
            )
        found = lab.told(state.lab_scoring, state.lab_aligning)
        if state.lab_aligning == "gaussian" and found.bits is None:
            text = self.tr("Around place {0} with σ = {1} the weights sum to {2}: the bell took {3} away.")
            settings = lab.settings
            sums = (numbers.short(value, 3) for value in (found.total, 1 - found.total))
            return [escape(text.format(settings.centre + 1, f"{settings.reach / 2:g}", *sums))]
        tied = len(lab.leaders(state.lab_scoring)) > 1
        if state.lab_aligning == "hard" and tied:
            return [escape(self.tr("Several keys share the largest score: the first of them gets all."))]
        return []

    @Slot(int, int)
    def _on_opened(self, key: int, place: int) -> None:
        laid, pair = self.session.results.lab_laid, self._pair(place)
        if laid is not None and pair[0] in laid.lab.scorings:
            self.open_number(weights_path(*pair), (0, 0, key))

    @Slot(int)
    def _on_picked(self, place: int) -> None:
        scoring, aligning = self._pair(place)
        self.session.set(lab_scoring=scoring, lab_aligning=aligning)

    @Slot(int)
    def _on_view(self, place: int) -> None:
        self.session.set(lab_across=place == 1)
