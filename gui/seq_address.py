"""Where a number of a translation is shown: the changes of state that bring its array into view."""

from typing import Any

from engine.names import CROSS, NAMES, key, layer_of, side_of, time_of
from engine.sequences import recipes
from engine.steps.base import Cell

# Keys of all arrays that a recipe makes: these have a place in the walk, what is given and weights have none.
MADE = frozenset(
    key(step.output)
    for recipe in (
        recipes.recurrent_encoder(1, True),
        recipes.recurrent_step(0, True),
        recipes.transformer_encoder(1, 1, 1),
        recipes.transformer_decoder(1, 1, 1, ""),
    )
    for step in recipe
)
AFTER_LAYERS = frozenset({"logits", "probabilities"})
LAST = 99  # a layer that gives way to the last one
BEFORE_WRITING = frozenset({"start", "start.pre"})  # of the decoder, and made once the source is read
# What the decoder of a Transformer does after it has looked at itself.
CROSSING = (CROSS, "resid_cross", "norm2", "norm3", "mlp", "resid_post", "logits", "probabilities")
OVER_SOURCE = frozenset({f"{CROSS}attn.k", f"{CROSS}attn.v"})  # the decoder's arrays with a row for each word


def into_view(path: str, cell: Cell) -> dict[str, Any]:
    """The changes of state that show an array of a translation; none for an input or a weight."""
    name, side, time, layer = key(path), side_of(path), time_of(path), layer_of(path)
    if name not in MADE:
        return {}
    if name in BEFORE_WRITING:
        return {"seq_side": "encoder", "seq_stage": "summary", "seq_step": name}
    changes: dict[str, Any] = {"seq_side": side, "seq_stage": "", "seq_step": name}
    changes["seq_attention"] = (
        "encoder" if side == "encoder" else "cross" if name.startswith(CROSSING) else "self"
    )
    if time is None:
        changes["seq_layer"] = layer if layer is not None else LAST if name in AFTER_LAYERS else 0
    direction = path.split(".")[1]
    if time is not None and direction in ("forward", "backward"):
        changes["seq_stage"] = direction
    return changes | _of_cell(name, side, time, layer, cell)


def _of_cell(name: str, side: str, time: int | None, layer: int | None, cell: Cell) -> dict[str, Any]:
    """The head of a cell, and the word or the token that it is of."""
    at = dict(zip(NAMES[name].axes, cell, strict=True))
    heads = [at[axis] for axis in ("head", "kv_head") if axis in at]
    changes: dict[str, Any] = {"seq_head": heads[0]} if heads and layer is not None else {}
    of_source = name in OVER_SOURCE or (side == "decoder" and layer is None and name.startswith("attn."))
    row = time if time is not None else at.get("query", at.get("pos"))
    if row is not None and (time is not None or not of_source):
        changes["seq_word" if side == "encoder" else "seq_place"] = row
    return changes
