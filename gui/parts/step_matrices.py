"""The step that is looked at as matrices: what goes in, what comes out, the query's row and the opened cell."""

from collections.abc import Sequence
from typing import ClassVar

from PySide6.QtCore import Slot

from engine.trace import Trace
from gui.faces import Face, face
from gui.one_word import told
from gui.panes.base import Pane
from gui.parts.cell_menu import CellMenu
from gui.playing import filled_to
from gui.reading import SWITCHES, read_face
from gui.results import LayerTrace, Opened
from gui.theme import THEMES
from gui.view import View, view_of
from gui.widgets.matrix_view import MatrixView
from gui.widgets.rows import column
from gui.widgets.step_view import StepView
from gui.wording import axis_title


class StepMatricesPart(Pane):
    """Redraws only what differs: the matrices, or no more than their marks."""

    watches: ClassVar[frozenset[str]] = frozenset(
        {"trace", "theme", "layer", "head", "query", "anchor", "stage", "step", "cell"}
        | {"difference", "one_word", "direction", "filled", "opened", *SWITCHES}
    )

    def build(self) -> None:
        self.steps = StepView(self)
        self.steps.activated.connect(self._on_cell)
        self.cells = CellMenu(self.session, self)
        self.faces: list[Face] = []
        self._drawn: object = None
        self._followed: Opened | None = None  # the number to whose operands the inputs were scrolled
        column(self).addWidget(self.steps)

    def refresh(self) -> None:
        state, shown = self.session.state, self.session.results.trace
        self.steps.set_theme(THEMES[state.theme])
        if shown is None:
            return
        view = view_of(state, shown.run)
        if view.layer != shown.layer or told(state, view):
            return
        against = shown.unchanged if state.difference else None
        looked_at = shown, view.step, view.head, against, view.reading, view.log
        if looked_at != self._drawn:
            self._drawn = looked_at
            self._show(shown, view, against)
        self._mark(view)
        self._follow(shown)

    def _show(self, shown: LayerTrace, view: View, against: Trace | None) -> None:
        inputs = [face(shown.trace, path, view, view.by_head, against) for path in view.step.inputs]
        output = read_face(shown.trace, view.step.output, view, view.by_head, against)
        assert output is not None  # no step makes a table
        self.faces = [*(found for found in inputs if found is not None), output]
        self.steps.show_step([found.data for found in self.faces[:-1]], output.data)
        self.cells.serve(self.steps.shown_views(), self.faces)

    def _mark(self, view: View) -> None:
        """Shade the query's row, or while playing the row that comes; ring the opened cell."""
        filled = filled_to(self.session.state, view)
        token = view.query if filled is None else self.faces[-1].token(filled)
        rows = [found.row(token) if found.of_query else None for found in self.faces]
        if filled is not None:
            rows[-1] = filled
        self.steps.highlight(rows, [self._column(found, view) for found in self.faces])
        self.steps.output.reveal(filled)
        path, cell = self.session.state.cell or ("", ())
        for found, matrix in zip(self.faces, self.steps.shown_views(), strict=True):
            matrix.set_current(found.place(cell) if found.path == path else None)

    def _follow(self, shown: LayerTrace) -> None:
        """Scroll what goes in to what the opened number was made from, once."""
        opened, output = self.session.results.opened, self.faces[-1].path
        if opened is None or opened is self._followed or opened.run is not shown.run:
            return
        if opened.derivation.output.name == output:
            self._followed = opened
            terms = opened.derivation.arithmetic.terms
            few = [operand for term in (*terms[:2], *terms[-1:]) for operand in term.operands]
            for found, matrix in zip(self.faces[:-1], self.steps.shown_views(), strict=False):
                _scroll(matrix, [found.place(operand.cell) for operand in few if operand.name == found.path])

    def _column(self, found: Face, view: View) -> int | None:
        """The query's column, where it is asked who looks at it."""
        looked_at = self.session.state.direction == "looked_at" and self.session.state.filled is None
        return found.row(view.query) if looked_at and found.data.col_axis == axis_title("key") else None

    @Slot(int, int, int)
    def _on_cell(self, place: int, row: int, col: int) -> None:
        found = self.faces[place]
        changes = {"query": found.token(row), "anchor": None} if found.of_query else {}
        self.session.set(cell=(found.path, found.cell(row, col)), trail=(), **changes)


def _scroll(matrix: MatrixView, places: Sequence[tuple[int, int] | None]) -> None:
    """Bring the row and the column into sight that are the same in all places."""
    seen = [place for place in places if place is not None]
    if seen:
        rows, cols = ({place[axis] for place in seen} for axis in (0, 1))
        row = rows.pop() if len(rows) == 1 else matrix.first_row
        matrix.show_cell(row, cols.pop() if len(cols) == 1 else None)
