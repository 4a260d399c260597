"""How alike two vectors are: a table of metrics, each with its formula, and the read-out of a pair.

Everything a person reads is computed here in float64 by one and the same code, so that a pair shows the same
number in the read-out, in the matrix and among the neighbours.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from engine.errors import UndefinedError

Float64 = NDArray[np.float64]
Float32 = NDArray[np.float32]


def norms(vectors: Float64) -> Float64:
    """Lengths of the rows: [..., dim] -> [...]."""
    lengths: Float64 = np.sqrt(np.vecdot(vectors, vectors))
    return lengths


def norm(vector: Float64) -> float:
    return float(norms(vector))


class Metric(ABC):
    """One way to say how near two vectors are: for pairs in float64, for ordering a vocabulary in float32."""

    id: ClassVar[str]
    formula: ClassVar[str]  # LaTeX
    larger_is_nearer: ClassVar[bool]
    needs_direction: ClassVar[bool] = False  # undefined for a zero vector

    @abstractmethod
    def _values(self, a: Float64, others: Float64) -> Float64:
        """[dim], [n, dim] -> [n]; any finite number where the metric is undefined."""

    @abstractmethod
    def order(self, dots: Float32, lengths: Float32, length: float) -> Float32:
        """Scores [n] for ordering only, larger is nearer, anything where undefined.

        From the rows' dot products with the query's *unit* vector, their lengths, and the query's length.  Written
        over ``dots``: at fifty thousand words, fresh memory costs more than the arithmetic.
        """

    @abstractmethod
    def magnitude(self, longest: float, length: float) -> float:
        """Bound of what `order` adds up, which its rounding error goes with: longest row, query's length."""

    def row(self, a: Float64, others: Float64) -> tuple[Float64, NDArray[np.bool_]]:
        """``a`` [dim] with each of ``others`` [n, dim]: values [n], 0 where undefined; where defined [n]."""
        defined = np.full(len(others), True)
        if self.needs_direction:
            defined = (norms(others) > 0) & (norm(a) > 0)
        return np.where(defined, self._values(a, others), 0.0), defined

    def pair(self, a: Float64, b: Float64) -> float:
        """Raises UndefinedError for the direction of a zero vector."""
        values, defined = self.row(a, b[np.newaxis])
        if not defined[0]:
            raise UndefinedError(self.id)
        return float(values[0])


class Dot(Metric):
    id = "dot"
    formula = r"\mathbf{a} \cdot \mathbf{b} = \sum_i a_i b_i"
    larger_is_nearer = True

    def _values(self, a: Float64, others: Float64) -> Float64:
        dots: Float64 = np.vecdot(others, a)
        return dots

    def order(self, dots: Float32, lengths: Float32, length: float) -> Float32:
        return dots

    def magnitude(self, longest: float, length: float) -> float:
        return longest


class Cosine(Metric):
    id = "cosine"
    formula = r"\cos\theta = \frac{\mathbf{a} \cdot \mathbf{b}}{\|\mathbf{a}\| \, \|\mathbf{b}\|}"
    larger_is_nearer = True
    needs_direction = True

    def _values(self, a: Float64, others: Float64) -> Float64:
        lengths = norm(a) * norms(others)
        cosines = np.divide(np.vecdot(others, a), lengths, out=np.zeros(len(others)), where=lengths > 0)
        return cosines.clip(-1.0, 1.0)

    def order(self, dots: Float32, lengths: Float32, length: float) -> Float32:
        with np.errstate(invalid="ignore"):  # 0 / 0
            return np.divide(dots, lengths, out=dots)

    def magnitude(self, longest: float, length: float) -> float:
        return 1.0


class Angle(Cosine):
    """In degrees; orders as the cosine does.

    From the difference and the sum of the unit vectors, because the arc cosine loses half the digits of a
    small angle: W. Kahan, "How Futile are Mindless Assessments of Roundoff in Floating-Point Computation?",
    2006, "Mangled Angles".
    """

    id = "angle_degrees"
    formula = (
        r"\theta = 2 \arctan \frac{\|\mathbf{u} - \mathbf{v}\|}{\|\mathbf{u} + \mathbf{v}\|}, \quad "
        r"\mathbf{u} = \frac{\mathbf{a}}{\|\mathbf{a}\|}, \; \mathbf{v} = \frac{\mathbf{b}}{\|\mathbf{b}\|}"
    )
    larger_is_nearer = False

    def _values(self, a: Float64, others: Float64) -> Float64:
        u, v = _unit(a), _unit(others)
        return np.degrees(2.0 * np.arctan2(norms(u - v), norms(u + v)))


class Euclidean(Metric):
    id = "euclidean"
    formula = r"\|\mathbf{a} - \mathbf{b}\| = \sqrt{\sum_i (a_i - b_i)^2}"
    larger_is_nearer = False

    def _values(self, a: Float64, others: Float64) -> Float64:
        return norms(others - a)

    def order(self, dots: Float32, lengths: Float32, length: float) -> Float32:
        # |a - b|^2 = |a|^2 - 2 a.b + |b|^2: halved, negated, and without the query's |a|^2, which all share.
        dots *= length
        dots -= 0.5 * lengths * lengths
        return dots

    def magnitude(self, longest: float, length: float) -> float:
        return longest * (longest + length)


def _unit(vectors: Float64) -> Float64:
    """[..., dim] of length 1; zero vectors stay zero."""
    lengths = norms(vectors)[..., np.newaxis]
    return np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0)


METRICS: Mapping[str, Metric] = {metric.id: metric for metric in (Dot(), Cosine(), Angle(), Euclidean())}


@dataclass(frozen=True)
class Grid:
    """A metric between all pairs of n vectors; symmetric.  An undefined value is 0 here, never NaN."""

    values: Float64  # [n, n]
    defined: NDArray[np.bool_]  # [n, n]

    def at(self, i: int, j: int) -> float | None:
        return float(self.values[i, j]) if self.defined[i, j] else None


def matrix(vectors: Float64, metric: Metric) -> Grid:
    """All pairs of the rows of ``vectors`` [n, dim]."""
    rows = [metric.row(vector, vectors) for vector in vectors]
    shape = (len(vectors), len(vectors))
    values = np.array([values for values, _ in rows], np.float64).reshape(shape)
    defined = np.array([defined for _, defined in rows], np.bool_).reshape(shape)
    values.flags.writeable = defined.flags.writeable = False
    return Grid(values, defined)


@dataclass(frozen=True)
class PairReadout:
    """Every metric of one pair; None where it is undefined."""

    dot: float
    norm_a: float
    norm_b: float
    cosine: float | None
    angle_degrees: float | None
    euclidean: float


def compare(a: Float64, b: Float64) -> PairReadout:
    return compare_all(np.stack([a, b]))[0, 1]


def compare_all(vectors: Float64) -> dict[tuple[int, int], PairReadout]:
    """Every pair i < j of the rows of ``vectors`` [n, dim]."""
    grids = {name: matrix(vectors, metric) for name, metric in METRICS.items()}
    lengths = norms(vectors)
    return {
        (i, j): PairReadout(
            dot=float(grids["dot"].values[i, j]),
            norm_a=float(lengths[i]),
            norm_b=float(lengths[j]),
            cosine=grids["cosine"].at(i, j),
            angle_degrees=grids["angle_degrees"].at(i, j),
            euclidean=float(grids["euclidean"].values[i, j]),
        )
        for i, j in combinations(range(len(vectors)), 2)
    }
