"""Sentences below each other, token by token: each shaded by a number, with others under it, one column marked.  Mouse
and keys come in TokenTable.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from gui.colormaps import sequential_levels
from gui.widgets.painted_area import PaintedArea
from gui.widgets.painting import BODY, SMALL, TINY, font, pill
from gui.widgets.plain import visible

Cell = tuple[int, int]  # sentence, place
HEAD, CHIP, NUMBER, BETWEEN = 18, 26, 15, 8  # heights
GAP, PAD, LEAST, WIDEST, RADIUS = 6, 9, 38, 130, 6.0
SIDE = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextSingleLine
MIDDLE = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine


@dataclass(frozen=True)
class Token:
    """``share`` from 0 to 1 shades it; ``numbers`` stand under it, as many as the table has names for them."""

    text: str
    share: float
    numbers: tuple[str, ...]


@dataclass(frozen=True)
class Row:
    """A sentence and what it is called."""

    name: str
    tokens: tuple[Token, ...]


class TokenRows(PaintedArea):
    """The names of sentences and numbers stay at the left; the tokens are scrolled."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[Row, ...] = ()
        self.names: tuple[str, ...] = ()  # of the numbers
        self.marked: int | None = None  # the column
        self.mark = ""
        self.current: Cell | None = None
        self.hover: Cell | None = None
        self.tooltip_for: Callable[[int, int], str] | None = None
        self._lefts: list[int] = []
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def show_rows(self, rows: Sequence[Row], names: Sequence[str], marked: int | None, mark: str) -> None:
        """Show other sentences; ``mark`` stands over the column ``marked``."""
        self.rows, self.names, self.marked, self.mark = tuple(rows), tuple(names), marked, mark
        self.current = self.hover = None
        self.horizontalScrollBar().setValue(0)
        self.relayout()
        self.updateGeometry()
        self.setAccessibleDescription("")
        self.invalidate()

    @property
    def columns(self) -> int:
        return max((len(row.tokens) for row in self.rows), default=0)

    @property
    def row_height(self) -> int:
        return CHIP + NUMBER * len(self.names) + BETWEEN

    def box(self, cell: Cell) -> QRect:
        """Where a token's chip lies in the view."""
        row, place = cell
        left, right = self._lefts[place], self._lefts[place + 1] - GAP
        return QRect(left - self.offset().x(), HEAD + row * self.row_height, right - left, CHIP)

    def cell_at(self, point: QPoint) -> Cell | None:
        """The token under a point of the view, with its numbers."""
        row, x = (point.y() - HEAD) // self.row_height, point.x() + self.offset().x()
        if point.x() < self.head_width() or not 0 <= row < len(self.rows):
            return None
        place = next((i for i in range(self.columns) if self._lefts[i] <= x < self._lefts[i + 1]), None)
        return (row, place) if place is not None and place < len(self.rows[row].tokens) else None

    def relayout(self) -> None:
        left = self.head_width() + GAP
        self._lefts = [left]
        for place in range(self.columns):
            left += self._width(place) + GAP
            self._lefts.append(left)
        bar, room = self.horizontalScrollBar(), self.viewport().width()
        bar.setRange(0, max(left - room, 0))
        bar.setPageStep(room)
        bar.setSingleStep(LEAST)

    def sizeHint(self) -> QSize:
        bar = self.horizontalScrollBar().sizeHint().height()
        return QSize(420, HEAD + max(len(self.rows), 1) * self.row_height + bar)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self.sizeHint().height())

    def tip_at(self, point: QPoint) -> tuple[str, QRect]:
        cell = self.cell_at(point)
        if cell is None or self.tooltip_for is None:
            return "", QRect()
        return self.tooltip_for(*cell), self.box(cell)

    def paint_picture(self, painter: QPainter) -> None:
        painter.setClipRect(self.viewport().rect().adjusted(self.head_width(), 0, 0, 0))
        self._paint_places(painter)
        for row, sentence in enumerate(self.rows):
            for place, token in enumerate(sentence.tokens):
                self._paint_token(painter, token, self.box((row, place)), place == self.marked)
        painter.setClipping(False)
        for row, sentence in enumerate(self.rows):
            self._paint_name(painter, row, sentence.name)

    def paint_over(self, painter: QPainter) -> None:
        nothing = QColor(Qt.GlobalColor.transparent)
        painter.setClipRect(self.viewport().rect().adjusted(self.head_width(), 0, 0, 0))
        for cell, colour in ((self.hover, "muted"), (self.current if self.hasFocus() else None, "focus")):
            if cell is not None:
                box = self.box(cell).adjusted(-1, -1, 1, 1)
                pill(painter, box, nothing, self.theme.colour(colour), RADIUS, 2)
        painter.setClipping(False)
        if self.hasFocus() and self.current is None:
            painter.setPen(self.theme.colour("focus"))
            painter.drawRect(self.viewport().rect().adjusted(0, 0, -1, -1))

    def head_width(self) -> int:
        """How far the names reach."""
        names = [self.texts.width(row.name, SMALL, bold=True) for row in self.rows]
        return max([*names, *(self.texts.width(name, TINY) for name in self.names)], default=0) + GAP

    def _width(self, place: int) -> int:
        tokens = [row.tokens[place] for row in self.rows if place < len(row.tokens)]
        texts = [self.texts.width(visible(token.text), BODY) + 2 * PAD for token in tokens]
        below = [self.texts.width(number, TINY) for token in tokens for number in token.numbers]
        mark = [self.texts.width(self.mark, TINY, bold=True)] if place == self.marked else []
        return max(LEAST, min(max(texts, default=0), WIDEST), *below, *mark)

    def _paint_places(self, painter: QPainter) -> None:
        """The number of each place; the marked one as a band through all sentences."""
        for place in range(self.columns):
            box = self.box((0, place))
            here = place == self.marked
            if here:
                band = QRect(box.x() - 3, 0, box.width() + 6, HEAD + len(self.rows) * self.row_height)
                painter.fillRect(band, self.theme.colour("warning_tint"))
            painter.setFont(font(TINY, bold=here))
            painter.setPen(self.theme.colour("warning" if here else "muted"))
            head = QRect(box.x(), 0, box.width(), HEAD)
            painter.drawText(head, MIDDLE, self.mark if here else str(place + 1))

    def _paint_token(self, painter: QPainter, token: Token, box: QRect, marked: bool) -> None:
        level = int(sequential_levels(np.array([token.share]), 0.0, 1.0)[0])
        ground = QColor.fromRgb(int(self.theme.lut("weights")[level]))
        edge = self.theme.colour("warning" if marked else "line")
        pill(painter, box, ground, edge, RADIUS, 2 if marked else 1)
        painter.setFont(font(BODY))
        painter.setPen(QColor(self.theme.inks[int(self.theme.ink_levels("weights")[level])]))
        painter.drawText(box, MIDDLE, self.texts.elided(visible(token.text), BODY, box.width() - PAD))
        painter.setFont(font(TINY))
        painter.setPen(self.theme.colour("text"))
        for line, number in enumerate(token.numbers):
            painter.drawText(
                QRect(box.x() - 4, box.bottom() + 1 + line * NUMBER, box.width() + 8, NUMBER), MIDDLE, number
            )

    def _paint_name(self, painter: QPainter, row: int, name: str) -> None:
        top = HEAD + row * self.row_height
        painter.setFont(font(SMALL, bold=True))
        painter.setPen(self.theme.colour("text"))
        painter.drawText(QRect(0, top, self.head_width(), CHIP), SIDE, name)
        painter.setFont(font(TINY))
        painter.setPen(self.theme.colour("muted"))
        for line, number in enumerate(self.names):
            painter.drawText(QRect(0, top + CHIP + line * NUMBER, self.head_width(), NUMBER), SIDE, number)
