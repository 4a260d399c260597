"""Sentences token by token under mouse and keys: one token is current, and can be chosen."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from gui.widgets.copying import offer_copies, tsv
from gui.widgets.token_rows import GAP, Cell, TokenRows

MOVES: dict[int, Cell] = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
    Qt.Key.Key_Home: (0, -1_000_000),
    Qt.Key.Key_End: (0, 1_000_000),
}
CHOOSE = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class TokenTable(TokenRows):
    """Arrows move, Home and End lead to the ends; Enter or a click chooses."""

    chosen = Signal(int, int)  # sentence, place

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table_for: Callable[[], list[Sequence[str]]] | None = None
        self.number_for: Callable[[int, int], str] | None = None
        offer_copies(self)

    def number(self) -> str:
        """Of the current token, as its owner gives it."""
        return self.number_for(*self.current) if self.number_for and self.current else ""

    def tsv(self) -> str:
        """As its owner gives it."""
        return tsv(self.table_for() if self.table_for else [])

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point_at(self.cell_at(event.position().toPoint()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        cell = self.cell_at(event.position().toPoint())
        if cell is not None and event.button() == Qt.MouseButton.LeftButton:
            self._go(cell)
            self.chosen.emit(*cell)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.columns and event.key() in MOVES:
            self._step(MOVES[event.key()])
        elif event.key() in CHOOSE and self.current:
            self.chosen.emit(*self.current)
        else:
            event.ignore()

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self._point_at(None)
        return super().viewportEvent(event)

    def _step(self, step: Cell) -> None:
        if self.current is None:
            self._go((0, 0))
            return
        row = min(max(self.current[0] + step[0], 0), len(self.rows) - 1)
        place = min(max(self.current[1] + step[1], 0), len(self.rows[row].tokens) - 1)
        self._go((row, place))

    def _go(self, cell: Cell) -> None:
        self.current = cell
        box, bar = self.box(cell), self.horizontalScrollBar()
        first, last = self.head_width() + GAP, self.viewport().width() - GAP
        bar.setValue(bar.value() + (min(box.left() - first, 0) or max(box.right() - last, 0)))
        self.setAccessibleDescription(self.tooltip_for(*cell) if self.tooltip_for else "")
        self.viewport().update()

    def _point_at(self, cell: Cell | None) -> None:
        if cell != self.hover:
            self.hover = cell
            self.viewport().update()
