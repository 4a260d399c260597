"""What-if of a translation: numbers that are set, heads that are switched off, a softmax's temperature."""

from typing import Any

from engine.edits import Edit, SetCells, SetParameter
from engine.names import CROSS, block, of_every_time
from engine.recipes import Step
from engine.steps.base import Array, Cell
from gui.owners import Openable
from gui.seq_view import SequenceView
from gui.state import State

Changes = dict[str, Any]


def with_edit(state: State, edit: Edit) -> Changes:
    """The changes of state that make one more change; a parameter or a number has one value only."""
    kept = tuple(other for other in state.seq_changes if not _replaces(edit, other))
    return {"seq_changes": (*kept, edit)}


def _replaces(edit: Edit, other: Edit) -> bool:
    if isinstance(edit, SetParameter):
        return isinstance(other, SetParameter) and other.path == edit.path
    return isinstance(edit, SetCells) and isinstance(other, SetCells) and _cell(edit) == _cell(other)


def _cell(edit: SetCells) -> object:
    return edit.path, edit.where


def set_number(state: State, path: str, cell: Cell, value: float) -> Changes:
    """The changes of state that put another value in the place of a number."""
    return with_edit(state, SetCells(path, tuple(cell), value))


def set_by_hand(state: State, run: Openable, path: str, cell: Cell, value: float) -> Changes:
    """The same, as gui.whatif.BY_HAND asks for it."""
    return set_number(state, path, cell, value)


def attention_path(view: SequenceView, layer: int | None = None) -> str:
    """What the arrays of the attention that is looked at begin with, in a Transformer."""
    side = "encoder." if view.moment.side == "encoder" else "decoder."
    at = block(view.moment.layer if layer is None else layer, side)
    return f"{at}{CROSS if view.moment.attention == 'cross' else ''}attn."


def weights_of_layers(view: SequenceView) -> list[Array]:
    """The weights of the kind of attention that is looked at, in each layer.  [head, query, key]"""
    paths = [f"{attention_path(view, layer)}weights" for layer in range(view.sizes.layers)]
    return [view.run.trace(path)[path] for path in paths]


def head_off(view: SequenceView) -> Edit | None:
    """The head that is looked at gives nothing; None where there is but one."""
    if view.sizes.heads < 2:
        return None
    return SetCells(f"{attention_path(view)}z", (view.head, None, None), 0.0)


def parameter(step: Step, name: str, value: float) -> Edit:
    """Another value for a parameter of a step, of a recurrent model at every time step."""
    return SetParameter(f"{of_every_time(step.address)}.{name}", value)
