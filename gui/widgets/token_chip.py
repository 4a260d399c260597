"""One token of a strip: its ground, its text, a mark for what is special, its weight below; each look painted once."""

from typing import NamedTuple

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap

from gui.theme import Theme
from gui.widgets.painting import BODY, TINY, Texts, canvas, font, hatch, is_vector, pill

CHIP, NUMBER = 26, 16  # heights
PAD, RADIUS = 10, 6.0
DOT = 8  # width
AROUND = 3  # beside the chip, where a wide number may reach: half of what lies between two
KEPT = 1024  # pictures


class Badge(NamedTuple):
    """Something special about a token, in words; a warning is marked more strongly."""

    text: str
    warning: bool = False


class Look(NamedTuple):
    """All that makes a difference to the picture of a chip; ``number``: what stands below it, None for nothing.
    ``ground``, ``ink`` and ``number_ink`` are colours as of QColor.rgba.
    """

    text: str
    width: int
    ground: int
    ink: int
    hatched: bool
    badge: Badge | None
    number: str | None
    number_ink: int


class ChipPictures:
    """Pictures of chips, kept by their looks."""

    def __init__(self) -> None:
        self._known: dict[object, QPixmap] = {}

    def forget(self) -> None:
        """Start anew, after the program's font has changed."""
        self._known.clear()

    def paint(self, painter: QPainter, at: QPoint, look: Look, theme: Theme, texts: Texts) -> None:
        """Paint a chip with its upper left corner at a point; what is to stay lines and text is painted as such."""
        if is_vector(painter):
            paint_chip(painter, at, look, theme, texts)
            return
        density = painter.device().devicePixelRatioF()
        key = look, theme.name, density
        if key not in self._known:
            if len(self._known) >= KEPT:
                self._known.clear()
            self._known[key] = _picture(look, theme, texts, density)
        painter.drawPixmap(at - QPoint(AROUND, 0), self._known[key])


def _picture(look: Look, theme: Theme, texts: Texts, density: float) -> QPixmap:
    height = CHIP if look.number is None else CHIP + NUMBER
    made = canvas(look.width + 2 * AROUND, height, density)
    made.fill(theme.colour("panel"))
    painter = QPainter(made)
    try:
        paint_chip(painter, QPoint(AROUND, 0), look, theme, texts)
    finally:
        painter.end()
    return made


def paint_chip(painter: QPainter, at: QPoint, look: Look, theme: Theme, texts: Texts) -> None:
    """Paint a chip onto anything."""
    chip = QRect(at.x(), at.y(), look.width, CHIP)
    pill(painter, chip, QColor.fromRgba(look.ground), theme.colour("line"), RADIUS)
    if look.hatched:
        _hatched(painter, chip, theme)
    painter.setFont(font(BODY))
    painter.setPen(QColor.fromRgba(look.ink))
    inner = chip.adjusted(4, 0, -4 - (DOT if look.badge else 0), 0)
    text = texts.elided(look.text, BODY, inner.width())
    painter.drawText(inner, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine, text)
    if look.badge:
        _mark(painter, chip, theme.colour("warning" if look.badge.warning else "muted"), look.badge.warning)
    if look.number is not None:
        painter.setFont(font(TINY))
        painter.setPen(QColor.fromRgba(look.number_ink))
        below = QRect(at.x() - AROUND, chip.bottom() + 1, look.width + 2 * AROUND, NUMBER)
        painter.drawText(below, Qt.AlignmentFlag.AlignCenter, look.number)


def _hatched(painter: QPainter, chip: QRect, theme: Theme) -> None:
    outline = QPainterPath()
    outline.addRoundedRect(chip.adjusted(1, 1, -1, -1), RADIUS, RADIUS)
    painter.save()
    painter.setClipPath(outline)
    hatch(painter, chip, theme)
    painter.restore()


def _mark(painter: QPainter, chip: QRect, colour: QColor, full: bool) -> None:
    """A dot after the text: full for a warning, a ring otherwise."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour, 1.2))
    painter.setBrush(colour if full else Qt.BrushStyle.NoBrush)
    painter.drawEllipse(QPoint(chip.right() - PAD, chip.center().y() + 1), 2, 2)
    painter.restore()
