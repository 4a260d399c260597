"""What there is to say of some words: lengths, every pair, and the same again in the plane."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from engine.errors import TooFewPointsError
from engine.maps.base import NO_AXES, Axis, Frame
from engine.maps.trust import Trust, trust
from engine.maps.turning import PLAIN, Turn
from engine.projection import DEFAULT, MapSettings, Projection, project
from engine.similarity import METRICS, Float64, PairReadout, compare, compare_all, norms
from engine.trace import Stop, never_stop
from engine.vectors import WordVectors


class Pairs(Mapping[tuple[str, str], PairReadout]):
    """The read-out of every two of the words, the earlier one first; each is made when it is asked for.

    500 words have 124,750 pairs.
    """

    def __init__(self, words: Sequence[str], rows: Float64) -> None:
        self._places = {word: place for place, word in enumerate(words)}
        self._rows = rows

    def __getitem__(self, pair: tuple[str, str]) -> PairReadout:
        if pair not in self:
            raise KeyError(pair)
        a, b = pair
        return compare(self._rows[self._places[a]], self._rows[self._places[b]])

    def __contains__(self, pair: object) -> bool:
        if not isinstance(pair, tuple) or len(pair) != 2:
            return False
        a, b = (self._places.get(word) for word in pair)
        return a is not None and b is not None and a < b

    def __iter__(self) -> Iterator[tuple[str, str]]:
        words = list(self._places)
        return ((a, b) for place, a in enumerate(words) for b in words[place + 1 :])

    def __len__(self) -> int:
        count = len(self._places)
        return count * (count - 1) // 2

    def to_json(self) -> list[dict[str, object]]:
        """All at once, which is faster than one by one."""
        every = compare_all(self._rows).values()
        return [
            {"a": a, "b": b} | {metric: getattr(pair, metric) for metric in METRICS}
            for (a, b), pair in zip(self, every, strict=True)
        ]


@dataclass(frozen=True)
class Plane:
    """The words' projection; ``norms`` and ``pairs`` are measured in it, from the unrounded coordinates.

    ``explained``, ``axes``, ``kept``, ``angle``, ``fit``, ``settings`` and ``frame`` are those of `Projection`;
    ``turn`` is how it is laid on the screen, which all but ``frame`` already follow.
    """

    method: str
    coordinates: dict[str, tuple[float, float]]
    explained: tuple[float, float] | None
    norms: dict[str, float]
    pairs: Pairs
    axes: tuple[Axis, Axis] = NO_AXES
    kept: float | None = None
    angle: float | None = None
    fit: Mapping[str, float] = field(default_factory=dict)
    settings: Mapping[str, object] = field(default_factory=dict)
    turn: Turn = PLAIN
    frame: Frame | None = None

    def turned(self, turn: Turn) -> "Plane":
        """The plane laid on the screen in another way; ``turn`` counts from its fixed orientation.

        Lengths and angles stay as they are.
        """
        back = self.turn.back()
        points = turn.of(back.of(np.array(list(self.coordinates.values())).reshape(-1, 2)))
        swapped = turn.swapped != self.turn.swapped
        return replace(
            self,
            coordinates=_by_word(self.coordinates, points),
            explained=self.explained[::-1] if self.explained and swapped else self.explained,
            axes=self.axes[::-1] if swapped else self.axes,
            turn=turn,
        )

    def to_json(self) -> dict[str, object]:
        return {
            "method": self.method,
            "coordinates": {word: list(point) for word, point in self.coordinates.items()},
            "explained": list(self.explained) if self.explained else None,
            "settings": dict(self.settings),
            "norms": self.norms,
            "pairs": self.pairs.to_json(),
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
            "pairs": self.pairs.to_json(),
            "plane": self.plane.to_json() if self.plane else None,
            "unknown": list(self.unknown),
            "unknown_near": {word: list(near) for word, near in self.unknown_near.items()},
        }


def describe(
    vectors: WordVectors,
    words: Iterable[str],
    settings: MapSettings = DEFAULT,
    stop: Stop = never_stop,
) -> WordsReport:
    """Raises what `project` raises, except for too few words: they have no plane."""
    given = tuple(dict.fromkeys(words))
    known = known_words(vectors, given)
    unknown = tuple(word for word in given if word not in vectors)
    rows = vectors.stack(known)
    return WordsReport(
        words=known,
        norms=_norms(known, rows),
        pairs=Pairs(known, rows),
        plane=map_words(vectors, known, settings, stop),
        unknown=unknown,
        unknown_near={word: vectors.search.near(word) for word in unknown},
    )


def known_words(vectors: WordVectors, words: Iterable[str]) -> tuple[str, ...]:
    """Those that have a vector, each once, as the vocabulary spells them."""
    return tuple(dict.fromkeys(vectors.words[vectors.index(word)] for word in words if word in vectors))


def trust_in(vectors: WordVectors, plane: Plane) -> Trust | None:
    """How far to trust a plane; indices are places among its words.  Imports scikit-learn, which takes a while."""
    return trust(vectors.stack(plane.coordinates), np.array(list(plane.coordinates.values())))


def map_words(
    vectors: WordVectors, words: tuple[str, ...], settings: MapSettings, stop: Stop = never_stop
) -> Plane | None:
    """Known words on a plane; None for fewer than two.  Raises what else `project` raises."""
    try:
        made = project(vectors, words, settings, stop)
    except TooFewPointsError:
        return None
    return plane_of(words, made)


def plane_of(words: tuple[str, ...], made: Projection) -> Plane:
    """A projection of the words, by word."""
    points = made.coordinates
    return Plane(
        made.method,
        _by_word(words, points),
        made.explained,
        _norms(words, points),
        Pairs(words, points),
        made.axes,
        made.kept,
        made.angle,
        made.fit,
        made.settings,
        frame=made.frame,
    )


def _by_word(words: Iterable[str], points: Float64) -> dict[str, tuple[float, float]]:
    return {word: (float(x), float(y)) for word, (x, y) in zip(words, points, strict=True)}


def _norms(words: tuple[str, ...], rows: Float64) -> dict[str, float]:
    return dict(zip(words, norms(rows).tolist(), strict=True))
