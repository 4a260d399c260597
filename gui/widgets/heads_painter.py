"""What stands around and over the pictures of all heads: names, rings, and what makes a picture faint."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QRect, Qt
from PySide6.QtGui import QPainter

from gui.theme import Theme
from gui.widgets.heads_layout import HeadsLayout
from gui.widgets.painting import SMALL, TINY, font, ring

HEADER, PAD = 22, 8
LABEL = 15  # points that a head's number needs
CROWDED = 22  # pictures, from which down the numbers above them must be small
COVER = 185  # opacity over the faintest pictures
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


def _tr(text: str) -> str:
    return QCoreApplication.translate("heads", text)


def layer_label(layer: int) -> str:
    return _tr("Layer {0}").format(layer + 1)


def label_layers(painter: QPainter, layout: HeadsLayout, theme: Theme) -> None:
    """Before each row of pictures."""
    painter.setPen(theme.colour("muted"))
    painter.setFont(font(SMALL))
    for layer in range(layout.layers):
        middle = layout.box((layer, 0)).center().y()
        painter.drawText(QRect(PAD, middle - 10, layout.origin.x(), 20), LEFT, layer_label(layer))


def label_heads(painter: QPainter, layout: HeadsLayout, theme: Theme) -> None:
    """Above the pictures, wherever they are scrolled to."""
    painter.setPen(theme.colour("muted"))
    painter.setFont(font(SMALL if layout.pitch >= CROWDED * layout.density else TINY))
    every = next((n for n in (1, 2, 4, 8) if n * layout.pitch >= LABEL * layout.density), layout.heads)
    for head in sorted({0, *range(every - 1, layout.heads, every)}):
        box = QRect(layout.box((0, head)).center().x() - 20, 0, 40, HEADER)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(head + 1))
    painter.setFont(font(TINY))
    painter.drawText(QRect(PAD, 0, layout.origin.x(), HEADER), LEFT, _tr("head") + " \u2192")


def cover(painter: QPainter, layout: HeadsLayout, faint: NDArray[Any], theme: Theme) -> None:
    """Make pictures step back ``[layer, head]``: 0 not at all, 1 as far as possible."""
    ground = theme.colour("panel")
    for (layer, head), amount in np.ndenumerate(faint):
        ground.setAlpha(round(COVER * float(amount)))
        painter.fillRect(layout.box((layer, head)), ground)


def ring_head(painter: QPainter, box: QRect, theme: Theme, colour: str, width: int) -> None:
    """A frame around a picture."""
    reach = width + 1
    around = box.adjusted(-reach, -reach, reach, reach)
    ring(painter, around, theme.colour(colour), theme.colour("panel"), width)
