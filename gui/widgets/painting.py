"""What all painted widgets share: fonts by pixel size, focus rings, hatching, texts kept as pixmaps."""

from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QGuiApplication,
    QImage,
    QPaintEngine,
    QPainter,
    QPen,
    QPixmap,
)

from gui.theme import Theme
from gui.widgets.plain import visible

BODY, SMALL, TINY = 13, 12, 11  # pixel sizes of text
KEPT_TEXTS = 4096
KEPT_WIDTHS = 20_000
KEPT_LABELS = 64


def font(pixels: int, bold: bool = False) -> QFont:
    """The program's font at a size."""
    made = QFont(QGuiApplication.font())
    made.setPixelSize(pixels)
    made.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    return made


class Drawn(NamedTuple):
    """A text as a picture, and its size in points."""

    pixmap: QPixmap
    width: int
    height: int


class Texts:
    """Widths and pixmaps of short texts, each made once.  Belongs to one widget and one screen density."""

    def __init__(self) -> None:
        self._metrics: dict[tuple[int, bool], QFontMetrics] = {}
        self._widths: dict[tuple[str, int, bool], int] = {}
        self._longest: dict[tuple[tuple[str, ...], int], int] = {}
        self._drawn: dict[tuple[str, str, int, float], Drawn] = {}

    def metrics(self, pixels: int, bold: bool = False) -> QFontMetrics:
        """The metrics of the program's font at a size."""
        key = pixels, bold
        if key not in self._metrics:
            self._metrics[key] = QFontMetrics(font(pixels, bold))
        return self._metrics[key]

    def width(self, text: str, pixels: int, bold: bool = False) -> int:
        """How far a text reaches."""
        key = text, pixels, bold
        found = self._widths.get(key)
        if found is None:
            if len(self._widths) >= KEPT_WIDTHS:
                self._widths.clear()
            found = self._widths[key] = self.metrics(pixels, bold).horizontalAdvance(text)
        return found

    def longest(self, labels: tuple[str, ...], pixels: int) -> int:
        """How far the longest of some labels reaches, all of it made visible.  They can be hundreds."""
        found = self._longest.get((labels, pixels))
        if found is None:
            if len(self._longest) >= KEPT_LABELS:
                self._longest.clear()
            found = max((self.width(visible(label), pixels) for label in labels), default=0)
            self._longest[labels, pixels] = found
        return found

    def elided(self, text: str, pixels: int, width: int, bold: bool = False) -> str:
        """The text, its middle left out if it is too wide."""
        if self.width(text, pixels, bold) <= width:  # as nearly always, and widths are kept
            return text
        return self.metrics(pixels, bold).elidedText(text, Qt.TextElideMode.ElideMiddle, width)

    def drawn(self, text: str, colour: str, pixels: int, density: float) -> Drawn:
        """The text drawn on nothing, at the screen's density."""
        key = text, colour, pixels, density
        found = self._drawn.get(key)
        if found is None:
            if len(self._drawn) >= KEPT_TEXTS:
                self._drawn.clear()
            found = self._drawn[key] = self._draw(*key)
        return found

    def forget(self) -> None:
        """Start anew, after the program's font has changed."""
        self._metrics.clear()
        self._widths.clear()
        self._longest.clear()
        self._drawn.clear()

    def _draw(self, text: str, colour: str, pixels: int, density: float) -> Drawn:
        metrics = self.metrics(pixels)
        width, height = metrics.horizontalAdvance(text) + 2, metrics.height()
        made = canvas(width, height, density)
        made.fill(Qt.GlobalColor.transparent)
        painter = QPainter(made)
        painter.setFont(font(pixels))
        painter.setPen(QColor(colour))
        painter.drawText(QRect(0, 0, width, height), Qt.AlignmentFlag.AlignCenter, text)
        painter.end()
        return Drawn(made, width, height)


def canvas(width: int, height: int, density: float) -> QPixmap:
    """An unpainted pixmap of a size in points, at the screen's density."""
    made = QPixmap(max(round(width * density), 1), max(round(height * density), 1))
    made.setDevicePixelRatio(density)
    return made


def is_vector(painter: QPainter) -> bool:
    """Whether what is painted stays lines and text, as in SVG and PDF; a pixmap would stay pixels there."""
    return painter.paintEngine().type() in (QPaintEngine.Type.SVG, QPaintEngine.Type.Pdf)


def ring(painter: QPainter, box: QRect, colour: QColor, halo: QColor, width: int = 2) -> None:
    """A frame inside a box that stays visible on any ground: the colour, lined with the halo."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for inset, tone, thickness in ((width / 2, colour, width), (width + 0.5, halo, 1)):
        pen = QPen(tone, thickness)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        painter.setPen(pen)
        painter.drawRect(QRectF(box).adjusted(inset, inset, -inset, -inset))


def pill(
    painter: QPainter, box: QRect, ground: QColor, edge: QColor, radius: float, width: float = 1
) -> None:
    """A rounded box with an outline."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(edge, width))
    painter.setBrush(ground)
    inset = width / 2
    painter.drawRoundedRect(QRectF(box).adjusted(inset, inset, -inset, -inset), radius, radius)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


@lru_cache(maxsize=8)
def _hatch(theme: Theme, density: float) -> QImage:
    side = 6
    tile = QImage(round(side * density), round(side * density), QImage.Format.Format_RGB32)
    tile.setDevicePixelRatio(tile.width() / side)
    tile.fill(theme.colour("hatch_ground"))
    painter = QPainter(tile)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.colour("hatch"), 1))
    for shift in (-side, 0, side):
        painter.drawLine(shift - 1, side + 1, shift + side + 1, -1)
    painter.end()
    return tile


def hatch(painter: QPainter, box: QRect, theme: Theme) -> None:
    """Fill a box with the pattern that says "masked"; neighbouring boxes join without a seam."""
    tile = QPixmap.fromImage(_hatch(theme, painter.device().devicePixelRatioF()))
    painter.drawTiledPixmap(box, tile, box.topLeft())
