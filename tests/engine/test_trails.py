"""From any number, operand by operand, one comes to the embedding table or a weight, and every hop is right."""

import numpy as np
import pytest

from engine.edits import Padding, SetParameter, Training
from engine.examples import HUNGRY
from engine.names import layer_of
from engine.recipes import bert_embedding, post_norm_block
from engine.run import Run

TRAILS = 200
LAYER = 1  # far enough that trails cross from a layer into the one before
STEPS = [
    step.output
    for step in (*bert_embedding(1e-12), *post_norm_block(LAYER, "blocks.0.norm2", 12, 12, 32, 1e-12))
]
GIVEN = ("W_", "b_", "gamma", "beta", "tokens", "positions", "segments", "mask")


@pytest.fixture(scope="module")
def run(minilm):
    return Run.forward(minilm, minilm.encode(HUNGRY))


@pytest.fixture(scope="module", params=["cosine", "distance"])
def changed(run, request):
    """In training, filled up, with scores by another function in both layers that trails cross."""
    by = [SetParameter(f"blocks.{layer}.attn.scores.function", request.param) for layer in (0, LAYER)]
    return run.with_changes([Training(0.2, 5), Padding(2, "[PAD]", 0), *by])


def is_given(path):
    return path.rpartition(".")[2].startswith(GIVEN)


@pytest.mark.parametrize("path", STEPS)
def test_every_hop_of_200_trails_agrees_and_each_ends_at_what_is_given(run, path):
    follow_trails(run, path)


@pytest.mark.parametrize(
    "name", ["attn.scores", "attn.masked", "attn.weights", "attn.dropped", "mlp.dropped", "norm2"]
)
def test_trails_of_a_changed_run_agree_as_well(changed, name):
    follow_trails(changed, f"blocks.{LAYER}.{name}")


def follow_trails(run, path):
    generator = np.random.default_rng(STEPS.index(path))
    shape = run.trace(layer_of(path) or 0)[path].shape
    for _ in range(TRAILS):
        place, cell = path, tuple(int(generator.integers(size)) for size in shape)
        for _hop in range(60):
            found = run.explain(place, cell)
            if found.step is None:
                break
            shown, result = found.output.value, found.arithmetic.result
            if shown != result:  # both may be minus infinity
                assert abs(result - shown) <= 1e-5 * found.arithmetic.largest, (place, cell)
            operands = [operand for term in found.arithmetic.terms for operand in term.operands]
            operand = operands[generator.integers(len(operands))]
            assert run.trace(layer_of(operand.name) or 0)[operand.name][operand.cell] == operand.value
            place, cell = operand.name, operand.cell
        assert is_given(place), place
