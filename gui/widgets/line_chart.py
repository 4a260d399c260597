"""A few quantities as lines over a scale that begins at 0: what grows, and what stays."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from math import isfinite

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.widgets import numbers
from gui.widgets.copying import offer_copies, tsv
from gui.widgets.painted_area import PaintedArea
from gui.widgets.painting import SMALL, TINY, font
from gui.widgets.ticks import Named, roomy, ticks

GAP, TICK, LEGEND, TITLE = 6, 4, 18, 16
NEAR, DOT = 12, 2.5
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
MIDDLE = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
Point = tuple[float, float]


@dataclass(frozen=True)
class Line:
    """A quantity and its points, x rising; ``colour`` is a name of gui.theme.Theme."""

    name: str
    points: tuple[Point, ...]
    colour: str = "accent"
    dashed: bool = False


@dataclass(frozen=True)
class Chart:
    """What a `LineChart` shows.  ``even``: the x that there are stand at even distances, as powers of two should."""

    title: str
    x_axis: str
    lines: tuple[Line, ...] = ()
    even: bool = False
    marked: float | None = None  # an x at which a line stands
    most: float = 0.0  # the y axis reaches at least so far
    write: Callable[[float], str] = field(default=lambda value: f"{value:,.0f}")

    @cached_property
    def drawn(self) -> list[Line]:
        """The lines without what is no finite number."""
        lines = (
            Line(line.name, tuple(p for p in line.points if all(map(isfinite, p))), line.colour, line.dashed)
            for line in self.lines
        )
        return [line for line in lines if line.points]

    @cached_property
    def xs(self) -> list[float]:
        """Every x that there is."""
        return sorted({x for line in self.drawn for x, _ in line.points})

    @cached_property
    def top(self) -> float:
        """The highest y, or ``most``."""
        highest = max((y for line in self.drawn for _, y in line.points), default=0.0)
        return max(highest, self.most) or 1.0


class LineChart(PaintedArea):
    """The y axis begins at 0.  Points that are no finite numbers are left out."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chart = Chart("", "")
        for bar in (self.setVerticalScrollBarPolicy, self.setHorizontalScrollBarPolicy):
            bar(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        offer_copies(self)

    def show_chart(self, chart: Chart) -> None:
        """Other lines."""
        self.chart = chart
        self.setAccessibleName(chart.title)
        self.setAccessibleDescription(
            "; ".join(_said(chart, line, line.points[-1]) for line in self._drawn())
        )
        self.invalidate()

    def number(self) -> str:
        """None of them is current."""
        return ""

    def tsv(self) -> str:
        """A row for each x, a column for each line."""
        chart = self.chart
        held = [dict(line.points) for line in chart.lines]
        rows = [
            [numbers.exported(x), *(numbers.exported(line[x]) if x in line else "" for line in held)]
            for x in self._xs()
        ]
        return tsv([[chart.x_axis, *(line.name for line in chart.lines)], *rows])

    def sizeHint(self) -> QSize:
        return QSize(320, 200)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, 110)

    def tip_at(self, point: QPoint) -> tuple[str, QRect]:
        near = [
            (abs(place.x() - point.x()) + abs(place.y() - point.y()), line, at)
            for line in self._drawn()
            for at, place in zip(line.points, self._places(line), strict=True)
        ]
        away, line, at = min(near, key=lambda one: one[0], default=(NEAR + 1.0, Line("", ()), (0.0, 0.0)))
        return (_said(self.chart, line, at), QRect()) if away <= NEAR else ("", QRect())

    def paint_picture(self, painter: QPainter) -> None:
        if not self._drawn():
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_titles(painter)
        self._paint_axes(painter)
        for line in self._drawn():
            self._paint_line(painter, line)

    def body(self) -> QRect:
        """Where the lines lie."""
        room = self.viewport().rect()
        wide = max((self.texts.width(self.chart.write(tick), TINY) for tick in self._ticks()), default=0)
        return room.adjusted(wide + 2 * GAP, TITLE + LEGEND + GAP, -3 * GAP, -2 * TITLE - TICK)

    def _drawn(self) -> list[Line]:
        return self.chart.drawn

    def _xs(self) -> list[float]:
        return self.chart.xs

    def _top(self) -> float:
        return self.chart.top

    def _ticks(self) -> list[float]:
        return ticks(self._top())

    def _along(self, x: float) -> float:
        """Where an x lies, from 0 to 1."""
        xs = self._xs()
        if len(xs) < 2:
            return 0.5
        if self.chart.even and x in xs:
            return xs.index(x) / (len(xs) - 1)
        return (x - xs[0]) / (xs[-1] - xs[0])

    def _place(self, at: Point, within: QRect | None = None) -> QPointF:
        body, (x, y) = within or self.body(), at
        return QPointF(
            body.left() + self._along(x) * body.width(), body.bottom() - y / self._top() * body.height()
        )

    def _places(self, line: Line) -> list[QPointF]:
        body = self.body()
        return [self._place(at, body) for at in line.points]

    def _paint_titles(self, painter: QPainter) -> None:
        painter.setFont(font(SMALL, bold=True))
        painter.setPen(self.theme.colour("text"))
        room = self.viewport().width()
        painter.drawText(
            QRect(GAP, 0, room - GAP, TITLE), LEFT, self.texts.elided(self.chart.title, SMALL, room, True)
        )
        painter.setFont(font(SMALL))
        x = GAP
        for line in self._drawn():
            painter.setPen(self._pen(line))
            middle = TITLE + LEGEND // 2
            painter.drawLine(x, middle, x + 3 * GAP, middle)
            painter.setPen(self.theme.colour(line.colour))
            wide = self.texts.width(line.name, SMALL)
            painter.drawText(QRect(x + 4 * GAP, TITLE, wide + 2, LEGEND), LEFT, line.name)
            x += wide + 7 * GAP

    def _paint_axes(self, painter: QPainter) -> None:
        body = self.body()
        painter.setFont(font(TINY))
        for tick in self._ticks():
            y = round(self._place((self._xs()[0], tick)).y())
            painter.setPen(self.theme.colour("line"))
            painter.drawLine(body.left(), y, body.right(), y)
            painter.setPen(self.theme.colour("muted"))
            painter.drawText(
                QRect(0, y - TITLE // 2, body.left() - GAP, TITLE), RIGHT, self.chart.write(tick)
            )
        self._paint_marked(painter, body)
        painter.setPen(self.theme.colour("muted"))
        for text, at, wide in self.named():
            painter.drawText(QRect(at - wide, body.bottom() + TICK, 2 * wide, TITLE), MIDDLE, text)
        below = QRect(body.left(), body.bottom() + TICK + TITLE - 2, body.width(), TITLE)
        painter.drawText(below, MIDDLE, self.chart.x_axis)

    def named(self) -> list[Named]:
        """The x that find room for their number, where they lie and how wide it is, at even steps; the last one always
        does.
        """
        body, xs = self.body(), self._xs()
        places = [
            (f"{x:g}", round(self._place((x, 0), body).x()), self.texts.width(f"{x:g}", TINY)) for x in xs
        ]
        return roomy(places, xs, GAP)

    def _paint_marked(self, painter: QPainter, body: QRect) -> None:
        if self.chart.marked in self._xs() and self.chart.marked is not None:
            at = round(self._place((self.chart.marked, 0)).x())
            painter.setPen(QPen(self.theme.colour("muted"), 1, Qt.PenStyle.DotLine))
            painter.drawLine(at, body.top(), at, body.bottom())

    def _paint_line(self, painter: QPainter, line: Line) -> None:
        places = self._places(line)
        painter.setPen(self._pen(line))
        painter.drawPolyline(places)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.colour(line.colour))
        for place in places:
            painter.drawEllipse(QRectF(place.x() - DOT, place.y() - DOT, 2 * DOT, 2 * DOT))
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _pen(self, line: Line) -> QPen:
        style = Qt.PenStyle.DashLine if line.dashed else Qt.PenStyle.SolidLine
        return QPen(self.theme.colour(line.colour), 1.6, style)


def _said(chart: Chart, line: Line, at: Point) -> str:
    return f"{line.name}, {chart.x_axis} {at[0]:g}: {chart.write(at[1])}"
