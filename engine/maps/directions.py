"""Maps whose axes a person chooses: the plane of two words, and axes from pairs of words."""

import numpy as np

from engine.errors import NoDirectionError
from engine.maps.base import Axis, Frame, Projection, read_only, spread
from engine.maps.pca import through
from engine.similarity import METRICS, Float64, norm, unit

Pair = tuple[str, str]


def exact_angle(rows: Float64, names: Pair, a: Float64, b: Float64) -> Projection:
    """The plane that two vectors [dim] span, from zero: their drawn lengths and the drawn angle are the true ones.

    The first lies along the first axis, the second above it; everything else falls onto the plane at right angles.
    If one is zero or both lie on one line, the second axis is empty.  NoDirectionError if both are zero.
    """
    first = unit(a) if a.any() else unit(b)
    if not first.any():
        raise NoDirectionError(names)
    plane = Frame(np.zeros_like(first), np.stack([first, _beside(b, first)], axis=1))
    return through("pair", rows, plane, (Axis("word", names[:1]), Axis("rest of word", names)), {})


def _beside(vector: Float64, direction: Float64) -> Float64:
    """The unit vector of what ``vector`` has at right angles to a direction; zeros if that is nothing but rounding.

    Taken off twice: the first time leaves a rounding error as large as what a small angle leaves.
    """
    rest = vector - (vector @ direction) * direction
    if norm(rest) <= (len(rest) + 8) * np.finfo(np.float64).eps * norm(vector):
        return np.zeros_like(rest)
    rest = unit(rest)
    return unit(rest - (rest @ direction) * direction)


def own_axes(
    rows: Float64, names: tuple[Pair, Pair], ends: tuple[Float64, Float64], square: bool = False
) -> Projection:
    """Coordinates along two differences of words: the dot product with the unit vector of each.

    ``ends``: the vectors of the two words of each pair, [2, dim] each; an axis points to its first word.  The axes
    are drawn at right angles whatever the angle between them, which is told; with ``square`` the second is first
    freed of what it shares with the first.  NoDirectionError for a pair of like vectors.
    """
    first, second = (_difference(pair, end) for pair, end in zip(names, ends, strict=True))
    if square:
        second = _beside(second, first)
        if not second.any():
            raise NoDirectionError(names[1])
    plane = Frame(np.zeros_like(first), np.stack([first, second], axis=1))
    return Projection(
        "axes",
        read_only(plane.place(rows)),
        axes=(Axis("difference", names[0]), Axis("difference", names[1])),
        kept=_kept(rows, first, second),
        frame=plane,
        angle=METRICS["angle_degrees"].pair(first, second),
    )


def _difference(names: Pair, ends: Float64) -> Float64:
    difference = unit(ends[0] - ends[1])
    if not difference.any():
        raise NoDirectionError(names)
    return difference


def _kept(rows: Float64, first: Float64, second: Float64) -> float | None:
    """The part of the variance that lies in the plane of two directions."""
    total = spread(rows)
    within = np.stack([first, _beside(second, first)], axis=1)
    return float((rows @ within).var(axis=0).sum() * len(rows) / total) if total else None
