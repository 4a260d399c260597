"""A number for each word of a sentence, as bars that stand on the words."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from gui.widgets import numbers
from gui.widgets.copying import offer_copies, tsv
from gui.widgets.painted_area import PaintedArea
from gui.widgets.painting import SMALL, TINY, font
from gui.widgets.plain import visible

TEXT = Qt.TextFlag.TextSingleLine
CENTRE = TEXT | Qt.AlignmentFlag.AlignCenter
UPRIGHT = TEXT | Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
LINE, PAD, WIDEST = 16, 3, 90
TALLEST_WORD = 64  # of words that stand upright
LEAST_BAR = 1.0
DIGITS = 2
STEPS: dict[int, int] = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


@dataclass(frozen=True)
class WordBar:
    """``value`` is not negative; ``exact`` has all its digits, ``tip`` says what it means."""

    word: str
    value: float
    tip: str = ""


class WordBars(PaintedArea):
    """All bars are shares of the highest.  Left and Right, or a click, read one out."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bars: tuple[WordBar, ...] = ()
        self.colour = "accent"
        self.current: int | None = None
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        offer_copies(self)

    def show_bars(self, bars: Sequence[WordBar], colour: str) -> None:
        """Other numbers, in a colour of the theme."""
        if len(bars) != len(self.bars):
            self.current = None
        self.bars, self.colour = tuple(bars), colour
        self._announce()
        self.invalidate()

    def sizeHint(self) -> QSize:
        return QSize(420, 150)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, 84)

    def number(self) -> str:
        """Of the current word, in all digits."""
        return numbers.exported(self.bars[self.current].value) if self.current is not None else ""

    def tsv(self) -> str:
        """Words and numbers."""
        return tsv([(bar.word, numbers.exported(bar.value)) for bar in self.bars])

    @property
    def step(self) -> float:
        """Width of a word."""
        return min(self.viewport().width() / max(len(self.bars), 1), WIDEST)

    def column(self, place: int) -> QRectF:
        """All of the picture that belongs to a word."""
        return QRectF(place * self.step, 0, self.step, self.viewport().height())

    def bar(self, place: int) -> QRectF:
        """The bar of a word."""
        column, top = self.column(place), float(LINE)
        ground = self.viewport().height() - self._word_height() - PAD
        highest = max((bar.value for bar in self.bars), default=0.0)
        share = self.bars[place].value / highest if highest > 0 else 0.0
        height = max(share * (ground - top), LEAST_BAR)
        wide = min(column.width() * 0.7, 44.0)
        return QRectF(column.center().x() - wide / 2, ground - height, wide, height)

    def tip_at(self, point: QPoint) -> tuple[str, QRect]:
        place = self._place_at(point.x())
        if place is None:
            return "", QRect()
        return self.bars[place].tip, self.column(place).toAlignedRect()

    def paint_picture(self, painter: QPainter) -> None:
        upright, words = self._upright(), self._word_height()
        for place, bar in enumerate(self.bars):
            column, box = self.column(place), self.bar(place)
            painter.fillRect(box, self.theme.colour(self.colour))
            self._paint_number(painter, column, box, bar)
            below = QRectF(column.x(), box.bottom() + PAD, column.width(), words)
            painter.setFont(font(SMALL))
            painter.setPen(self.theme.colour("text"))
            self._paint_word(painter, below, visible(bar.word), upright)
        if self.bars:
            painter.setPen(self.theme.colour("edge"))
            ground = round(self.bar(0).bottom())
            painter.drawLine(0, ground, round(len(self.bars) * self.step), ground)

    def paint_over(self, painter: QPainter) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(self.theme.colour("focus" if self.hasFocus() else "muted"))
        if self.current is not None:
            painter.drawRect(self.column(self.current).adjusted(0, 0, -1, -1))
        elif self.hasFocus():
            painter.drawRect(self.viewport().rect().adjusted(0, 0, -1, -1))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = self._place_at(event.position().x())
        if place is not None and event.button() == Qt.MouseButton.LeftButton:
            self._go(place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() not in STEPS or not self.bars:
            event.ignore()
            return
        before = -1 if self.current is None else self.current
        self._go(min(max(before + STEPS[event.key()], 0), len(self.bars) - 1))

    def _go(self, place: int) -> None:
        self.current = place
        self._announce()
        self.viewport().update()

    def _announce(self) -> None:
        said = self.bars[self.current].tip if self.current is not None else ""
        self.setAccessibleDescription(said)

    def _place_at(self, x: float) -> int | None:
        place = int(x // self.step) if self.bars else -1
        return place if 0 <= place < len(self.bars) else None

    def _upright(self) -> bool:
        widest = max((self.texts.width(visible(bar.word), SMALL) for bar in self.bars), default=0)
        return widest + 2 * PAD > self.step

    def _word_height(self) -> float:
        if not self._upright():
            return LINE
        widest = max(self.texts.width(visible(bar.word), SMALL) for bar in self.bars)
        return min(widest + 2.0, TALLEST_WORD, self.viewport().height() / 2)

    def _paint_word(self, painter: QPainter, box: QRectF, word: str, upright: bool) -> None:
        if not upright:
            painter.drawText(box, CENTRE, word)
            return
        painter.save()
        painter.translate(box.center().x(), box.top())
        painter.rotate(-90)
        length = box.height()
        shown = self.texts.elided(word, SMALL, int(length))
        painter.drawText(QRectF(-length, -LINE / 2, length, LINE), UPRIGHT, shown)
        painter.restore()

    def _paint_number(self, painter: QPainter, column: QRectF, box: QRectF, bar: WordBar) -> None:
        text = numbers.compact(bar.value)
        if self.texts.width(text, TINY) + 2 > column.width():
            return
        painter.setFont(font(TINY))
        painter.setPen(self.theme.colour("muted"))
        painter.drawText(QRectF(column.x(), box.top() - LINE, column.width(), LINE), CENTRE, text)
