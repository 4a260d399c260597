"""What one token costs, with and without a key/value cache, and in a recurrent network: counted on the arrays that ran.

Multiplications with an addition behind them are counted, as in matrix products; what touches each number only once
(norms, softmax, additions) is not.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from engine.names import side_of
from engine.recipes import Step
from engine.sequences.cache import SIDE, CachedRun, greedy_cached
from engine.sequences.model import SequenceModel
from engine.sequences.reread import Rereader
from engine.sequences.run import SequenceRun
from engine.sequences.sentence import NOTHING, Sentence
from engine.steps import (
    AdditiveScores,
    Linear,
    Operation,
    ProjectHeads,
    Scores,
    Unembed,
    WeightedSum,
)
from engine.steps.base import Array
from engine.trace import Stop, Trace, never_stop
from engine.translation_text import END, LONGEST

Count = Callable[[Array, tuple[Array, ...]], int]


def _of_map(out: Array, inputs: tuple[Array, ...]) -> int:
    return out.size * inputs[1].shape[0]


def _of_vectors(out: Array, inputs: tuple[Array, ...]) -> int:
    return out.size * inputs[0].shape[-1]


# Of an output's numbers, each is a sum of so many products.
COUNTS: Mapping[type[Operation], Count] = {
    Linear: _of_map,
    ProjectHeads: _of_map,
    Scores: _of_vectors,
    AdditiveScores: _of_vectors,
    WeightedSum: _of_vectors,
    Unembed: _of_vectors,
}


def multiply_adds(*traces: Trace) -> int:
    """Of all steps of these traces."""
    return sum(_of_step(step, trace) for trace in traces for step in trace.recipe)


def _of_step(step: Step, trace: Trace) -> int:
    count = COUNTS.get(type(step.operation))
    return count(trace[step.output], tuple(trace[path] for path in step.inputs)) if count else 0


@dataclass(frozen=True)
class Work:
    """``rows``: vectors of tokens that pass through the decoder's blocks."""

    rows: int
    multiply_adds: int


@dataclass(frozen=True)
class TokenWork:
    """One step: the token that is read, what it costs, and how many numbers are kept after it.

    ``grown`` are keys and values of the output, ``difference`` the largest between logits with and without the cache.
    """

    token: int
    cached: Work
    again: Work
    grown: int
    grown_bytes: int
    difference: float
    recurrent: Work | None = None  # of a recurrent decoder on the same tokens


@dataclass(frozen=True)
class OfSource:
    """What the decoder computes once for the source, and how much it keeps of it from then on."""

    multiply_adds: int
    numbers: int
    bytes: int


@dataclass(frozen=True, eq=False)
class Ledger:
    """All steps of a sentence.  Of the source each way keeps something: with the cache its keys and values, without it
    the encoder's vectors, a ``recurrent`` decoder (None if there is no such model) its context.  ``state_numbers``: its
    state.  ``prompt``: the beginning that was typed for a language model.
    """

    run: CachedRun
    steps: tuple[TokenWork, ...]
    cached: OfSource
    again: OfSource
    recurrent: OfSource | None = None
    state_numbers: int | None = None
    state_bytes: int | None = None
    prompt: Sentence = NOTHING

    @property
    def ended(self) -> bool:
        """Whether the model would write the end mark next."""
        return int(self.run.logits.argmax()) == END


def ledger(
    model: SequenceModel,
    source: Sentence = NOTHING,
    prefix: tuple[int, ...] = (),
    recurrent: SequenceModel | None = None,
    longest: int = LONGEST,
    stop: Stop = never_stop,
) -> Ledger:
    """Read ``prefix`` and go on greedily, at most ``longest`` tokens in all, the start mark aside; then do each step
    again without the cache, and with ``recurrent``, a decoder with a state, on the same tokens.
    """
    prefix = prefix[:longest]
    run = CachedRun.begin(model, source, prefix, stop)
    run = greedy_cached(run, longest - len(prefix), END, stop)
    reader = Rereader(model, source, stop)
    states = None if recurrent is None else SequenceRun.begin(recurrent, source, run.read[1:], stop=stop)
    steps = tuple(_step(run, reader, states, time, stop) for time in range(len(run.read)))
    state = None if states is None else states.steps[0][f"{SIDE}t0.gru.state"]
    return Ledger(
        run,
        steps,
        _kept(run.kept_of_source(), 0 if run.once is None else multiply_adds(run.once)),
        _kept(reader.of_source.values()),
        None if states is None else _of_recurrent(states),
        None if state is None else state.size,
        None if state is None else state.nbytes,
    )


def _kept(arrays: Iterable[Array], once: int = 0) -> OfSource:
    held = tuple(arrays)
    return OfSource(once, sum(array.size for array in held), sum(array.nbytes for array in held))


def _of_recurrent(states: SequenceRun) -> OfSource:
    """What every time step needs of the source; the decoder's own start is made of it once."""
    trace = states.source_trace
    assert trace is not None
    made = {step.output for step in trace.recipe}
    read = {path for step in states.model.step_recipe(1) for path in step.inputs}
    own = [step for step in trace.recipe if side_of(step.output) == "decoder"]
    return _kept((trace[path] for path in made & read), sum(_of_step(step, trace) for step in own))


def _step(run: CachedRun, reader: Rereader, states: SequenceRun | None, time: int, stop: Stop) -> TokenWork:
    cached, again = run.steps[time], reader.read(run.read[: time + 1], stop)
    kept = run.kept(time)
    logits = cached[f"{SIDE}t{time}.logits"][0]
    return TokenWork(
        run.read[time],
        Work(len(cached[f"{SIDE}t{time}.embed_sum"]), multiply_adds(cached)),
        Work(len(again.body[f"{SIDE}embed_sum"]), multiply_adds(again.body, again.ending)),
        sum(array.size for array in kept),
        sum(array.nbytes for array in kept),
        float(np.abs(logits - again.logits).max()),
        None if states is None else Work(1, multiply_adds(states.steps[time])),
    )
