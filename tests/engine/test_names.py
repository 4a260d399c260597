"""The published table of names, and the paths made from it."""

import keyword

import pytest

from engine.formulas import SEQUENCES
from engine.names import NAMES, block, identifier, key, layer_of, side_of, time_of
from engine.names_laboratory import LABORATORY
from engine.names_memory import MEMORY
from engine.recipes import STAGES, Recipe, bert_embedding, post_norm_block, token_embedding

STEPS = (
    *token_embedding(),
    *bert_embedding(1e-12),
    *post_norm_block(0, "embed_norm", 12, 12, 32, 1e-12),
    *post_norm_block(1, "blocks.0.norm2", 12, 12, 32, 1e-12),
)
# As the program's help publishes it.
PUBLISHED = {
    "embed": "pos d_model",
    "pos_embed": "pos d_model",
    "segment_embed": "pos d_model",
    "embed_norm": "pos d_model",
    "resid_pre": "pos d_model",
    "attn.q": "head pos d_head",
    "attn.k": "kv_head pos d_head",
    "attn.v": "kv_head pos d_head",
    "attn.scores": "head query key",
    "attn.scaled": "head query key",
    "attn.masked": "head query key",
    "attn.weights": "head query key",
    "attn.z": "head query d_head",
    "attn.joined": "query d_attn",
    "attn.out": "query d_model",
    "resid_mid": "pos d_model",
    "norm1": "pos d_model",
    "norm1.mean": "pos one",
    "norm1.scale": "pos one",
    "norm2": "pos d_model",
    "norm2.mean": "pos one",
    "norm2.scale": "pos one",
    "mlp.pre": "pos d_mlp",
    "mlp.post": "pos d_mlp",
    "mlp.out": "pos d_model",
    "resid_post": "pos d_model",
}


def test_the_block_makes_every_published_name_with_its_axes() -> None:
    made = {key(step.output): " ".join(step.axes) for step in STEPS}
    assert made.items() >= PUBLISHED.items()


def test_every_array_of_a_recipe_is_in_the_table_and_nothing_else_is() -> None:
    paths = {path for step in (*STEPS, *SEQUENCES) for path in (step.output, *step.inputs)}
    assert {key(path) for path in paths} >= set(NAMES) - {*LABORATORY, *MEMORY}
    assert {key(path) for path in paths} <= set(NAMES)


def test_every_stage_is_reached_in_order() -> None:
    stages = list(dict.fromkeys(step.stage for step in STEPS[len(token_embedding()) :]))
    assert tuple(stages) == STAGES


@pytest.mark.parametrize("steps", [STEPS, SEQUENCES])
def test_a_step_needs_nothing_that_comes_later(steps: Recipe) -> None:
    made = set[str]()
    outputs = {step.output for step in steps}
    for step in steps:
        assert not (set(step.inputs) & outputs) - made, step
        made.add(step.output)


@pytest.mark.parametrize(
    ("path", "short", "layer", "name"),
    [
        ("blocks.3.attn.q", "attn.q", 3, "attn_q"),
        ("blocks.11.norm1.mean", "norm1.mean", 11, "norm1_mean"),
        ("embed_norm.gamma", "embed_norm.gamma", None, "embed_norm_gamma"),
        ("W_E", "W_E", None, "W_E"),
    ],
)
def test_a_path_has_a_layer_and_a_key(path: str, short: str, layer: int | None, name: str) -> None:
    assert (key(path), layer_of(path), identifier(path)) == (short, layer, name)
    if layer is not None:
        assert path == block(layer) + short


@pytest.mark.parametrize(
    ("path", "short", "side", "time", "layer", "name"),
    [
        ("encoder.forward.t3.gru.state", "gru.state", "encoder", 3, None, "forward_gru_state_t3"),
        ("encoder.forward.gru.W", "gru.W", "encoder", None, None, "forward_gru_W"),
        ("encoder.backward.states", "backward.states", "encoder", None, None, "backward_states"),
        ("encoder.blocks.2.attn.q", "attn.q", "encoder", None, 2, "attn_q"),
        ("decoder.t12.attn.scores", "attn.scores", "decoder", 12, None, "attn_scores_t12"),
        ("decoder.t1.blocks.0.attn.k", "attn.k", "decoder", 1, 0, "attn_k_t1"),
        ("decoder.blocks.1.cross_attn.W_Q", "cross_attn.W_Q", "decoder", None, 1, "cross_attn_W_Q"),
        ("decoder.start", "start", "decoder", None, None, "start"),
    ],
)
def test_a_path_of_a_sequence_has_a_side_and_a_time(
    path: str, short: str, side: str, time: int | None, layer: int | None, name: str
) -> None:
    found = key(path), side_of(path), time_of(path), layer_of(path), identifier(path)
    assert found == (short, side, time, layer, name)


def test_identifiers_are_python_names_and_distinct() -> None:
    found = [identifier(name) for name in NAMES]
    assert all(name.isidentifier() and not keyword.iskeyword(name) for name in found)
    assert len(set(found)) == len(found)
