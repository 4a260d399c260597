"""A sentence read word by word by all three kinds of memory: a trace per time step."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from engine.errors import OverflowedError
from engine.memories.recipe import AT, CARRIED, at_time, time_step
from engine.memories.weights import drawn_weights
from engine.names import OVER_TOKENS, key, time_of
from engine.parallel import one_blas_thread
from engine.steps.base import Array, Cell
from engine.text import Tokens, encode_words
from engine.trace import Derivation, Stop, Trace, never_stop
from engine.vectors import WordVectors

MOST = 60  # words
FEATURES, RATES = (2, 300), (-1000.0, 1000.0)  # limits


@dataclass(frozen=True)
class MemorySettings:
    """How many features of each word vector are taken, what maps make queries, keys and values, by which seed the
    weights are drawn, and by how much the layer that learns moves.
    """

    features: int = 16
    maps: str = "drawn"  # one of engine.memories.weights.MAPS
    seed: int = 0
    rate: float = 0.1


class MemoryRun:
    """The traces of all time steps.  ``burst``: the word from which on the layer that learns has left float32."""

    def __init__(
        self,
        vectors: WordVectors,
        tokens: Tokens,
        settings: MemorySettings,
        weights: Mapping[str, Array],
        traces: tuple[Trace, ...],
        burst: int | None,
    ) -> None:
        self.vectors, self.tokens, self.settings, self.weights = vectors, tokens, settings, weights
        self.traces, self.burst = traces, burst

    @classmethod
    def read(
        cls, vectors: WordVectors, text: str, settings: MemorySettings, stop: Stop = never_stop
    ) -> "MemoryRun":
        """Every word that has a vector, ``MOST`` at most.  EmptySentenceError if there is none."""
        tokens = encode_words(vectors, MOST, text)
        weights = drawn_weights(vectors, settings.features, settings.maps, settings.seed)
        traces: list[Trace] = []
        burst: int | None = None
        with one_blas_thread():
            for time in range(len(tokens)):
                earlier = carried(traces[-1], time - 1) if traces else {}
                given = given_at(time, weights, tokens.ids[time : time + 1]) | earlier
                trace, learns = _step(time, settings, given, burst is None, stop)
                burst = time if burst is None and not learns else burst
                traces.append(trace)
        return cls(vectors, tokens, settings, weights, tuple(traces), burst)

    def __len__(self) -> int:
        return len(self.traces)

    @property
    def d(self) -> int:
        """Features of a vector, a key, a value and the recurrent state."""
        return self.weights[f"{AT}theta_K"].shape[0]

    def read_until(self, kind: str) -> int:
        """How many words a kind has read: all, unless its numbers have left float32."""
        return self.burst if kind == "ttt" and self.burst is not None else len(self)

    def state(self, kind: str, time: int) -> tuple[Array, ...]:
        """What a kind carries on after a word: one array, or keys and values.  IndexError past ``read_until``."""
        if not 0 <= time < self.read_until(kind):
            raise IndexError(f"{kind} has no state after word {time}")
        return tuple(self.traces[time][at_time(time, name)] for name in CARRIED[kind])

    def state_bytes(self, kind: str, time: int) -> int:
        return sum(array.nbytes for array in self.state(kind, time))

    def stacked(self, name: str) -> Array:
        """An array of every time step, one below the other, without its head: ``[word, d]``."""
        return np.concatenate([trace[at_time(t, name)][0] for t, trace in enumerate(self.traces)])

    def overshoots_from(self) -> float:
        """The learning rate from which on a step makes the error on its own word larger: one over the longest key's
        square.
        """
        keys = self.stacked("k").astype(np.float64)
        longest = float(np.vecdot(keys, keys).max())
        return 1 / longest if longest else np.inf

    @property
    def idle(self) -> bool:
        """Whether the learning rate is 0, as the layer uses it."""
        return bool(np.float32(self.settings.rate) == 0)

    @property
    def writes_at(self) -> float | None:
        """The learning rate at which a step makes the layer give the value of a key of mean length exactly."""
        keys = self.stacked("k").astype(np.float64)
        mean = float(np.vecdot(keys, keys).mean())
        return 1 / (2 * mean) if mean else None

    def trace(self, path: str) -> Trace:
        """The time step that an array is from; the first for what all share.  IndexError if there is none."""
        return self.traces[time_of(path) or 0]

    def explain(self, path: str, cell: Cell) -> Derivation:
        """The arithmetic behind one cell.  KeyError or IndexError for one that is not there."""
        return self.trace(path).explain(path, cell)

    def texts(self, path: str, axis: str) -> tuple[str, ...]:
        """What the places along an axis are called: words; nothing where they are only counted."""
        if axis == "vocab":
            return self.vectors.words
        time = time_of(path)
        if axis not in OVER_TOKENS or time is None:
            return ()
        return self.tokens.texts[: time + 1] if axis == "key" else self.tokens.texts[time : time + 1]


def given_at(time: int, weights: Mapping[str, Array], ids: NDArray[np.int64]) -> dict[str, Array]:
    """What a time step starts from, beside what the memories carry on.  Every step has the norm's gain and shift under
    its own paths.
    """
    norm = {at_time(time, name): weights[f"{AT}{name}"] for name in ("x.gamma", "x.beta")}
    return {**weights, **norm, at_time(time, "tokens"): ids}


def carried(trace: Trace, time: int) -> dict[str, Array]:
    """What the memories carry on from a time step, as far as they are still there."""
    paths = (at_time(time, name) for names in CARRIED.values() for name in names)
    return {path: trace[path] for path in paths if path in trace}


def _step(
    time: int, settings: MemorySettings, given: Mapping[str, Array], learns: bool, stop: Stop
) -> tuple[Trace, bool]:
    """The trace, and whether the layer that learns is still within float32."""
    d = given[f"{AT}theta_K"].shape[1]
    recipe = partial(time_step, time, d, settings.rate)
    try:
        return Trace.compute(recipe(learns), given, stop=stop, careful=True), learns
    except OverflowedError as error:
        if not key(error.path).startswith("ttt."):
            raise
    return Trace.compute(recipe(False), given, stop=stop, careful=True), False
