"""The step that is looked at in both sentences: its matrices with their difference, or the query's row in each."""

from typing import ClassVar

import numpy as np
from PySide6.QtCore import Slot
from PySide6.QtWidgets import QLabel

from engine.compare import PER_HEAD, Comparison
from gui.parts.compare_page import ComparePage
from gui.sides import MINUS, Sides, sides, three, tip, two_rows
from gui.theme import THEMES
from gui.view import View
from gui.widgets import numbers
from gui.widgets.matrix_view import MatrixView
from gui.widgets.rows import column
from gui.widgets.trio import Trio
from gui.wording import numbered, stage_title, step_title, tr

SIDES = ("a", "b", "difference")
LOOKS: frozenset[str] = frozenset(
    {"comparison", "trace", "other_layer", "compare_page", "theme"}
    | {"layer", "head", "query", "anchor", "stage", "step"}
)


def _where(view: View) -> str:
    """``layer 4, head 2, Softmax``"""
    text = "layer {0}, head {1}, {2}" if view.step.axes[0] in PER_HEAD else "layer {0}, {2}"
    stage = stage_title(view.stage)
    title = f"{stage} ({step_title(view.step)})" if len(view.steps) > 1 else stage
    return tr(text, view.layer + 1, view.head + 1, title)


class _Looking(ComparePage):
    """Shows the step that is looked at; the traces of both sentences may lag behind."""

    watches: ClassVar[frozenset[str]] = LOOKS

    def show_comparison(self, found: Comparison, view: View) -> None:
        results = self.session.results
        if results.trace is None or results.other_layer is None:
            return
        if both := sides(found, results.trace, results.other_layer, view):
            self.show_sides(both, view)

    def show_sides(self, both: Sides, view: View) -> None:
        raise NotImplementedError

    def caption(self, name: str) -> QLabel:
        label = QLabel(self)
        label.setObjectName(name)
        label.setProperty("tone", "muted")
        label.setWordWrap(True)
        return label


class MatricesPart(_Looking):
    """A click on a row looks from its token."""

    page: ClassVar[str] = "matrices"
    watches: ClassVar[frozenset[str]] = LOOKS | {"compare_side"}

    def build(self) -> None:
        self.trio = Trio("compare", self)
        self.trio.chosen.connect(self._on_side)
        self.trio.activated.connect(self._on_cell)
        column(self).addWidget(self.trio, 1)

    def show_sides(self, both: Sides, view: View) -> None:
        theme = THEMES[self.session.state.theme]
        self.trio.set_theme(theme)
        self.trio.set_current(SIDES.index(self.session.state.compare_side))
        pairs = both.comparison.pairs
        self.trio.caption.setText(
            self.tr("Shared tokens, {0}").format(_where(view))
            if pairs
            else self.tr("The sentences share no token: there is nothing to compare.")
        )
        places = [i for i, _ in pairs]
        row = places.index(view.query) if both.a.of_query and view.query in places else None
        self.trio.show_three(("A", "B", MINUS), three(both), row)

    @Slot(int)
    def _on_side(self, place: int) -> None:
        self.session.set(compare_side=SIDES[place])

    @Slot(int, int)
    def _on_cell(self, row: int, col: int) -> None:
        found = self.session.results.comparison
        if found is not None and row < len(found.pairs):
            self.session.set(query=found.pairs[row][0], anchor=None)


class RowPart(_Looking):
    """The row of the token that is looked from, as it is in A and in B."""

    page: ClassVar[str] = "row"

    def build(self) -> None:
        self._caption, self._most = self.caption("compare.row.caption"), self.caption("compare.row.most")
        self._both: Sides | None = None
        self.view = MatrixView(self)
        self.view.setObjectName("compare.row")
        self.view.tooltip_for = self._tip
        layout = column(self)
        layout.addWidget(self._caption)
        layout.addWidget(self.view, 1)
        layout.addWidget(self._most)

    def show_sides(self, both: Sides, view: View) -> None:
        tokens, partner = view.run.tokens, both.comparison.partner(view.query)
        self._both = both
        self.view.set_theme(THEMES[self.session.state.theme])
        self.view.setVisible(partner is not None)
        self._most.setVisible(partner is not None)
        word = numbered(tokens.texts, view.query)
        if partner is None:
            text = self.tr("Sentence B has no “{0}” in this place. Click a token that both sentences share.")
            self._caption.setText(text.format(word))
            return
        text = self.tr("From {0}, {1}") if both.over_keys else self.tr("The row of {0}, {1}")
        self._caption.setText(text.format(word, _where(view)))
        self.view.set_data(two_rows(both, view.query, partner))
        self._most.setText(self._change(both))

    def _change(self, both: Sides) -> str:
        """Where the two rows differ most."""
        data = self.view.data
        assert data is not None
        a, b = data.values
        most = int(np.argmax(_gap(a, b)))
        label = data.col_labels[most]
        return self.tr("Largest change: {0} {1}, from {2} in A to {3} in B.").format(
            data.col_axis, label, *(numbers.short(float(row[most]), 4) for row in (a, b))
        )

    def _tip(self, row: int, col: int) -> str:
        data = self.view.data
        return tip(self._both, data, row, col) if self._both and data is not None else ""


def _gap(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """How far two rows differ; 0 where one of them has no number."""
    both = np.isfinite(a) & np.isfinite(b)
    return np.where(both, np.abs(np.where(both, b, 0) - np.where(both, a, 0)), 0)
