"""What-if: each kind of change does what it says, flows on, refuses nonsense, and leaves no trace when removed."""

import math

import numpy as np
import pytest

from engine.edits import CutToken, MaskLater, Reorder, ReplaceToken, SetCells, SetParameter
from engine.errors import EditError, NoKeyLeftError, OverflowedError
from engine.examples import HUNGRY, LOOK
from engine.models.fresh import fresh_layer
from engine.run import Run

AT = "blocks.3.attn."
HEAD = LOOK.head
IT, CAT = LOOK.query, 2


@pytest.fixture(scope="module")
def base(minilm):
    return Run.forward(minilm, minilm.encode(HUNGRY))


@pytest.fixture(scope="module")
def fresh(vectors):
    model = fresh_layer(vectors, 4, 16, 1)
    return Run.forward(model, model.encode(HUNGRY))


def weights(run, layer=3):
    return run.trace(layer)[f"blocks.{layer}.attn.weights"]


def last(run):
    return run.stream(run.model.sizes.layers - 1)


def test_no_change_is_the_run_itself(base):
    assert base.with_changes(()) is base


def test_switching_a_head_off_changes_later_layers_and_not_earlier_ones(base):
    off = base.with_changes([SetCells(f"{AT}z", (HEAD, None, None), 0.0)])
    for layer in range(3):
        assert off.stream(layer) is base.stream(layer)
    for layer in range(3, 6):
        assert np.abs(off.stream(layer) - base.stream(layer)).max() > 1e-3
    assert not off.trace(3)[f"{AT}z"][HEAD].any()
    assert np.array_equal(off.trace(3)[f"{AT}z"][0], base.trace(3)[f"{AT}z"][0])


def test_the_same_changes_give_the_same_bits(base):
    change = [SetCells(f"{AT}scores", (HEAD, IT, 5), 30.0)]
    assert np.array_equal(last(base.with_changes(change)), last(base.with_changes(change)))


def test_an_edit_of_a_cell_lets_changes_before_it_through(base):
    """Unlike an array put in its place, the other cells follow an earlier change."""
    cell = SetCells(f"{AT}scores", (HEAD, IT, 5), 30.0)
    earlier = SetCells("blocks.1.attn.z", (0, None, None), 0.0)
    both, alone = base.with_changes([earlier, cell]), base.with_changes([earlier])
    scores = both.trace(3)[f"{AT}scores"]
    assert scores[HEAD, IT, 5] == 30
    elsewhere = np.ones(scores.shape, bool)
    elsewhere[HEAD, IT, 5] = False
    assert np.array_equal(scores[elsewhere], alone.trace(3)[f"{AT}scores"][elsewhere])


def test_later_tokens_masked_have_weight_zero_in_every_layer(base):
    causal = base.with_changes([MaskLater()])
    for layer in range(6):
        assert not np.triu(weights(causal, layer), 1).any()
        assert weights(causal, layer).sum(-1) == pytest.approx(1, abs=1e-6)
    assert np.array_equal(weights(causal)[:, 0, 0], np.ones(12))


def test_a_masked_token_is_looked_at_by_nobody(base):
    masked = base.with_changes([SetCells("mask", (None, CAT), -math.inf)])
    assert not weights(masked)[:, :, CAT].any()


def test_one_masked_score_takes_its_weight_only_there(base):
    masked = base.with_changes([SetCells(f"{AT}masked", (HEAD, IT, CAT), -math.inf)])
    assert weights(masked)[HEAD, IT, CAT] == 0
    assert weights(masked)[HEAD, IT].sum() == pytest.approx(1, abs=1e-6)
    assert np.array_equal(weights(masked)[0], weights(base)[0])


def test_a_row_with_every_key_masked_is_refused(base):
    with pytest.raises(NoKeyLeftError) as refused:
        base.with_changes([SetCells("mask", (IT, None), -math.inf)])
    assert refused.value.query == IT


@pytest.mark.parametrize("temperature", [0.1, 0.5, 2.0, 50.0])
def test_temperature_divides_before_the_exponential(base, temperature):
    run = base.with_changes([SetParameter(f"{AT}softmax.temperature", temperature)])
    masked = base.trace(3)[f"{AT}masked"].astype(np.float64) / temperature
    plain = np.exp(masked - masked.max(-1, keepdims=True))
    assert weights(run) == pytest.approx(plain / plain.sum(-1, keepdims=True), abs=1e-6)


@pytest.mark.parametrize("temperature", [0.0, 1e-60])
def test_at_temperature_zero_the_largest_counts_alone(base, temperature):
    run = base.with_changes([SetParameter(f"{AT}softmax.temperature", temperature)])
    found = weights(run)
    assert np.array_equal(found.argmax(-1), base.trace(3)[f"{AT}masked"].argmax(-1))
    assert set(np.unique(found)) == {0, 1}


def test_equal_largest_scores_share_at_temperature_zero(base):
    twice = [SetCells(f"{AT}masked", (HEAD, IT, key), 99.0) for key in (2, 5)]
    run = base.with_changes([*twice, SetParameter(f"{AT}softmax.temperature", 0.0)])
    assert weights(run)[HEAD, IT, [2, 5]].tolist() == [0.5, 0.5]


def test_no_scale_and_another_scale(base):
    scores = base.trace(3)[f"{AT}scores"]
    for divisor in (1.0, 2.5):
        run = base.with_changes([SetParameter(f"{AT}scale.divisor", divisor)])
        assert run.trace(3)[f"{AT}scaled"] == pytest.approx(scores / divisor, rel=1e-6)


def test_epsilon_of_a_norm(base):
    run = base.with_changes([SetParameter("blocks.2.norm1.deviation.epsilon", 3.0)])
    plain = base.trace(2)["blocks.2.norm1.scale"]
    assert run.trace(2)["blocks.2.norm1.scale"] == pytest.approx(np.sqrt(plain**2 + 3), rel=1e-5)


def test_a_changed_step_still_explains_itself_and_prints_what_ran(base):
    run = base.with_changes(
        [SetParameter(f"{AT}softmax.temperature", 0.3), SetParameter(f"{AT}scale.divisor", 2.0)]
    )
    for name in ("weights", "scaled"):
        found = run.explain(f"{AT}{name}", (HEAD, IT, CAT))
        assert found.agrees
        assert found.step is not None
    assert "/ 0.3" in run.trace(3).step(f"{AT}weights").numpy
    assert run.trace(3).step(f"{AT}scaled").numpy.endswith("/ 2.0")


def test_a_weight_and_a_component_can_be_changed(base):
    weight = base.with_changes([SetCells(f"{AT}W_Q", (0, 40), 5.0)])
    assert weight.trace(3)[f"{AT}W_Q"][0, 40] == 5
    assert np.abs(last(weight) - last(base)).max() > 1e-4
    assert weight.explain(f"{AT}W_Q", (0, 40)).edited
    assert not weight.explain(f"{AT}W_Q", (0, 41)).edited
    component = base.with_changes([SetCells("embed", (CAT, 7), 1.0)])
    assert component.trace(0)["embed"][CAT, 7] == 1
    assert np.abs(last(component) - last(base)).max() > 1e-4


def test_a_cut_token_gives_the_sentence_without_it(base, minilm):
    cut = base.with_changes([CutToken(10)])
    assert np.array_equal(last(cut), last(Run.forward(minilm, minilm.encode(HUNGRY[:-1]))))


def test_a_replaced_token_gives_the_other_sentence(base, minilm):
    sweet = minilm.encode("sweet")
    other = base.with_changes([ReplaceToken(9, "sweet", int(sweet.ids[1]))])
    wanted = Run.forward(minilm, minilm.encode(HUNGRY.replace("hungry", "sweet")))
    assert other.tokens.texts == wanted.tokens.texts
    assert np.array_equal(last(other), last(wanted))


def test_without_positions_attention_does_not_know_the_order(base):
    bare = SetCells("pos_embed", (None, None), 0.0)
    order = (0, *np.random.default_rng(3).permutation(range(1, 11)).tolist(), 11)
    straight, shuffled = base.with_changes([bare]), base.with_changes([bare, Reorder(order)])
    assert last(shuffled) == pytest.approx(last(straight)[list(order)], abs=2e-5)
    with_positions = base.with_changes([Reorder(order)])
    assert np.abs(last(with_positions) - last(base)[list(order)]).max() > 0.1


@pytest.mark.parametrize(
    "change",
    [
        SetCells(f"{AT}scores", (HEAD, IT, 400), 1.0),
        SetCells(f"{AT}scores", (HEAD, -1, 0), 1.0),
        SetCells(f"{AT}scores", (HEAD, IT), 1.0),
        SetCells(f"{AT}scores", (HEAD, IT, 0), math.nan),
        SetCells(f"{AT}scores", (HEAD, IT, 0), math.inf),
        SetCells(f"{AT}scores", (HEAD, IT, 0), 1e39),
        SetCells(f"{AT}z", (HEAD, IT, 0), -math.inf),
        SetCells("blocks.3.nothing", (0,), 1.0),
        SetCells("blocks.9.attn.z", (0, 0, 0), 1.0),
        SetParameter("blocks.9.attn.softmax.temperature", 1.0),
        SetParameter(f"{AT}softmax.temperature", -1.0),
        SetParameter(f"{AT}softmax.temperature", math.nan),
        SetParameter(f"{AT}scale.divisor", 0.0),
        SetParameter("blocks.2.norm1.deviation.epsilon", -1.0),
        SetParameter(f"{AT}softmax.colour", 1.0),
        CutToken(12),
        ReplaceToken(99, "x", 5),
        Reorder((0, 1)),
    ],
    ids=str,
)
def test_nonsense_is_refused_by_name(base, change):
    with pytest.raises(EditError):
        base.with_changes([change])


def test_huge_numbers_are_refused_where_they_overflow_and_never_become_nan(base):
    with pytest.raises(OverflowedError) as refused:
        base.with_changes([SetCells(f"{AT}q", (HEAD, IT, None), 3e38)])
    assert refused.value.path == f"{AT}scores"
    huge = base.with_changes([SetCells(f"{AT}scores", (HEAD, IT, CAT), 3e38)])
    assert weights(huge)[HEAD, IT, CAT] == 1
    assert np.isfinite(last(huge)).all()


def test_changes_work_on_a_fresh_layer(fresh):
    off = fresh.with_changes([SetCells("blocks.0.attn.z", (1, None, None), 0.0), MaskLater()])
    assert not off.trace(0)["blocks.0.attn.z"][1].any()
    assert not np.triu(weights(off, 0), 1).any()


def test_changes_stay_with_their_words_when_a_token_is_cut_or_moved(base):
    """Positions are those of the sentence as it was, whatever comes before or after in the list of changes."""
    weight, cut = SetCells(f"{AT}weights", (HEAD, 8, CAT), 0.9), CutToken(IT)
    masked = SetCells("mask", (None, 9), -math.inf)
    for changes in ([weight, masked, cut], [cut, weight, masked]):
        run = base.with_changes(changes)
        was, hungry = run.tokens.find("was"), run.tokens.find("hungry")
        assert (was, hungry) == (7, 8)
        assert run.trace(3)[f"{AT}weights"][HEAD, was, CAT] == np.float32(0.9)
        assert not weights(run, 0)[:, :, hungry].any()
    moved = base.with_changes([weight, Reorder((0, 8, *range(1, 8), *range(9, 12)))])
    assert moved.tokens.find("was") == 1
    assert moved.trace(3)[f"{AT}weights"][HEAD, 1, 3] == np.float32(0.9)


def test_a_change_of_a_token_that_is_cut_does_nothing_until_it_is_back(base):
    weight, cut = SetCells(f"{AT}scores", (HEAD, IT, CAT), 99.0), CutToken(CAT)
    assert np.array_equal(last(base.with_changes([weight, cut])), last(base.with_changes([cut])))
    assert base.with_changes([weight]).trace(3)[f"{AT}scores"][HEAD, IT, CAT] == 99
    with pytest.raises(EditError):
        base.with_changes([cut, cut])
