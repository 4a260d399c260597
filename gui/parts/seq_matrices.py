"""The step of a translation that is looked at as matrices: what goes in and what comes out."""

from typing import ClassVar

from PySide6.QtCore import Slot

from engine.names import side_of
from engine.sequences.run import SequenceRun
from gui.faces import Face, face
from gui.panes.base import Pane
from gui.parts.seq_cells import SequenceCells
from gui.seq_faces import chosen_inputs, is_of_tokens, likeliest_face, one_headed
from gui.seq_view import SequenceView
from gui.theme import THEMES
from gui.translation import LOOK, looked, shown
from gui.widgets.rows import column
from gui.widgets.step_view import StepView


class SequenceMatricesPart(Pane):
    """Redraws only what differs: the matrices, or no more than their marks."""

    watches: ClassVar[frozenset[str]] = frozenset(
        {"translation", "failed", "theme", "cell", "seq_difference"} | LOOK
    )

    def build(self) -> None:
        self.steps = StepView(self)
        self.steps.activated.connect(self._on_cell)
        self.cells = SequenceCells(self.session, self)
        self.faces: list[Face] = []
        self._drawn: object = None
        column(self).addWidget(self.steps)

    def refresh(self) -> None:
        state, view = self.session.state, looked(self.session.state, self.session.results)
        self.steps.set_theme(THEMES[state.theme])
        if view is None:
            return
        made = shown(self.session.results)
        against = made.unchanged if made and state.seq_difference else None
        place = view.moment.place if view.moment.stage == "predict" else None
        at = view.run, view.step, view.head, place, against
        if at != self._drawn:
            self._drawn = at
            self._show(view, against)
        self._mark(view)

    def _show(self, view: SequenceView, against: SequenceRun | None) -> None:
        found = [self._face(path, view, against) for path in chosen_inputs(view)]
        output = self._face(view.step.output, view, against)
        assert output is not None
        self.faces = [*(one for one in found if one is not None), output]
        self.steps.show_step([one.data for one in self.faces[:-1]], output.data)
        self.cells.serve(self.steps.shown_views(), self.faces)

    def _face(self, path: str, view: SequenceView, against: SequenceRun | None) -> Face | None:
        """Of all tokens of the vocabulary only the likeliest are shown, and no difference between them."""
        if is_of_tokens(path):
            return likeliest_face(path, view)
        before = against.trace(view.step.output) if against else None
        found = face(view.trace, path, view, view.by_head, before)
        return one_headed(found, view) if found and view.run.model.recurrent else found

    def _mark(self, view: SequenceView) -> None:
        """Shade the row of the word or token that is looked at; ring the opened cell."""
        moment = view.moment
        row = moment.word if moment.side == "encoder" else moment.place
        rows = [
            row if one.of_query and one.data.rows > 1 and side_of(one.path) == moment.side else None
            for one in self.faces
        ]
        self.steps.highlight(rows)
        path, cell = self.session.state.cell or ("", ())
        for one, matrix in zip(self.faces, self.steps.shown_views(), strict=True):
            matrix.set_current(one.place(cell) if one.path == path else None)

    def set_legend(self, on: bool) -> None:
        """Whether there is room for the ends of the colour scales."""
        for view in (*self.steps.views, self.steps.output):
            view.set_legend(on)

    def focus(self) -> None:
        """Bring the keyboard to the numbers."""
        self.steps.in_use().setFocus()

    @Slot(int, int, int)
    def _on_cell(self, place: int, row: int, col: int) -> None:
        one = self.faces[place]
        self.session.set(cell=(one.path, one.cell(row, col)), trail=())
