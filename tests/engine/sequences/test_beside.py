"""One sentence through several models: probabilities of what was written, and contexts that stay or move."""

import numpy as np
import pytest

from engine.sequences.beside import Beside, contexts, likeness, mean_likeness, translated


def test_cosines_by_hand():
    vectors = np.array([[1, 0], [0, 2], [0, 5], [3, 3], [0, 0]], np.float32)
    found = likeness(vectors)
    assert found[:3] == (None, 0.0, 1.0)
    assert found[3] == pytest.approx(np.sqrt(0.5))
    assert found[4] is None  # a zero vector has no direction
    assert likeness(vectors[:0]) == ()


@pytest.mark.parametrize("kind", ["fixed", "attention", "transformer"])
def test_each_token_has_its_own_probability_and_context(tiny, kind):
    one = translated(tiny(kind, 5), "b a c")
    count = len(one.run.written)
    assert count == len(one.chances) == len(one.likeness) == len(contexts(one.run))
    for place, token in enumerate(one.run.written):
        assert one.chances[place] == one.run.chances(place).max() == one.run.chances(place)[token]


def test_the_fixed_vector_stays_and_the_context_of_attention_moves(models):
    fixed, attention = (
        translated(models[f"en-zh.{kind}"], "I ate an apple.") for kind in ("fixed", "attention")
    )
    assert (contexts(fixed.run) == contexts(fixed.run)[0]).all()
    assert mean_likeness(fixed) == pytest.approx(1)
    weights, values = attention.run.alignment(), attention.run.source_trace["encoder.states"]
    np.testing.assert_allclose(contexts(attention.run), weights @ values, atol=1e-5)
    assert min(one for one in attention.likeness if one is not None) < 0.9


def test_the_context_of_a_transformer_is_what_its_last_layer_takes_from_the_source(tiny):
    one = translated(tiny("transformer", 5), "b a c")
    trace, last = one.run.target_trace, "decoder.blocks.1.cross_attn."
    z = np.concatenate(list(trace[f"{last}z"]), axis=1)[: len(one.run.written)]
    weights = one.run.model.weights
    np.testing.assert_allclose(
        contexts(one.run), z @ weights[f"{last}W_O"] + weights[f"{last}b_O"], atol=1e-5
    )


def test_models_that_write_the_same_do_not_part(models):
    found = Beside(
        tuple(translated(models[f"en-zh.{kind}"], "I ate an apple.") for kind in ("fixed", "attention")), {}
    )
    assert {one.run.text for one in found.translations} == {"我吃了一个苹果。"}
    assert found.parting is None
