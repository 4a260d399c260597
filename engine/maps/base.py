"""What every map has: coordinates, what its axes mean, how much it keeps, and the settings it was made with."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from engine.similarity import Float64

AXES = 2
SAME = 1e-9  # two coordinates that differ by less, relatively, are equally far out

Meaning = Literal["component", "vocabulary component", "word", "rest of word", "difference", "none"]


@dataclass(frozen=True)
class Axis:
    """What one axis stands for; ``words`` are those that it is made of.

    ``component`` and ``vocabulary component``: a principal component of the chosen words or of all, with its
    ``number`` from 0.  ``word``: the direction of a word.  ``rest of word``: what the second word has beside the
    direction of the first.  ``difference``: the first word minus the second.  ``none``: the axes mean nothing.
    """

    meaning: Meaning
    words: tuple[str, ...] = ()
    number: int | None = None


NO_AXES = (Axis("none"), Axis("none"))


@dataclass(frozen=True, eq=False)
class Frame:
    """A plane that any vector can be projected onto: ``(vector - origin) @ basis``.

    ``kept``: the parts of the squared distances from the origin that each axis keeps, of the points that the plane
    was fitted to; None if it was fitted to none, or all of them lie at the origin.
    """

    origin: Float64  # [dim]
    basis: Float64  # [dim, axis], each column of length 1 or 0
    kept: tuple[float, float] | None = None

    def place(self, points: Float64) -> Float64:
        """[..., dim] -> [..., axis]"""
        placed: Float64 = (points - self.origin) @ self.basis
        return placed

    def share(self, points: Float64) -> float | None:
        """The part of these points' squared distances from the origin that the plane keeps; None if they lie there.

        Of a plane whose axes stand at right angles.
        """
        whole = float(np.square(points - self.origin).sum())
        return float(np.square(self.place(points)).sum()) / whole if whole else None


@dataclass(frozen=True, eq=False)
class Projection:
    """Points on a plane.

    ``explained``: the parts of the points' variance that each axis keeps, where the axes stand at right angles;
    ``kept``: the part that the plane keeps.  None where there is no such part: all points are the same, or the map
    is not linear and has no ``frame``.  ``fit``: other measures, by name.  ``settings``: what it was made with, ready
    for JSON.  ``angle``: degrees between the directions that the two axes stand for.
    """

    method: str
    coordinates: Float64  # [point, axis], read-only
    explained: tuple[float, float] | None = None
    axes: tuple[Axis, Axis] = NO_AXES
    kept: float | None = None
    frame: Frame | None = None
    angle: float | None = None
    fit: Mapping[str, float] = field(default_factory=dict)
    settings: Mapping[str, object] = field(default_factory=dict)


def fixed_signs(coordinates: Float64) -> Float64:
    """1 or -1 for each axis, so that the point farthest out on it is positive; [n, axis] -> [axis].

    The first such point decides if several are as far out within rounding.
    """
    sizes = np.abs(coordinates)
    first = np.argmax(sizes >= sizes.max(axis=0) * (1 - SAME), axis=0)
    return np.where(coordinates[first, np.arange(coordinates.shape[1])] < 0, -1.0, 1.0)


def rounding(vectors: Float64) -> float:
    """What is not larger than this may be nothing but rounding, in the units of ``vectors`` [n, dim]."""
    return float(np.finfo(np.float64).eps * max(vectors.shape) * np.linalg.norm(vectors))


def spread(rows: Float64) -> float:
    """The sum of squared distances from the mean; 0 where all rows are the same within rounding."""
    if not len(rows):
        return 0.0
    total = float(np.linalg.norm(rows - rows.mean(axis=0)))
    return total**2 if total > rounding(rows) else 0.0


def read_only(coordinates: Float64) -> Float64:
    coordinates = np.ascontiguousarray(coordinates)
    coordinates.flags.writeable = False
    return coordinates
