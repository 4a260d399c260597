"""All words of a vocabulary on a plane: how many fall on each pixel, and which to name in each part of the screen."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.maps.base import Frame
from engine.similarity import Float32, Float64
from engine.vectors import WordVectors

CELLS = 128  # of the index, each way
SHADES = 256
EDGE = np.float32(1e-5)
ORIGIN = np.zeros(2, np.float32)
SMALLEST = 1e-30  # extent that can be divided by
Counts = NDArray[np.int64]
Ranks = NDArray[np.int32]


@dataclass(frozen=True)
class Window:
    """A part of the plane, in the plane's units: the least and the largest x and y."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.top - self.bottom


class Density:
    """Points [word, axis] of a vocabulary in the order of frequency, and an index that finds those of a window.

    The index keeps the points in the order of the cells of a grid, so that a window is a few runs of them.
    """

    def __init__(self, points: Float32) -> None:
        low, high = (points.min(axis=0), points.max(axis=0)) if len(points) else (ORIGIN, ORIGIN)
        size = high - low
        self._low, self._high = low, high
        self._per_unit = np.divide(np.float32(CELLS), size, out=np.zeros_like(size), where=size > SMALLEST)
        cells = np.minimum((points - self._low) * self._per_unit, CELLS - 1).astype(np.int32)
        home = cells[:, 1] * CELLS + cells[:, 0]
        order = np.argsort(home, kind="stable").astype(np.int32)
        self._ranks: Ranks = order
        self._x, self._y = (np.ascontiguousarray(points[order, axis]) for axis in (0, 1))
        self._starts = np.searchsorted(home[order], np.arange(CELLS * CELLS + 1))
        self._points = points

    def __len__(self) -> int:
        return len(self._ranks)

    @property
    def bounds(self) -> Window:
        """A window that holds all points: its far edges lie just beyond the last ones, for an edge counts no more."""
        edge = EDGE * np.maximum(np.abs(self._high), self._high - self._low)
        (left, bottom), (right, top) = self._low.tolist(), (self._high + edge).tolist()
        return Window(left, bottom, right, top)

    def counts(self, window: Window, width: int, height: int, side: int = 1) -> Counts:
        """How many words fall on each pixel: [height, width], the top row first.  Far edges are not inside.

        Each word falls on a square of ``side`` pixels each way, with its point in the middle.
        """
        x, y, _ = self._near(window)
        pixels = _cells(x, window.left, window.width, width)
        rows = _cells(y, window.bottom, window.height, height)
        if side > 1:
            pixels, rows = _squares(pixels, rows, side)
        inside = (pixels.view(np.uint32) < width) & (rows.view(np.uint32) < height)
        if not inside.all():
            pixels, rows = pixels[inside], rows[inside]
        np.subtract(height - 1, rows, out=rows)
        rows *= width
        rows += pixels
        return np.bincount(rows, minlength=width * height).reshape(height, width)

    def named(self, window: Window, cell: tuple[float, float]) -> Ranks:
        """The most frequent word of each cell of a lattice, most frequent first; ``cell`` in the plane's units.

        The lattice lies still on the plane, not on the screen: while one pans, a cell keeps its word.  One word in a
        cell does not keep long labels of neighbouring cells apart; see `apart`.
        """
        x, y, ranks = self._inside(window)
        if not len(ranks):
            return np.empty(0, np.int32)
        columns, rows = np.floor(x / np.float32(cell[0])), np.floor(y / np.float32(cell[1]))
        columns, rows = columns - columns.min(), rows - rows.min()
        across = int(columns.max()) + 1
        places = (rows * across + columns).astype(np.intp)
        first = np.full(across * (int(rows.max()) + 1), len(self), np.int32)
        np.minimum.at(first, places, ranks)
        return np.sort(first[first < len(self)])

    def points(self, ranks: Ranks) -> Float32:
        """Where words lie: [n, axis]."""
        return self._points[ranks]

    def nearest(self, x: float, y: float, window: Window) -> int | None:
        """Rank of the word in the window that is nearest to a point; None where it is empty."""
        xs, ys, ranks = self._inside(window)
        if not len(ranks):
            return None
        return int(ranks[np.argmin((xs - np.float32(x)) ** 2 + (ys - np.float32(y)) ** 2)])

    def _inside(self, window: Window) -> tuple[Float32, Float32, Ranks]:
        x, y, ranks = self._near(window)
        inside = (x >= window.left) & (x <= window.right) & (y >= window.bottom) & (y <= window.top)
        return x[inside], y[inside], ranks[inside]

    def _near(self, window: Window) -> tuple[Float32, Float32, Ranks]:
        """Points of all cells of the grid that the window touches."""
        low = np.array([window.left, window.bottom], np.float32)
        high = np.array([window.right, window.top], np.float32)
        (left, bottom), (right, top) = (
            np.clip((corner - self._low) * self._per_unit, 0, CELLS - 1).astype(int).tolist()
            for corner in (low, high)
        )
        if (left, right) == (0, CELLS - 1):
            run = slice(self._starts[bottom * CELLS], self._starts[(top + 1) * CELLS])
            return self._x[run], self._y[run], self._ranks[run]
        rows = np.arange(bottom, top + 1) * CELLS
        ends = zip(self._starts[rows + left].tolist(), self._starts[rows + right + 1].tolist(), strict=True)
        runs = [slice(start, end) for start, end in ends]
        x, y, ranks = (
            np.concatenate([part[run] for run in runs]) for part in (self._x, self._y, self._ranks)
        )
        return x, y, ranks


def density(vectors: WordVectors, frame: Frame) -> Density:
    """All words in a plane."""
    offset = (frame.origin @ frame.basis).astype(np.float32)
    return Density(vectors.matrix @ frame.basis.astype(np.float32) - offset)


def shades(counts: Counts) -> NDArray[np.uint8]:
    """Counts on a logarithmic scale: 0 for no word, SHADES - 1 for the most."""
    most = int(counts.max(initial=0))
    scale = np.log1p(np.arange(most + 1)) / (np.log1p(most) or 1.0) * (SHADES - 1)
    table = np.maximum(np.rint(scale), np.arange(most + 1) > 0).astype(
        np.uint8
    )  # one word is never invisible
    return table[counts]


def apart(boxes: Float64) -> NDArray[np.bool_]:
    """Which of some boxes to keep so that no two overlap, the earlier ones first.

    ``boxes`` [n, 4]: left, top, right, bottom, y downwards; touching is no overlap.
    """
    left, top, right, bottom = boxes.T
    across = (left[:, np.newaxis] < right) & (left < right[:, np.newaxis])
    meet = across & (top[:, np.newaxis] < bottom) & (top < bottom[:, np.newaxis])  # [box, other]
    kept, covered = np.zeros((2, len(boxes)), np.bool_)
    for place, others in enumerate(meet):
        if not covered[place]:
            kept[place] = True
            covered |= others
    return kept


def _squares(pixels: Ranks, rows: Ranks, side: int) -> tuple[Ranks, Ranks]:
    """All pixels of the squares around some."""
    down, across = np.mgrid[:side, :side].astype(np.int32) - np.int32(side // 2)
    return (pixels[:, np.newaxis] + across.ravel()).ravel(), (rows[:, np.newaxis] + down.ravel()).ravel()


def _cells(values: Float32, low: float, size: float, count: int) -> Ranks:
    """Which of ``count`` equal parts of a range each value falls into; outside it, no part of it."""
    scale = np.float32(count / size) if size else np.float32(0)
    scaled = (values - np.float32(low)) * scale
    with np.errstate(invalid="ignore"):  # what is too far outside for an integer stays outside
        return np.floor(scaled, out=scaled).astype(np.int32)
