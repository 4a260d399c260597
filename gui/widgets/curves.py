"""Draws curves whose heights are powers of ten, with their names above and marks across them."""

from math import log10

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from gui.widgets import numbers
from gui.widgets.copying import offer_copies, tsv
from gui.widgets.curves_layout import Chart, Curve, Laid, Mark, height_at
from gui.widgets.painted_area import PaintedArea
from gui.widgets.painting import SMALL, TINY, font, ring

TEXT = Qt.TextFlag.TextSingleLine | Qt.AlignmentFlag.AlignVCenter
LEFT, RIGHT = TEXT | Qt.AlignmentFlag.AlignLeft, TEXT | Qt.AlignmentFlag.AlignRight
LINE, EDGE, SIDE = 16, 12, 40  # heights of lines; room at the right and at the left
ABOVE = 6  # from the frame to the marks' words: the highest number of the scale stands beside its end
SAMPLE, GAP = 20, 14  # of a curve beside its name
DOT = 3.5


class Curves(PaintedArea):
    """A tooltip reads the curves where the mouse is; the table that is copied has their points in all digits."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chart = Chart(())
        self._hover: float | None = None
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        offer_copies(self)

    def show_chart(self, chart: Chart) -> None:
        """Another one."""
        if chart != self.chart:
            self.chart, self._hover = chart, None
            self.setAccessibleDescription("; ".join(mark.text for mark in chart.marks))
            self.invalidate()

    @property
    def laid(self) -> Laid:
        """Where everything lies now."""
        view = QRectF(self.viewport().rect())
        rows = max((row + 1 for _, _, row in self._marks()), default=0)
        top = (self._legend_lines() + 1 + rows) * LINE + ABOVE
        return Laid(self.chart, view.adjusted(SIDE, top, -EDGE, -2 * LINE - 2))

    def _marks(self) -> list[tuple[Mark, QRectF, int]]:
        """Marks, the boxes of their words as if at the top, and in which row above the frame these find room."""
        across = Laid(self.chart, QRectF(self.viewport().rect()).adjusted(SIDE, 0, -EDGE, 0))
        low, high = self.chart.width
        placed: list[tuple[Mark, QRectF, int]] = []
        for mark in self.chart.marks:
            if not low <= mark.at <= high:
                continue
            wide = self.texts.width(mark.text, TINY, mark.strong) + 6
            left = min(max(across.x(mark.at) - wide / 2, 0.0), self.viewport().width() - wide)
            box, row = QRectF(left, 0, wide, LINE), 0
            while any(row == other and box.intersects(there) for _, there, other in placed):
                row += 1
            placed.append((mark, box, row))
        return placed

    def sizeHint(self) -> QSize:
        return QSize(420, 260)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, 130)

    def number(self) -> str:
        """None of them is current."""
        return ""

    def tsv(self) -> str:
        """Every point of every curve."""
        rows = [(c.name, *map(numbers.exported, point)) for c in self.chart.curves for point in c.points]
        return tsv([("curve", self.chart.across, self.chart.up), *rows])

    def tip_at(self, point: QPoint) -> tuple[str, QRect]:
        laid = self.laid
        if not self.chart.curves or not laid.frame.contains(QPointF(point)):
            return "", QRect()
        at = self._whole(laid.value_at(point.x()))
        lines = [f"{self.chart.across}: {numbers.compact(at)}"]
        for curve in self.chart.curves:
            height = height_at(curve, at, self.chart.log_across)
            lines.append(f"{curve.name}: {numbers.compact(height)}")
        return "\n".join(lines), QRect(point.x() - 2, 0, 4, self.viewport().height())

    def paint_picture(self, painter: QPainter) -> None:
        laid = self.laid
        if not self.chart.curves or laid.frame.height() < LINE or laid.frame.width() < LINE:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_legend(painter)
        self._paint_scales(painter, laid)
        for mark, box, row in self._marks():
            self._paint_mark(painter, laid, mark, box, row)
        for curve in self.chart.curves:
            self._paint_curve(painter, laid, curve)
        for mark, _, _ in self._marks():
            if mark.strong:
                self._paint_dots(painter, laid, mark)

    def paint_over(self, painter: QPainter) -> None:
        laid = self.laid
        if self._hover is not None and laid.frame.left() <= self._hover <= laid.frame.right():
            painter.setPen(QPen(self.theme.colour("muted"), 1, Qt.PenStyle.DotLine))
            painter.drawLine(
                QPointF(self._hover, laid.frame.top()), QPointF(self._hover, laid.frame.bottom())
            )
        if self.hasFocus():
            ring(painter, self.viewport().rect(), self.theme.colour("focus"), self.theme.colour("panel"), 1)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover = event.position().x()
        self.viewport().update()

    def _whole(self, at: float) -> float:
        return float(round(at)) if at >= 1 else at

    def _legend(self) -> list[tuple[Curve, QRect]]:
        """Where the names of the curves stand, wrapped."""
        placed, x, y = [], 0, 0
        for curve in self.chart.curves:
            wide = SAMPLE + 6 + self.texts.width(curve.name, SMALL)
            if x and x + wide > self.viewport().width():
                x, y = 0, y + LINE
            placed.append((curve, QRect(x, y, wide, LINE)))
            x += wide + GAP
        return placed

    def _legend_lines(self) -> int:
        return max((box.y() // LINE + 1 for _, box in self._legend()), default=0)

    def _paint_legend(self, painter: QPainter) -> None:
        painter.setFont(font(SMALL))
        for curve, box in self._legend():
            middle = box.center().y() + 0.5
            painter.setPen(self._pen(curve))
            painter.drawLine(QPointF(box.x() + 1, middle), QPointF(box.x() + SAMPLE, middle))
            painter.setPen(self.theme.colour("text"))
            painter.drawText(box.adjusted(SAMPLE + 6, 0, 2, 0), LEFT, curve.name)

    def _paint_scales(self, painter: QPainter, laid: Laid) -> None:
        frame, grid, ink = laid.frame, self.theme.colour("line"), self.theme.colour("muted")
        painter.setFont(font(TINY))
        painter.setPen(ink)
        painter.drawText(QRectF(0, self._legend_lines() * LINE, frame.right(), LINE), LEFT, self.chart.up)
        painter.drawText(
            QRectF(frame.left(), frame.bottom() + LINE, frame.width(), LINE), RIGHT, self.chart.across
        )
        for power in laid.powers_up():
            y = laid.y(10.0**power)
            painter.setPen(QPen(grid, 1))
            painter.drawLine(QPointF(frame.left(), y), QPointF(frame.right(), y))
            painter.setPen(ink)
            box = QRectF(0, y - LINE / 2, frame.left() - 5, LINE)
            painter.drawText(box, RIGHT, numbers.power_of_ten(power))
        for value in laid.numbers_across():
            x = laid.x(value)
            painter.setPen(QPen(grid, 1))
            painter.drawLine(QPointF(x, frame.top()), QPointF(x, frame.bottom()))
            painter.setPen(ink)
            text = numbers.power_of_ten(round(log10(value))) if self.chart.log_across else f"{value:g}"
            box = QRectF(x - LINE * 2, frame.bottom() + 1, LINE * 4, LINE)
            painter.drawText(box, TEXT | Qt.AlignmentFlag.AlignHCenter, text)

    def _paint_mark(self, painter: QPainter, laid: Laid, mark: Mark, box: QRectF, row: int) -> None:
        x, frame = laid.x(mark.at), laid.frame
        line = Qt.PenStyle.SolidLine if mark.strong else Qt.PenStyle.DashLine
        painter.setPen(QPen(self.theme.colour("text" if mark.strong else "muted"), 1, line))
        painter.drawLine(QPointF(x, frame.top() - row * LINE - ABOVE), QPointF(x, frame.bottom()))
        painter.setFont(font(TINY, bold=mark.strong))
        painter.drawText(
            box.translated(0, frame.top() - (row + 1) * LINE - ABOVE),
            TEXT | Qt.AlignmentFlag.AlignHCenter,
            mark.text,
        )

    def _paint_curve(self, painter: QPainter, laid: Laid, curve: Curve) -> None:
        painter.setPen(self._pen(curve))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(QPolygonF([laid.at(point) for point in curve.points]))

    def _paint_dots(self, painter: QPainter, laid: Laid, mark: Mark) -> None:
        for curve in self.chart.curves:
            painter.setPen(QPen(self.theme.colour("panel"), 1.5))
            painter.setBrush(self.theme.colour(curve.colour))
            height = height_at(curve, mark.at, self.chart.log_across)
            painter.drawEllipse(laid.at((mark.at, height)), DOT, DOT)

    def _pen(self, curve: Curve) -> QPen:
        style = Qt.PenStyle.DashLine if curve.dashed else Qt.PenStyle.SolidLine
        return QPen(self.theme.colour(curve.colour), 2, style)
