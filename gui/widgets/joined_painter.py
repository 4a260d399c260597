"""Paints ranked lists beside each other and the lines between them."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from gui.widgets.joined_layout import Entry
from gui.widgets.painting import SMALL, TINY, font
from gui.widgets.plain import visible

if TYPE_CHECKING:
    from gui.widgets.joined_lists import JoinedLists

PAD, DOT = 5, 2.6
RANK = "#000,000"
SIDE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
LEFT, RIGHT = SIDE | Qt.AlignmentFlag.AlignLeft, SIDE | Qt.AlignmentFlag.AlignRight


class JoinedPainter:
    """One painting of a `JoinedLists`."""

    def __init__(self, view: "JoinedLists", painter: QPainter) -> None:
        self.view, self.painter, self.theme, self.texts = view, painter, view.theme, view.texts
        self.layout = view.arranged

    def paint(self) -> None:
        for column, ranked in enumerate(self.view.lists):
            self._head(column)
            for row, entry in enumerate(ranked.entries):
                self._entry(self.layout.box(column, row), entry, bright=False)
        for gap, lines in enumerate(self.view.lines):
            for left, right in lines:
                level = left == right
                self._line(gap, left, right, self.theme.colour("edge" if level else "accent"), 1.0)

    def paint_over(self) -> None:
        """The word under the mouse, wherever it stands."""
        view = self.view
        for column, ranked in enumerate(view.lists):
            for row, entry in enumerate(ranked.entries):
                if entry.word == view.hover:
                    box = self.layout.box(column, row)
                    self.painter.fillRect(box, self.theme.colour("accent_tint"))
                    self._entry(box, entry, bright=True)
        for gap, lines in enumerate(view.lines):
            for left, right in lines:
                if view.lists[gap].entries[left].word == view.hover:
                    self._line(gap, left, right, self.theme.colour("accent"), 2.4)
        self._focus()

    def _focus(self) -> None:
        view = self.view
        if not view.hasFocus():
            return
        box = self.layout.box(*view.current) if view.current else view.viewport().rect()
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        self.painter.setPen(self.theme.colour("focus"))
        self.painter.drawRect(box.adjusted(0, 0, -1, -1))

    def _head(self, column: int) -> None:
        ranked, box = self.view.lists[column], self.layout.head(column)
        upper = QRect(box.x(), box.y(), box.width(), box.height() // 2)
        self._text(upper, LEFT, ranked.title, "text", SMALL, bold=True)
        self._text(upper.translated(0, upper.height() - 2), LEFT, ranked.note, "muted", TINY)
        if not ranked.entries and ranked.nothing:
            self._text(self.layout.box(column, 0), LEFT, ranked.nothing, "muted", SMALL)

    def _entry(self, box: QRect, entry: Entry, bright: bool) -> None:
        texts = self.texts
        inner = box.adjusted(PAD + (8 if entry.alone else 0), 0, -PAD, 0)
        if entry.alone:
            self._alone(
                QPoint(box.x() + PAD + 2, box.y() + (9 if self.layout.two_lines else box.height() // 2))
            )
        value = texts.width(entry.value, SMALL) + 2
        taken = value + PAD
        if self.layout.two_lines:
            upper = QRect(inner.x(), inner.y() + 1, inner.width(), 16)
            self._text(upper.translated(0, 14), LEFT, entry.rank, "muted", TINY)
            inner = upper
        else:
            rank = inner.adjusted(0, 0, -value - PAD, 0)
            self._text(rank, RIGHT, entry.rank, "muted", TINY)
            taken += texts.width(RANK, TINY) + PAD
        self._text(inner, RIGHT, entry.value, "muted", SMALL)
        name = inner.adjusted(0, 0, -taken, 0)
        self._text(name, LEFT, entry.word, "accent" if entry.marked or bright else "text", SMALL)

    def _alone(self, at: QPoint) -> None:
        """A ring before a word that no other list has."""
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.painter.setPen(QPen(self.theme.colour("warning"), 1.4))
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        self.painter.drawEllipse(QPointF(at), DOT, DOT)
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _line(self, gap: int, left: int, right: int, colour: QColor, width: float) -> None:
        one, other = QRectF(self.layout.box(gap, left)), QRectF(self.layout.box(gap + 1, right))
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.painter.setPen(QPen(colour, width, c=Qt.PenCapStyle.RoundCap))
        self.painter.drawLine(
            QPointF(one.right(), one.center().y()), QPointF(other.left(), other.center().y())
        )
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _text(
        self, box: QRect, align: Qt.AlignmentFlag | Qt.TextFlag, text: str, colour: str, pixels: int,
        bold: bool = False,
    ) -> None:  # fmt: skip
        self.painter.setFont(font(pixels, bold))
        self.painter.setPen(self.theme.colour(colour))
        shown = self.texts.metrics(pixels, bold).elidedText(
            visible(text), Qt.TextElideMode.ElideRight, max(box.width(), 0)
        )
        self.painter.drawText(box, align, shown)
