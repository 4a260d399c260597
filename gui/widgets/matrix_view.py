"""Shows one matrix: coloured cells with numbers, frozen labels, and a cell that moves with mouse and keys."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from gui.widgets import numbers
from gui.widgets.copying import offer_copies
from gui.widgets.matrix_canvas import MatrixCanvas
from gui.widgets.matrix_data import MatrixData
from gui.widgets.matrix_frame import FramePainter
from gui.widgets.matrix_layout import MatrixLayout
from gui.widgets.painting import ring
from gui.widgets.plain import tooltip, visible

Cell = tuple[int, int]
ZOOM_STEP = 1.25
ZOOMS: dict[int, float] = {
    Qt.Key.Key_Plus: ZOOM_STEP,
    Qt.Key.Key_Equal: ZOOM_STEP,
    Qt.Key.Key_Minus: 1 / ZOOM_STEP,
}
BY_KEY = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
FAR = 1_000_000
MOVES: dict[int, Cell] = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
    Qt.Key.Key_Home: (0, -FAR),
    Qt.Key.Key_End: (0, FAR),
    Qt.Key.Key_PageUp: (-FAR, 0),
    Qt.Key.Key_PageDown: (FAR, 0),
}


class MatrixView(MatrixCanvas):
    """A matrix that can be walked through.  Cells are (row, col), counted from 0.

    Arrows, Home, End, Page Up and Page Down move the current cell, Enter opens it; plus, minus and Ctrl+wheel
    zoom, 0 undoes that; Ctrl+C copies the matrix as TSV.
    """

    hovered = Signal(object)  # Cell or None
    activated = Signal(int, int)
    current_changed = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tooltip_for: Callable[[int, int], str] | None = None
        self.current: Cell | None = None
        self._hover: Cell | None = None
        self.copies = offer_copies(self)

    def set_data(self, data: MatrixData | None) -> None:
        if data is None or (self.current and not data.has(*self.current)):
            self.current = None
        self._hover = None
        super().set_data(data)
        title = "" if data is None else f"{data.title} {data.rows} x {data.cols}".strip()
        self.setAccessibleName(f"{title}: {data.meaning}" if data is not None and data.meaning else title)
        self._announce()

    def set_current(self, cell: Cell | None) -> None:
        """Move the current cell, without a signal."""
        before = self.current
        self.current = cell if self.data is not None and cell and self.data.has(*cell) else None
        if self.current and self.current != before:
            self.show_cell(*self.current)
        self._announce()
        self.viewport().update()

    def describe(self, cell: Cell) -> str:
        """What there is to say about a cell, in the owner's words if it gave some."""
        if self.tooltip_for is not None:
            return self.tooltip_for(*cell)
        return self.data.describe(*cell) if self.data is not None else ""

    def copy(self) -> None:
        """Put the matrix on the clipboard, tab-separated, in full precision."""
        self.copies.copy_table()

    def number(self) -> str:
        """Of the current cell, in full precision."""
        return numbers.exported(self.data.values[self.current]) if self.data and self.current else ""

    def tsv(self) -> str:
        """The matrix with its labels, tab-separated, in full precision."""
        return self.data.tsv() if self.data is not None else ""

    def tip_at(self, point: QPoint) -> tuple[str, QRect]:
        if self.arranged is None or self.data is None:
            return "", QRect()
        if cell := self.arranged.cell_at(point, self.offset()):
            return self.describe(cell), self.arranged.cell(*cell, self.offset())
        body = self.arranged.body
        if cell := self.arranged.cell_at(QPoint(body.x(), point.y()), self.offset()):
            return visible(self.data.row_labels[cell[0]]), QRect()
        if point.y() < self.arranged.title_h:
            return self.data.meaning or self.data.title, QRect()
        if self.arranged.legend_h and point.y() > body.bottom():
            return self.data.about_colours(), QRect()
        if cell := self.arranged.cell_at(QPoint(point.x(), body.y()), self.offset()):
            return visible(self.data.col_labels[cell[1]]), QRect()
        return "", QRect()

    def paint_over(self, painter: QPainter) -> None:
        if self.arranged is None or self.data is None:
            return
        if self._hover:
            self._paint_hover(
                painter, FramePainter(self.data, self.arranged, self.theme, self.texts), self._hover
            )
        if self.current:
            self._paint_current(painter, self.arranged, self.current)
        elif self.hasFocus():
            ring(painter, self.viewport().rect(), self.theme.colour("focus"), self.theme.colour("panel"))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._set_hover(self._cell_under(event))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        cell = self._cell_under(event)
        if cell is not None and event.button() == Qt.MouseButton.LeftButton:
            self._move_to(cell)
            self.activated.emit(*cell)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().wheelEvent(event)
        elif turn := event.angleDelta().y():
            self.zoom_by(ZOOM_STEP if turn > 0 else 1 / ZOOM_STEP, event.position().toPoint())
            event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif key in MOVES and self.data is not None:
            self._step(MOVES[key], self.data)
        elif key in ENTER and self.current:
            self.activated.emit(*self.current)
        elif key in ZOOMS:
            self.zoom_by(ZOOMS[key])
        elif key == Qt.Key.Key_0:
            self.unzoom()
        else:
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        if event.reason() in BY_KEY and self.current is None and self.data is not None:
            self._step((0, 0), self.data)
        super().focusInEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self._set_hover(None)
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            text, box = self.tip_at(event.pos())
            clear = event.pos() if box.isNull() else beside(box)
            QToolTip.showText(self.viewport().mapToGlobal(clear), tooltip(text), self.viewport(), box)
            return True
        return super().viewportEvent(event)

    def _cell_under(self, event: QMouseEvent) -> Cell | None:
        if self.arranged is None:
            return None
        return self.arranged.cell_at(event.position().toPoint(), self.offset())

    def _step(self, step: Cell, data: MatrixData) -> None:
        if data.values.size == 0:
            return
        row, col = self.current or (0, 0)
        if self.current:
            row, col = row + step[0], col + step[1]
        self._move_to((min(max(row, 0), data.rows - 1), min(max(col, 0), data.cols - 1)))

    def _move_to(self, cell: Cell) -> None:
        if cell != self.current:
            self.set_current(cell)
            self.current_changed.emit(*cell)

    def _set_hover(self, cell: Cell | None) -> None:
        if cell != self._hover:
            self._hover = cell
            self.hovered.emit(cell)
            self.viewport().update()

    def _announce(self) -> None:
        self.setAccessibleDescription(self.describe(self.current) if self.current else "")

    def _paint_hover(self, painter: QPainter, frame: FramePainter, cell: Cell) -> None:
        offset, layout = self.offset(), frame.layout
        colours = self.theme.colour("text"), self.theme.colour("raised")
        painter.save()
        painter.setClipRect(0, layout.body.y(), layout.left, layout.body.height())
        frame.row_label(painter, cell[0], offset, colours)
        painter.setClipRect(layout.body.x(), 0, layout.body.width(), layout.body.y())
        frame.col_label(painter, cell[1], offset, colours)
        painter.setClipRect(layout.body)
        ring(painter, layout.cell(*cell, offset), self.theme.colour("text"), self.theme.colour("panel"), 1)
        painter.restore()

    def _paint_current(self, painter: QPainter, layout: MatrixLayout, cell: Cell) -> None:
        colour, width = ("focus", 2) if self.hasFocus() else ("muted", 1)
        box = layout.cell(*cell, self.offset()).adjusted(-2, -2, 1, 1)
        painter.setClipRect(layout.body.adjusted(-2, -2, 2, 2))
        ring(painter, box, self.theme.colour(colour), self.theme.colour("panel"), width)
        painter.setClipping(False)


def beside(box: QRect) -> QPoint:
    """Where a tooltip leaves a cell and those around it in sight."""
    return box.bottomRight() + QPoint(min(box.width(), 40), 0)
