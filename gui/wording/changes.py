"""Each change of a run in words, and what became of the outputs."""

import math
from collections.abc import Callable, Mapping

from engine.carried import Carried
from engine.edits import (
    NO_POSITIONS,
    CutToken,
    Edit,
    MaskLater,
    Padding,
    Reorder,
    ReplaceToken,
    SetCells,
    SetParameter,
    Training,
    is_beyond,
)
from engine.names import NAMES, key, layer_of
from engine.run import Run
from gui.widgets import numbers
from gui.widgets.plain import visible
from gui.wording.places import numbered, short_place, short_title, tr

SHORT_TITLES: Mapping[str, str] = {
    "attn.scores": "score",
    "attn.scaled": "scaled score",
    "attn.masked": "masked score",
    "attn.weights": "weight",
    "mask": "mask",
}


def in_words(edit: Edit, run: Run) -> str:
    """A change in a few words, layers and heads from 1."""
    return WORDS[type(edit)](edit, run)


def _cells(before: SetCells, run: Run) -> str:
    edit = before.among(run.tokens)
    if edit is None or is_beyond(edit, len(run.tokens)):
        return tr("{0}, of a token that is not there", tr(SHORT_TITLES.get(key(before.path), "number")))
    name, layer = key(edit.path), layer_of(edit.path)
    value = numbers.short(edit.value) if math.isfinite(edit.value) else tr("masked")
    if name == "attn.z" and edit.where[1:] == (None, None) and edit.value == 0:
        return tr("head {0} of layer {1} off", (edit.where[0] or 0) + 1, (layer or 0) + 1)
    if edit == NO_POSITIONS:
        return tr("no positions")
    if name == "mask" and edit.where[0] is None and edit.where[1] is not None:
        token = numbered(run.tokens.texts, edit.where[1])
        return tr("{0} masked", token) if edit.value else tr("{0} not masked", token)
    title = tr(SHORT_TITLES[name]) if name in SHORT_TITLES else short_title(edit.path)
    return f"{_in_layer(f'{title} {_place(edit, run)}'.strip(), edit)} = {value}"


def _place(edit: SetCells, run: Run) -> str:
    cell = tuple(0 if i is None else i for i in edit.where)
    wanted = tuple(i is not None for i in edit.where)
    return short_place(edit.path, cell, run, wanted)


def _in_layer(what: str, edit: SetCells) -> str:
    """With the layer, and the head where it is of one."""
    layer, head = layer_of(edit.path), edit.where[0]
    if layer is None:
        return what
    if head is not None and NAMES[key(edit.path)].axes[0] in ("head", "kv_head"):
        return tr("{0}, layer {1} head {2}", what, layer + 1, head + 1)
    return tr("{0} in layer {1}", what, layer + 1)


def _parameter(edit: SetParameter, run: Run) -> str:
    name = edit.path.rpartition(".")[2]
    layer = layer_of(edit.path)
    where = tr(" in layer {0}", layer + 1) if layer is not None else ""
    if isinstance(edit.value, str):
        return f"{tr(PARAMETERS[name])} {tr(CHOICES[edit.value])}{where}"
    return f"{tr(PARAMETERS[name])}{where} = {edit.value:g}"


def _padding(edit: Padding, run: Run) -> str:
    return tr("{0} padding tokens, {1}", edit.count, tr("seen") if edit.seen else tr("masked"))


# By what was done, and whether the outputs stayed the same.
CARRIED: Mapping[tuple[bool, bool], str] = {
    (True, True): "Compared: the outputs of the words only change places (largest difference {0}).",
    (
        True,
        False,
    ): "Compared: the outputs of the words do more than change places (they differ by up to {0}).",
    (False, True): "Compared: the padding changes no output of the other tokens (largest difference {0}).",
    (False, False): "Compared: the padding changes the outputs of the other tokens (by up to {0}).",
}


def carried_in_words(carried: Carried) -> str:
    """What became of the outputs of the tokens that were moved, or that padding was put beside; as it was found."""
    largest = carried.largest
    amount = f"{largest:.0e}" if 0 < largest < 1e-3 else numbers.short(largest)
    told = tr(CARRIED[carried.moved, carried.same], amount)
    placed = (
        carried.moved and "W_pos" in carried.run.model.weights and NO_POSITIONS not in carried.run.changes
    )
    return f"{told} {tr('Positions are on.')}" if placed else told


PARAMETERS: Mapping[str, str] = {
    "function": "scores by",
    "temperature": "temperature",
    "divisor": "divisor",
    "epsilon": "epsilon",
    "rate": "rate",
    "seed": "seed",
}
CHOICES: Mapping[str, str] = {"dot": "dot product", "cosine": "cosine", "distance": "−½ distance²"}

WORDS: Mapping[type, Callable[..., str]] = {
    SetCells: _cells,
    MaskLater: lambda edit, run: tr("later tokens masked"),
    SetParameter: _parameter,
    CutToken: lambda edit, run: tr("“{0}” cut", visible(edit.text) or edit.position + 1),
    ReplaceToken: lambda edit, run: tr("token {0} is now {1}", edit.position + 1, visible(edit.text)),
    Reorder: lambda edit, run: tr("words shuffled"),
    Padding: _padding,
    Training: lambda edit, run: tr("training: dropout {0:g}, seed {1:.0f}", edit.rate, edit.seed),
}
