"""What the commands of the menus do at the desk where sentences are translated, by the command's id."""

from collections.abc import Callable, Mapping
from typing import Any

from gui.seq_changes import head_off, with_edit
from gui.seq_view import SequenceView
from gui.seq_walk import places
from gui.state import State
from gui.translation import to_layer, to_token, to_word

Changes = dict[str, Any]
Act = Callable[[State, SequenceView], Changes]


def _move(move: str) -> Act:
    return lambda state, view: view.moved(move)


def _layer(offset: int) -> Act:
    def act(state: State, view: SequenceView) -> Changes:
        last = view.sizes.layers - 1
        if view.run.model.recurrent:
            return {}
        return to_layer(view, min(max(view.moment.layer + offset, 0), last))

    return act


def _head(offset: int) -> Act:
    return lambda state, view: {"seq_head": min(max(view.head + offset, 0), view.sizes.heads - 1)}


def _token(offset: int) -> Act:
    """To the word or the token beside it."""

    def act(state: State, view: SequenceView) -> Changes:
        moment = view.moment
        if moment.side == "encoder":
            return to_word(view, min(max(moment.word + offset, 0), len(view.run.source) - 1))
        return to_token(view, min(max(moment.place + offset, 0), places(view.run) - 1))

    return act


def _head_off(state: State, view: SequenceView) -> Changes:
    edit = head_off(view)
    return with_edit(state, edit) if edit else {}


def _unchanged(state: State, view: SequenceView) -> Changes:
    return {"seq_changes": ()}


ACTS: Mapping[str, Act] = {
    "go.next": _move("next"),
    "go.previous": _move("previous"),
    "go.first": _move("first"),
    "go.last": _move("last"),
    "go.layer_up": _layer(1),
    "go.layer_down": _layer(-1),
    "go.head_up": _head(1),
    "go.head_down": _head(-1),
    "go.token_next": _token(1),
    "go.token_before": _token(-1),
    "whatif.head": _head_off,
    "whatif.nothing": _unchanged,
}
