"""A scrolling flow of chips: where they lie, which one the mouse is over, how the keys move among them."""

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.widgets.flow import box_at, flow, flow_height, vertical_neighbour
from gui.widgets.painted_area import PaintedArea

GAP = 6
SHOWN_LINES = 3
HINT_WIDTH = 360
FAR = 1_000_000
ALONG: dict[int, int] = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Home: -FAR,
    Qt.Key.Key_End: FAR,
}
ACROSS: dict[int, bool] = {Qt.Key.Key_Down: True, Qt.Key.Key_Up: False}


class FlowArea(PaintedArea):
    """Base of the chip widgets.  They fill in `widths`, `line_height` and `paint_chip`."""

    hovered = Signal(object)  # index or None

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.boxes: list[QRect] = []
        self._wanted: list[int] = []  # widths, as of the last layout
        self._laid: object = None  # what it was of
        self._heights: dict[
            tuple[int, int], int
        ] = {}  # by width and lines: a layout asks for them many times
        self.hover: int | None = None
        self.shown_lines = SHOWN_LINES
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def widths(self) -> list[int]:
        """How wide each chip wants to be."""
        raise NotImplementedError

    def line_height(self) -> int:
        """How high every chip is, with what stands below it."""
        raise NotImplementedError

    def paint_chip(self, painter: QPainter, index: int, box: QRect) -> None:
        """Paint one chip; `box` is in the view."""
        raise NotImplementedError

    def relayout(self) -> None:
        view, line = self.viewport().size(), self.line_height()
        whole, wanted = self.maximumViewportSize(), self.widths()
        asked = view, whole, line, wanted
        if asked == self._laid:
            return
        self._laid, self._wanted = asked, wanted
        self._heights.clear()
        self.boxes = flow(self._wanted, whole.width(), line, GAP)
        if flow_height(self.boxes, GAP) > whole.height():  # otherwise a scroll bar that is there would stay
            self.boxes = flow(self._wanted, view.width(), line, GAP)
        bar = self.verticalScrollBar()
        bar.setRange(0, max(flow_height(self.boxes, GAP) - view.height(), 0))
        bar.setPageStep(view.height())
        bar.setSingleStep(line + GAP)

    def box(self, index: int) -> QRect:
        """Where a chip lies in the view."""
        return self.boxes[index].translated(-self.offset())

    def index_at(self, point: QPoint) -> int | None:
        """The chip under a point of the view."""
        return box_at(self.boxes, point + self.offset())

    def show_chip(self, index: int) -> None:
        """Scroll as little as needed to see a chip."""
        if index >= len(self.boxes):
            return
        box, bar, height = self.box(index), self.verticalScrollBar(), self.viewport().height()
        bar.setValue(bar.value() + (min(box.top() - GAP, 0) or max(box.bottom() + GAP - height, 0)))

    def stepped(self, key: int, index: int | None) -> int | None:
        """The chip to which a key leads from another; None if the key leads nowhere."""
        last = len(self.boxes) - 1
        if last < 0 or (key not in ALONG and key not in ACROSS):
            return None
        if index is None:
            return 0
        if key in ACROSS:
            return vertical_neighbour(self.boxes, index, ACROSS[key])
        return min(max(index + ALONG[key], 0), last)

    def paint_picture(self, painter: QPainter) -> None:
        seen = self.viewport().rect()
        for index in range(len(self.boxes)):
            if (box := self.box(index)).intersects(seen):
                self.paint_chip(painter, index, box)

    def heightForWidth(self, width: int) -> int:
        asked = width, self.shown_lines
        if asked not in self._heights:
            self._heights[asked] = self._height(width)
        return self._heights[asked]

    def _height(self, width: int) -> int:
        lines = max(self.shown_lines, 1)
        whole = flow_height(flow(self._wanted, width, self.line_height(), GAP), GAP)
        return max(min(whole, lines * (self.line_height() + GAP) + GAP), self.minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        return QSize(HINT_WIDTH, self.heightForWidth(HINT_WIDTH))

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self.line_height() + 2 * GAP)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.set_hover(self.index_at(event.position().toPoint()))

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self.set_hover(None)
        return super().viewportEvent(event)

    def set_hover(self, index: int | None) -> None:
        """Remember the chip under the mouse and tell others."""
        if index != self.hover:
            self.hover = index
            self.hovered.emit(index)
            self.viewport().update()
