"""How alike two vectors are: a table of metrics, each with its formula, and the read-out of a pair.

Everything a person reads is computed here in float64 by one and the same code, so that a pair shows the same
number in the read-out, in the matrix and among the neighbours.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from engine.errors import UndefinedError

Float64 = NDArray[np.float64]
Float32 = NDArray[np.float32]

IN_CACHE = 1024  # rows worked on at a time where one pass does not do


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
    def scan(self, matrix: Float32, lengths: Float32, query: Float32, length: float, scores: Float32) -> None:
        """Write ``scores`` [n] for ordering a vocabulary's rows: larger is nearer, anything where undefined.

        ``lengths`` are the rows'; ``query`` is a unit vector, or zero, and ``length`` what it was divided by.
        """

    @abstractmethod
    def magnitude(self, longest: float, length: float, dim: int) -> float:
        """Bound of what the scores add up, which their rounding error goes with: longest row, query's length."""

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


class FromDots(Metric):
    """A metric that orders a vocabulary by dot products and lengths alone, so that one pass serves several."""

    @abstractmethod
    def order(self, scores: Float32, lengths: Float32, length: float) -> None:
        """Turn the rows' dot products with the query's *unit* vector into scores [n], in place.

        In place, because at fifty thousand words fresh memory costs more than the arithmetic.
        """

    def scan(self, matrix: Float32, lengths: Float32, query: Float32, length: float, scores: Float32) -> None:
        np.matmul(matrix, query, out=scores)
        self.order(scores, lengths, length)


class Dot(FromDots):
    id = "dot"
    formula = r"\mathbf{a} \cdot \mathbf{b} = \sum_i a_i b_i"
    larger_is_nearer = True

    def _values(self, a: Float64, others: Float64) -> Float64:
        dots: Float64 = np.vecdot(others, a)
        return dots

    def order(self, scores: Float32, lengths: Float32, length: float) -> None:
        """They are dot products already."""

    def magnitude(self, longest: float, length: float, dim: int) -> float:
        return longest


class Cosine(FromDots):
    id = "cosine"
    formula = r"\cos\theta = \frac{\mathbf{a} \cdot \mathbf{b}}{\|\mathbf{a}\| \, \|\mathbf{b}\|}"
    larger_is_nearer = True
    needs_direction = True

    def _values(self, a: Float64, others: Float64) -> Float64:
        lengths = norm(a) * norms(others)
        cosines = np.divide(np.vecdot(others, a), lengths, out=np.zeros(len(others)), where=lengths > 0)
        return cosines.clip(-1.0, 1.0)

    def order(self, scores: Float32, lengths: Float32, length: float) -> None:
        with np.errstate(invalid="ignore"):  # 0 / 0
            scores /= lengths

    def magnitude(self, longest: float, length: float, dim: int) -> float:
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
        u, v = unit(a), unit(others)
        return np.degrees(2.0 * np.arctan2(norms(u - v), norms(u + v)))


class Euclidean(FromDots):
    id = "euclidean"
    formula = r"\|\mathbf{a} - \mathbf{b}\| = \sqrt{\sum_i (a_i - b_i)^2}"
    larger_is_nearer = False

    def _values(self, a: Float64, others: Float64) -> Float64:
        return norms(others - a)

    def order(self, scores: Float32, lengths: Float32, length: float) -> None:
        # |a - b|^2 = |a|^2 - 2 a.b + |b|^2: halved, negated, and without the query's |a|^2, which all share.
        scores *= length
        scores -= 0.5 * lengths * lengths

    def magnitude(self, longest: float, length: float, dim: int) -> float:
        return longest * (longest + length)


class Manhattan(Metric):
    id = "manhattan"
    formula = r"\|\mathbf{a} - \mathbf{b}\|_1 = \sum_i |a_i - b_i|"
    larger_is_nearer = False

    def _values(self, a: Float64, others: Float64) -> Float64:
        return np.abs(others - a).sum(axis=-1)

    def scan(self, matrix: Float32, lengths: Float32, query: Float32, length: float, scores: Float32) -> None:
        point, minus = query * np.float32(length), np.full(matrix.shape[1], -1.0, np.float32)
        apart = np.empty((min(len(matrix), IN_CACHE), matrix.shape[1]), np.float32)
        for start in range(0, len(matrix), IN_CACHE):
            rows = matrix[start : start + IN_CACHE]
            block = apart[: len(rows)]
            np.abs(np.subtract(rows, point, out=block), out=block)
            np.matmul(block, minus, out=scores[start : start + IN_CACHE])

    def magnitude(self, longest: float, length: float, dim: int) -> float:
        return dim**0.5 * (longest + length)


def unit(vectors: Float64) -> Float64:
    """[..., dim] of length 1; zero vectors stay zero."""
    lengths = norms(vectors)[..., np.newaxis]
    return np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0)


METRICS: Mapping[str, Metric] = {
    metric.id: metric for metric in (Dot(), Cosine(), Angle(), Euclidean(), Manhattan())
}


@dataclass(frozen=True)
class Grid:
    """A metric between all pairs of n vectors; symmetric.  An undefined value is 0 here, never NaN."""

    values: Float64  # [n, n]
    defined: NDArray[np.bool_]  # [n, n]

    def at(self, i: int, j: int) -> float | None:
        return float(self.values[i, j]) if self.defined[i, j] else None

    def ordered(self, order: Sequence[int]) -> "Grid":
        """The same with rows and columns in another order."""
        parts = self.values[np.ix_(order, order)], self.defined[np.ix_(order, order)]
        for part in parts:
            part.flags.writeable = False
        return Grid(*parts)


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
    manhattan: float


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
            manhattan=float(grids["manhattan"].values[i, j]),
        )
        for i, j in combinations(range(len(vectors)), 2)
    }
