"""Analogies by vector arithmetic: a - b + c, such as king - man + woman."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.errors import UndefinedError
from engine.similarity import METRICS, Float32, Float64, unit
from engine.vectors import EPSILON, LOWEST, Neighbour, WordVectors, kth_largest

ALMOST_ZERO = 0.001  # keeps 3CosMul from dividing by zero, as in the paper
COSINE = METRICS["cosine"]

Terms = tuple[str, str, str]


@dataclass(frozen=True)
class AnalogySettings:
    """How an analogy is solved: a method of METHODS; ``units``: of vectors brought to length 1, else of raw ones;
    ``inputs``: whether the three words themselves may be answers.  3CosMul knows directions only."""

    method: str = "3cosadd"
    units: bool = True
    inputs: bool = False


@dataclass(frozen=True, eq=False)
class Analogy:
    """``answers``: the best first, each with its score; ``target`` [dim] is a - b + c, to be drawn."""

    terms: Terms  # as the vocabulary spells them
    settings: AnalogySettings
    answers: tuple[Neighbour, ...]
    target: Float64

    @property
    def margin(self) -> float | None:
        """How far the first answer is ahead of the runner-up."""
        return self.answers[0].value - self.answers[1].value if len(self.answers) > 1 else None


def analogy(vectors: WordVectors, terms: Terms, count: int, settings: AnalogySettings) -> Analogy:
    """The ``count`` best answers to a - b + c.

    Raises UnknownWordError; UndefinedError where a word's direction is needed and its vector is zero, or the sum
    is zero.
    """
    a, b, c = rows = vectors.stack(terms)
    if settings.units:
        _need_directions(rows)
        a, b, c = unit(rows)
    target = a - b + c
    known: Terms = tuple(vectors.words[vectors.index(term)] for term in terms)  # type: ignore[assignment]
    left_out = () if settings.inputs else known
    answers = METHODS[settings.method](vectors, rows, target, count, left_out)
    return Analogy(known, settings, answers, target)


def _need_directions(rows: Float64) -> None:
    if not rows.any(axis=1).all():
        raise UndefinedError("analogy")


def _three_cos_add(
    vectors: WordVectors, rows: Float64, target: Float64, count: int, left_out: tuple[str, ...]
) -> tuple[Neighbour, ...]:
    """The words whose direction is nearest to the sum's: T. Mikolov, W. Yih, G. Zweig, "Linguistic Regularities in
    Continuous Space Word Representations", 2013.  The score is the cosine."""
    return vectors.neighbours(target, COSINE, count, left_out)


def _three_cos_mul(
    vectors: WordVectors, rows: Float64, target: Float64, count: int, left_out: tuple[str, ...]
) -> tuple[Neighbour, ...]:
    """O. Levy and Y. Goldberg, "Linguistic Regularities in Sparse and Explicit Word Representations", 2014,
    equation 4: cos(x, a) cos(x, c) / (cos(x, b) + 0.001), each cosine moved from [-1, 1] to [0, 1].

    Searched in float32 as `WordVectors.neighbours` is, with an error bound for each word: a small divisor enlarges
    the error.
    """
    _need_directions(rows)
    scores, errors = _products(vectors, unit(rows).astype(np.float32))
    scores[[vectors.index(word) for word in left_out]] = -np.inf
    floor = kth_largest(scores - errors, count)
    found = np.flatnonzero((scores + errors >= floor) & (scores > LOWEST))
    return _measured(vectors, rows, found)[:count]


def _products(vectors: WordVectors, units: Float32) -> tuple[Float32, Float32]:
    """Scores [word], -inf where undefined, and bounds of their errors [word]; from unit vectors [3, dim]."""
    with np.errstate(invalid="ignore"):  # 0 / 0
        shifted = (vectors.matrix @ units.T) / vectors.lengths[:, np.newaxis]
    shifted += 1
    shifted *= np.float32(0.5)
    a, b, c = np.maximum(shifted, 0, out=shifted).T
    divisor = b + np.float32(ALMOST_ZERO)
    scores = a * c / divisor
    each = np.float32((vectors.dim + 16) * EPSILON)
    # A shifted cosine is off by `each` at most; a small divisor may be off by as much as itself.
    least = np.maximum(divisor - each, np.float32(ALMOST_ZERO))
    errors = 2 * each * (a + c + each + scores) / least
    scores[vectors.lengths == 0] = -np.inf
    errors[vectors.lengths == 0] = 0
    return scores, errors


def _measured(vectors: WordVectors, rows: Float64, indices: NDArray[np.intp]) -> tuple[Neighbour, ...]:
    """All of them again in float64, in order."""
    others = vectors.exact_rows(indices)
    a, b, c = ((COSINE.row(row, others)[0] + 1) / 2 for row in rows)
    values = a * c / (b + ALMOST_ZERO)
    order = np.lexsort((indices, -values))
    ranked = zip(indices[order].tolist(), values[order].tolist(), strict=True)
    return tuple(Neighbour(vectors.words[rank], rank, value) for rank, value in ranked)


Method = Callable[[WordVectors, Float64, Float64, int, tuple[str, ...]], tuple[Neighbour, ...]]
METHODS: Mapping[str, Method] = {"3cosadd": _three_cos_add, "3cosmul": _three_cos_mul}
