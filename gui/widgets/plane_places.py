"""From a plane to the screen: where points come to lie, and how far they are from each other and from labels."""

from collections.abc import Iterable, Mapping
from math import hypot

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF

from gui.widgets.arrow_layout import Float64

BESIDE, CLOSE = 11.0, 5.0  # farther from its tip a label hangs on a line; or with another tip hardly farther


def on_screen(points: Float64, view: QRectF, frame: QRectF) -> Float64:
    """Places of points ``[..., 2]`` when the part ``view`` of the plane (top() is the least y) fills ``frame``."""
    across, down = frame.width() / view.width(), frame.height() / view.height()
    x = frame.left() + (points[..., 0] - view.left()) * across
    y = frame.bottom() - (points[..., 1] - view.top()) * down
    return np.stack([x, y], axis=-1)


def within(points: Float64, frame: QRectF) -> NDArray[np.bool_]:
    """Which of the places ``[..., 2]`` lie in a frame.  [...]"""
    low, high = [frame.left(), frame.top()], [frame.right(), frame.bottom()]
    inside = (points >= np.array(low)) & (points <= np.array(high))
    return np.asarray(inside.all(axis=-1))


def distance(one: QPointF, other: QPointF) -> float:
    return hypot(one.x() - other.x(), one.y() - other.y())


def nearest(box: QRectF, point: QPointF) -> QPointF:
    """The point of a box that lies nearest to another one."""
    return QPointF(min(max(point.x(), box.left()), box.right()), min(max(point.y(), box.top()), box.bottom()))


def hangs(box: QRectF, tip: QPointF, others: Iterable[QPointF]) -> bool:
    """Whether a label needs a line to its tip: it stands away from it, or as near to another one."""
    own = distance(tip, nearest(box, tip))
    return own > BESIDE or any(distance(other, nearest(box, other)) < own + CLOSE for other in others)


def hanging(boxes: Mapping[str, QRectF], tips: Mapping[str, QPointF]) -> frozenset[str]:
    """`hangs` of many: the names whose labels need a line; every label's tip is among ``tips``."""
    if not boxes:
        return frozenset()
    places = {word: place for place, word in enumerate(tips)}
    ends = np.array([[tip.x(), tip.y()] for tip in tips.values()])
    edges = np.array(
        [[b.left(), b.top(), b.left() + b.width(), b.top() + b.height()] for b in boxes.values()]
    )
    low, high = edges[:, np.newaxis, :2], edges[:, np.newaxis, 2:]
    gaps = np.linalg.norm(ends - np.clip(ends, low, high), axis=-1)  # [box, tip]
    own = np.take_along_axis(gaps, np.array([[places[word]] for word in boxes]), axis=1)
    near = np.count_nonzero(gaps < own + CLOSE, axis=1) > 1  # its own is one of them
    return frozenset(word for word, led in zip(boxes, near | (own[:, 0] > BESIDE), strict=True) if led)


def along(points: Float64, point: QPointF) -> Float64:
    """How far a point of the screen is from each part of lines ``[n + 1, ..., 2]``.  [n, ...]"""
    start, step = points[:-1], np.diff(points, axis=0)
    to = np.array([point.x(), point.y()]) - start
    length = (step**2).sum(axis=-1)
    part = np.divide((to * step).sum(axis=-1), length, out=np.zeros_like(length), where=length > 0)
    gap: Float64 = to - np.clip(part, 0.0, 1.0)[..., np.newaxis] * step
    return np.hypot(gap[..., 0], gap[..., 1])
