"""What the model has of the source as it is walked through: states that are read, then the alignment as it grows."""

from typing import ClassVar

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QLabel

from gui.faces import Face, face
from gui.panes.base import Pane
from gui.parts.seq_cells import SequenceCells
from gui.seq_alignment import address_in, alignment_face, place_in, read_so_far
from gui.seq_view import SequenceView
from gui.seq_walk import DIRECTIONS, OF_ALL
from gui.theme import THEMES
from gui.translation import LOOK, looked
from gui.widgets.matrix_view import MatrixView
from gui.widgets.rows import column

WIDE = 100  # columns from which a matrix is shown whole, as a picture


class AlignmentPart(Pane):
    """Two matrices while a recurrent model reads, one otherwise; without attention the one vector that there is."""

    watches: ClassVar[frozenset[str]] = frozenset({"translation", "failed", "theme", "cell"} | LOOK)

    def build(self) -> None:
        self.remark = QLabel(self)
        self.remark.setObjectName("translation.alignment.remark")
        self.remark.setTextFormat(Qt.TextFormat.PlainText)
        self.remark.setWordWrap(True)
        self.views = tuple(self._view(i) for i in range(2))
        self.cells = SequenceCells(self.session, self)
        self.faces: list[Face] = []
        self._drawn: object = None
        layout = column(self)
        layout.setSpacing(2)
        layout.addWidget(self.remark)
        for view in self.views:
            layout.addWidget(view, 1)

    def set_legend(self, on: bool) -> None:
        """Whether there is room for the ends of the colour scales."""
        for view in self.views:
            view.set_legend(on)

    def _view(self, place: int) -> MatrixView:
        view = MatrixView(self)
        view.setObjectName(f"translation.alignment.{place + 1}")
        view.setProperty("place", place)
        view.activated.connect(self._on_cell)
        return view

    def refresh(self) -> None:
        state, view = self.session.state, looked(self.session.state, self.session.results)
        for matrix in self.views:
            matrix.set_theme(THEMES[state.theme])
        if view is None:
            return
        moment = view.moment
        states = view.run.model.recurrent and moment.side == "encoder"
        at = (
            view.run,
            moment.side,
            moment.layer,
            moment.attention,
            view.head,
            (moment.word, moment.stage == OF_ALL) if states else None,
        )
        if at != self._drawn:
            self._drawn = at
            self._show(view)
        self._mark(view)

    def _show(self, view: SequenceView) -> None:
        moment, run = view.moment, view.run
        self.remark.hide()
        if run.model.recurrent and moment.side == "encoder":
            self.faces = [read_so_far(view, direction) for direction in DIRECTIONS]
        elif run.model.recurrent and not run.looks_back:
            self.remark.setText(
                self.tr(
                    "There is no alignment: this model never looks back. All it keeps of the source is one vector c:"
                )
            )
            self.remark.show()
            found = face(run.trace("encoder.summary"), "encoder.summary", view, False)
            self.faces = [found] if found else []
        else:
            self.faces = [alignment_face(view)]
        for place, matrix in enumerate(self.views):
            matrix.setVisible(place < len(self.faces))
            if place < len(self.faces):
                matrix.set_data(self.faces[place].data)
                if self.faces[place].data.cols > WIDE:
                    matrix.fit()
        self.cells.serve(self.views[: len(self.faces)], self.faces)

    def _mark(self, view: SequenceView) -> None:
        moment = view.moment
        reading = moment.side == "encoder"
        grows = not reading and len(self.faces) == 1 and self.faces[0].data.rows > 1
        for one, matrix in zip(self.faces, self.views, strict=False):
            several = one.data.rows > 1
            matrix.set_highlight((moment.word if reading else moment.place) if several else None)
            matrix.reveal(moment.place if grows else None)
            matrix.set_current(place_in(one, self.session.state.cell))

    @Slot(int, int)
    def _on_cell(self, row: int, col: int) -> None:
        """Go there, and open the number."""
        view = looked(self.session.state, self.session.results)
        if view is None:
            return
        one = self.faces[self.sender().property("place")]
        where = "seq_word" if view.moment.side == "encoder" else "seq_place"
        changes = {where: row} if one.data.rows > 1 else {}
        self.session.set(cell=address_in(one, row, col), trail=(), **changes)
