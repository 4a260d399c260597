"""Padding as a change: masked it changes nothing, seen it does; positions stay those of the sentence as it was."""

import math

import numpy as np
import pytest

from engine.carried import carried
from engine.edits import NO_POSITIONS, CutToken, MaskLater, Padding, Reorder, ReplaceToken, SetCells
from engine.errors import EditError, NoKeyLeftError
from engine.examples import HUNGRY
from engine.models.fresh import fresh_layer
from engine.run import Run

COUNT = 12
ORDER = (0, 5, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11)
CUT_LAST, MOVED = CutToken(11), Reorder(ORDER)
NAMED = SetCells("mask", (None, COUNT + 1), -math.inf)


def pad(count, seen=False):
    return Padding(count, "[PAD]", 0, seen)


@pytest.fixture(scope="module")
def base(minilm):
    return Run.forward(minilm, minilm.encode(HUNGRY))


def last(run):
    return run.stream(run.model.sizes.layers - 1)


@pytest.mark.parametrize("count", [1, 5])
def test_masked_padding_changes_no_other_output_and_seen_padding_does(base, count):
    masked, seen = base.with_changes([pad(count)]), base.with_changes([pad(count, seen=True)])
    assert masked.tokens.texts[COUNT:] == ("[PAD]",) * count
    for layer in range(6):
        assert masked.stream(layer)[:COUNT] == pytest.approx(base.stream(layer), abs=1e-5)
        assert not masked.trace(layer)[f"blocks.{layer}.attn.weights"][:, :, COUNT:].any()
    assert np.abs(last(seen)[:COUNT] - last(base)).max() > 0.1
    assert carried(base, masked).same
    assert not carried(base, seen).same


def test_a_fresh_layer_is_filled_up_with_a_word(vectors):
    model = fresh_layer(vectors, 4, 16, 1)
    text, number = model.padding
    run = Run.forward(model, model.encode("the cat drank"))
    masked = run.with_changes([Padding(2, text, number)])
    assert masked.tokens.texts == ("the", "cat", "drank", ".", ".")
    assert masked.stream(0)[:3] == pytest.approx(run.stream(0), abs=1e-5)
    assert not carried(run, run.with_changes([Padding(2, text, number, seen=True)])).same


@pytest.mark.parametrize(
    "changes", [[pad(2), CUT_LAST, NAMED], [CUT_LAST, NAMED, pad(2)], [NAMED, pad(2), MOVED]], ids=str
)
def test_padding_has_positions_of_its_own_whatever_happens_to_the_words(base, changes):
    changes = [Padding(2, "[PAD]", 0, seen=True) if isinstance(c, Padding) else c for c in changes]
    run = base.with_changes(changes)
    assert [run.tokens.now_at(COUNT + i) for i in range(2)] == [len(run.tokens) - 2, len(run.tokens) - 1]
    assert [run.tokens.is_padding(i) for i in range(len(run.tokens))].count(True) == 2
    assert not run.trace(0)["blocks.0.attn.weights"][:, :, -1].any()
    assert run.trace(0)["blocks.0.attn.weights"][:, :, -2].any()
    assert run.tokens.texts[-2:] == ("[PAD]", "[PAD]")


def test_an_order_made_while_padding_is_there_holds_without_it(base):
    order = Reorder((*ORDER, 12, 13))
    assert base.with_changes([order]).tokens.texts == base.with_changes([MOVED]).tokens.texts


def test_only_places_change_without_positions_and_more_with_them(base):
    bare = carried(base, base.with_changes([NO_POSITIONS, MOVED]))
    placed = carried(base, base.with_changes([MOVED]))
    assert bare.same
    assert bare.largest < 1e-5 < placed.largest
    assert not placed.same
    assert carried(base, base.with_changes([NO_POSITIONS])) is None


def test_what_is_compared_are_the_same_tokens_under_the_other_changes(base):
    """A cut token, a mask of padding and a causal mask are in force on both sides."""
    masked = carried(base, base.with_changes([CutToken(5), pad(3), SetCells("mask", (None, 13), 0.0)]))
    assert not masked.same
    causal = carried(base, base.with_changes([CutToken(5), MaskLater(), pad(3, seen=True)]))
    assert causal.same  # what comes later is not looked at


def test_a_sentence_longer_than_the_model_reads_is_refused(base):
    base.with_changes([pad(500)])
    with pytest.raises(EditError) as refused:
        base.with_changes([pad(501)])
    assert refused.value.reason == "too many tokens"


@pytest.mark.parametrize("change", [pad(0), pad(-1), pad(10**9), [pad(1), CutToken(COUNT)]], ids=str)
def test_nonsense_is_refused(base, change):
    with pytest.raises(EditError):
        base.with_changes(change if isinstance(change, list) else [change])


def test_a_row_masked_number_by_number_is_refused_like_one_of_the_mask(base):
    row = [SetCells("blocks.3.attn.masked", (1, 7, key), -math.inf) for key in range(COUNT)]
    with pytest.raises(NoKeyLeftError) as refused:
        base.with_changes(row)
    assert refused.value.query == 7
    assert np.isfinite(last(base.with_changes(row[:-1]))).all()
    by_scores = [SetCells("blocks.3.attn.scores", (1, 7, None), -math.inf)]
    with pytest.raises(NoKeyLeftError):
        base.with_changes(by_scores)


def test_spelling_says_which_token_a_text_is_or_into_what_it_falls(minilm, vectors):
    sweet, special = minilm.spell(" Sweet "), minilm.spell("[MASK]")
    assert (sweet.pieces, sweet.special) == (("sweet",), False)
    assert minilm.encode("sweet").ids[1] == sweet.number
    assert special.special
    assert minilm.spell("##ing").pieces == ("##ing",)
    assert (minilm.spell("a cat").number, minilm.spell("a cat").pieces) == (None, ("a", "cat"))
    assert [minilm.spell(text).number for text in ("☃", "[UNK]", "")] == [None] * 3
    assert minilm.spell("\ud800").pieces == ("?",)  # half a character, as in a sentence
    fresh = fresh_layer(vectors, 4, 16, 1)
    assert fresh.spell("Cat").number == vectors.index("cat")
    assert fresh.spell("qwzx").number is None
    assert fresh.spell("a cat").pieces == ("a", "cat")


def test_a_replaced_token_is_the_models_own_only_if_its_text_is(base):
    plain = base.with_changes([ReplaceToken(0, "cat", 4937)])
    assert not plain.tokens.special[0]
    assert base.with_changes([ReplaceToken(2, "[MASK]", 103, special=True)]).tokens.special[2]
