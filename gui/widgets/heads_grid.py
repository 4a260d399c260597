"""All heads at a glance: the attention of every layer and head as a small picture, one of them chosen."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from gui.colormaps import sequential_levels, word
from gui.theme import Theme
from gui.widgets.blocks import resize
from gui.widgets.heads_layout import Head, HeadsLayout, arrange_heads, atlas
from gui.widgets.legend import paint_legend
from gui.widgets.painted_area import PaintedArea
from gui.widgets.painting import SMALL, TINY, font, ring

KEPT = 128  # pixels of a picture that are kept, along each side
HEADER, LEGEND, PAD = 22, 26, 8
USUAL, LEAST = 34, 14  # of a picture with its gap, in points
FAR = 1_000_000
MOVES: dict[int, Head] = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
    Qt.Key.Key_Home: (0, -FAR),
    Qt.Key.Key_End: (0, FAR),
}
CHOOSE = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class HeadsGrid(PaintedArea):
    """Layers down, heads across.  Arrows move, Enter or a click chooses."""

    chosen = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.kept: NDArray[np.uint8] = np.zeros((0, 0, 0, 0), np.uint8)  # levels [layer, head, rows, cols]
        self.done: set[int] = set()
        self.limits = 0.0, 1.0
        self.choice: Head | None = None
        self.current: Head | None = None
        self.hover: Head | None = None
        self.tooltip_for: Callable[[int, int], str] | None = None
        self._atlas: NDArray[np.uint32] | None = None

    def begin(self, layers: int, heads: int, tokens: int, limits: tuple[float, float] = (0.0, 1.0)) -> None:
        """Make room for pictures that come layer by layer."""
        side = min(tokens, KEPT)
        if self.kept.shape[:2] != (layers, heads):
            self.choice = self.current = self.hover = None
        self.kept, self.limits = np.zeros((layers, heads, side, side), np.uint8), limits
        self.done.clear()
        self._renew()

    def set_layer(self, layer: int, weights: NDArray[Any]) -> None:
        """The weights of one layer, [head, n, n]: numbers, or uint8 that are levels already."""
        rows, cols = self.kept.shape[2:]
        small = resize(weights, rows, cols, np.maximum)
        self.kept[layer] = small if small.dtype == np.uint8 else sequential_levels(small, *self.limits)
        self.done.add(layer)
        self._renew()

    def set_heads(self, weights: NDArray[np.floating], limits: tuple[float, float] = (0.0, 1.0)) -> None:
        """The weights of all layers at once.  [layer, head, n, n]"""
        layers, heads, tokens = weights.shape[:3]
        self.begin(layers, heads, tokens, limits)
        for layer in range(layers):
            self.set_layer(layer, weights[layer])

    def set_chosen(self, layer: int, head: int) -> None:
        """Ring a head, without a signal."""
        self.choice = self.current = (layer, head)
        self.setAccessibleDescription(self.describe(layer, head))
        self.viewport().update()

    def describe(self, layer: int, head: int) -> str:
        """Which head it is, and what the owner says of it."""
        layers, heads = self.kept.shape[:2]
        place = self.tr("Layer {0} of {1}, head {2} of {3}").format(layer + 1, layers, head + 1, heads)
        return f"{place}\n{self.tooltip_for(layer, head)}" if self.tooltip_for else place

    def set_theme(self, theme: Theme) -> None:
        self._atlas = None
        super().set_theme(theme)

    @property
    def arranged(self) -> HeadsLayout:
        """Where the pictures lie now."""
        layers, heads = self.kept.shape[:2]
        origin = self._origin()
        room = self.viewport().size() - QSize(origin.x() + PAD, origin.y() + LEGEND)
        return arrange_heads(layers, heads, origin, room, self.devicePixelRatioF())

    def relayout(self) -> None:
        self._atlas = None

    def tip_at(self, point: QPoint) -> tuple[str, QRect]:
        found = self.arranged.head_at(point)
        return ("", QRect()) if found is None else (self.describe(*found), self.arranged.box(found))

    def sizeHint(self) -> QSize:
        return self._around(USUAL)

    def minimumSizeHint(self) -> QSize:
        return self._around(LEAST)

    def paint_picture(self, painter: QPainter) -> None:
        if not self.kept.size:
            return
        layout, theme = self.arranged, self.theme
        if self._atlas is None:
            colours = theme.lut("weights"), word(theme.line), word(theme.raised)
            self._atlas = atlas(self.kept, self.done, layout, *colours)
        height, width = self._atlas.shape
        image = QImage(self._atlas.data, width, height, width * 4, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(layout.density)
        painter.drawImage(layout.origin, image)
        self._labels(painter, layout)
        below = layout.origin + QPoint(0, layout.size.height() + PAD)
        room = QSize(self.viewport().width() - below.x() - PAD, LEGEND)
        paint_legend(painter, QRect(below, room), theme, self.texts, "weights", self.limits, 2)

    def paint_over(self, painter: QPainter) -> None:
        layout = self.arranged
        self._ring(painter, layout, self.hover, "text", 1)
        self._ring(painter, layout, self.choice, "accent", 2)
        if self.hasFocus():
            self._ring(painter, layout, self.current or (0, 0), "focus", 3)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._set_hover(self.arranged.head_at(event.position().toPoint()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = self.arranged.head_at(event.position().toPoint())
        if place is not None and event.button() == Qt.MouseButton.LeftButton:
            self._choose(place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.kept.size:
            event.ignore()
        elif event.key() in MOVES:
            self._move(MOVES[event.key()])
        elif event.key() in CHOOSE and self.current:
            self._choose(self.current)
        else:
            event.ignore()

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self._set_hover(None)
        return super().viewportEvent(event)

    def _renew(self) -> None:
        self._atlas = None
        self.updateGeometry()
        self.invalidate()

    def _move(self, step: Head) -> None:
        layers, heads = self.kept.shape[:2]
        layer, head = self.current or (0, 0)
        layer, head = layer + step[0], head + step[1]
        self.current = min(max(layer, 0), layers - 1), min(max(head, 0), heads - 1)
        self.setAccessibleDescription(self.describe(*self.current))
        self.viewport().update()

    def _choose(self, place: Head) -> None:
        changed = place != self.choice
        self.set_chosen(*place)
        if changed:
            self.chosen.emit(*place)

    def _set_hover(self, place: Head | None) -> None:
        if place != self.hover:
            self.hover = place
            self.viewport().update()

    def _origin(self) -> QPoint:
        longest = self.tr("Layer {0}").format(max(len(self.kept), 10))
        return QPoint(self.texts.width(longest, SMALL) + 2 * PAD, HEADER)

    def _around(self, picture: int) -> QSize:
        layers, heads = self.kept.shape[:2]
        origin = self._origin()
        return QSize(origin.x() + heads * picture + PAD, origin.y() + layers * picture + LEGEND)

    def _labels(self, painter: QPainter, layout: HeadsLayout) -> None:
        muted, width = self.theme.colour("muted"), layout.origin.x()
        painter.setPen(muted)
        painter.setFont(font(SMALL))
        for layer in range(layout.layers):
            middle = layout.box((layer, 0)).center().y()
            text = self.tr("Layer {0}").format(layer + 1)
            painter.drawText(QRect(PAD, middle - 10, width, 20), LEFT, text)
        for head in range(layout.heads):
            box = QRect(layout.box((0, head)).center().x() - 20, 0, 40, HEADER)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(head + 1))
        painter.setFont(font(TINY))
        painter.drawText(QRect(PAD, 0, width, HEADER), LEFT, self.tr("head") + " \u2192")

    def _ring(
        self, painter: QPainter, layout: HeadsLayout, place: Head | None, colour: str, width: int
    ) -> None:
        if place is not None and self.kept.size:
            reach = width + 1
            box = layout.box(place).adjusted(-reach, -reach, reach, reach)
            ring(painter, box, self.theme.colour(colour), self.theme.colour("panel"), width)
