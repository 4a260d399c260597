"""Paints a chosen word as a chip: its letter if it is one of the pair, its outline, its cross."""

from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from gui.theme import Theme
from gui.widgets.painting import BODY, TINY, Texts, font, pill
from gui.widgets.plain import visible

RADIUS = 12.5
PAD = 11  # before a word
LETTER = 6  # more room for the letter of the pair; other words stand in the middle
DASHES = [3.0, 2.5]
LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextSingleLine


@dataclass(frozen=True)
class Chip:
    """A word; its letter, A or B, if it is one of the pair; whether it is unknown, and marked among others."""

    word: str
    letter: str
    unknown: bool
    marked: bool = False

    def colours(self, theme: Theme) -> tuple[QColor, QColor, QColor]:
        """Of the ground, the outline and the text."""
        if self.marked:
            return theme.colour("accent_tint"), theme.colour("accent"), theme.colour("accent")
        if self.letter:
            name = f"pair_{self.letter.lower()}"
            return theme.colour(f"{name}_tint"), theme.colour(name), theme.colour(name)
        text = theme.colour("warning" if self.unknown else "text")
        return theme.colour("raised"), theme.colour("line"), text


def paint_chip(painter: QPainter, theme: Theme, texts: Texts, box: QRect, chip: Chip, end: int) -> None:
    """Everything but the cross; the word's room reaches to ``end``."""
    ground, edge, colour = chip.colours(theme)
    pill(painter, box, ground, edge, RADIUS)
    if chip.unknown:
        _dashes(painter, box, ground, theme.colour("warning"))
    start = box.x() + PAD + (LETTER if chip.letter else LETTER // 3)
    inner = QRect(start, box.y(), end - start, box.height())
    painter.setPen(colour)
    painter.setFont(font(BODY))
    painter.drawText(inner, LEFT, texts.elided(visible(chip.word), BODY, inner.width()))
    painter.setFont(font(TINY, bold=True))
    painter.drawText(box.adjusted(PAD - 4, 0, 0, 0), LEFT, chip.letter)


def paint_cross(painter: QPainter, box: QRect, colour: QColor) -> None:
    """A cross in the middle of a box."""
    middle = box.center()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour, 1.3, c=Qt.PenCapStyle.RoundCap))
    painter.drawLine(middle + QPoint(-3, -3), middle + QPoint(3, 3))
    painter.drawLine(middle + QPoint(-3, 3), middle + QPoint(3, -3))
    painter.restore()


def _dashes(painter: QPainter, box: QRect, ground: QColor, colour: QColor) -> None:
    """A dashed outline over the one that is there."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    pens = QPen(ground, 1.6), QPen(colour, 1.2)
    pens[1].setDashPattern(DASHES)
    for pen in pens:
        painter.setPen(pen)
        painter.drawRoundedRect(QRectF(box).adjusted(0.6, 0.6, -0.6, -0.6), RADIUS, RADIUS)
    painter.restore()
