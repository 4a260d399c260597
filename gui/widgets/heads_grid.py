"""All heads at a glance: the attention of every layer and head as a small picture, one of them chosen."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QWidget

from gui.colormaps import log_levels, sequential_levels, word
from gui.widgets import numbers
from gui.widgets.blocks import resize
from gui.widgets.heads_area import HeadsArea
from gui.widgets.heads_layout import LEAST, HeadsLayout, arrange_heads, atlas
from gui.widgets.heads_painter import (
    HEADER,
    LEFT,
    PAD,
    cover,
    label_heads,
    label_layers,
    layer_label,
    ring_head,
)
from gui.widgets.legend import paint_legend
from gui.widgets.painting import SMALL, TINY

KEPT = 128  # pixels of a picture that are kept, along each side
LEGEND, REACH = 26, 4
USUAL = 34  # of a picture with its gap, in points
LEAST_LAYERS, LEAST_HEADS = 6, 16  # in sight; of more the rest is scrolled to


class HeadsGrid(HeadsArea):
    """Layers down, heads across."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.kept: NDArray[np.uint8] = np.zeros((0, 0, 0, 0), np.uint8)  # levels [layer, head, rows, cols]
        self.done: set[int] = set()
        self.limits, self.log = (0.0, 1.0), False
        self.faint: NDArray[np.floating] | None = None  # [layer, head]
        self.note = ""
        self._atlas: NDArray[np.uint32] | None = None

    def begin(
        self,
        layers: int,
        heads: int,
        tokens: int,
        limits: tuple[float, float] = (0.0, 1.0),
        log: bool = False,
    ) -> None:
        """Make room for pictures that come layer by layer.  ``log``: colours on a logarithmic scale, whose low end must
        be above 0.
        """
        side = min(tokens, KEPT)
        if self.kept.shape[:2] != (layers, heads):
            self.choice = self.current = self.hover = None
            self.faint = None
        self.kept, self.limits, self.log = np.zeros((layers, heads, side, side), np.uint8), limits, log
        self.done.clear()
        self._renew()

    def set_layer(self, layer: int, weights: NDArray[Any]) -> None:
        """The weights of one layer, [head, n, n]: numbers, or uint8 that are levels already."""
        rows, cols = self.kept.shape[2:]
        small = resize(weights, rows, cols, np.maximum)
        self.kept[layer] = small if small.dtype == np.uint8 else self._levels(small)
        self.done.add(layer)
        self._renew()

    def set_heads(
        self, weights: NDArray[np.floating], limits: tuple[float, float] = (0.0, 1.0), log: bool = False
    ) -> None:
        """The weights of all layers at once.  [layer, head, n, n]"""
        layers, heads, tokens = weights.shape[:3]
        self.begin(layers, heads, tokens, limits, log)
        for layer in range(layers):
            self.set_layer(layer, weights[layer])

    def set_faint(self, faint: NDArray[np.floating] | None) -> None:
        """How far each picture steps back ``[layer, head]``: 0 not at all, 1 as far as possible."""
        self.faint = faint
        self.invalidate()

    def set_note(self, text: str) -> None:
        """What stands beside the legend."""
        if text != self.note:
            self.note = text
            self.invalidate()

    def recolour(self) -> None:
        self._atlas = None
        super().recolour()

    @property
    def count(self) -> tuple[int, int]:
        layers, heads = self.kept.shape[:2]
        return layers, heads

    @property
    def arranged(self) -> HeadsLayout:
        """Where the pictures lie now."""
        layers, heads = self.count
        origin = self._origin()
        room = self.viewport().size() - QSize(origin.x() + PAD, origin.y() + LEGEND)
        top = origin - QPoint(0, self.offset().y())
        return arrange_heads(layers, heads, top, room, self.devicePixelRatioF())

    def relayout(self) -> None:
        self._atlas = None
        bar, room = self.verticalScrollBar(), self.window_of_pictures().height()
        bar.setRange(0, max(self.arranged.size.height() - room, 0) if self.kept.size else 0)
        bar.setPageStep(max(room, 0))
        bar.setSingleStep(USUAL)

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
        painter.setClipRect(self.window_of_pictures())
        painter.drawImage(layout.origin, image)
        if self.faint is not None:
            cover(painter, layout, self.faint, theme)
        label_layers(painter, layout, theme)
        painter.setClipping(False)
        label_heads(painter, layout, theme)
        self._legend(painter, layout)

    def paint_over(self, painter: QPainter) -> None:
        if not self.kept.size:
            return
        layout = self.arranged
        painter.setClipRect(self.window_of_pictures().adjusted(0, -REACH, 0, REACH))
        current = (self.current or (0, 0)) if self.hasFocus() else None
        for place, colour, width in (
            (self.hover, "text", 1),
            (self.choice, "accent", 2),
            (current, "focus", 3),
        ):
            if place is not None:
                ring_head(painter, layout.box(place), self.theme, colour, width)

    def _levels(self, weights: NDArray[np.floating]) -> NDArray[np.uint8]:
        return log_levels(weights, *self.limits) if self.log else sequential_levels(weights, *self.limits)

    def _renew(self) -> None:
        self._atlas = None
        self.relayout()
        self.updateGeometry()
        self.invalidate()

    def _origin(self) -> QPoint:
        longest = layer_label(max(len(self.kept) - 1, 9))
        return QPoint(self.texts.width(longest, SMALL) + 2 * PAD, HEADER)

    def window_of_pictures(self) -> QRect:
        """Where pictures can be seen."""
        seen = self.viewport().rect()
        return QRect(0, HEADER, seen.width(), seen.height() - HEADER - LEGEND + 1)

    def _around(self, picture: int) -> QSize:
        layers, heads = self.count
        if picture == LEAST:
            layers, heads = min(layers, LEAST_LAYERS), min(heads, LEAST_HEADS)
        origin = self._origin()
        return QSize(origin.x() + heads * picture + PAD, origin.y() + layers * picture + LEGEND)

    def _legend(self, painter: QPainter, layout: HeadsLayout) -> None:
        below = min(layout.origin.y() + layout.size.height(), self.window_of_pictures().bottom()) + PAD
        room = QRect(layout.origin.x(), below, self.viewport().width() - layout.origin.x() - PAD, LEGEND)
        taken = paint_legend(
            painter, room, self.theme, self.texts, "weights", self.limits, numbers.DIGITS, log=self.log
        )
        rest = QRect(taken.right() + 2 * PAD, room.y() - 3, room.right() - taken.right() - 2 * PAD, 18)
        painter.drawText(rest, LEFT, self.texts.elided(self.note, TINY, rest.width()))
