"""Heads in order, one below the other: rank, name, a bar and a number; one of them is chosen."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from gui.widgets.copying import offer_copies, tsv
from gui.widgets.heads_layout import Head
from gui.widgets.painted_area import PaintedArea
from gui.widgets.painting import SMALL, TINY, font

ROW, PAD, GAP = 20, 6, 10
BAR = 8  # height
RANK = "000"
FAR = 1_000_000
STEPS: dict[int, int] = {
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Home: -FAR,
    Qt.Key.Key_End: FAR,
}
CHOOSE = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
SIDE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
LEFT, RIGHT = SIDE | Qt.AlignmentFlag.AlignLeft, SIDE | Qt.AlignmentFlag.AlignRight


class Row(NamedTuple):
    """A head: its name, its number as text, how much of the bar is full (0 to 1), and its number with all digits."""

    head: Head
    name: str
    number: str
    share: float
    exact: str = ""


class RankedList(PaintedArea):
    """Arrows, Home and End move; Enter or a click chooses."""

    chosen = Signal(int, int)  # layer, head

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.rows: tuple[Row, ...] = ()
        self.choice: Head | None = None
        self.current: int | None = None
        self.hover: int | None = None
        self.tooltip_for: Callable[[int, int], str] | None = None
        offer_copies(self)

    def number(self) -> str:
        """Of the row where the keys are."""
        row = self.rows[self.current] if self.current is not None else None
        return (row.exact or row.number) if row else ""

    def tsv(self) -> str:
        """All rows in their order, with all digits; layers and heads from 1."""
        lines = (
            (str(place), str(row.head[0] + 1), str(row.head[1] + 1), row.name, row.exact or row.number)
            for place, row in enumerate(self.rows, start=1)
        )
        return tsv([("rank", "layer", "head", "name", "value"), *lines])

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Show other heads, from the first one on; the same ones stay as they are."""
        if tuple(rows) == self.rows:
            return
        self.rows, self.current, self.hover = tuple(rows), None, None
        self.verticalScrollBar().setValue(0)
        self.relayout()
        self.invalidate()

    def set_chosen(self, layer: int, head: int) -> None:
        """Mark a head, without a signal."""
        if self.choice != (layer, head):
            self.choice = layer, head
            self.invalidate()

    @property
    def row_height(self) -> int:
        """How high a row is now."""
        return ROW

    def box(self, index: int) -> QRect:
        """Where a row lies in the view."""
        height = self.row_height
        return QRect(0, index * height - self.offset().y(), self.viewport().width(), height)

    def row_at(self, point: QPoint) -> int | None:
        """The row under a point of the view."""
        index = (point.y() + self.offset().y()) // self.row_height
        return index if 0 <= index < len(self.rows) else None

    def relayout(self) -> None:
        bar, height = self.verticalScrollBar(), self.viewport().height()
        bar.setRange(0, max(len(self.rows) * self.row_height - height, 0))
        bar.setPageStep(height)
        bar.setSingleStep(self.row_height)

    def describe(self, index: int) -> str:
        """A row in words, and what the owner says of its head."""
        row = self.rows[index]
        place = self.tr("{0} of {1}: {2}, {3}").format(index + 1, len(self.rows), row.name, row.number)
        return f"{place}\n{self.tooltip_for(*row.head)}" if self.tooltip_for else place

    def tip_at(self, point: QPoint) -> tuple[str, QRect]:
        index = self.row_at(point)
        return ("", QRect()) if index is None else (self.describe(index), self.box(index))

    def sizeHint(self) -> QSize:
        return QSize(300, 8 * ROW)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, 3 * ROW)

    def paint_picture(self, painter: QPainter) -> None:
        names = max((self.texts.width(row.name, SMALL) for row in self.rows), default=0)
        numbers = max((self.texts.width(row.number, SMALL) for row in self.rows), default=0)
        seen = self.viewport().rect()
        for index in range(len(self.rows)):
            if (box := self.box(index)).intersects(seen):
                self._paint_row(painter, index, box, names, numbers)

    def paint_over(self, painter: QPainter) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self.hover is not None:
            painter.setPen(self.theme.colour("edge"))
            painter.drawRect(self.box(self.hover).adjusted(0, 0, -1, -1))
        if self.hasFocus() and self.rows:
            painter.setPen(self.theme.colour("focus"))
            painter.drawRect(self.box(self.current or 0).adjusted(0, 0, -1, -1))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._set_hover(self.row_at(event.position().toPoint()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.row_at(event.position().toPoint())
        if index is not None and event.button() == Qt.MouseButton.LeftButton:
            self._choose(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.rows and event.key() in STEPS:
            start = -1 if self.current is None and event.key() == Qt.Key.Key_Down else self.current or 0
            self._go(min(max(start + STEPS[event.key()], 0), len(self.rows) - 1))
        elif self.rows and event.key() in CHOOSE:
            self._choose(self.current or 0)
        else:
            event.ignore()

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self._set_hover(None)
        return super().viewportEvent(event)

    def _go(self, index: int) -> None:
        self.current = index
        bar, box = self.verticalScrollBar(), self.box(index)
        bar.setValue(bar.value() + (min(box.top(), 0) or max(box.bottom() + 1 - self.viewport().height(), 0)))
        self.setAccessibleDescription(self.describe(index))
        self.viewport().update()

    def _choose(self, index: int) -> None:
        self._go(index)
        head = self.rows[index].head
        if head != self.choice:
            self.set_chosen(*head)
            self.chosen.emit(*head)

    def _set_hover(self, index: int | None) -> None:
        if index != self.hover:
            self.hover = index
            self.viewport().update()

    def _paint_row(self, painter: QPainter, index: int, box: QRect, names: int, numbers: int) -> None:
        row, theme = self.rows[index], self.theme
        if row.head == self.choice:
            painter.fillRect(box, theme.colour("accent_tint"))
        rank = QRect(box.x() + PAD, box.y(), self.texts.width(RANK, TINY), box.height())
        name = QRect(rank.right() + GAP, box.y(), names + 2, box.height())
        number = QRect(box.right() - PAD - numbers - 2, box.y(), numbers + 2, box.height())
        painter.setFont(font(TINY))
        painter.setPen(theme.colour("muted"))
        painter.drawText(rank, RIGHT, str(index + 1))
        painter.setFont(font(SMALL))
        painter.setPen(theme.colour("accent" if row.head == self.choice else "text"))
        painter.drawText(name, LEFT, row.name)
        painter.drawText(number, RIGHT, row.number)
        free = number.left() - name.right() - 2 * GAP
        track = QRect(name.right() + GAP, box.y() + (box.height() - BAR) // 2, free, BAR)
        if track.width() > 0:
            painter.fillRect(track, theme.colour("line"))
            track.setWidth(round(track.width() * min(max(row.share, 0.0), 1.0)))
            painter.fillRect(track, theme.colour("accent"))
