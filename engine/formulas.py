"""The LaTeX of every step of every recipe, by key: what the window and the report set as pictures."""

from collections.abc import Mapping

from engine.dictionary import FUNCTIONS, look_recipe
from engine.edits import SetParameter, Training, with_parameters
from engine.laboratory import lab_recipe
from engine.laboratory_parameters import LabSettings
from engine.memories.recipe import rule_formulas, time_step
from engine.names import key
from engine.pair_terms import MEASURES
from engine.recipes import Step, bert_embedding, post_norm_block, token_embedding
from engine.sequences.cache import cached_recipe
from engine.sequences.recipes import (
    language_decoder,
    recurrent_encoder,
    recurrent_step,
    transformer_decoder,
    transformer_encoder,
)

EXAMPLE = (*bert_embedding(1e-12), *post_norm_block(0, "embed_norm", 12, 12, 32, 1e-12))
BARE = (*token_embedding(), *post_norm_block(0, "embed", 8, 8, 64, 1e-5))
LABORATORY = (
    *lab_recipe(64, 64, LabSettings()),
    *(step for name in FUNCTIONS for temperature in (1.0, 2.0) for step in look_recipe(name, temperature)),
)
# Every kind of sequence model: recurrent ones at their first and a later time step.
SEQUENCES = (
    *(step for attention in (False, True) for step in recurrent_encoder(2, attention)),
    *(step for attention in (True, False) for time in (0, 1) for step in recurrent_step(time, attention)),
    *transformer_encoder(2, 8, 24),
    *transformer_decoder(2, 8, 24, "encoder.blocks.1.norm2"),
    *language_decoder(2, 8, 32),
)
# A key/value cache, and three kinds of memory: at their first and a later time step.
MEMORIES = tuple(step for time in (0, 1) for step in time_step(time, 16, 0.1))
CACHED = tuple(
    step
    for recipe in (transformer_decoder(2, 8, 24, "encoder.blocks.1.norm2"), language_decoder(2, 8, 32))
    for time in (0, 1)
    for step in cached_recipe(recipe, time)
)

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


WARMED = (
    "decoder.t0.attn",
    "decoder.t0",
    "decoder",
    *(f"{at}.blocks.0.attn" for at in ("encoder", "decoder")),
    "decoder.blocks.0.cross_attn",
)
SCALED = (SetParameter("decoder.blocks.0.cross_attn.scale.divisor", 2.0),)


def _usual() -> Mapping[str, str]:
    """For each array, the key of the first thing that it is usually made from."""
    found: dict[str, str] = {}
    for step in (*EXAMPLE, *BARE, *SEQUENCES, *MEMORIES):
        found.setdefault(key(step.output), key(step.inputs[0]))
    return found


USUAL = _usual()
CARRIED = frozenset({"resid_pre"})  # made from something else in every layer


def formula_key(step: Step) -> str:
    """Name of a step's formula: its output's key; with the input's where it is made from something unusual; and its
    variant.
    """
    name, first = key(step.output), key(step.inputs[0])
    if name in CARRIED or USUAL.get(name, first) != first:
        name = f"{name}.from_{first}"
    return f"{name}.{step.operation.variant}" if step.operation.variant else name


def pair_key(measure: str) -> str:
    """Name of the formula of a measure of two vectors."""
    return f"pair.{measure}"


def _formulas() -> Mapping[str, str]:
    later = post_norm_block(1, "blocks.0.norm2", 12, 12, 32, 1e-12)
    warmer = [SetParameter(f"{at}.softmax.temperature", 2.0) for at in WARMED]
    changed_later = (
        step for step in with_parameters(SEQUENCES, [Training(), *warmer, *SCALED]) if step.operation.variant
    )
    changed = (step for changes in CHANGED for step in with_parameters(EXAMPLE, changes))
    steps = {
        formula_key(step): step.latex
        for step in (
            *EXAMPLE,
            *BARE,
            *SEQUENCES,
            *later,
            *changed,
            *changed_later,
            *LABORATORY,
            *MEMORIES,
            *CACHED,
        )
    }
    pairs = {pair_key(name): measure.formula for name, measure in MEASURES.items()}
    return steps | pairs | rule_formulas()


FORMULAS: Mapping[str, str] = _formulas()
