"""Check this: every step agrees with its re-derivation, and a fault planted in any of them is found."""

from dataclasses import replace

import numpy as np
import pytest

from engine.check import AGAIN, check
from engine.edits import SetCells, SetParameter
from engine.examples import HUNGRY
from engine.run import Run
from engine.steps import OF_SEQUENCES, OPERATIONS
from engine.trace import Trace


@pytest.fixture(scope="module")
def base(minilm):
    return Run.forward(minilm, minilm.encode(HUNGRY))


def test_every_operation_can_be_done_again():
    assert set(AGAIN) >= {*OPERATIONS, *OF_SEQUENCES}


@pytest.mark.parametrize("layer", [0, 3])
def test_every_step_agrees(base, layer):
    trace = base.trace(layer)
    for step in trace.recipe:
        found = check(trace, step.output)
        assert found.agrees, found


def test_an_input_is_not_checked(base):
    assert check(base.trace(0), "W_E") is None


def faulty(trace, path, fault):
    """The trace with an array as a step with a fault would have made it."""
    values = {name: trace[name] for step in trace.recipe for name in (step.output, *step.inputs)}
    return Trace(trace.recipe, {**values, path: fault(np.array(trace[path]))})


def one_cell(array):
    array[tuple(size // 2 for size in array.shape)] += max(1e-3, 1e-3 * np.abs(array).max())
    return array


def a_little_larger(array):
    return array * np.float32(1.001)


def shifted_rows(array):
    return np.roll(array, 1, axis=-2)


@pytest.mark.parametrize("fault", [one_cell, a_little_larger, shifted_rows])
@pytest.mark.parametrize("place", range(31))
def test_a_fault_planted_in_a_step_is_found(base, place, fault):
    trace = base.trace(0)
    assert len(trace.recipe) == 31
    path = trace.recipe[place].output
    if path == "segment_embed" and fault is shifted_rows:
        fault = one_cell  # all of its rows are alike
    assert not check(faulty(trace, path, fault), path).agrees


def test_the_cell_of_the_fault_is_named(base):
    trace = base.trace(3)
    found = check(faulty(trace, "blocks.3.attn.scores", one_cell), "blocks.3.attn.scores")
    assert found.cell == (6, 6, 6)


def test_edited_numbers_and_parameters_are_no_faults(base):
    run = base.with_changes(
        [
            SetCells("blocks.3.attn.scores", (1, 7, 5), 30.0),
            SetCells("mask", (None, 2), -np.inf),
            SetParameter("blocks.3.attn.softmax.temperature", 0.0),
            SetParameter("blocks.3.attn.scale.divisor", 3.0),
        ]
    )
    for step in run.trace(3).recipe:
        assert check(run.trace(3), step.output).agrees, step.output


def test_a_not_a_number_never_agrees(base):
    trace = base.trace(3)

    def fault(array):
        array[0, 0] = np.nan
        return array

    assert not check(faulty(trace, "blocks.3.norm1", fault), "blocks.3.norm1").agrees
    assert replace(check(trace, "blocks.3.norm1"), difference=np.inf).agrees is False
