"""What must hold of attention whatever the numbers are, and one example to be followed by hand."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from engine.examples import HUNGRY, LOOK, SWEET
from engine.models.base import Model, Sizes
from engine.names import block
from engine.run import Run
from engine.steps.base import Array
from engine.trace import Trace

SENTENCE = "the cat drank the milk"


def weights_of(run: Run, layer: int = 0) -> Array:
    return run.trace(layer)[f"{block(layer)}attn.weights"]


# --- softmax and mask ---------------------------------------------------------------------------------------


def test_rows_of_weights_sum_to_one(run: Run) -> None:
    for layer in range(6):
        weights = weights_of(run, layer)
        assert (weights >= 0).all()
        np.testing.assert_allclose(weights.sum(-1, dtype=np.float64), 1, atol=1e-6)


def test_a_causal_mask_gives_exact_zeros(fresh: Model) -> None:
    run = Run.forward(fresh, fresh.encode(SENTENCE))
    causal = run.what_if({"mask": np.triu(np.full((5, 5), -np.inf), 1)})
    weights = weights_of(causal)
    assert np.array_equal(weights == 0, np.broadcast_to(np.triu(np.ones((5, 5), np.bool_), 1), weights.shape))
    np.testing.assert_allclose(weights.sum(-1), 1, atol=1e-6)
    for count in (1, 3):
        alone = Run.forward(fresh, fresh.encode(" ".join(SENTENCE.split()[:count])))
        if count > 1:
            alone = alone.what_if({"mask": np.triu(np.full((count, count), -np.inf), 1)})
        np.testing.assert_allclose(causal.stream(0)[:count], alone.stream(0), atol=2e-6)


def test_a_query_that_may_look_at_nothing_gets_zeros_and_no_nan(fresh: Model) -> None:
    run = Run.forward(fresh, fresh.encode(SENTENCE))
    mask = np.zeros((5, 5))
    mask[2] = -np.inf
    trace = run.what_if({"mask": mask}).trace(0)
    assert not trace["blocks.0.attn.weights"][:, 2].any()
    assert not trace["blocks.0.attn.z"][:, 2].any()
    assert np.array_equal(trace["blocks.0.attn.weights"][:, 3], weights_of(run)[:, 3])
    assert np.isfinite(trace["blocks.0.norm2"]).all()
    found = trace.explain("blocks.0.attn.weights", (1, 2, 3))
    assert found.agrees
    assert found.arithmetic.result == 0


def test_the_heights_of_scores_do_not_matter_nor_overflow(grouped: Model) -> None:
    trace = Run.forward(grouped, grouped.encode("abac")).trace(0)
    masked = trace["blocks.0.attn.masked"]
    for height in (1000, -1000, 3e38):
        raised = trace.what_if({"blocks.0.attn.masked": np.full_like(masked, height)})
        assert np.array_equal(raised["blocks.0.attn.weights"], np.full_like(masked, 0.25))


# --- order and padding --------------------------------------------------------------------------------------


def reordered(model: Model, order: list[int]) -> tuple[Trace, Trace]:
    run = Run.forward(model, model.encode(SENTENCE))
    return run.trace(0), run.what_if({"tokens": run.tokens.ids[order]}).trace(0)


def test_without_positions_the_order_of_words_is_only_carried_along(fresh: Model) -> None:
    order = [3, 0, 4, 2, 1]
    plain, mixed = reordered(fresh, order)
    there = plain["blocks.0.attn.weights"]
    np.testing.assert_allclose(mixed["blocks.0.attn.weights"], there[:, order][:, :, order], atol=1e-6)
    np.testing.assert_allclose(mixed["blocks.0.norm2"], plain["blocks.0.norm2"][order], atol=1e-5)


def test_with_positions_the_order_of_words_counts(minilm: Model) -> None:
    order = [0, 4, 1, 5, 3, 2, 6]
    plain, mixed = reordered(minilm, order)
    assert abs(mixed["blocks.0.norm2"] - plain["blocks.0.norm2"][order]).max() > 0.1


def test_repeated_words_are_columns_of_their_own(minilm: Model, fresh: Model) -> None:
    """Equal weights without positions, different ones with them."""
    bare = weights_of(Run.forward(fresh, fresh.encode("the cat the cat")))
    assert bare.shape[-1] == 4
    np.testing.assert_allclose(bare[:, :, 0], bare[:, :, 2], atol=1e-6)
    placed = weights_of(Run.forward(minilm, minilm.encode("the cat the cat")))
    assert abs(placed[:, :, 1] - placed[:, :, 3]).max() > 0.01


@pytest.mark.parametrize("more", [1, 9])
def test_padding_changes_nothing_for_the_others(minilm: Model, more: int) -> None:
    tokens = minilm.encode(SENTENCE)
    count = len(tokens)
    plain = Run.forward(minilm, tokens)
    padded = Run.forward(minilm, tokens.padded(count + more, "[PAD]", 0))
    for layer in range(6):
        weights = weights_of(padded, layer)
        assert not weights[:, :, count:].any()
        np.testing.assert_allclose(weights[:, :count, :count], weights_of(plain, layer), atol=1e-5)
        np.testing.assert_allclose(padded.stream(layer)[:count], plain.stream(layer), atol=1e-5)


def test_what_the_padding_is_made_of_does_not_matter(minilm: Model) -> None:
    padded = minilm.encode(SENTENCE).padded(9, "[PAD]", 0)
    other = replace(padded, ids=np.where(padded.attended, padded.ids, 2000))
    a, b = Run.forward(minilm, padded), Run.forward(minilm, other)
    assert np.array_equal(a.stream(5)[:7], b.stream(5)[:7])
    assert not np.allclose(a.stream(5)[7:], b.stream(5)[7:])


# --- by hand ------------------------------------------------------------------------------------------------


@pytest.fixture
def two_tokens(build: Callable[[Sizes, int], Model]) -> Model:
    """One head that looks for what it is: W_K, W_V, W_O are the identity, W_Q is it times ln 3 / 2; no feed-forward."""
    model = build(Sizes(1, 1, 1, d_model=4, d_head=4, d_mlp=2, max_tokens=2), 0)
    weights = {path: np.zeros_like(array) for path, array in model.weights.items()}
    weights |= {path: np.ones_like(array) for path, array in model.weights.items() if path.endswith("gamma")}
    for name in ("Q", "K", "V", "O"):
        weights[f"blocks.0.attn.W_{name}"] = np.eye(4, dtype=np.float32)
    weights["blocks.0.attn.W_Q"] *= np.float32(np.log(3) / 2)
    return replace(model, weights=weights)


def test_two_tokens_by_hand(two_tokens: Model) -> None:
    """Each token's score with itself is 2 * 2 ln 3 / 2, halved by sqrt(4): ln 3, against 0; so 3/4 and 1/4."""
    x = [[2, 0, 0, 0], [0, 2, 0, 0]]
    trace = Run.forward(two_tokens, two_tokens.encode("ab")).what_if({"embed_norm": np.array(x)}).trace(0)
    expected = {
        "attn.scores": [[[2 * np.log(3), 0], [0, 2 * np.log(3)]]],
        "attn.scaled": [[[np.log(3), 0], [0, np.log(3)]]],
        "attn.weights": [[[0.75, 0.25], [0.25, 0.75]]],
        "attn.z": [[[1.5, 0.5, 0, 0], [0.5, 1.5, 0, 0]]],
        "attn.out": [[1.5, 0.5, 0, 0], [0.5, 1.5, 0, 0]],
        "resid_mid": [[3.5, 0.5, 0, 0], [0.5, 3.5, 0, 0]],
        "norm1.mean": [[1], [1]],
        "norm1.scale": [[2.125**0.5], [2.125**0.5]],  # (2.5^2 + 0.5^2 + 1 + 1) / 4
        "norm1": np.array([[2.5, -0.5, -1, -1], [-0.5, 2.5, -1, -1]]) / 2.125**0.5,
        "mlp.out": np.zeros((2, 4)),
    }
    for name, numbers in expected.items():
        np.testing.assert_allclose(trace[f"blocks.0.{name}"], numbers, atol=1e-5, err_msg=name)


# --- the example --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sentence", "cat", "milk"), [(HUNGRY, 0.564, 0.125), (SWEET, 0.020, 0.486)], ids=["hungry", "sweet"]
)
def test_what_it_refers_to(minilm: Model, sentence: str, cat: float, milk: float) -> None:
    run = Run.forward(minilm, minilm.encode(sentence))
    tokens = run.tokens
    assert tokens.texts[LOOK.query] == "it"
    row = weights_of(run, LOOK.layer)[LOOK.head, LOOK.query]
    assert row[tokens.texts.index("cat")] == pytest.approx(cat, abs=0.002)
    assert row[tokens.texts.index("milk")] == pytest.approx(milk, abs=0.002)
