"""What can be done to one number of a translation: open it, set it to nothing, hide a word from the model."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QMenu

from engine.steps.base import Cell
from gui.faces import Face
from gui.parts.matrix_menu import KEY, MatrixMenu
from gui.seq_alignment import address_in
from gui.seq_changes import set_number
from gui.state import Address
from gui.whatif import NEGATIVE_INFINITY, can_be_set, may_be_masked


class SequenceCells(MatrixMenu):
    """Of the run that a translation is walked through on."""

    def address(self, face: Face, row: int, col: int) -> Address:
        return address_in(face, row, col)

    def offer(self, menu: QMenu, path: str, cell: Cell) -> None:
        offered = [(self.tr("Set it to 0"), 0.0)] if can_be_set(path) else []
        if may_be_masked(path):
            title = self.tr("Mask it: this word may not be looked at")
            offered.append((f"{title}\t{KEY}", NEGATIVE_INFINITY))
        for text, value in offered:
            action = menu.addAction(text)
            action.setData((path, cell, value))
            action.triggered.connect(self._on_set)

    def mask_cell(self, path: str, cell: Cell) -> None:
        if may_be_masked(path):
            self._set(path, cell, NEGATIVE_INFINITY)

    def _set(self, path: str, cell: Cell, value: float) -> None:
        self.session.set(**set_number(self.session.state, path, cell, value))

    @Slot()
    def _on_set(self) -> None:
        self._set(*self.sender().data())  # type: ignore[attr-defined]
