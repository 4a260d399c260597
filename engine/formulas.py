"""The LaTeX of every step of every recipe, by key: what the window and the report set as pictures."""

from collections.abc import Mapping

from engine.edits import SetParameter, with_parameters
from engine.names import key
from engine.recipes import Step, bert_embedding, post_norm_block, token_embedding

EXAMPLE = (*bert_embedding(1e-12), *post_norm_block(0, "embed_norm", 12, 12, 32, 1e-12))
BARE = (*token_embedding(), *post_norm_block(0, "embed", 8, 8, 64, 1e-5))


# The formulas that a changed parameter brings.
CHANGED = (
    SetParameter("blocks.0.attn.scale.divisor", 2.0),
    SetParameter("blocks.0.attn.softmax.temperature", 2.0),
)


def formula_key(step: Step) -> str:
    """Name of a step's formula: its output's key, with the input's for a carried array, and its variant."""
    name = key(step.output)
    if name == "resid_pre":
        name = f"{name}.from_{key(step.inputs[0])}"
    return f"{name}.{step.operation.variant}" if step.operation.variant else name


def _formulas() -> Mapping[str, str]:
    later = post_norm_block(1, "blocks.0.norm2", 12, 12, 32, 1e-12)
    changed = with_parameters(EXAMPLE, CHANGED)
    return {formula_key(step): step.latex for step in (*EXAMPLE, *BARE, *later, *changed)}


FORMULAS: Mapping[str, str] = _formulas()
