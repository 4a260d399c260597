"""Where the labels of arrows go: a view in which all of them find room, and a place for each that covers nothing."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, QSizeF

Float64 = NDArray[np.float64]

GAP = 7.0  # from an arrow's tip to its label
TIP = 5.0  # half the room that a tip needs for itself
RINGS = np.array([GAP, 18.0, 32.0, 50.0])  # distances tried
TURNS = np.radians(
    [0, 22.5, -22.5, 45, -45, 67.5, -67.5, 90, -90, 112.5, -112.5, 135, -135, 157.5, -157.5, 180]
)
NEVER, COVERED, CROSSED, TURNED = 1e9, 1e4, 40.0, 7.0  # prices, against 1 for each point of distance
SAME = 1e-200  # nothing less than this far apart
WAYS = np.repeat(RINGS, len(TURNS)) - RINGS[0] + np.tile(np.abs(TURNS), len(RINGS)) * TURNED


def fit(points: Float64, extents: Float64, view: QSizeF) -> QRectF:
    """The part of the plane to show so that points [n, 2] have room for what hangs on them.

    ``extents`` [n, 4] are the screen's points needed to the left of, above, to the right of and below each.  One unit
    is equally long both ways.  The rectangle is in the plane's units: its top() is the least y.
    """
    width, height = max(view.width(), 1.0), max(view.height(), 1.0)
    x, y = points.T
    left, above, right, below = extents.T
    scale = min(_scale(x, left, right, width), _scale(y, below, above, height))
    if not np.isfinite(scale):  # all in one place: a unit either way
        scale = min(width, height) / 2.0
    return QRectF(
        _start(x, left, right, width, scale),
        _start(y, below, above, height, scale),
        width / scale,
        height / scale,
    )


def _scale(at: Float64, before: Float64, after: Float64, room: float) -> float:
    """The largest scale at which every two points and what hangs on them fit into the room."""
    apart = at[np.newaxis, :] - at[:, np.newaxis]
    free = np.maximum(room - before[:, np.newaxis] - after[np.newaxis, :], room / 4)
    scales = np.divide(free, apart, out=np.full_like(apart, np.inf), where=apart > SAME)
    return float(scales.min(initial=np.inf))


def _start(at: Float64, before: Float64, after: Float64, room: float, scale: float) -> float:
    """Where the view begins when everything lies in its middle."""
    low, high = float((at * scale - before).min()), float((at * scale + after).max())
    return ((low + high) - room) / 2 / scale


def hung(size: QSizeF, directions: Float64, distances: Float64) -> Float64:
    """Centres [n, 2] of boxes of a size beside the point (0, 0), in directions [n, 2] of length 1, at distances [n]."""
    half = _half(size)
    return directions * distances[:, np.newaxis] + np.clip(1.5 * directions, -1.0, 1.0) * half


def _half(size: QSizeF) -> Float64:
    return np.array([size.width(), size.height()]) / 2


@dataclass(frozen=True)
class Label:
    """Something to be written near an anchor, best in a direction (length 1, y downwards)."""

    anchor: tuple[float, float]
    size: QSizeF
    direction: tuple[float, float]

    def candidates(self) -> Float64:
        """Centres of boxes around the anchor, ring by ring.  [n, 2]"""
        cos, sin = np.cos(TURNS), np.sin(TURNS)
        x, y = self.direction
        ways = np.stack([x * cos - y * sin, x * sin + y * cos], axis=1)
        return self.anchor + hung(self.size, np.tile(ways, (len(RINGS), 1)), np.repeat(RINGS, len(TURNS)))


class Surface:
    """What is on the screen already; labels are added one by one, and the first ones find the best places.

    ``tips`` [n, 2] and ``shafts`` [n, 4] (from x, y to x, y) are what labels should not cover.
    """

    def __init__(self, bounds: QRectF, tips: Float64, shafts: Float64) -> None:
        self._low = np.array([bounds.left(), bounds.top()])
        self._high = np.array([bounds.right(), bounds.bottom()])
        self._tips, self._shafts = tips, shafts
        self._taken = np.empty((0, 2, 2))  # centre and half the size of each box

    def place(self, label: Label) -> QRectF | None:
        """The best box for a label, which is then taken; None where there is no room left."""
        centres, half = label.candidates(), _half(label.size)
        prices = self._prices(centres, half)
        best = int(np.argmin(prices))
        if prices[best] >= NEVER:
            return None
        self._taken = np.concatenate([self._taken, [[centres[best], half]]])
        left, top = map(float, centres[best] - half)
        return QRectF(left, top, label.size.width(), label.size.height())

    def take(self, box: QRectF) -> None:
        """Keep labels out of a box."""
        half = np.array([box.width(), box.height()]) / 2
        self._taken = np.concatenate([self._taken, [[[box.center().x(), box.center().y()], half]]])

    def _prices(self, centres: Float64, half: Float64) -> Float64:
        """What each candidate costs.  [n]"""
        out = ((centres - half < self._low) | (centres + half > self._high)).any(axis=1)
        never = out + _overlaps(centres, self._taken[:, 0], self._taken[:, 1] + half)
        covered = _overlaps(centres, self._tips, TIP + half)
        crossed = _crossings(centres, half, self._shafts)
        prices: Float64 = WAYS + NEVER * never + COVERED * covered + CROSSED * crossed
        return prices


def _overlaps(centres: Float64, others: Float64, reach: Float64) -> NDArray[np.intp]:
    """How many of the others [m, 2] are nearer to each centre [n, 2] than the reach, both ways.  [n]"""
    near = np.abs(centres[:, np.newaxis] - others) < reach  # [n, other, axis]
    return np.asarray(np.count_nonzero(near[..., 0] & near[..., 1], axis=1))


def _crossings(centres: Float64, half: Float64, lines: Float64) -> NDArray[np.intp]:
    """How many of the lines [m, 4] pass through each box: it lies along the line, and on both of its sides.  [n]"""
    start, end = lines[:, :2], lines[:, 2:]
    step, from_start = end - start, centres[:, np.newaxis] - start  # [m, 2], [n, m, 2]
    beside = np.abs(from_start - step / 2) < half + np.abs(step) / 2
    side = np.abs(step[:, 0] * from_start[..., 1] - step[:, 1] * from_start[..., 0])
    crossed = side < np.abs(step[:, 0]) * half[1] + np.abs(step[:, 1]) * half[0]
    return np.asarray(np.count_nonzero(beside[..., 0] & beside[..., 1] & crossed, axis=1))
