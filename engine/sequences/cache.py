"""The decoder of a Transformer with a key/value cache: its own recipe applied to one token at a time.

What a token's keys and values once were they stay, since no token sees a later one.  So each step keeps them and
computes its own token alone; keys and values of the source are computed once.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from engine.names import CROSS, OVER_TOKENS, key, layer_of, side_of, time_of
from engine.parallel import one_blas_thread
from engine.recipes import Recipe, Step
from engine.sequences.model import SequenceModel
from engine.sequences.run import encoded
from engine.sequences.sentence import NOTHING, Sentence
from engine.steps import Append, Mask
from engine.steps.base import Array, Cell
from engine.trace import Derivation, Stop, Trace, never_stop
from engine.translation_text import START

SIDE = "decoder."
KEPT = ("k", "v")
KEPT_NAMES = tuple(f"attn.{name}" for name in KEPT)
OF_SOURCE = tuple(f"{CROSS}attn.{name}" for name in KEPT)  # computed once
GIVEN = ("tokens", "positions")  # of each step, beside weights


def cached_path(path: str, time: int) -> str:
    """The path of a decoder's array at a time step: ``decoder.blocks.0.attn.q`` -> ``decoder.t3.blocks.0.attn.q``."""
    return f"{SIDE}t{time}.{path.removeprefix(SIDE)}"


def once_recipe(recipe: Recipe) -> Recipe:
    """The steps of a decoder's recipe that depend on the source alone."""
    return tuple(step for step in recipe if key(step.output) in OF_SOURCE)


def cached_recipe(recipe: Recipe, time: int) -> Recipe:
    """A decoder's recipe for one token: its key and value are appended to those before, its query alone is scored.

    No mask is needed: there are no later tokens yet.
    """
    here = [step for step in recipe if key(step.output) not in OF_SOURCE]
    unmasked = {step.output: step.inputs[0] for step in here if isinstance(step.operation, Mask)}
    made = {step.output for step in here} | {f"{SIDE}{name}" for name in GIVEN}

    def renamed(path: str) -> str:
        path = unmasked.get(path, path)
        return cached_path(path, time) if path in made else path

    steps = (
        replace(step, output=renamed(step.output), inputs=tuple(map(renamed, step.inputs)))
        for step in here
        if step.output not in unmasked
    )
    return tuple(part for step in steps for part in _appended(step, time))


def _appended(step: Step, time: int) -> Iterator[Step]:
    """A step as it is; keys and values of self-attention get names of their own and join those kept."""
    if key(step.output) not in KEPT_NAMES:
        yield step
        return
    new, layer = f"{step.output}_new", layer_of(step.output)
    assert layer is not None
    yield replace(step, output=new)
    yield Step(step.output, Append(), (before(time, layer, step.output[-1]), new), step.stage)


def before(time: int, layer: int, name: str) -> str:
    """Where keys or values stand that were kept before a step; nothing before the first."""
    if time:
        return cached_path(f"{SIDE}blocks.{layer}.attn.{name}", time - 1)
    return f"{SIDE}blocks.{layer}.attn.no_{name}"


def prepare(model: SequenceModel, times: Iterable[int], stop: Stop = never_stop) -> tuple[Recipe, ...]:
    """The recipes of several steps; ``stop`` is called before each."""
    recipe, made = model.target_recipe(), list[Recipe]()
    for time in times:
        stop()
        made.append(cached_recipe(recipe, time))
    return tuple(made)


@dataclass(frozen=True, eq=False)
class CachedRun:
    """What has been read, a trace per token, and what is computed once for the source.  A run with one token more
    shares all that is there.
    """

    model: SequenceModel
    source: Sentence
    read: tuple[int, ...] = ()
    once: Trace | None = None
    steps: tuple[Trace, ...] = ()
    prepared: tuple[
        Recipe, ...
    ] = ()  # recipes of the first steps; those of later ones are made when they come
    forgets: bool = False  # keep the last step alone

    @classmethod
    def begin(
        cls,
        model: SequenceModel,
        source: Sentence = NOTHING,
        written: tuple[int, ...] = (),
        stop: Stop = never_stop,
        prepared: tuple[Recipe, ...] = (),
        forgets: bool = False,
    ) -> "CachedRun":
        """Read the source, the start mark, and what was ``written``."""
        run = cls(model, source, prepared=prepared, forgets=forgets)
        recipe = once_recipe(model.target_recipe())
        if recipe:
            given = encoded(model, source, stop)
            with one_blas_thread():
                run = replace(run, once=Trace.compute(recipe, _needed(recipe, model, given), stop=stop))
        for token in (START, *written):
            run = run.then(token, stop)
        return run

    def then(self, token: int, stop: Stop = never_stop) -> "CachedRun":
        """The run after one more token was read."""
        time = len(self.read)
        ready = self.prepared[time : time + 1] or prepare(self.model, range(time, time + 1))
        (recipe,) = ready
        given = {
            f"{SIDE}t{time}.tokens": np.array([token], np.int64),
            f"{SIDE}t{time}.positions": np.array([time]),
            **self._kept(time),
        }
        with one_blas_thread():
            trace = Trace.compute(recipe, _needed(recipe, self.model, given), stop=stop)
        steps = (trace,) if self.forgets else (*self.steps, trace)
        return replace(self, read=(*self.read, token), steps=steps)

    def _kept(self, time: int) -> dict[str, Array]:
        """Keys and values of earlier tokens and of the source."""
        sizes = self.model.sizes
        nothing = np.zeros((sizes.kv_heads, 0, sizes.d_head), np.float32)
        paths = [before(time, layer, name) for layer in range(sizes.layers) for name in KEPT]
        kept = {path: self.steps[-1][path] if time else nothing for path in paths}
        of_source = {} if self.once is None else {s.output: self.once[s.output] for s in self.once.recipe}
        return kept | of_source

    @property
    def logits(self) -> Array:
        """Of the next token ``[vocab]``."""
        return self.steps[-1][f"{SIDE}t{len(self.read) - 1}.logits"][0]

    def kept(self, time: int) -> tuple[Array, ...]:
        """Keys and values of all layers after a step: what grows."""
        trace = self.steps[time]
        names = ((layer, name) for layer in range(self.model.sizes.layers) for name in KEPT)
        return tuple(trace[cached_path(f"{SIDE}blocks.{layer}.attn.{name}", time)] for layer, name in names)

    def kept_of_source(self) -> tuple[Array, ...]:
        """Keys and values of the source in all layers: they stay as they are."""
        return () if self.once is None else tuple(self.once[step.output] for step in self.once.recipe)

    def trace(self, path: str) -> Trace:
        """The trace that holds an array.  KeyError if none does."""
        time = time_of(path)
        if time is not None and side_of(path) == "decoder":
            if time < len(self.steps):
                return self.steps[time]
            raise KeyError(path)
        for trace in (self.once, *self.steps[:1]):
            if trace is not None and path in trace:
                return trace
        raise KeyError(path)

    def explain(self, path: str, cell: Cell) -> Derivation:
        """The arithmetic behind one cell.  KeyError or IndexError for one that is not there."""
        return self.trace(path).explain(path, cell)

    def texts(self, path: str, axis: str) -> tuple[str, ...]:
        """What the places along an axis are called: tokens; nothing where they are only counted."""
        time, words, name = time_of(path), self.model.target_words, key(path)
        if axis == "vocab":
            return words.tokens
        if axis not in OVER_TOKENS:
            return ()
        if name in OF_SOURCE or (name.startswith(CROSS) and axis == "key"):
            return self.source.texts
        if time is None:
            return ()
        read = tuple(words.decode(self.read[: time + 1]))
        return read if axis == "key" or name in KEPT_NAMES else read[time:]


def _needed(recipe: Recipe, model: SequenceModel, given: dict[str, Array]) -> dict[str, Array]:
    everything = {**model.weights, **given}
    return {path: everything[path] for step in recipe for path in step.inputs if path in everything}


def greedy_cached(run: CachedRun, written: int, end: int | None, stop: Stop = never_stop) -> CachedRun:
    """Read the likeliest token again and again: until ``end`` would be read, or so many were."""
    for _ in range(written):
        token = int(run.logits.argmax())
        if token == end:
            break
        run = run.then(token, stop)
    return run
