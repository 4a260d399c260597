"""Dropout: nothing at all when it is off; as a law of chance says, and always the same, when it is on."""

import numpy as np
import pytest

from engine.check import check
from engine.edits import CutToken, Padding, SetParameter, Training
from engine.errors import EditError
from engine.examples import HUNGRY
from engine.formulas import FORMULAS, formula_key
from engine.names import identifier
from engine.run import Run
from engine.steps import Dropout
from engine.steps.base import Source

PLACES = ("attn.dropped", "mlp.dropped")
ONES = np.ones((400, 250), np.float32)


@pytest.fixture(scope="module")
def base(minilm):
    return Run.forward(minilm, minilm.encode(HUNGRY))


@pytest.fixture(scope="module")
def training(base):
    return base.with_changes([Training(0.3, 7)])


def on(rate=0.3, seed=7, place=(0, 0)):
    return Dropout(place, rate, seed)


def dropped(run, layer, name):
    trace = run.trace(layer)
    path = f"blocks.{layer}.{name}"
    return trace.step(path).operation.dropped(trace[path].shape)


def test_off_it_hands_its_very_input_on(base):
    trace = base.trace(3)
    assert Dropout((0, 0)).compute(ONES) is ONES
    assert trace["blocks.3.attn.dropped"] is trace["blocks.3.attn.out"]
    assert trace["blocks.3.mlp.dropped"] is trace["blocks.3.mlp.out"]


def test_the_same_seed_drops_the_same_numbers_and_another_does_not():
    assert np.array_equal(on().compute(ONES), on().compute(ONES))
    assert not np.array_equal(on().compute(ONES), on(seed=8).compute(ONES))


@pytest.mark.parametrize("rate", [0.05, 0.1, 0.5, 0.95])
def test_the_share_dropped_is_near_the_rate_and_the_mean_stays(rate):
    made = on(rate).compute(ONES)
    deviation = (rate * (1 - rate) / ONES.size) ** 0.5  # of a share of so many draws
    assert abs((made == 0).mean() - rate) < 4 * deviation
    assert abs(made.mean(dtype=np.float64) - 1) < 4 * deviation / (1 - rate)
    assert set(np.unique(made)) == {np.float32(0), np.float32(1) / np.float32(1 - rate)}
    assert made.dtype == np.float32


def test_each_layer_and_place_draws_for_itself(training):
    masks = [dropped(training, layer, name) for layer in range(6) for name in PLACES]
    for i, one in enumerate(masks):
        for other in masks[:i]:
            # two independent masks agree in 0.58 of their cells
            assert 0.5 < (one == other).mean() < 0.66


def test_it_is_on_in_every_layer_and_gone_with_its_change(base, training):
    for layer in range(6):
        assert 0.25 < dropped(training, layer, "attn.dropped").mean() < 0.35
        assert np.abs(training.stream(layer) - base.stream(layer)).max() > 0.1
    assert training.stream(0) is not base.stream(0)
    again = base.with_changes([Training(0.3, 7)])
    assert np.array_equal(again.stream(5), training.stream(5))


def test_one_layer_alone_can_be_given_a_rate(base):
    run = base.with_changes([SetParameter("blocks.2.mlp.dropout.rate", 0.5)])
    assert run.stream(1) is base.stream(1)
    assert run.trace(2)["blocks.2.attn.dropped"] is run.trace(2)["blocks.2.attn.out"]
    assert 0.4 < dropped(run, 2, "mlp.dropped").mean() < 0.6


@pytest.mark.parametrize("name", PLACES)
def test_it_explains_prints_and_checks_what_ran(training, name):
    path, trace = f"blocks.3.{name}", training.trace(3)
    step, gone = trace.step(path), dropped(training, 3, name)
    for cell in (tuple(np.argwhere(gone)[0]), tuple(np.argwhere(~gone)[0])):
        found = trace.explain(path, tuple(map(int, cell)))
        assert found.agrees
        if gone[cell]:
            assert (found.arithmetic.result, found.arithmetic.parts) == (0, (("dropped", 0.3),))
        else:
            assert found.arithmetic.result == pytest.approx(
                float(trace[step.inputs[0]][cell]) / 0.7, rel=1e-12
            )
    space = {"np": np, identifier(step.inputs[0]): trace[step.inputs[0]]}
    exec(step.numpy, space)
    printed = space[identifier(path)]
    assert printed.dtype == np.float32
    assert np.array_equal(printed, trace[path])
    assert FORMULAS[formula_key(step)] == step.latex
    assert check(trace, path).agrees


def test_a_mask_of_another_seed_is_found_by_the_check(training):
    trace, path = training.trace(3), "blocks.3.attn.dropped"
    values = {name: trace[name] for step in trace.recipe for name in (step.output, *step.inputs)}
    other = on(0.3, 8, (3, 0)).compute(trace["blocks.3.attn.out"])
    assert not check(type(trace)(trace.recipe, {**values, path: other}), path).agrees


def test_dropout_agrees_on_every_cell_of_a_small_array():
    x = np.random.default_rng(0).normal(size=(5, 6)).astype(np.float32)
    made = on().compute(x)
    for cell in np.ndindex(x.shape):
        assert on().explain(cell, Source("x", x)).result == pytest.approx(float(made[cell]), rel=1e-6)


def test_with_tokens_cut_or_padded_it_still_runs(base):
    for change in (CutToken(3), Padding(2, "[PAD]", 0)):
        run = base.with_changes([change, Training()])
        assert np.isfinite(run.stream(5)).all()


@pytest.mark.parametrize(
    "change",
    [
        Training(-0.1),
        Training(0.96),
        Training(float("nan")),
        Training(0.1, -1),
        Training(0.1, 0.5),
        Training(0.1, 2**32),
    ],
    ids=str,
)
def test_rates_and_seeds_without_meaning_are_refused(base, change):
    with pytest.raises(EditError):
        base.with_changes([change])
