"""The fresh layer: the words' own vectors, untrained weights, drawn the same way each time."""

import numpy as np
import pytest

from engine.models.base import Model
from engine.models.fresh import fresh_layer
from engine.run import Run
from engine.vectors import WordVectors

TEXT = "Florida votes for the truth"


@pytest.mark.parametrize(("heads", "d_head"), [(8, 64), (1, 100), (4, 25), (1, 1)])
def test_shapes_follow_heads_and_width(vectors: WordVectors, heads: int, d_head: int) -> None:
    model = fresh_layer(vectors, heads, d_head, 0)
    width = heads * d_head
    for name in ("W_Q", "W_K", "W_V"):
        assert model.weights[f"blocks.0.attn.{name}"].shape == (100, width)
    assert model.weights["blocks.0.attn.W_O"].shape == (width, 100)
    trace = Run.forward(model, model.encode(TEXT)).trace(0)
    assert trace["blocks.0.attn.q"].shape == (heads, 5, d_head)
    assert trace["blocks.0.attn.joined"].shape == (5, width)
    assert trace["blocks.0.norm2"].shape == (5, 100)


def test_it_is_said_to_be_untrained(fresh: Model) -> None:
    assert not fresh.trained
    assert fresh.sizes.layers == 1


def test_the_input_is_the_words_own_vectors(fresh: Model, vectors: WordVectors) -> None:
    trace = Run.forward(fresh, fresh.encode(TEXT)).trace(0)
    rows = [vectors.index(word) for word in ("florida", "votes", "for", "the", "truth")]
    assert np.array_equal(trace["blocks.0.resid_pre"], vectors.matrix[rows])
    assert "pos_embed" not in trace


def test_a_seed_draws_the_same_weights_again_and_another_draws_others(vectors: WordVectors) -> None:
    first, again, other = (fresh_layer(vectors, 2, 8, seed) for seed in (3, 3, 4))
    for path, array in first.weights.items():
        assert np.array_equal(array, again.weights[path])
    assert not np.array_equal(first.weights["blocks.0.attn.W_Q"], other.weights["blocks.0.attn.W_Q"])


def test_weights_are_drawn_as_glorot_and_bengio_say(fresh: Model) -> None:
    for name in ("attn.W_Q", "attn.W_O", "mlp.W_in", "mlp.W_out"):
        array = fresh.weights[f"blocks.0.{name}"]
        edge = (6 / sum(array.shape)) ** 0.5
        assert 0.99 * edge < abs(array).max() <= edge, name
        assert array.std() == pytest.approx(edge / 3**0.5, rel=0.02)
    matrices = [fresh.weights[f"blocks.0.attn.W_{name}"] for name in "QKV"]
    assert not np.array_equal(matrices[0], matrices[1])
    assert not np.array_equal(matrices[1], matrices[2])


def test_biases_are_zero_gains_one_and_all_is_read_only_float32(fresh: Model) -> None:
    for path, array in fresh.weights.items():
        assert array.dtype == np.float32
        assert not array.flags.writeable
        if ".b_" in path or path.endswith("beta"):
            assert not array.any()
        if path.endswith("gamma"):
            assert (array == 1).all()


def test_the_output_is_normalised(fresh: Model) -> None:
    """Gain 1 and shift 0 leave mean 0 and deviation 1."""
    out = Run.forward(fresh, fresh.encode(TEXT)).stream(0)
    np.testing.assert_allclose(out.mean(-1), 0, atol=1e-5)
    np.testing.assert_allclose(out.std(-1), 1, atol=1e-4)


def test_one_word_attends_to_itself(fresh: Model) -> None:
    trace = Run.forward(fresh, fresh.encode("florida")).trace(0)
    assert (trace["blocks.0.attn.weights"] == 1).all()
    assert np.array_equal(trace["blocks.0.attn.z"], trace["blocks.0.attn.v"])
