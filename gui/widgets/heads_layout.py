"""Where the pictures of all heads lie, and the one image that they are all painted from."""

from collections.abc import Set
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QRect, QSize

from gui.widgets.blocks import resize

LARGEST = 120  # of a picture with its gap, in points
LEAST, READABLE = 14, 20  # smaller than the one, they are scrolled in the size of the other
SMALLEST = 4  # in pixels
Head = tuple[int, int]  # layer, head, counted from 0


@dataclass(frozen=True)
class HeadsLayout:
    """Layers down, heads across.  Lengths are pixels of the screen, so that no picture is blurred."""

    layers: int
    heads: int
    origin: QPoint  # of the first picture, in points
    pitch: int  # from one picture to the next
    density: float  # pixels per point

    @property
    def gap(self) -> int:
        """Between two pictures."""
        return max(self.pitch // 14, 1)

    @property
    def side(self) -> int:
        """Of a picture."""
        return self.pitch - self.gap

    @property
    def size(self) -> QSize:
        """Of all pictures, in points."""
        return QSize(
            round(self.heads * self.pitch / self.density), round(self.layers * self.pitch / self.density)
        )

    def box(self, head: Head) -> QRect:
        """Where a picture lies, in points."""
        step, side = self.pitch / self.density, round(self.side / self.density)
        return QRect(self.origin + QPoint(round(head[1] * step), round(head[0] * step)), QSize(side, side))

    def head_at(self, point: QPoint) -> Head | None:
        """The head under a point; a gap belongs to the picture before it."""
        inside, step = point - self.origin, self.pitch / self.density
        layer, head = int(inside.y() // step), int(inside.x() // step)
        return (layer, head) if 0 <= layer < self.layers and 0 <= head < self.heads else None


def arrange_heads(layers: int, heads: int, origin: QPoint, room: QSize, density: float) -> HeadsLayout:
    """The largest pictures that fit into the room; when they would be too small to be read, larger ones that are higher
    than the room, as far as it is wide enough."""
    across = room.width() / max(heads, 1)
    fits = min(across, room.height() / max(layers, 1), LARGEST)
    if fits < LEAST:
        fits = min(across, READABLE)
    return HeadsLayout(layers, heads, origin, max(int(fits * density), SMALLEST), density)


def atlas(
    levels: NDArray[np.uint8],
    done: Set[int],
    layout: HeadsLayout,
    lut: NDArray[np.uint32],
    gap: int,
    empty: int,
) -> NDArray[np.uint32]:
    """All pictures in one, as RGB32.  [layer, head, n, n] -> [layers * pitch, heads * pitch]"""
    side, pitch = layout.side, layout.pitch
    picture = np.full((layout.layers, layout.heads, pitch, pitch), gap, np.uint32)
    picture[:, :, :side, :side] = lut[resize(levels, side, side, np.maximum)]
    for layer in set(range(layout.layers)) - done:
        picture[layer, :, :side, :side] = empty
    in_place = picture.transpose(0, 2, 1, 3)  # [layer, row, head, col]
    return np.ascontiguousarray(in_place.reshape(layout.layers * pitch, layout.heads * pitch))
