"""What can be done to one cell of a matrix: open it, mask it, let it be seen again."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QMenu

from engine.names import key
from engine.steps.base import Cell
from gui.parts.matrix_menu import KEY, MatrixMenu
from gui.whatif import NEGATIVE_INFINITY, mask_turned, may_be_masked
from gui.wording import where


class CellMenu(MatrixMenu):
    """Of the run that attention is walked through on."""

    def offer(self, menu: QMenu, path: str, cell: Cell) -> None:
        if may_be_masked(path):
            turns = menu.addAction(f"{self._turning(path, cell)}\t{KEY}")
            turns.setData((path, cell))
            turns.triggered.connect(self._on_turn)

    def mask_cell(self, path: str, cell: Cell) -> None:
        """Mask it, or let it be seen again."""
        shown = self.session.results.trace
        if shown is not None and may_be_masked(path):
            changes = self.session.state.changes
            self.session.set(changes=mask_turned(changes, path, cell, shown.trace, shown.run.tokens))

    def _turning(self, path: str, cell: Cell) -> str:
        shown = self.session.results.trace
        assert shown is not None
        tokens = where("mask", cell[-2:], shown.run).replace("&", "&&")
        hidden = shown.trace[path][cell] == NEGATIVE_INFINITY
        verb = self.tr("Let be seen again: {0}") if hidden else self.tr("Mask: {0}")
        scope = self.tr("in all layers and heads") if key(path) == "mask" else self.tr("in this head")
        return f"{verb.format(tokens)} ({scope})"

    @Slot()
    def _on_turn(self) -> None:
        self.mask_cell(*self.sender().data())  # type: ignore[attr-defined]
