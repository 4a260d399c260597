"""A few numbers as bars, each with its name before it and the number behind it."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from gui.widgets import numbers
from gui.widgets.copying import offer_copies, tsv
from gui.widgets.painted_area import PaintedArea
from gui.widgets.painting import SMALL, font

LINE, TALLEST, LEAST_LINE = 18, 26, 13
GAP, BAR, WIDEST = 8, 8, 420
MIDDLE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
DIGITS = 4


@dataclass(frozen=True)
class Bar:
    """A number from -1 to 1; None where it is undefined."""

    name: str
    value: float | None


class Bars(PaintedArea):
    """Bars run from 0 to 1, or from -1 when a number is below zero."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bars: tuple[Bar, ...] = ()
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        offer_copies(self)

    def number(self) -> str:
        """None of them is current."""
        return ""

    def tsv(self) -> str:
        """All numbers with their names, in all digits."""
        full = (
            numbers.undefined() if bar.value is None else numbers.exported(bar.value) for bar in self.bars
        )
        return tsv(zip((bar.name for bar in self.bars), full, strict=True))

    def show_bars(self, bars: Sequence[Bar]) -> None:
        """Other numbers."""
        self.bars = tuple(bars)
        self.setAccessibleDescription("; ".join(map(_said, bars)))
        self.updateGeometry()
        self.invalidate()

    def line_height(self) -> int:
        """Lines share the height, as far as they can be read."""
        return min(max(self.viewport().height() // max(len(self.bars), 1), LEAST_LINE), TALLEST)

    def sizeHint(self) -> QSize:
        return QSize(WIDEST, len(self.bars) * LINE)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, len(self.bars) * LEAST_LINE)

    def tip_at(self, point: QPoint) -> tuple[str, QRect]:
        line = self.line_height()
        place = point.y() // line
        if not 0 <= place < len(self.bars):
            return "", QRect()
        return _said(self.bars[place], 8), QRect(0, place * line, self.viewport().width(), line)

    def paint_picture(self, painter: QPainter) -> None:
        line = self.line_height()
        names = max((self.texts.width(bar.name, SMALL) for bar in self.bars), default=0)
        figures = max((self.texts.width(_figure(bar), SMALL) for bar in self.bars), default=0)
        room = min(self.viewport().width(), WIDEST) - names - figures - 2 * GAP
        painter.setFont(font(SMALL))
        for place, bar in enumerate(self.bars):
            y = place * line
            painter.setPen(self.theme.colour("muted"))
            painter.drawText(QRect(0, y, names, line), MIDDLE, bar.name)
            track = QRect(names + GAP, y + (line - BAR) // 2, max(room, 0), BAR)
            self._paint_bar(painter, track, bar.value)
            painter.setPen(self.theme.colour("text"))
            painter.drawText(QRect(track.right() + 1 + GAP, y, figures, line), MIDDLE, _figure(bar))

    def _paint_bar(self, painter: QPainter, track: QRect, value: float | None) -> None:
        painter.fillRect(track, self.theme.colour("accent_tint"))
        if value is None:
            return
        signed = any(bar.value is not None and bar.value < 0 for bar in self.bars)
        zero = track.x() + (track.width() // 2 if signed else 0)
        length = round(abs(value) * (track.width() // 2 if signed else track.width()))
        painter.fillRect(
            QRect(zero - length if value < 0 else zero, track.y(), length, track.height()),
            self.theme.colour("accent"),
        )


def _figure(bar: Bar) -> str:
    return numbers.short(bar.value, DIGITS)


def _said(bar: Bar, digits: int = DIGITS) -> str:
    return f"{bar.name}: {numbers.short(bar.value, digits)}"
