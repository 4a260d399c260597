"""Word vectors from a folder: look-up, the published decimals, and nearest neighbours among all words."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.errors import DataFileError, UndefinedError, UnknownWordError
from engine.maps.base import Frame
from engine.maps.pca import principal
from engine.published import published
from engine.search import Search
from engine.similarity import Dot, Float32, Float64, FromDots, Metric, norm

BLOCK = 128  # scores of which the largest is looked at first when searching
DOT = Dot()
LARGEST = 1e15  # a longer vector is damage, and its square would near the end of float32
EPSILON = float(np.finfo(np.float32).eps)
LOWEST = float(np.finfo(np.float32).min)


class Neighbour(NamedTuple):
    """``value`` is the metric's own (a cosine, a distance ...); ``rank`` the word's index."""

    word: str
    rank: int
    value: float


@dataclass(frozen=True, eq=False)
class WordVectors:
    """Words by frequency, the most frequent first, and a read-only row of ``matrix`` for each.

    Looking up takes the word as it is spelled, else in lower case: all of GloVe's words are lower case, so
    "Florida" finds "florida"; a vocabulary with capitals keeps "US" apart from "us".
    """

    words: tuple[str, ...]
    matrix: Float32  # [word, dim]

    def __len__(self) -> int:
        return len(self.words)

    def __contains__(self, word: str) -> bool:
        return self._find(word) is not None

    @property
    def dim(self) -> int:
        return int(self.matrix.shape[1])

    @cached_property
    def search(self) -> Search:
        return Search(self.words)

    @cached_property
    def principal(self) -> Frame:
        """The plane in which all words spread most."""
        return principal(self.matrix)

    def index(self, word: str) -> int:
        """Row of the word, which is also its rank: 0 is the most frequent.  Raises UnknownWordError."""
        index = self._find(word)
        if index is None:
            raise UnknownWordError(word, self.search.near(word))
        return index

    def rank(self, word: str) -> int:
        return self.index(word)

    def exact(self, word: str) -> Float64:
        """The decimals as they were published, in float64: [dim].  Raises UnknownWordError."""
        return published(self.matrix[self.index(word)])

    def stack(self, words: Iterable[str]) -> Float64:
        """`exact` of each word: [n, dim].  Raises UnknownWordError."""
        return self.exact_rows([self.index(word) for word in words])

    def exact_rows(self, indices: Sequence[int] | NDArray[np.intp]) -> Float64:
        """Of rows by their numbers: [n, dim]."""
        return published(self.matrix[indices])

    def neighbours(
        self, query: str | Float64, metric: Metric, count: int, leave_out: Collection[str] = ()
    ) -> tuple[Neighbour, ...]:
        """The ``count`` nearest of all words to a vector [dim] or to a word, itself left out.

        The nearest comes first; among equals, the more frequent.  Where the metric needs a direction, the
        vocabulary's zero vectors are not listed, and UndefinedError is raised if the query is one.

        Searched in float32; all that can be among the nearest, given its rounding error, is measured again in
        float64 from the published decimals, which decides order and value.  Fast form of `_plain_neighbours`.
        """
        if count < 1:
            return ()
        query, left_out = self._asked(query, leave_out)
        length = self._length(query, metric)
        return self._nearest(self._scores(query, length, metric), query, length, metric, count, left_out)

    def side_by_side(
        self, query: str | Float64, metrics: Sequence[FromDots], count: int, leave_out: Collection[str] = ()
    ) -> tuple[tuple[Neighbour, ...], ...]:
        """`neighbours` by each of the metrics, in one pass over the vectors: [metric]."""
        query, left_out = self._asked(query, leave_out)
        lengths = [self._length(query, metric) for metric in metrics]
        dots = self._scores(query, lengths[0], DOT)
        found = []
        for metric, length in zip(metrics, lengths, strict=True):
            scores = dots.copy()
            metric.order(scores, self.lengths, length)
            found.append(self._nearest(scores, query, length, metric, count, left_out))
        return tuple(found)

    def _asked(self, query: str | Float64, leave_out: Collection[str]) -> tuple[Float64, list[int]]:
        """The vector, and the rows that are not to be listed."""
        left_out = [self.index(word) for word in leave_out]
        if isinstance(query, str):
            left_out.append(self.index(query))
            query = self.exact(query)
        return query, left_out

    def _length(self, query: Float64, metric: Metric) -> float:
        length = norm(query)
        if not np.isfinite(length) or (metric.needs_direction and length == 0):
            raise UndefinedError(metric.id)
        return length

    def _scores(self, query: Float64, length: float, metric: Metric) -> Float32:
        """Larger is nearer, anything where undefined: [word]."""
        unit = (query / length if length else query).astype(np.float32)
        scores = np.empty(len(self), np.float32)
        metric.scan(self.matrix, self.lengths, unit, length, scores)
        return scores

    def _nearest(
        self,
        scores: Float32,
        query: Float64,
        length: float,
        metric: Metric,
        count: int,
        left_out: Sequence[int],
    ) -> tuple[Neighbour, ...]:
        if metric.needs_direction:
            scores[self._zeros] = -np.inf
        scores[left_out] = -np.inf
        slack = 2 * (self.dim + 8) * EPSILON * metric.magnitude(self._longest, length, self.dim)
        return self._measured(candidates(scores, count, slack), query, metric)[:count]

    def _measured(self, indices: NDArray[np.intp], query: Float64, metric: Metric) -> tuple[Neighbour, ...]:
        """All of them, in order."""
        values, _ = metric.row(query, self.exact_rows(indices))
        nearness = values if metric.larger_is_nearer else -values
        order = np.lexsort((indices, -nearness))
        ranked = zip(indices[order].tolist(), values[order].tolist(), strict=True)
        return tuple(Neighbour(self.words[rank], rank, value) for rank, value in ranked)

    def _find(self, word: str) -> int | None:
        index = self._indices.get(word)
        return self._indices.get(word.lower()) if index is None else index

    @cached_property
    def lengths(self) -> Float32:
        """[word]"""
        with np.errstate(over="ignore", invalid="ignore"):
            lengths: Float32 = np.sqrt(np.vecdot(self.matrix, self.matrix))
        lengths.flags.writeable = False
        return lengths

    @cached_property
    def _longest(self) -> float:
        return float(self.lengths.max(initial=0))

    @cached_property
    def _zeros(self) -> NDArray[np.intp]:
        return np.flatnonzero(self.lengths == 0)

    @cached_property
    def _indices(self) -> dict[str, int]:
        return {word: index for index, word in enumerate(self.words)}


def open_vectors(folder: Path) -> WordVectors:
    """Map ``vectors.npy`` (float32 [word, dim]) and read ``words.txt`` (one a line).

    Every row is read once, for its length.  Raises DataFileError if one is missing, damaged or does not fit.
    """
    words = read_words(folder / "words.txt")
    path = folder / "vectors.npy"
    matrix = map_matrix(path)
    if len(matrix) != len(words):
        raise DataFileError(path, f"has {len(matrix):,} rows but words.txt names {len(words):,} words")
    vectors = WordVectors(words, matrix)
    sensible = vectors.lengths < LARGEST  # NaN is not
    if not sensible.all():
        word = words[int(sensible.argmin())]
        raise DataFileError(path, f"the vector of {word!r} is not made of sensible numbers")
    return vectors


def read_words(path: Path) -> tuple[str, ...]:
    # Not splitlines(): a word may hold a character that Unicode counts as the end of a line.
    try:
        return tuple(path.read_bytes().decode().removesuffix("\n").split("\n"))
    except FileNotFoundError:
        raise DataFileError(path, "file is missing") from None
    except UnicodeDecodeError as error:
        raise DataFileError(path, f"is not UTF-8 text at byte {error.start:,}") from error
    except OSError as error:
        raise DataFileError(path, f"cannot be read ({error.strerror})") from error


def map_matrix(path: Path) -> Float32:
    try:
        matrix = np.asarray(np.lib.format.open_memmap(path, mode="r"))
    except FileNotFoundError:
        raise DataFileError(path, "file is missing") from None
    except Exception as error:  # a damaged header is read as Python, and can raise whatever that can
        raise DataFileError(path, f"is damaged or cut short ({error})") from error
    if matrix.dtype != np.float32 or matrix.ndim != 2:
        raise DataFileError(path, f"holds {matrix.dtype} {list(matrix.shape)}, not float32 [word, dim]")
    return matrix


def candidates(scores: Float32, count: int, slack: float) -> NDArray[np.intp]:
    """Indices of at least all finite scores within ``slack`` of the count-th largest."""
    floor = kth_largest(_sample(scores, count), count) - slack
    return np.flatnonzero(scores >= max(floor, LOWEST))


def _sample(scores: Float32, count: int) -> Float32:
    """Scores whose count-th largest is never above that of all, and found in a fraction of the time.

    They are the maxima of blocks, while blocks are so many that the largest scores mostly lie in different ones.
    """
    whole_blocks = scores[: len(scores) // BLOCK * BLOCK]
    maxima: Float32 = whole_blocks.reshape(BLOCK, -1).max(axis=0)
    return maxima if 4 * count <= len(maxima) else scores


def kth_largest(values: Float32, count: int) -> float:
    """The count-th largest value; -inf if there are fewer."""
    return float(np.partition(values, -count)[-count]) if count <= len(values) else -np.inf


def _plain_neighbours(
    vectors: WordVectors, query: Float64, metric: Metric, count: int
) -> tuple[Neighbour, ...]:
    """`WordVectors.neighbours` without its search: every word is measured in float64 and sorted."""
    values, defined = metric.row(query, published(vectors.matrix))
    nearness = values if metric.larger_is_nearer else -values
    nearest = [int(i) for i in np.argsort(-nearness, kind="stable") if defined[i]][:count]
    return tuple(Neighbour(vectors.words[i], i, float(values[i])) for i in nearest)
