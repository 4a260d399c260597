"""Many numbers as bars beside each other, with the line of their running sum; one of them is current."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from gui.widgets import numbers
from gui.widgets.painted_area import PaintedArea
from gui.widgets.painting import TINY, font

Values = NDArray[np.float64]
LOW, HEIGHT = 44, 74
PAD, EDGE = 3, 52  # room for numbers at the right
DIGITS = 2
STEPS: dict[int, int] = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Home: -(1 << 20),
    Qt.Key.Key_End: 1 << 20,
}
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class TermsChart(PaintedArea):
    """Bars share one scale, the line has its own; both begin at the same zero.  Arrows move, a click chooses."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.values: Values = np.empty(0)
        self.running: Values = np.empty(0)
        self.current: int | None = None
        self.describe: Callable[[int], str] | None = None

    def show_terms(self, values: Values, running: Values) -> None:
        """Other numbers [n] and the sums up to each [n]."""
        self.values, self.running, self.current = values, running, None
        self.invalidate()

    def set_current(self, index: int | None) -> None:
        """Mark a bar, without a signal."""
        if index != self.current:
            self.current = index
            said = self.describe(index) if self.describe and index is not None else ""
            self.setAccessibleDescription(said)
            self.viewport().update()

    def sizeHint(self) -> QSize:
        return QSize(300, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, LOW)

    def bar(self, index: int) -> QRectF:
        """The column of a bar, from top to bottom."""
        plot, step = self._plot(), self._plot().width() / max(len(self.values), 1)
        return QRectF(plot.x() + index * step, plot.y(), step, plot.height())

    def index_at(self, point: QPoint) -> int | None:
        """The bar under a point."""
        plot = self._plot()
        if not len(self.values) or not plot.left() <= point.x() < plot.right():
            return None
        return int((point.x() - plot.x()) / plot.width() * len(self.values))

    def tip_at(self, point: QPoint) -> tuple[str, QRect]:
        index = self.index_at(point)
        if index is None or self.describe is None:
            return "", QRect()
        return self.describe(index), self.bar(index).toAlignedRect()

    def paint_picture(self, painter: QPainter) -> None:
        if not len(self.values):
            return
        plot = self._plot()
        zero = self._height(0.0, self.values)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        for index, value in enumerate(self.values.tolist()):
            column, top = self.bar(index), self._height(value, self.values)
            gap = 1.0 if column.width() >= 3 else 0.0
            painter.setBrush(self.theme.colour("accent" if value >= 0 else "warning"))
            painter.drawRect(
                QRectF(column.x(), min(top, zero), column.width() - gap, max(abs(top - zero), 0.6))
            )
        painter.setPen(QPen(self.theme.colour("edge"), 1))
        painter.drawLine(QPointF(plot.left(), zero), QPointF(plot.right(), zero))
        self._paint_line(painter)
        self._paint_ends(painter, plot)

    def paint_over(self, painter: QPainter) -> None:
        if self.current is not None and self.current < len(self.values):
            painter.setPen(self.theme.colour("focus" if self.hasFocus() else "muted"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.bar(self.current).adjusted(-1, 0, 0, -1))
        elif self.hasFocus():
            painter.setPen(self.theme.colour("focus"))
            painter.drawRect(self.viewport().rect().adjusted(0, 0, -1, -1))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.index_at(event.position().toPoint())
        if index is not None and event.button() == Qt.MouseButton.LeftButton:
            self._choose(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in STEPS and len(self.values):
            start = -1 if self.current is None else self.current
            self._choose(min(max(start + STEPS[event.key()], 0), len(self.values) - 1))
        else:
            event.ignore()

    def _choose(self, index: int) -> None:
        self.set_current(index)
        self.chosen.emit(index)

    def _plot(self) -> QRectF:
        view = self.viewport().rect()
        return QRectF(0, PAD, max(view.width() - EDGE, 1), max(view.height() - 2 * PAD, 1))

    def _height(self, value: float, of: Values) -> float:
        """Where a number of a scale lies: both scales share their zero."""
        plot, share = self._plot(), self._below()
        zero = plot.bottom() - share * plot.height()
        up, down = max(float(of.max()), 0.0), max(-float(of.min()), 0.0)
        units = [
            room / size for room, size in ((zero - plot.y(), up), (plot.bottom() - zero, down)) if size > 0
        ]
        return zero - value * min(units, default=0.0)

    def _below(self) -> float:
        """The share of the height that lies below zero."""
        shares = []
        for numbers_ in (self.values, self.running):
            up, down = max(float(numbers_.max()), 0.0), max(-float(numbers_.min()), 0.0)
            shares.append(down / (up + down) if up + down > 0 else 0.0)
        return max(shares)

    def _paint_line(self, painter: QPainter) -> None:
        columns = [self.bar(index) for index in range(len(self.running))]
        points = [
            QPointF(column.center().x(), self._height(value, self.running))
            for column, value in zip(columns, self.running.tolist(), strict=True)
        ]
        painter.setPen(QPen(self.theme.colour("text"), 1.2))
        painter.drawPolyline(QPolygonF(points))

    def _paint_ends(self, painter: QPainter, plot: QRectF) -> None:
        """What the line comes to, beside its end."""
        painter.setFont(font(TINY))
        painter.setPen(self.theme.colour("text"))
        total = float(self.running[-1])
        line = self.texts.metrics(TINY).height()
        top = min(max(self._height(total, self.running) - line / 2, 0.0), self.viewport().height() - line)
        box = QRectF(plot.right() + 4, top, EDGE - 4, line)
        painter.drawText(box, LEFT, numbers.short(total, DIGITS))
