"""Of several words together: their mean, and the one that does not belong."""

from dataclasses import dataclass

import numpy as np

from engine.errors import TooFewPointsError, UndefinedError
from engine.similarity import METRICS, Float64, unit
from engine.vectors import Neighbour, WordVectors

FEWEST = 3  # words among which one can be odd


@dataclass(frozen=True, eq=False)
class Mean:
    """The mean vector [dim] of a set of words and the words nearest to it."""

    vector: Float64
    nearest: tuple[Neighbour, ...]


def mean_of(
    vectors: WordVectors, words: tuple[str, ...], count: int, units: bool = False, inputs: bool = False
) -> Mean:
    """``units``: of the vectors brought to length 1; ``inputs``: whether the words themselves may be listed.

    Raises UnknownWordError; TooFewPointsError for no words; UndefinedError where the mean is zero.
    """
    if not words:
        raise TooFewPointsError(0)
    rows = vectors.stack(words)
    mean: Float64 = (unit(rows) if units else rows).mean(axis=0)
    return Mean(mean, vectors.neighbours(mean, METRICS["cosine"], count, () if inputs else words))


@dataclass(frozen=True)
class Belonging:
    """A word and its cosine with the mean direction of the others."""

    word: str
    cosine: float


def odd_one_out(vectors: WordVectors, words: tuple[str, ...]) -> tuple[Belonging, ...]:
    """All words, the one that belongs least first; among equals, the one named last.

    Each is compared with the mean of the other words' unit vectors, so that no word speaks for itself.
    Raises UnknownWordError; TooFewPointsError for fewer than three; UndefinedError for a zero vector or mean.
    """
    if len(words) < FEWEST:
        raise TooFewPointsError(len(words))
    rows = vectors.stack(words)
    if not rows.any(axis=1).all():
        raise UndefinedError("cosine")
    units = unit(rows)
    cosines = np.array([METRICS["cosine"].pair(row, _mean_of_others(units, i)) for i, row in enumerate(rows)])
    order = np.lexsort((-np.arange(len(words)), cosines))
    return tuple(Belonging(words[i], float(cosines[i])) for i in order.tolist())


def _mean_of_others(units: Float64, index: int) -> Float64:
    mean: Float64 = np.delete(units, index, axis=0).mean(axis=0)
    return mean
