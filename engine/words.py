"""What there is to say of some words: lengths, every pair, and the same again in the plane."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.errors import TooFewPointsError
from engine.projection import PROJECTIONS
from engine.similarity import METRICS, Float64, PairReadout, compare_all, norms
from engine.vectors import WordVectors

Pairs = dict[tuple[str, str], PairReadout]


@dataclass(frozen=True)
class Plane:
    """The words' projection; ``norms`` and ``pairs`` are measured in it, from the unrounded coordinates."""

    method: str
    coordinates: dict[str, tuple[float, float]]
    explained: tuple[float, float] | None
    norms: dict[str, float]
    pairs: Pairs

    def to_json(self) -> dict[str, object]:
        return {
            "method": self.method,
            "coordinates": {word: list(point) for word, point in self.coordinates.items()},
            "explained": list(self.explained) if self.explained else None,
            "norms": self.norms,
            "pairs": _pairs_to_json(self.pairs),
        }


@dataclass(frozen=True)
class WordsReport:
    """Known words, each once, as the vocabulary spells them, in the order given, as are each pair's two.

    ``plane`` is None for fewer than two words.  ``unknown`` words are as they were given, each once, and
    ``unknown_near`` has the nearest spellings of each, maybe none.
    """

    words: tuple[str, ...]
    norms: dict[str, float]
    pairs: Pairs
    plane: Plane | None
    unknown: tuple[str, ...]
    unknown_near: dict[str, tuple[str, ...]]

    def to_json(self) -> dict[str, object]:
        """Ready for `json.dumps`, in full precision; None, JSON's null, where something is undefined."""
        return {
            "words": list(self.words),
            "norms": self.norms,
            "pairs": _pairs_to_json(self.pairs),
            "plane": self.plane.to_json() if self.plane else None,
            "unknown": list(self.unknown),
            "unknown_near": {word: list(near) for word, near in self.unknown_near.items()},
        }


def describe(vectors: WordVectors, words: Iterable[str], method: str = "pca") -> WordsReport:
    """``method`` is one of PROJECTIONS."""
    given = tuple(dict.fromkeys(words))
    known = tuple(dict.fromkeys(vectors.words[vectors.index(word)] for word in given if word in vectors))
    unknown = tuple(word for word in given if word not in vectors)
    rows = vectors.stack(known)
    return WordsReport(
        words=known,
        norms=_norms(known, rows),
        pairs=_pairs(known, rows),
        plane=_plane(known, rows, method),
        unknown=unknown,
        unknown_near={word: vectors.search.near(word) for word in unknown},
    )


def _plane(words: tuple[str, ...], rows: Float64, method: str) -> Plane | None:
    try:
        projection = PROJECTIONS[method](rows)
    except TooFewPointsError:
        return None
    points = projection.coordinates
    coordinates = {word: (float(x), float(y)) for word, (x, y) in zip(words, points, strict=True)}
    return Plane(
        projection.method, coordinates, projection.explained, _norms(words, points), _pairs(words, points)
    )


def _norms(words: tuple[str, ...], rows: Float64) -> dict[str, float]:
    return dict(zip(words, norms(rows).tolist(), strict=True))


def _pairs(words: tuple[str, ...], rows: Float64) -> Pairs:
    return {(words[i], words[j]): readout for (i, j), readout in compare_all(rows).items()}


def _pairs_to_json(pairs: Pairs) -> list[dict[str, object]]:
    return [
        {"a": a, "b": b} | {metric: getattr(pair, metric) for metric in METRICS}
        for (a, b), pair in pairs.items()
    ]
