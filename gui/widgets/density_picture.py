"""All words of a vocabulary as a picture: the more of them fall on a dot, the farther its shade is from the ground."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage

from engine.density import Counts, Density, Window, shades
from gui.colormaps import Lut, sequential_lut
from gui.theme import Theme

# Below so many words in view, on average, each covers a square of so many points each way: one alone is hard to see.
SIDES = ((2_000, 4), (15_000, 3), (60_000, 2))


@dataclass(frozen=True, eq=False)
class Picture:
    """``most``: of the words on one dot.  ``seen``: about how many are in view."""

    image: QImage
    shade: NDArray[np.uint32]  # what the image shows; it does not keep it itself
    most: int
    seen: int


def picture(density: Density, view: QRectF, frame: QRectF, theme: Theme, ratio: float) -> Picture:
    """The part ``view`` of the plane in the size of ``frame``, at ``ratio`` pixels to a point."""
    width, height = (max(round(side * ratio), 1) for side in (frame.width(), frame.height()))
    side = round(_side(density, view) * ratio)
    counts = density.counts(window(view), width, height, side)
    shade = _coloured(counts, _lut(theme))
    image = QImage(shade.data, width, height, 4 * width, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    return Picture(image, shade, int(counts.max()), round(counts.sum() / side**2))


def window(view: QRectF) -> Window:
    """A part of the plane as the engine knows it; the top() of a view is its least y."""
    return Window(view.left(), view.top(), view.left() + view.width(), view.top() + view.height())


def _side(density: Density, view: QRectF) -> int:
    """Depends on how near one is, not on where: while one pans, nothing changes its size."""
    whole = density.bounds
    area = whole.width * whole.height
    share = min(view.width() * view.height() / area, 1.0) if area else 1.0
    return next((side for words, side in SIDES if share * len(density) < words), 1)


def _coloured(counts: Counts, lut: Lut) -> NDArray[np.uint32]:
    """[row, column]"""
    by_count = lut[shades(np.arange(int(counts.max(initial=0)) + 1))]
    coloured: NDArray[np.uint32] = by_count[counts]
    return coloured


def _lut(theme: Theme) -> Lut:
    """From one word, which can just be seen, to the most; the ground where there is none."""
    lut = sequential_lut((theme.line, theme.edge, theme.faint)).copy()
    lut[0] = theme.colour("panel").rgb()
    return lut
