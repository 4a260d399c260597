"""A source sentence and what has been written of its translation so far, with every array of both."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from engine.edits import Edit, SetCells, setters, with_parameters
from engine.names import CROSS, NAMES, key, side_of, time_of
from engine.parallel import one_blas_thread
from engine.recipes import Recipe
from engine.sequences.model import SequenceModel
from engine.sequences.places import texts
from engine.sequences.sentence import NOTHING, Sentence
from engine.steps.base import Array, Cell
from engine.trace import Derivation, Stop, Trace, never_stop
from engine.translation_text import END, JOIN, LONGEST, START


@dataclass(frozen=True, eq=False)
class SequenceRun:
    """Read-only; a run with one token more shares what is computed.  ``source_trace`` has what is computed once for the
    source, ``steps`` the time steps of a recurrent decoder, ``target_trace`` the decoder of a Transformer.
    """

    model: SequenceModel
    source: Sentence
    written: tuple[int, ...] = ()  # the end mark last, once it is there
    changes: tuple[Edit, ...] = ()
    source_trace: Trace | None = None
    steps: tuple[Trace, ...] = ()
    target_trace: Trace | None = None

    @classmethod
    def begin(
        cls,
        model: SequenceModel,
        source: Sentence = NOTHING,
        written: Sequence[int] = (),
        changes: Sequence[Edit] = (),
        stop: Stop = never_stop,
    ) -> "SequenceRun":
        """Read the source, then ``written`` tokens.  EditError, NoKeyLeftError and OverflowedError as from Run."""
        run = cls(model, source, (), tuple(changes))
        with one_blas_thread():
            recipe = model.source_recipe(len(source))
            if recipe:
                run = replace(run, source_trace=run._compute(recipe, of_source(model, source), stop))
            if not model.recurrent:
                return replace(run, written=tuple(written))._reread(stop)
            run = run._next_step(stop)
            for token in written:
                run = run.then(token, stop)
        return run

    def then(self, token: int, stop: Stop = never_stop) -> "SequenceRun":
        """The run after ``token`` was written.  Nothing is computed after the end mark."""
        run = replace(self, written=(*self.written, token))
        if run.ended:
            return run
        with one_blas_thread():
            return run._next_step(stop) if self.model.recurrent else run._reread(stop)

    @property
    def ended(self) -> bool:
        return bool(self.written) and self.written[-1] == END

    @property
    def full(self) -> bool:
        """Whether the model may write no more."""
        return self.ended or len(self.written) >= LONGEST

    # what the model computes

    def _compute(self, recipe: Recipe, given: Mapping[str, Array], stop: Stop) -> Trace:
        """A recipe with the changes in force on what it needs of ``given`` and the weights."""
        changed = with_parameters(recipe, self.changes)
        everything = {**self.model.weights, **given}
        needed = {path: everything[path] for step in changed for path in step.inputs if path in everything}
        here = {*needed, *(step.output for step in changed)}
        wanted = [edit for edit in self.changes if isinstance(edit, SetCells) and edit.path in here]
        there = [edit for edit in wanted if not self._awaits(edit)]
        return Trace.compute(changed, needed, setters(there, None), stop, careful=bool(self.changes))

    def _awaits(self, edit: SetCells) -> bool:
        """Whether a change is one of a token that is not there yet."""
        places = zip(NAMES[key(edit.path)].axes, edit.where, strict=False)
        lengths = ((index, self.texts(edit.path, axis)) for axis, index in places if index is not None)
        return any(names and index >= len(names) and time_of(edit.path) is None for index, names in lengths)

    def _next_step(self, stop: Stop) -> "SequenceRun":
        """One more time step of a recurrent decoder."""
        time = len(self.steps)
        given = {f"decoder.t{time}.tokens": np.array(self.read[time : time + 1], np.int64)}
        recipe = self.model.step_recipe(time)
        for path in {path for step in recipe for path in step.inputs}:
            for trace in (self.source_trace, *self.steps[-1:]):
                if trace is not None and path in trace:
                    given[path] = trace[path]
        return replace(self, steps=(*self.steps, self._compute(recipe, given, stop)))

    def _reread(self, stop: Stop) -> "SequenceRun":
        """The decoder of a Transformer over all tokens read so far."""
        given = of_target(self.read)
        if self.source_trace is not None:
            given[self.model.memory] = self.source_trace[self.model.memory]
        return replace(self, target_trace=self._compute(self.model.target_recipe(), given, stop))

    # what is read from it

    @property
    def read(self) -> tuple[int, ...]:
        """What the decoder has read: the start mark and what it wrote, the end mark aside."""
        return (START, *(self.written[:-1] if self.ended else self.written))

    def predicted(self, place: int) -> Array:
        """Logits ``[vocab]`` of the token at a place of the output, from 0 to the first that is not written."""
        return self._of_place("logits", place)

    def chances(self, place: int) -> Array:
        """Probabilities ``[vocab]`` of the token at a place of the output."""
        return self._of_place("probabilities", place)

    def _of_place(self, name: str, place: int) -> Array:
        if self.model.recurrent:
            return self.steps[place][f"decoder.t{place}.{name}"][0]
        assert self.target_trace is not None
        return self.target_trace[f"decoder.{name}"][place]

    @property
    def logits(self) -> Array:
        """Of the next token ``[vocab]``; after the end, those of the end mark."""
        return self.predicted(len(self.read) - 1)

    @property
    def probabilities(self) -> Array:
        """Of the next token ``[vocab]``."""
        return self.chances(len(self.read) - 1)

    @cached_property
    def output(self) -> tuple[str, ...]:
        """The tokens written."""
        return tuple(self.model.target_words.decode(self.written))

    @property
    def text(self) -> str:
        """What is written, as a sentence."""
        words = self.output[:-1] if self.ended else self.output
        return JOIN[self.model.target](words)

    @property
    def looks_back(self) -> bool:
        """Whether the decoder attends to the source."""
        return self.model.kind in ("attention", "transformer")

    def alignment(self, layer: int = 0, head: int = 0) -> Array | None:
        """Weights from each token written to the source ``[output, source]``; None where nothing attends to it."""
        count = len(self.written)
        if self.model.kind == "attention":
            rows = [
                trace[f"decoder.t{time}.attn.weights"][0] for time, trace in enumerate(self.steps[:count])
            ]
            return np.concatenate([np.zeros((0, len(self.source)), np.float32), *rows])
        if self.model.kind == "transformer" and self.target_trace is not None:
            return self.target_trace[f"decoder.blocks.{layer}.{CROSS}attn.weights"][head, :count]
        return None

    def trace(self, path: str) -> Trace:
        """The trace that holds an array.  KeyError if none does."""
        time = time_of(path) if side_of(path) == "decoder" else None
        shared = self.source_trace, self.target_trace, *self.steps[:1]
        for trace in shared if time is None else self.steps[time : time + 1]:
            if trace is not None and path in trace:
                return trace
        raise KeyError(path)

    def explain(self, path: str, cell: Cell) -> Derivation:
        """The arithmetic behind one cell.  KeyError or IndexError for one that is not there."""
        return self.trace(path).explain(path, cell)

    def texts(self, path: str, axis: str) -> tuple[str, ...]:
        """What the places along an axis of an array are called; empty where they are only counted."""
        read = self.model.target_words.decode(self.read)
        return texts(self.model, self.source.texts, tuple(read), path, axis)


def encoded(model: SequenceModel, source: Sentence, stop: Stop = never_stop) -> dict[str, Array]:
    """What the decoder of a Transformer sees of a source; nothing if there is none."""
    recipe, run = model.source_recipe(len(source)), SequenceRun(model, source)
    with one_blas_thread():
        return (
            {model.memory: run._compute(recipe, of_source(model, source), stop)[model.memory]}
            if recipe
            else {}
        )


def of_source(model: SequenceModel, source: Sentence) -> dict[str, Array]:
    """What an encoder is given: tokens, places, a mask that hides nothing, and a state of zeros."""
    count = len(source)
    return {
        "encoder.tokens": source.ids,
        "encoder.positions": np.arange(count),
        "encoder.mask": np.zeros((count, count), np.float32),
        "encoder.zero": np.zeros((1, model.sizes.d_head), np.float32),
    }


def of_target(read: Sequence[int]) -> dict[str, Array]:
    """What the decoder of a Transformer is given: tokens, places, and a mask over all that is later."""
    count = len(read)
    later = np.triu(np.ones((count, count), np.bool_), k=1)
    return {
        "decoder.tokens": np.array(read, np.int64),
        "decoder.positions": np.arange(count),
        "decoder.mask": np.where(later, np.float32(-np.inf), np.float32(0)),
    }
