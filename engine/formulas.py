"""The LaTeX of every step of every recipe, by key: what the window and the report set as pictures."""

from collections.abc import Mapping

from engine.names import key
from engine.recipes import bert_embedding, post_norm_block, token_embedding

EXAMPLE = (*bert_embedding(1e-12), *post_norm_block(0, "embed_norm", 12, 12, 32, 1e-12))
BARE = (*token_embedding(), *post_norm_block(0, "embed", 8, 8, 64, 1e-5))


def formula_key(output: str, inputs: tuple[str, ...]) -> str:
    """Name of a step's formula: its output's key, with the input's for a carried array."""
    name = key(output)
    return f"{name}.from_{key(inputs[0])}" if name == "resid_pre" else name


def _formulas() -> Mapping[str, str]:
    later = post_norm_block(1, "blocks.0.norm2", 12, 12, 32, 1e-12)
    return {formula_key(step.output, step.inputs): step.latex for step in (*EXAMPLE, *BARE, *later)}


FORMULAS: Mapping[str, str] = _formulas()
