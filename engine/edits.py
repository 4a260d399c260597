"""What a person changes in a run: cells of an array, a step's parameter, the tokens.  Small, immutable, comparable.

Positions are those of the tokens before any change: they mean the same token however many others are cut or moved.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce

import numpy as np

from engine.errors import EditError
from engine.names import NAMES, OVER_TOKENS, key, layer_of, of_every_time
from engine.recipes import Recipe, Step
from engine.steps import Dropout
from engine.steps.base import Array
from engine.text import Tokens

Setter = Callable[[Array], Array]
Pattern = tuple[int | None, ...]  # None stands for every index of an axis

LARGEST = float(np.finfo(np.float32).max)
MOST_PADDING = 512  # tokens
MAY_BE_MASKED = frozenset(
    {"mask", "attn.scores", "attn.scaled", "attn.masked", "cross_attn.scores", "cross_attn.scaled"}
)  # where -inf has a meaning


@dataclass(frozen=True)
class SetCells:
    """Cells of an array get a value, after whatever made it; in the mask, in all layers.

    ``blocks.1.attn.z`` with ``(2, None, None)`` and 0 switches a head off before W_O.
    """

    path: str
    where: Pattern
    value: float

    def among(self, tokens: Tokens) -> "SetCells | None":
        """The same change where its tokens stand now; None if one of them was cut."""
        if tokens.origin is None:
            return self
        where = list(self.where)
        for place, axis in enumerate(NAMES[key(self.path)].axes[: len(where)]):
            before = where[place]
            if axis in OVER_TOKENS and before is not None:
                where[place] = tokens.now_at(before)
                if where[place] is None:
                    return None
        return replace(self, where=tuple(where))

    def set(self, array: Array) -> Array:
        """A changed copy.  EditError for a cell that is not there or a value that has no meaning there."""
        inside = len(self.where) == array.ndim and all(
            i is None or 0 <= i < size for i, size in zip(self.where, array.shape, strict=True)
        )
        if not inside:
            raise EditError("no such cell", self.path)
        masks = self.value == -math.inf and key(self.path) in MAY_BE_MASKED
        if not masks and not abs(self.value) <= LARGEST:  # false for NaN, too
            raise EditError("not a finite number", self.path)
        copy = np.array(array)
        copy[tuple(slice(None) if i is None else i for i in self.where)] = self.value
        return copy


@dataclass(frozen=True)
class MaskLater:
    """No query may look at a later key, in any layer: the causal mask."""

    path: str = "mask"

    def set(self, array: Array) -> Array:
        later = np.triu(np.ones(array.shape, np.bool_), k=1)
        return np.where(later, np.float32(-np.inf), array)


@dataclass(frozen=True)
class SetParameter:
    """A step's parameter gets a value: ``blocks.3.attn.softmax.temperature``, or ``blocks.3.attn.scores.function``
    one of its choices.  ``decoder.attn.softmax.temperature`` holds at every time step, one with ``t3.`` at that one.
    """

    path: str
    value: float | str

    def apply(self, step: Step) -> Step:
        """The step with the parameter, if it is the one addressed."""
        address, _, name = self.path.rpartition(".")
        if address not in (step.address, of_every_time(step.address)):
            return step
        return replace(step, operation=step.operation.with_parameter(name, self.value))


@dataclass(frozen=True)
class Training:
    """Dropout is on, in every layer, as in training."""

    rate: float = 0.1
    seed: float = 0  # of the draws: a whole number

    def apply(self, step: Step) -> Step:
        """The step with dropout on, if it is one of dropout."""
        if not isinstance(step.operation, Dropout):
            return step
        seeded = step.operation.with_parameter("seed", self.seed)
        return replace(step, operation=seeded.with_parameter("rate", self.rate))


@dataclass(frozen=True)
class CutToken:
    """A token is left out of the sentence; ``text`` says which it was."""

    position: int
    text: str = ""

    def apply(self, tokens: Tokens) -> Tokens:
        place = tokens.now_at(self.position)
        if place is None or len(tokens) == 1:
            raise EditError("no such token", str(self.position))
        return tokens.taken([i for i in range(len(tokens)) if i != place])


@dataclass(frozen=True)
class ReplaceToken:
    """Another token stands at a position: its text, its number in the vocabulary, whether it is the model's own."""

    position: int
    text: str
    number: int
    special: bool = False

    def apply(self, tokens: Tokens) -> Tokens:
        place = tokens.now_at(self.position)
        if place is None:
            raise EditError("no such token", str(self.position))
        return tokens.replaced(place, self.text, self.number, self.special)


@dataclass(frozen=True)
class Reorder:
    """The tokens stand in another order: position ``i`` holds what stood at ``order[i]``; those cut are passed over."""

    order: tuple[int, ...]

    def apply(self, tokens: Tokens) -> Tokens:
        places = [place for i in self.order if (place := tokens.now_at(i)) is not None]
        if sorted(places) != list(range(len(tokens))):
            raise EditError("no such token", str(self.order))
        return tokens.taken(places)


@dataclass(frozen=True)
class Padding:
    """``count`` more tokens fill the sentence up, as they do where sentences of several lengths run together; ``seen``
    leaves their mask out.  They stand at its end, whatever happens to the words; as positions they have those that
    follow its last.
    """

    count: int
    text: str
    number: int
    seen: bool = False

    def apply(self, tokens: Tokens, first: int) -> Tokens:
        """``first``: of the positions, before any change, that are free for it."""
        if not 1 <= self.count <= MOST_PADDING:
            raise EditError("out of its limits", "padding")
        return tokens.padded(len(tokens) + self.count, self.text, self.number, self.seen, first)


WordEdit = CutToken | ReplaceToken | Reorder
TokenEdit = WordEdit | Padding
ArrayEdit = SetCells | MaskLater
StepEdit = SetParameter | Training
Edit = TokenEdit | ArrayEdit | StepEdit

NO_POSITIONS = SetCells("pos_embed", (None, None), 0.0)  # the model is not told where tokens stand


def edited_tokens(tokens: Tokens, edits: Sequence[Edit]) -> Tokens:
    """The tokens after all edits of words, in their order, and then filled up."""
    edited = reduce(lambda now, edit: edit.apply(now), (e for e in edits if isinstance(e, WordEdit)), tokens)
    first = len(tokens)
    for padding in (e for e in edits if isinstance(e, Padding)):
        edited = padding.apply(edited, first)
        first += padding.count
    return edited


def is_beyond(edit: Edit, count: int) -> bool:
    """Whether a change is one of a token that a sentence of ``count`` tokens has only while it is filled up."""
    if not isinstance(edit, SetCells):
        return False
    places = zip(NAMES[key(edit.path)].axes, edit.where, strict=False)
    return any(axis in OVER_TOKENS and index is not None and index >= count for axis, index in places)


def setters(edits: Sequence[Edit], tokens: Tokens | None) -> Mapping[str, Setter]:
    """For each array that is edited, what does it; several edits of one array follow each other.  ``tokens``: those
    among which the edited ones are looked up, where tokens can be moved or cut.
    """
    found: dict[str, list[Setter]] = {}
    placed = (edit.among(tokens) if tokens and isinstance(edit, SetCells) else edit for edit in edits)
    for edit in placed:
        if isinstance(edit, ArrayEdit):
            found.setdefault(edit.path, []).append(edit.set)
    return {path: _in_turn(several) for path, several in found.items()}


def _in_turn(several: Sequence[Setter]) -> Setter:
    return lambda array: reduce(lambda now, setter: setter(now), several, array)


def with_parameters(recipe: Recipe, edits: Sequence[Edit]) -> Recipe:
    """The recipe whose steps have the edited parameters."""
    wanted = [edit for edit in edits if isinstance(edit, StepEdit)]
    return tuple(reduce(lambda now, edit: edit.apply(now), wanted, step) for step in recipe)


def first_layer(edits: Sequence[Edit]) -> int:
    """The first layer that an edit touches; an edit of tokens, mask, embedding or dropout touches the first of all."""
    paths = [edit.path if isinstance(edit, ArrayEdit | SetParameter) else "" for edit in edits]
    return min((layer_of(path) or 0 for path in paths), default=0)
