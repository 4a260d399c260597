"""The legend of a colour scale: its colours from end to end, and the numbers at the ends."""

import numpy as np
from PySide6.QtCore import QCoreApplication, QRect, Qt
from PySide6.QtGui import QImage, QPainter

from gui.theme import Scale, Theme
from gui.widgets import numbers
from gui.widgets.painting import TINY, Texts, font

HEIGHT = 12
WIDTH, LEAST = 120, 24  # of the strip of colours
GAP = 5
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


def paint_legend(
    painter: QPainter,
    box: QRect,
    theme: Theme,
    texts: Texts,
    scale: Scale,
    ends: tuple[float, float],
    digits: int,
    beyond: tuple[bool, bool] = (False, False),
    log: bool = False,
) -> QRect:
    """Paint one line into the upper left of a box; answers what it took (nothing if there is no room).

    ``beyond``: whether some numbers lie below the low end and above the high one, and have its colour.  ``log``: the
    scale is logarithmic, and so its low end stands for everything below it.
    """
    if not any(ends):
        return _paint_zero(painter, box, theme, texts)
    low, high = _log_ends(ends) if log else _words(ends, digits, scale, beyond)
    before, after = texts.width(low, TINY) + GAP, texts.width(high, TINY) + GAP
    strip = QRect(box.x() + before, box.y(), min(WIDTH, box.width() - before - after), HEIGHT)
    if strip.width() < LEAST:
        return QRect()
    _paint_strip(painter, strip, theme, scale)
    painter.setFont(font(TINY))
    painter.setPen(theme.colour("muted"))
    painter.drawText(QRect(box.x(), strip.y() - 2, before, HEIGHT + 4), LEFT, low)
    painter.drawText(QRect(strip.right() + 1 + GAP, strip.y() - 2, after, HEIGHT + 4), LEFT, high)
    if scale == "signed":  # zero has nearly the colour of the ground, so that its number can be read on it
        painter.drawText(strip.adjusted(0, -2, 0, 2), Qt.AlignmentFlag.AlignCenter, "0")
    return QRect(box.x(), box.y(), before + strip.width() + after, HEIGHT)


def _paint_zero(painter: QPainter, box: QRect, theme: Theme, texts: Texts) -> QRect:
    """Of a matrix in which nothing but zero has a colour."""
    text = numbers.end(0, 0, with_sign=False)
    width = LEAST // 2 + GAP + texts.width(text, TINY)
    if width > box.width():
        return QRect()
    painter.setPen(theme.colour("edge"))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(QRect(box.x(), box.y(), LEAST // 2, HEIGHT).adjusted(0, 0, -1, -1))
    painter.setFont(font(TINY))
    painter.setPen(theme.colour("muted"))
    painter.drawText(QRect(box.x(), box.y() - 2, width, HEIGHT + 4), RIGHT, text)
    return QRect(box.x(), box.y(), width, HEIGHT)


def paint_upright(
    painter: QPainter,
    box: QRect,
    theme: Theme,
    texts: Texts,
    scale: Scale,
    ends: tuple[float, float],
    digits: int,
    log: bool = False,
) -> None:
    """Fill a box with a legend whose high end is above and whose low end is below, each with its number."""
    low, high = _log_ends(ends) if log else _words(ends, digits, scale, (False, False))
    line = texts.metrics(TINY).height()
    _paint_strip(painter, box.adjusted(0, line, 0, -line), theme, scale, upright=True)
    painter.setFont(font(TINY))
    painter.setPen(theme.colour("muted"))
    painter.drawText(QRect(box.x(), box.y(), box.width(), line), LEFT, high)
    painter.drawText(QRect(box.x(), box.bottom() + 1 - line, box.width(), line), LEFT, low)


def _words(
    ends: tuple[float, float], digits: int, scale: Scale, beyond: tuple[bool, bool]
) -> tuple[str, str]:
    low, high = (numbers.end(value, digits, scale == "signed") for value in ends)
    return (f"\u2264 {low}" if beyond[0] else low), (f"\u2265 {high}" if beyond[1] else high)


def _log_ends(ends: tuple[float, float]) -> tuple[str, str]:
    """Powers of ten as they are: no digits after them."""
    return f"\u2264 {ends[0]:g}", QCoreApplication.translate("legend", "{0} log").format(f"{ends[1]:g}")


def _paint_strip(painter: QPainter, strip: QRect, theme: Theme, scale: Scale, upright: bool = False) -> None:
    levels = theme.lut(scale)[1:]
    colours = np.ascontiguousarray(levels[::-1, None] if upright else levels[None])
    rows, columns = colours.shape
    painter.drawImage(strip, QImage(colours.data, columns, rows, columns * 4, QImage.Format.Format_RGB32))
    painter.setPen(theme.colour("edge"))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(strip.adjusted(0, 0, -1, -1))
