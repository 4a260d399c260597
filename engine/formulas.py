"""The LaTeX of every step of every recipe, by key: what the window and the report set as pictures."""

from collections.abc import Mapping

from engine.edits import SetParameter, Training, with_parameters
from engine.names import key
from engine.pair_terms import MEASURES
from engine.recipes import Step, bert_embedding, post_norm_block, token_embedding

EXAMPLE = (*bert_embedding(1e-12), *post_norm_block(0, "embed_norm", 12, 12, 32, 1e-12))
BARE = (*token_embedding(), *post_norm_block(0, "embed", 8, 8, 64, 1e-5))


# The formulas that changed parameters bring.
CHANGED = (
    (
        SetParameter("blocks.0.attn.scores.function", "cosine"),
        SetParameter("blocks.0.attn.scale.divisor", 2.0),
        SetParameter("blocks.0.attn.softmax.temperature", 2.0),
        Training(),
    ),
    (SetParameter("blocks.0.attn.scores.function", "distance"),),
)


def formula_key(step: Step) -> str:
    """Name of a step's formula: its output's key, with the input's for a carried array, and its variant."""
    name = key(step.output)
    if name == "resid_pre":
        name = f"{name}.from_{key(step.inputs[0])}"
    return f"{name}.{step.operation.variant}" if step.operation.variant else name


def pair_key(measure: str) -> str:
    """Name of the formula of a measure of two vectors."""
    return f"pair.{measure}"


def _formulas() -> Mapping[str, str]:
    later = post_norm_block(1, "blocks.0.norm2", 12, 12, 32, 1e-12)
    changed = (step for changes in CHANGED for step in with_parameters(EXAMPLE, changes))
    steps = {formula_key(step): step.latex for step in (*EXAMPLE, *BARE, *later, *changed)}
    return steps | {pair_key(name): measure.formula for name, measure in MEASURES.items()}


FORMULAS: Mapping[str, str] = _formulas()
