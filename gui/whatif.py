"""What-if in the user's terms: the changes that commands and menus make, and each change in words."""

from collections.abc import Callable, Mapping

import numpy as np

from engine.edits import CutToken, Edit, MaskLater, Reorder, ReplaceToken, SetCells, SetParameter
from engine.names import NAMES, OVER_TOKENS, block, key, layer_of
from engine.run import Run
from engine.steps.base import Cell
from engine.text import Tokens
from gui.view import View
from gui.widgets import numbers
from gui.widgets.plain import visible
from gui.wording import STEP_TITLES, numbered, short_place, tr

NEGATIVE_INFINITY = float("-inf")

SHORT_TITLES: Mapping[str, str] = {
    "attn.scores": "score",
    "attn.scaled": "scaled score",
    "attn.masked": "masked score",
    "attn.weights": "weight",
    "mask": "mask",
}


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
    """The model is not told where tokens stand."""
    return SetCells("pos_embed", (None, None), 0.0)


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


def set_cell(path: str, cell: Cell, value: float, tokens: Tokens) -> Edit:
    """A number as it stands now; its tokens are named by where they stood before any change."""
    axes = NAMES[key(path)].axes
    where = (tokens.came_from(i) if axis in OVER_TOKENS else i for axis, i in zip(axes, cell, strict=True))
    return SetCells(path, tuple(where), value)


def can_be_set(path: str) -> bool:
    """Whether a number of this array can be changed: everything but the tokens' own numbers."""
    return key(path) not in ("tokens", "positions", "segments")


def in_words(edit: Edit, run: Run) -> str:
    """A change in a few words, layers and heads from 1."""
    return WORDS[type(edit)](edit, run)


def _cells(before: SetCells, run: Run) -> str:
    edit = before.among(run.tokens)
    if edit is None:
        return tr("{0}, of a token that is cut", tr(SHORT_TITLES.get(key(before.path), "number")))
    name, layer = key(edit.path), layer_of(edit.path)
    value = numbers.short(edit.value) if np.isfinite(edit.value) else tr("masked")
    if name == "attn.z" and edit.where[1:] == (None, None) and edit.value == 0:
        return tr("head {0} of layer {1} off", (edit.where[0] or 0) + 1, (layer or 0) + 1)
    if name == "pos_embed" and edit.where == (None, None) and edit.value == 0:
        return tr("no positions")
    if name == "mask" and edit.where[0] is None and edit.where[1] is not None:
        token = numbered(run.tokens, edit.where[1])
        return tr("{0} masked", token) if edit.value else tr("{0} not masked", token)
    title = tr(SHORT_TITLES[name]) if name in SHORT_TITLES else tr(STEP_TITLES.get(name, name))
    place = _place(edit, run)
    where = tr("{0} in layer {1}", place, layer + 1) if layer is not None else place
    return f"{title} {where} = {value}"


def _place(edit: SetCells, run: Run) -> str:
    cell = tuple(0 if i is None else i for i in edit.where)
    wanted = tuple(i is not None for i in edit.where)
    return short_place(edit.path, cell, run.tokens, wanted)


def _parameter(edit: SetParameter, run: Run) -> str:
    name = edit.path.rpartition(".")[2]
    layer = layer_of(edit.path)
    where = tr(" in layer {0}", layer + 1) if layer is not None else ""
    return f"{tr(PARAMETERS[name])}{where} = {edit.value:g}"


PARAMETERS: Mapping[str, str] = {"temperature": "temperature", "divisor": "divisor", "epsilon": "epsilon"}

WORDS: Mapping[type, Callable[..., str]] = {
    SetCells: _cells,
    MaskLater: lambda edit, run: tr("later tokens masked"),
    SetParameter: _parameter,
    CutToken: lambda edit, run: tr("“{0}” cut", visible(edit.text) or edit.position + 1),
    ReplaceToken: lambda edit, run: tr("token {0} is now {1}", edit.position + 1, visible(edit.text)),
    Reorder: lambda edit, run: tr("words shuffled"),
}
