"""What-if in the user's terms: the changes that commands, menus and boxes make, and how they go together."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from engine.edits import (
    MAY_BE_MASKED,
    NO_POSITIONS,
    CutToken,
    Edit,
    MaskLater,
    Padding,
    Reorder,
    SetCells,
    SetParameter,
    Training,
    is_beyond,
)
from engine.names import NAMES, OVER_TOKENS, block, key, layer_of
from engine.recipes import Step
from engine.run import Run
from engine.steps import Dropout
from engine.steps.base import Cell
from engine.text import Tokens
from engine.trace import Trace
from gui import seq_changes
from gui.owners import WALK, Openable, owner_of
from gui.results import Opened
from gui.state import State
from gui.view import View

Changes = tuple[Edit, ...]

NEGATIVE_INFINITY = float("-inf")


def head_off(view: View) -> Edit:
    """The head that is looked at gives nothing to W_O."""
    return SetCells(f"{block(view.layer)}attn.z", (view.head, None, None), 0.0)


def mask_token(view: View, position: int | None = None) -> Edit:
    """Nobody may look at a token, in any layer."""
    place = view.query if position is None else position
    return SetCells("mask", (None, view.run.tokens.came_from(place)), NEGATIVE_INFINITY)


def unmask_token(view: View, position: int) -> Edit:
    """Everybody may look at a token again."""
    return SetCells("mask", (None, view.run.tokens.came_from(position)), 0.0)


def cut_token(view: View, position: int | None = None) -> Edit:
    """The sentence without a token."""
    place = view.query if position is None else position
    return CutToken(view.run.tokens.came_from(place), view.run.tokens.texts[place])


def mask_later(view: View) -> Edit:
    return MaskLater()


def no_positions(view: View) -> Edit:
    return NO_POSITIONS


def shuffled(view: View) -> Edit:
    """The words in another order, the model's own first and last token in place; the same for the same sentence."""
    special = view.run.tokens.special
    places = [i for i, own in enumerate(special) if not own]
    order = list(range(len(special)))
    mixed = np.random.default_rng(len(special)).permutation(places)
    if len(places) > 1 and np.array_equal(mixed, places):
        mixed = np.roll(mixed, 1)
    for place, source in zip(places, mixed, strict=True):
        order[place] = int(source)
    return Reorder(tuple(view.run.tokens.came_from(place) for place in order))


def more_padding(view: View) -> Edit:
    """One more token fills the sentence up; masked, if none does yet."""
    now = padding_of(view.run.changes)
    text, number = view.run.model.padding or ("", 0)
    return replace(now, count=now.count + 1) if now else Padding(1, text, number)


def in_training(view: View) -> Edit:
    """Dropout is on, in every layer."""
    return Training()


def padding_of(changes: Changes) -> Padding | None:
    """What fills the sentence up."""
    return next((change for change in changes if isinstance(change, Padding)), None)


def added(changes: Changes, edit: Edit) -> Changes:
    """The changes with one more.  It takes the place of another of which there can be but one: the same parameter,
    the padding, the training view.
    """
    return (*(change for change in changes if not _replaces(edit, change)), edit)


def _replaces(edit: Edit, other: Edit) -> bool:
    if isinstance(edit, SetParameter):
        return isinstance(other, SetParameter) and other.path == edit.path
    return isinstance(edit, Padding | Training) and type(other) is type(edit)


def removed(changes: Changes, edit: Edit, tokens: Tokens) -> Changes:
    """The changes without one; with padding go those of its tokens.  ``tokens`` as they are now."""
    kept = tuple(change for change in changes if change is not edit)
    if not isinstance(edit, Padding):
        return kept
    first = min(tokens.came_from(i) for i in range(len(tokens) - edit.count, len(tokens)))
    return tuple(change for change in kept if not is_beyond(change, first))


def padded(changes: Changes, count: int, seen: bool, view: View) -> Changes:
    """The changes with so much padding; with none, and with less than before, also without changes of what goes."""
    before = padding_of(changes)
    kept = changes if before is None or count >= before.count else removed(changes, before, view.run.tokens)
    text, number = view.run.model.padding or ("", 0)
    return added(kept, Padding(count, text, number, seen)) if count else kept


def with_parameter(changes: Changes, step: Step, name: str, value: float | str) -> Changes:
    """The changes with another value for a parameter of a step; dropout has its own in all layers at once, and the
    first of several choices is the one without a change.
    """
    operation = step.operation
    if isinstance(operation, Dropout):
        now = {"rate": operation.rate, "seed": operation.seed, name: float(value)}
        return added(changes, Training(**now))
    edit = SetParameter(f"{step.address}.{name}", value)
    if isinstance(value, str) and value == operation.choices[name][0]:
        return tuple(change for change in changes if not _replaces(edit, change))
    return added(changes, edit)


def training(changes: Changes, on: bool) -> Changes:
    """The changes with or without the training view."""
    return added(changes, Training()) if on else tuple(c for c in changes if not isinstance(c, Training))


def may_be_masked(path: str) -> bool:
    """Whether a mask can stand in a cell of this array."""
    return key(path) in MAY_BE_MASKED


def mask_turned(changes: Changes, path: str, cell: Cell, trace: Trace, tokens: Tokens) -> Changes:
    """The changes after a cell was masked, or after it was let be seen again: without what masked it, or with a
    mask of 0 for this query and key.
    """
    edit = set_cell(path, cell, NEGATIVE_INFINITY, tokens)
    if trace[path][cell] != NEGATIVE_INFINITY:
        return (*changes, edit)
    kept = tuple(change for change in changes if not _masks(change, edit))
    seen = SetCells("mask", edit.where[-2:], 0.0)
    return kept if kept != changes else (*changes, seen)


def _masks(change: Edit, edit: SetCells) -> bool:
    """Whether a change masks the very cell of another, in the mask or in scores of the same layer."""
    if not isinstance(change, SetCells) or change.value != NEGATIVE_INFINITY:
        return False
    same = change.where == edit.where[-len(change.where) :]
    return same and may_be_masked(change.path) and layer_of(change.path) in (None, layer_of(edit.path))


def set_cell(path: str, cell: Cell, value: float, tokens: Tokens) -> SetCells:
    """A number as it stands now; its tokens are named by where they stood before any change."""
    axes = NAMES[key(path)].axes
    where = (tokens.came_from(i) if axis in OVER_TOKENS else i for axis, i in zip(axes, cell, strict=True))
    return SetCells(path, tuple(where), value)


def can_be_set(path: str) -> bool:
    """Whether a number of this array can be changed: everything but the tokens' own numbers."""
    return owner_of(path) in BY_HAND and key(path) not in ("tokens", "positions", "segments")


def set_by_hand(state: State, opened: Opened, value: float) -> dict[str, Any]:
    """The changes of state that put another value in the place of an opened number; none where that cannot be."""
    path, cell = opened.derivation.output.name, opened.derivation.output.cell
    return BY_HAND[owner_of(path)](state, opened.run, path, cell, value) if can_be_set(path) else {}


def _set_in_walk(state: State, run: Openable, path: str, cell: Cell, value: float) -> dict[str, Any]:
    assert isinstance(run, Run)
    return {"changes": (*state.changes, set_cell(path, cell, value, run.tokens))}


# How a number is set, by its owner (gui.owners): the changes of state.  Of an owner without a line none can be.
BY_HAND: Mapping[str, Callable[[State, Openable, str, Cell, float], dict[str, Any]]] = {
    WALK: _set_in_walk,
    "translation": seq_changes.set_by_hand,
}
