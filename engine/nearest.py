"""Nearest neighbours by several metrics side by side, and where they disagree."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import median

from engine.similarity import METRICS, FromDots
from engine.vectors import Neighbour, WordVectors

COMPARED = ("dot", "cosine", "euclidean")


@dataclass(frozen=True)
class Line:
    """The same word in two lists next to each other: its places, from 0."""

    word: str
    left: int
    right: int

    @property
    def level(self) -> bool:
        return self.left == self.right


@dataclass(frozen=True)
class SideBySide:
    """The nearest words of one, a list for each metric, in the order of the metrics."""

    word: str
    lists: Mapping[str, tuple[Neighbour, ...]]

    @cached_property
    def places(self) -> Mapping[str, Mapping[str, int]]:
        """Of each word that is listed anywhere: its place in each list that has it."""
        found: dict[str, dict[str, int]] = {}
        for metric, neighbours in self.lists.items():
            for place, neighbour in enumerate(neighbours):
                found.setdefault(neighbour.word, {})[metric] = place
        return found

    def disagree(self, word: str) -> bool:
        """Whether the lists place a word differently; not having it is a place, too."""
        places = self.places.get(word, {})
        return len(places) < len(self.lists) or len(set(places.values())) > 1

    def middle_rank(self, metric: str) -> float | None:
        """The median of a list's ranks, which tells whether frequent words fill it; None for an empty one."""
        ranks = [neighbour.rank for neighbour in self.lists[metric]]
        return median(ranks) if ranks else None

    def lines(self, left: str, right: str) -> tuple[Line, ...]:
        """Between two lists: the words that both have, in the order of the left one."""
        other = {neighbour.word: place for place, neighbour in enumerate(self.lists[right])}
        return tuple(
            Line(neighbour.word, place, other[neighbour.word])
            for place, neighbour in enumerate(self.lists[left])
            if neighbour.word in other
        )


def side_by_side(
    vectors: WordVectors, word: str, count: int, metrics: Sequence[str] = COMPARED
) -> SideBySide:
    """By metrics that dot products decide, in one pass over all vectors.

    A metric that is undefined for the word has an empty list.  Raises UnknownWordError.
    """
    query = vectors.exact(word)
    asked = {name: metric for name in metrics if isinstance(metric := METRICS[name], FromDots)}
    usable = {name: metric for name, metric in asked.items() if query.any() or not metric.needs_direction}
    found = vectors.side_by_side(word, tuple(usable.values()), count)
    lists = dict(zip(usable, found, strict=True))
    return SideBySide(vectors.words[vectors.index(word)], {name: lists.get(name, ()) for name in asked})
