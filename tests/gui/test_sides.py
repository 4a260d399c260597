"""Two sentences' arrays side by side: cut to shared tokens, subtracted, and one token's row over all of them."""

import numpy as np
import pytest

from engine.compare import Comparison, aligned
from gui.sides import merged, merged_labels, sides, three, tip, two_rows
from gui.state import State
from gui.view import view_of

HUNGRY_PLACES = [i for i in range(12) if i != 9]


@pytest.fixture(scope="module")
def results(made):
    return made(comparing=True)


def look(results, **choices):
    view = view_of(State(**choices), results.comparison.a)
    return sides(results.comparison, results.trace, results.other_layer, view)


@pytest.fixture(scope="module")
def softmax(results):
    return look(results)


def test_matrices_hold_the_shared_tokens_and_their_difference(softmax, results):
    a, b, gap = three(softmax)
    weights = [one.trace["blocks.3.attn.weights"][1] for one in (results.trace, results.other_layer)]
    cut = [one[np.ix_(HUNGRY_PLACES, HUNGRY_PLACES)] for one in weights]
    assert np.array_equal(a.values, cut[0])
    assert np.array_equal(b.values, cut[1])
    assert np.array_equal(gap.values, cut[1] - cut[0])
    assert a.row_labels == b.col_labels == tuple(softmax.a.data.col_labels[i] for i in HUNGRY_PLACES)
    assert gap.scale == "signed"
    assert gap.ends[1] == pytest.approx(float(np.abs(gap.values).max()))


def test_signed_matrices_have_one_scale(results):
    a, b, _ = three(look(results, stage="scores"))
    assert a.ends == b.ends
    assert a.ends[1] == pytest.approx(float(max(np.abs(a.values).max(), np.abs(b.values).max())))


def test_arrays_over_features_are_cut_along_tokens_only(results):
    a, _, _ = three(look(results, stage="qkv"))
    assert a.values.shape == (11, 32)


def test_one_row_has_a_column_for_every_token_of_either_sentence(softmax, results):
    data = two_rows(softmax, 7, 7)
    weights = [one.trace["blocks.3.attn.weights"][1, 7] for one in (results.trace, results.other_layer)]
    shown = " ".join(data.col_labels)
    assert shown == "[CLS] the₂ cat drank the₅ milk because it was hungry sweet . [SEP]"
    assert np.array_equal(data.values[0, :10], weights[0][:10])
    assert np.array_equal(data.values[1, [*range(9), 10, 11, 12]], weights[1])
    assert data.masked.tolist() == [[i == 10 for i in range(13)], [i == 9 for i in range(13)]]
    assert data.values[0, 2] == pytest.approx(0.56, abs=5e-3)
    assert data.values[1, 5] == pytest.approx(0.49, abs=5e-3)
    assert "does not have" in tip(softmax, data, 0, 10)
    assert "0.56" in tip(softmax, data, 0, 2)


def test_what_lies_between_shared_tokens_is_in_order():
    class Tokens:
        def __init__(self, text):
            self.texts = tuple(text)

        def __len__(self):
            return len(self.texts)

    class Run:
        def __init__(self, text):
            self.tokens = Tokens(text)

    found = Comparison(Run("xaby"), Run("apqb"), aligned("xaby", "apqb"), (), ())
    assert merged(found) == [(0, None), (1, 0), (None, 1), (None, 2), (2, 3), (3, None)]
    assert merged_labels(merged(found), tuple("xaby"), tuple("apqb")) == tuple("xapqby")


def test_traces_of_another_layer_or_run_are_not_shown(results, made):
    assert look(results, layer=2) is None
    view = view_of(State(), results.comparison.a)
    assert sides(results.comparison, results.other_layer, results.other_layer, view) is None
