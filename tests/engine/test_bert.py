"""MiniLM against Hugging Face transformers on the same weights."""

from collections.abc import Callable, Mapping

import numpy as np
import pytest

from engine.models.base import Model
from engine.names import block
from engine.run import Run
from engine.steps.base import Array
from engine.trace import Trace

SENTENCES = ("hungry", "sweet", "empty", "typed_sep", "mixed", "repeated", "long")
CLOSE = 1e-4

Numbers = Mapping[str, Array]
each_sentence = pytest.mark.parametrize("name", SENTENCES)


def check(run: Run, hidden: Array, attention: Array, keep: slice = slice(None)) -> None:
    """``hidden`` is the embedding and every layer's output, ``attention`` every layer's weights."""
    np.testing.assert_allclose(run.trace(0)["embed_norm"][keep], hidden[0, keep], rtol=0, atol=CLOSE)
    for layer in range(6):
        weights = run.trace(layer)[f"{block(layer)}attn.weights"][:, keep, keep]
        np.testing.assert_allclose(run.stream(layer)[keep], hidden[layer + 1, keep], rtol=0, atol=CLOSE)
        np.testing.assert_allclose(weights, attention[layer, :, keep, keep], rtol=0, atol=CLOSE)


# --- golden -------------------------------------------------------------------------------------------------


def test_all_golden_sentences_are_compared(golden: Numbers) -> None:
    assert {path.partition(".")[0] for path in golden} == {*SENTENCES, "batch"}


@each_sentence
def test_tokens_are_the_reference_tokenizers(minilm: Model, golden: Numbers, name: str) -> None:
    tokens = minilm.encode(str(golden[f"{name}.text"]))
    assert list(tokens.ids) == list(golden[f"{name}.ids"])
    assert list(tokens.texts) == list(golden[f"{name}.tokens"])


@each_sentence
def test_every_hidden_state_and_attention(minilm: Model, golden: Numbers, name: str) -> None:
    run = Run.forward(minilm, minilm.encode(str(golden[f"{name}.text"])))
    check(run, golden[f"{name}.hidden"], golden[f"{name}.attention"])


@pytest.mark.parametrize("row", range(3))
def test_a_padded_batch(minilm: Model, golden: Numbers, row: int) -> None:
    """Padded as the reference was, and the same sentence on its own.

    Compared where tokens are: what the padding itself computes is read by nobody, and it magnifies rounding.
    """
    tokens = minilm.encode(str(golden["batch.text"][row]))
    ids, mask = golden["batch.ids"][row], golden["batch.mask"][row]
    padded = tokens.padded(len(ids), "[PAD]", 0)
    assert np.array_equal(padded.ids, ids)
    assert np.array_equal(padded.attended, mask == 1)
    hidden, attention = golden["batch.hidden"][row], golden["batch.attention"][row]
    for run in (Run.forward(minilm, padded), Run.forward(minilm, tokens)):
        check(run, hidden, attention, slice(0, len(tokens)))


# --- what if ------------------------------------------------------------------------------------------------


def z_of_one_head(trace: Trace, edit: Numbers) -> Array:
    z = np.array(trace[f"{block(int(edit['layer']))}attn.z"])
    z[edit["head"]] = edit.get("z", np.zeros((), np.float32))
    return z


def one_score(trace: Trace, edit: Numbers) -> Array:
    scores = np.array(trace[f"{block(int(edit['layer']))}attn.scores"])
    place = edit["head"], edit["query"], edit["key"]
    assert scores[place] == pytest.approx(float(edit["score_before"]), abs=CLOSE)
    scores[place] = edit["score"]
    return scores


def one_weight(trace: Trace, edit: Numbers) -> Array:
    weight = np.array(trace[f"{block(int(edit['layer']))}attn.W_Q"])
    weight[edit["column"], edit["row"]] += edit["added"]  # theirs is turned
    return weight


EDITS: Mapping[str, tuple[str, Callable[[Trace, Numbers], Array]]] = {
    "z_zero": ("attn.z", z_of_one_head),
    "z_random": ("attn.z", z_of_one_head),
    "score": ("attn.scores", one_score),
    "w_q": ("attn.W_Q", one_weight),
}


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_does_what_a_hook_in_pytorch_does(run: Run, golden_whatif: Numbers, name: str) -> None:
    prefix = f"{name}."
    found = {path.removeprefix(prefix): a for path, a in golden_whatif.items() if path.startswith(prefix)}
    layer, (path, edit) = int(found["layer"]), EDITS[name]
    trace = run.trace(layer)
    edited = run.what_if({block(layer) + path: edit(trace, found)})
    assert np.array_equal(run.tokens.ids, golden_whatif["ids"])
    check(edited, found["hidden"], found["attention"])
    assert abs(edited.stream(5) - run.stream(5)).max() > 10 * CLOSE
    assert all(edited.stream(before) is run.stream(before) for before in range(layer))
    alone = trace.what_if({block(layer) + path: edit(trace, found)})
    assert alone[f"{block(layer)}resid_pre"] is trace[f"{block(layer)}resid_pre"]
    np.testing.assert_array_equal(alone[f"{block(layer)}norm2"], edited.stream(layer))


# --- weights as they ship -----------------------------------------------------------------------------------


def test_weights_are_float32_in_one_piece_and_read_only(minilm: Model) -> None:
    for path, array in minilm.weights.items():
        assert array.dtype == np.float32, path
        assert array.flags.c_contiguous, path
        assert not array.flags.writeable, path


def test_sizes_are_those_of_the_checkpoint(minilm: Model) -> None:
    sizes = minilm.sizes
    assert (sizes.layers, sizes.heads, sizes.kv_heads, sizes.d_model, sizes.d_head) == (6, 12, 12, 384, 32)
    assert (sizes.d_mlp, sizes.max_tokens, minilm.trained) == (1536, 512, True)
    assert minilm.weights["blocks.5.mlp.W_in"].shape == (384, 1536)
