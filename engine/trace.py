"""A recipe with its values: every array by name, what-if, and the arithmetic behind any cell."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from engine.edits import MAY_BE_MASKED, Setter
from engine.errors import NoKeyLeftError, OverflowedError
from engine.names import NAMES, Axes, key
from engine.parallel import one_blas_thread
from engine.recipes import Recipe, Step
from engine.steps import Arithmetic, Operand, Source, Term
from engine.steps.base import Array, Cell

Stop = Callable[[], None]  # raises Cancelled when the work is no longer wanted


def never_stop() -> None:
    """For work that nobody can cancel."""


@dataclass(frozen=True)
class Derivation:
    """One number and the arithmetic that gives it; ``edited`` where the number was set by hand."""

    output: Operand
    step: Step | None
    arithmetic: Arithmetic
    edited: bool = False

    @property
    def agrees(self) -> bool:
        shown, derived = self.output.value, self.arithmetic.result
        return shown == derived or abs(shown - derived) <= self.arithmetic.tolerance


def _edited(edit: Array | Setter, array: Array) -> Array:
    return edit(array) if callable(edit) else edit


def _computed(step: Step, values: Mapping[str, Array], careful: bool) -> Array:
    inputs = [values[path] for path in step.inputs]
    if not careful:
        return step.operation.compute(*inputs)
    with np.errstate(over="ignore", invalid="ignore"):
        made = step.operation.compute(*inputs)
    odd = ~np.isfinite(made)
    if odd.any() and not (_hands_masks_on(step, inputs) and np.isneginf(made[odd]).all()):
        raise OverflowedError(step.output)
    return made


def _hands_masks_on(step: Step, inputs: Sequence[Array]) -> bool:
    """Whether minus infinity in the output can be a mask: one that went in."""
    return key(step.output) in MAY_BE_MASKED and any(np.isneginf(given).any() for given in inputs)


def _refuse_empty_rows(masked: Array) -> None:
    empty = np.argwhere(masked.max(axis=-1) == -np.inf)  # [head, query]
    if len(empty):
        raise NoKeyLeftError(int(empty[0, 1]))


def _frozen(array: Array) -> Array:
    if not array.flags.writeable:
        return array
    view = array.view()
    view.flags.writeable = False
    return view


class Trace:
    """The values of a recipe: read-only arrays under their paths, inputs and weights among them."""

    def __init__(
        self, recipe: Recipe, values: Mapping[str, Array], unedited: Mapping[str, Array] | None = None
    ) -> None:
        self.recipe = recipe
        self.unedited = dict(unedited or {})  # the edited arrays as they would be without their own edit
        self._values = dict(values)
        self._steps = {step.output: step for step in recipe}

    @classmethod
    def compute(
        cls,
        recipe: Recipe,
        given: Mapping[str, Array],
        edits: Mapping[str, Array | Setter] | None = None,
        stop: Stop = never_stop,
        careful: bool = False,
    ) -> "Trace":
        """Run ``recipe`` on ``given``: inputs and weights.  ``edits`` take the place of arrays (as ``replacement``
        makes them) or change them once they are made; ``stop`` is called before each step.

        ``careful``: OverflowedError as soon as a number is beyond float32, NoKeyLeftError for a query that may look at
        nothing, as edits can bring about.
        """
        edits = edits or {}
        values = {path: _frozen(array) for path, array in given.items()}
        unedited = {path: values[path] for path in edits if path in values}
        values |= {path: _frozen(_edited(edits[path], values[path])) for path in unedited}
        for step in recipe:
            stop()
            made = _frozen(_computed(step, values, careful))
            values[step.output] = made
            if step.output in edits:
                unedited[step.output] = made
                values[step.output] = _frozen(_edited(edits[step.output], made))
            if careful and key(step.output) == "attn.masked":
                _refuse_empty_rows(values[step.output])
        return cls(recipe, values, unedited)

    def what_if(self, edits: Mapping[str, Array]) -> "Trace":
        """A new trace in which ``edits`` hold, and those of this one: what depends on them is computed again, all
        else is the same objects.  KeyError and ValueError as from ``replacement``.
        """
        replaced = {path: self.replacement(path, array) for path, array in edits.items()}
        unedited = {**{path: self[path] for path in edits}, **self.unedited}
        values, changed = {**self._values, **replaced}, set(edits)
        with one_blas_thread():
            for step in self.recipe:
                if step.output not in unedited and not changed.isdisjoint(step.inputs):
                    values[step.output] = _frozen(_computed(step, values, careful=False))
                    changed.add(step.output)
        return Trace(self.recipe, values, unedited)

    def replacement(self, path: str, array: Array) -> Array:
        """A read-only copy of ``array`` that can stand at ``path``: in the type of the array that is there.
        KeyError where none is, ValueError where it has another shape.
        """
        present = self[path]
        copy = np.array(array, present.dtype, order="C")
        if copy.shape != present.shape:
            raise ValueError(f"{path} has the shape {present.shape}, not {copy.shape}")
        return _frozen(copy)

    def __getitem__(self, path: str) -> Array:
        return self._values[path]

    def __contains__(self, path: object) -> bool:
        return path in self._values

    def step(self, path: str) -> Step | None:
        """The step that made an array; None for an input or a weight."""
        return self._steps.get(path)

    def axes(self, path: str) -> Axes:
        return NAMES[key(path)].axes

    def nbytes(self) -> int:
        """Memory of the arrays that the recipe made."""
        return sum(self._values[step.output].nbytes for step in self.recipe)

    def explain(self, path: str, cell: Cell) -> Derivation:
        """The arithmetic behind one cell; an input, a weight or an edited number stands for itself.
        IndexError for a cell that is not there.
        """
        shape = self[path].shape
        if len(cell) != len(shape) or not all(0 <= i < size for i, size in zip(cell, shape, strict=True)):
            raise IndexError(f"{path} has the shape {shape}: no cell {cell}")
        output = Source(path, self[path]).at(*cell)
        step = self.step(path)
        if step is not None:
            sources = (Source(name, self[name]) for name in step.inputs)
            derived = Derivation(output, step, step.operation.explain(cell, *sources))
            if not self.is_edited(path, cell):
                return derived
        return Derivation(output, None, Arithmetic((Term((), output.value),)), self.is_edited(path, cell))

    def is_edited(self, path: str, cell: Cell) -> bool:
        """Whether this very number was set by hand; an edit seldom changes every number of its array."""
        return path in self.unedited and bool(self.unedited[path][cell] != self[path][cell])
