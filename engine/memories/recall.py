"""What each kind of memory still knows: after every word it is asked for the value of each word so far."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.memories.recipe import AT, KINDS, at_time, before, reading, recurrent
from engine.memories.run import MemoryRun, given_at
from engine.parallel import one_blas_thread
from engine.recipes import Recipe
from engine.steps import Product, Scale, Scores, Softmax, WeightedSum
from engine.steps.base import Array
from engine.trace import Stop, Trace, never_stop

Float64 = NDArray[np.float64]
Bools = NDArray[np.bool_]

COMMON = 2000  # the most frequent words, of which the other sequences are drawn
LEAST, PER_FEATURE = 256, 8  # other sequences: at least so many, and so many for each feature of the state
RIDGE = 1e-3  # of the states' mean square


@dataclass(frozen=True, eq=False)
class Recall:
    """``cosines[after, asked]`` between the answer and the value asked for; NaN where undefined or not yet read.

    ``right[after, asked]``: of the values of all words so far, that of the word asked for is the nearest.
    """

    cosines: Mapping[str, Float64]
    right: Mapping[str, Bools]
    others: int  # word sequences on which the reading of the recurrent state was fitted

    def rightly(self, kind: str, after: int) -> int:
        """How many words a kind finds again after one."""
        return int(self.right[kind][after].sum())


def recall(run: MemoryRun, stop: Stop = never_stop) -> Recall:
    """The list is asked by the word's own key, and so is the layer that learns.  A recurrent state cannot be asked:
    the best linear reading of it is used, fitted on other sequences of words by least squares (as the memory capacity
    of Jaeger 2001).
    """
    values = run.stacked("v").astype(np.float64)
    with one_blas_thread():
        others = _Others(run, stop)
        answers: Mapping[str, Callable[[int], Float64]] = {
            "recurrent": others.answers,
            "list": lambda time: _of_list(run, time),
            "ttt": lambda time: _of_layer(run, time),
        }
        cosines = {kind: np.full((len(run), len(run)), np.nan) for kind in KINDS}
        right = {kind: np.zeros((len(run), len(run)), np.bool_) for kind in KINDS}
        for time in range(len(run)):
            stop()
            for kind in KINDS:
                if time < run.read_until(kind):
                    table = _cosines(answers[kind](time), values[: time + 1])
                    cosines[kind][time, : time + 1] = np.diag(table)
                    right[kind][time, : time + 1] = _right(table, run.tokens.ids[: time + 1])
    return Recall(cosines, right, others.count)


def _cosines(a: Float64, b: Float64) -> Float64:
    """Of each row of ``a`` with each of ``b``; NaN of a zero vector."""
    lengths = np.linalg.norm(a, axis=1)[:, None] * np.linalg.norm(b, axis=1)
    products = a @ b.T
    return np.divide(products, lengths, out=np.full_like(products, np.nan), where=lengths > 0).clip(-1, 1)


def _right(table: Float64, ids: NDArray[np.int64]) -> Bools:
    """Whether the nearest value belongs to the word asked for, wherever the sentence has it."""
    known = ~np.isnan(table).all(axis=1)
    nearest = np.where(np.isnan(table), -np.inf, table).argmax(axis=1)
    return known & (ids[nearest] == ids)


def _of_list(run: MemoryRun, time: int) -> Float64:
    """Attention asked with every key at once."""
    keys, values = run.state("list", time)
    weights = Softmax().compute(Scale(run.d).compute(Scores().compute(keys, keys)))
    return WeightedSum().compute(weights, values)[0].astype(np.float64)


def _of_layer(run: MemoryRun, time: int) -> Float64:
    (weights,) = run.state("ttt", time)
    keys, _ = run.state("list", time)
    return Product().compute(keys.astype(np.float64), weights.astype(np.float64))[0]


class _Others:
    """Sequences of other words, read by the same recurrence, on which the reading of its state is fitted."""

    def __init__(self, run: MemoryRun, stop: Stop) -> None:
        self.count = max(LEAST, PER_FEATURE * run.d)
        self._run = run
        generator = np.random.default_rng(run.settings.seed)
        common = min(COMMON, len(run.vectors.words))
        ids = generator.integers(common, size=(len(run), self.count))
        self._states, embeds = self._read(ids, stop)
        self._values = (embeds @ run.weights[f"{AT}theta_V"]).astype(np.float64)  # [word, sequence, d]

    def _read(self, ids: NDArray[np.int64], stop: Stop) -> tuple[list[Array], Array]:
        """The states after each word, and the words' vectors: each ``[sequence, d]``."""
        weights, states, embeds = self._run.weights, list[Array](), list[Array]()
        zeros = np.zeros((self.count, self._run.d), np.float32)
        for time, tokens in enumerate(ids):
            given = given_at(time, weights, tokens)
            given[before(time, "recurrent.state")] = states[-1] if states else zeros
            trace = Trace.compute(_alone(time), given, stop=stop)
            states.append(trace[at_time(time, "recurrent.state")])
            embeds.append(trace[at_time(time, "x")])
        return states, np.stack(embeds)

    def answers(self, time: int) -> Float64:
        """The reading of the sentence's own state after a word, for the value of each word so far: ``[asked, d]``."""
        fitted, (state,) = _with_one(self._states[time]), self._run.state("recurrent", time)
        square = fitted.T @ fitted
        square += RIDGE * np.trace(square) / len(square) * np.eye(len(square))
        shares = fitted @ np.linalg.solve(square, _with_one(state)[0])  # of each other sequence
        return np.einsum("s,wsd->wd", shares, self._values[: time + 1])


def _alone(time: int) -> Recipe:
    """The recurrence by itself."""
    return (*reading(time), *recurrent(time))


def _with_one(states: Array) -> Float64:
    """With a feature that is always 1, so that the reading may add a constant."""
    return np.concatenate([states, np.ones((len(states), 1))], axis=1).astype(np.float64)
