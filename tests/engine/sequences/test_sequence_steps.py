"""Every step of every kind of sequence model: what it computes, prints, explains and is checked by belong together."""

from collections.abc import Iterator, Mapping

import numpy as np
import pytest

from engine.check import check
from engine.formulas import FORMULAS, formula_key
from engine.names import NAMES, key
from engine.sequences.run import SequenceRun
from engine.steps import OF_SEQUENCES, Gelu, Operation
from engine.steps.base import Array
from engine.trace import Trace
from tests.engine.explained import complaints, some_cells
from tests.engine.printed import printed, room, step_of

KINDS = ("fixed", "attention", "transformer", "language")
each_kind = pytest.mark.parametrize("kind", KINDS)
each_operation = pytest.mark.parametrize("operation", OF_SEQUENCES, ids=lambda operation: operation.__name__)


def traces(run: SequenceRun) -> Iterator[Trace]:
    found = (run.source_trace, *run.steps, run.target_trace)
    return (trace for trace in found if trace is not None)


def every_step(run: SequenceRun) -> Iterator[tuple[Trace, str]]:
    return ((trace, step.output) for trace in traces(run) for step in trace.recipe)


def test_the_recipes_use_every_operation(runs: Mapping[str, SequenceRun]) -> None:
    used = {type(step_of(trace, path).operation) for run in runs.values() for trace, path in every_step(run)}
    assert used >= set(OF_SEQUENCES)
    assert Gelu not in used


@each_kind
def test_the_printed_line_gives_the_same_array(kind: str, runs: Mapping[str, SequenceRun]) -> None:
    for trace, path in every_step(runs[kind]):
        by_line, computed = printed(trace, step_of(trace, path)), trace[path]
        assert by_line.dtype == computed.dtype == np.float32, path
        np.testing.assert_allclose(by_line, computed, rtol=0, atol=room(computed), err_msg=path)


@each_kind
def test_a_cell_is_the_sum_of_its_parts(kind: str, runs: Mapping[str, SequenceRun]) -> None:
    for trace, path in every_step(runs[kind]):
        for cell in some_cells(path, trace[path]):
            assert not list(complaints(trace, path, cell)), (path, cell)


@each_kind
def test_every_step_agrees_with_its_other_road(kind: str, runs: Mapping[str, SequenceRun]) -> None:
    for trace, path in every_step(runs[kind]):
        found = check(trace, path)
        assert found is not None
        assert found.agrees, found


@each_kind
def test_a_fault_planted_in_any_step_is_found(kind: str, runs: Mapping[str, SequenceRun]) -> None:
    for trace, path in every_step(runs[kind]):
        values = {name: trace[name] for step in trace.recipe for name in (step.output, *step.inputs)}
        array = np.array(trace[path])
        array[tuple(size // 2 for size in array.shape)] += max(1e-3, 1e-3 * np.abs(array).max())
        found = check(Trace(trace.recipe, {**values, path: array}), path)
        assert found is not None
        assert not found.agrees, path


@each_kind
def test_axes_fit_and_the_formula_names_all_that_goes_in(kind: str, runs: Mapping[str, SequenceRun]) -> None:
    for trace, path in every_step(runs[kind]):
        step = step_of(trace, path)
        assert FORMULAS[formula_key(step)] == step.latex
        assert step.latex.count("{") == step.latex.count("}")
        for name in (step.output, *step.inputs):
            assert NAMES[key(name)].symbol in step.latex, path
            assert len(trace.axes(name)) == trace[name].ndim, name


def slip(operation: type[Operation], array: Array) -> Array:
    """Numbers in other places, or in a row of one other ones."""
    moved = np.roll(array, 1, axis=-1)
    return moved if not np.array_equal(moved, array) else array + np.float32(0.01)


@each_operation
def test_a_wrong_operation_is_found(
    operation: type[Operation], runs: Mapping[str, SequenceRun], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its explanation and its printed line both contradict what it computes."""
    right = operation.compute
    monkeypatch.setattr(operation, "compute", lambda *given: slip(operation, right(*given)))
    done = 0
    for run in runs.values():
        faulty = SequenceRun.begin(run.model, run.source, run.written)
        for trace, path in every_step(faulty):
            step = step_of(trace, path)
            if isinstance(step.operation, operation):
                done += 1
                said = [
                    words for cell in some_cells(path, trace[path]) for words in complaints(trace, path, cell)
                ]
                assert any(" instead of " in words for words in said), path
                assert not np.allclose(printed(trace, step), trace[path], rtol=0, atol=room(trace[path])), (
                    path
                )
    assert done
