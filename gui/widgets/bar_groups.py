"""Bars in groups: the same quantity of several things, group by group, with their numbers on top."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from gui.widgets import numbers
from gui.widgets.copying import offer_copies, tsv
from gui.widgets.painted_area import PaintedArea
from gui.widgets.painting import SMALL, TINY, font
from gui.widgets.ticks import ticks

GAP, LEGEND, TITLE, LINE = 6, 18, 16, 15
WIDEST, BETWEEN = 46, 2  # of a bar; between two of a group
SIDE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
LEFT, RIGHT = SIDE | Qt.AlignmentFlag.AlignLeft, SIDE | Qt.AlignmentFlag.AlignRight
MIDDLE = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine
DIGITS = 1


@dataclass(frozen=True)
class Series:
    """A thing and its number in each group, at least 0; None where it has none."""

    name: str
    colour: str  # a name of gui.theme.Theme
    values: tuple[float | None, ...]


@dataclass(frozen=True)
class Group:
    """What stands under its bars."""

    name: str
    note: str = ""


@dataclass(frozen=True)
class Grouped:
    """All that is drawn."""

    title: str
    groups: tuple[Group, ...]
    series: tuple[Series, ...]
    axis: str = ""


class BarGroups(PaintedArea):
    """Bars begin at 0 and share one scale.  All numbers can be copied."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.shown = Grouped("", (), ())
        for policy in (self.setVerticalScrollBarPolicy, self.setHorizontalScrollBarPolicy):
            policy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.tooltip_for: Callable[[int, int], str] | None = None
        offer_copies(self)

    def show_groups(self, shown: Grouped) -> None:
        """Other bars."""
        self.shown = shown
        self.setAccessibleName(shown.title)
        spoken = (self._said(s, g) for g in range(len(shown.groups)) for s in range(len(shown.series)))
        self.setAccessibleDescription("; ".join(spoken))
        self.invalidate()

    def number(self) -> str:
        """None of them is current."""
        return ""

    def tsv(self) -> str:
        """A row for each group, a column for each thing."""
        shown = self.shown
        rows = [
            [group.name, group.note, *(_exported(series.values[place]) for series in shown.series)]
            for place, group in enumerate(shown.groups)
        ]
        return tsv([[shown.axis, "", *(series.name for series in shown.series)], *rows])

    def sizeHint(self) -> QSize:
        return QSize(380, 210)

    def minimumSizeHint(self) -> QSize:
        return QSize(220, 130)

    def body(self) -> QRect:
        """Where the bars stand."""
        wide = max((self.texts.width(f"{tick:g}", TINY) for tick in self._ticks()), default=0)
        below = LINE * (3 if self.shown.axis else 2)
        return self.viewport().rect().adjusted(wide + GAP, TITLE + LEGEND + LINE, -GAP, -below)

    def bar(self, series: int, group: int) -> QRect:
        """Where a bar stands; without height where there is no number."""
        body, shown = self.body(), self.shown
        pitch = body.width() / max(len(shown.groups), 1)
        count = max(len(shown.series), 1)
        wide = min(int(pitch * 0.8 / count), WIDEST)
        left = body.x() + round((group + 0.5) * pitch) - wide * count // 2 + series * wide
        height = round((shown.series[series].values[group] or 0.0) / self._top() * body.height())
        return QRect(left, body.bottom() + 1 - height, max(wide - BETWEEN, 1), height)

    def tip_at(self, point: QPoint) -> tuple[str, QRect]:
        for group in range(len(self.shown.groups)):
            for series in range(len(self.shown.series)):
                bar = self.bar(series, group)
                column = QRect(
                    bar.x(), self.body().y() - LINE, bar.width() + BETWEEN, self.body().height() + LINE
                )
                if column.contains(point):
                    said = self.tooltip_for(series, group) if self.tooltip_for else self._said(series, group)
                    return said, column
        return "", QRect()

    def paint_picture(self, painter: QPainter) -> None:
        if not self.shown.series:
            return
        self._paint_titles(painter)
        self._paint_scale(painter)
        for group in range(len(self.shown.groups)):
            for series in range(len(self.shown.series)):
                self._paint_bar(painter, series, group)
        self._paint_groups(painter)

    def _top(self) -> float:
        values = [value for series in self.shown.series for value in series.values if value is not None]
        return max(values, default=0.0) or 1.0

    def _ticks(self) -> list[float]:
        return ticks(self._top())

    def _paint_titles(self, painter: QPainter) -> None:
        painter.setFont(font(SMALL, bold=True))
        painter.setPen(self.theme.colour("text"))
        room = self.viewport().width()
        title = self.texts.elided(self.shown.title, SMALL, room, bold=True)
        painter.drawText(QRect(0, 0, room, TITLE), LEFT, title)
        painter.setFont(font(SMALL))
        x = 0
        for series in self.shown.series:
            painter.fillRect(QRect(x, TITLE + 5, 9, 9), self.theme.colour(series.colour))
            wide = self.texts.width(series.name, SMALL)
            painter.drawText(QRect(x + 14, TITLE, wide + 2, LEGEND), LEFT, series.name)
            x += wide + 14 + 3 * GAP

    def _paint_scale(self, painter: QPainter) -> None:
        body = self.body()
        painter.setFont(font(TINY))
        for tick in self._ticks():
            y = body.bottom() + 1 - round(tick / self._top() * body.height())
            painter.setPen(self.theme.colour("line"))
            painter.drawLine(body.left(), y, body.right(), y)
            painter.setPen(self.theme.colour("muted"))
            painter.drawText(QRect(0, y - LINE // 2, body.left() - GAP, LINE), RIGHT, f"{tick:g}")

    def _paint_bar(self, painter: QPainter, series: int, group: int) -> None:
        bar, one = self.bar(series, group), self.shown.series[series]
        painter.fillRect(bar, self.theme.colour(one.colour))
        text = numbers.short(one.values[group], DIGITS) if one.values[group] is not None else ""
        if self.texts.width(text, TINY) <= bar.width() + 2 * BETWEEN:
            painter.setFont(font(TINY))
            painter.setPen(self.theme.colour("text"))
            painter.drawText(QRect(bar.x() - 4, bar.top() - LINE, bar.width() + 8, LINE), MIDDLE, text)

    def _paint_groups(self, painter: QPainter) -> None:
        body, groups = self.body(), self.shown.groups
        pitch = body.width() / max(len(groups), 1)
        painter.setFont(font(TINY))
        for place, group in enumerate(groups):
            box = QRect(body.x() + round(place * pitch), body.bottom() + 2, round(pitch), LINE)
            painter.setPen(self.theme.colour("text"))
            painter.drawText(box, MIDDLE, group.name)
            painter.setPen(self.theme.colour("muted"))
            painter.drawText(
                box.translated(0, LINE), MIDDLE, self.texts.elided(group.note, TINY, box.width())
            )
        under = QRect(body.x(), body.bottom() + 2 + 2 * LINE, body.width(), LINE)
        painter.drawText(under, MIDDLE, self.texts.elided(self.shown.axis, TINY, under.width()))

    def _said(self, series: int, group: int) -> str:
        one, place = self.shown.series[series], self.shown.groups[group]
        value = one.values[group]
        return f"{place.name}, {one.name}: {numbers.short(value, DIGITS) if value is not None else ''}"


def _exported(value: float | None) -> str:
    return "" if value is None else numbers.exported(value)
