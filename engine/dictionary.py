"""A dictionary asked in three ways: by the word itself, by the nearest key, and by all keys at once (attention)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from engine.parallel import one_blas_thread
from engine.recipes import Recipe, Step
from engine.steps import AsHead, Scores, Softmax, WeightedSum
from engine.steps.base import Array, Cell
from engine.trace import Derivation, Stop, Trace, never_stop
from engine.vectors import WordVectors

AT = "lab.look."
FUNCTIONS = ("dot", "cosine", "distance")  # of engine.steps.scores
NEEDS_DIRECTION = frozenset({"cosine"})
HOTTEST, LARGEST = 1_000.0, 1e6  # temperature and value that can be set
DEFAULT_STEP = 10.0  # values that nobody gave: 10 for the first key, 20 for the second ...


@dataclass(frozen=True)
class Entry:
    """A key with its value; ``given``: a person set it.  ``place``: its place in the trace; None where there is no
    vector, or one without direction where that is needed.
    """

    word: str
    value: float
    given: bool
    place: int | None


@dataclass(frozen=True, eq=False)
class LookUp:
    """The three answers to one question.  ``trace`` is None where nothing can be near: ``missing`` says why, "query"
    or "direction" of the query, or "keys".
    """

    query: str
    entries: tuple[Entry, ...]
    function: str
    temperature: float
    trace: Trace | None
    missing: str = ""

    @property
    def exact(self) -> Entry | None:
        """The entry whose key is the word itself, letter for letter."""
        return next((entry for entry in self.entries if entry.word == self.query), None)

    @property
    def near(self) -> tuple[Entry, ...]:
        """The entries that a nearness can be told of, in the trace's order."""
        return tuple(entry for entry in self.entries if entry.place is not None) if self.trace else ()

    @property
    def scores(self) -> Array:
        """Of the entries of ``near``: ``[key]``."""
        return self._row("scores")

    @property
    def weights(self) -> Array:
        return self._row("weights")

    @property
    def nearest(self) -> tuple[Entry, ...]:
        """The entry with the largest score, or those that share it; none without a trace."""
        if self.trace is None:
            return ()
        return tuple(self.near[i] for i in np.flatnonzero(self.scores == self.scores.max()))

    @property
    def answer(self) -> float | None:
        """The values of all keys, each times its weight, added up."""
        return float(self.trace[f"{AT}answer"][0, 0, 0]) if self.trace else None

    def explain(self, path: str, cell: Cell) -> Derivation:
        """KeyError and IndexError for a number that is not here."""
        if self.trace is None:
            raise KeyError(path)
        return self.trace.explain(path, cell)

    def texts(self, path: str, axis: str) -> tuple[str, ...]:
        """What stands at the places of an axis; nothing for features."""
        return {"query": (self.query,), "key": tuple(entry.word for entry in self.near)}.get(axis, ())

    def _row(self, name: str) -> Array:
        row: Array = self.trace[f"{AT}{name}"][0, 0] if self.trace else np.empty(0, np.float32)
        return row


def look_recipe(function: str, temperature: float) -> Recipe:
    """Attention of one query over keys and values that were not mapped by any weights."""
    return (
        Step(f"{AT}q", AsHead(), (f"{AT}query",), "scores"),
        Step(f"{AT}k", AsHead(), (f"{AT}keys",), "scores"),
        Step(f"{AT}v", AsHead(), (f"{AT}values",), "weighted_sum"),
        Step(f"{AT}scores", Scores(function=function), (f"{AT}q", f"{AT}k"), "scores"),
        Step(f"{AT}weights", Softmax(temperature), (f"{AT}scores",), "softmax"),
        Step(f"{AT}answer", WeightedSum(), (f"{AT}weights", f"{AT}v"), "weighted_sum"),
    )


def look_up(
    vectors: WordVectors,
    query: str,
    keys: Sequence[str],
    values: Mapping[str, float],
    function: str = "dot",
    temperature: float = 1.0,
    stop: Stop = never_stop,
) -> LookUp:
    """``values`` by key; the others have the default ones.  ``temperature`` 0: the largest score has all the weight."""
    needs = function in NEEDS_DIRECTION
    entries, used = [], 0
    for count, word in enumerate(keys, start=1):
        place = used if _usable(vectors, word, needs) else None
        used += place is not None
        entries.append(Entry(word, values.get(word, DEFAULT_STEP * count), word in values, place))
    missing = _missing(vectors, query, used, needs)
    trace = None
    if not missing:
        near = [entry for entry in entries if entry.place is not None]
        given = {
            f"{AT}query": vectors.stack([query]).astype(np.float32),
            f"{AT}keys": vectors.stack([entry.word for entry in near]).astype(np.float32),
            f"{AT}values": np.array([[entry.value] for entry in near], np.float32),
        }
        with one_blas_thread():
            trace = Trace.compute(look_recipe(function, temperature), given, stop=stop)
    return LookUp(query, tuple(entries), function, temperature, trace, missing)


def _missing(vectors: WordVectors, query: str, used: int, needs_direction: bool) -> str:
    """Why there can be no nearest key."""
    if query not in vectors:
        return "query"
    if not _usable(vectors, query, needs_direction):
        return "direction"
    return "" if used else "keys"


def _usable(vectors: WordVectors, word: str, needs_direction: bool) -> bool:
    return word in vectors and (not needs_direction or bool(vectors.exact(word).any()))
