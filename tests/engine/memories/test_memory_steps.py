"""Every step of the memories: its arithmetic, printed line, formula and re-derivation belong together."""

from collections.abc import Callable, Iterator, Mapping

import numpy as np
import pytest

from engine.again import AGAIN
from engine.check import check
from engine.formulas import FORMULAS, formula_key
from engine.memories.recipe import KINDS, RULES, rule_key, time_step
from engine.memories.run import MemoryRun
from engine.names import NAMES, key
from engine.names_memory import MEMORY
from engine.sequences.cache import cached_recipe
from engine.sequences.recipes import transformer_decoder
from engine.steps import (
    OF_MEMORIES,
    Append,
    Descend,
    Gradient,
    Operation,
    Product,
    SquaredLength,
    Subtract,
)
from engine.steps.base import Array
from engine.trace import Trace
from tests.engine.explained import complaints, some_cells
from tests.engine.printed import printed, room, step_of, variables

CASES = ("first", "later", "few")
PATHS = [("first", step.output) for step in time_step(0, 16, 0.02)]
PATHS += [("later", step.output) for step in time_step(6, 16, 0.02)]
PATHS += [("few", step.output) for step in time_step(1, 3, 0.3)]
each_step = pytest.mark.parametrize(("case", "path"), PATHS)


def test_the_recipes_use_every_operation_and_all_can_be_done_again(
    memory_traces: Mapping[str, Trace],
) -> None:
    used = {type(step.operation) for trace in memory_traces.values() for step in trace.recipe}
    assert set(OF_MEMORIES) <= used
    assert set(OF_MEMORIES) <= AGAIN.keys()


def test_every_name_of_the_memories_and_the_cache_is_used() -> None:
    decoder = transformer_decoder(1, 2, 2, "encoder.blocks.0.norm2")
    recipes = (
        time_step(0, 4, 0.1),
        time_step(1, 4, 0.1),
        cached_recipe(decoder, 0),
        cached_recipe(decoder, 1),
    )
    used = {key(path) for recipe in recipes for step in recipe for path in (step.output, *step.inputs)}
    assert set(MEMORY) <= used <= set(NAMES)


@each_step
def test_the_printed_line_gives_the_same_array(
    case: str, path: str, memory_traces: Mapping[str, Trace]
) -> None:
    trace = memory_traces[case]
    by_line, computed = printed(trace, step_of(trace, path)), trace[path]
    assert by_line.dtype == computed.dtype == np.float32
    assert by_line.shape == computed.shape
    np.testing.assert_allclose(by_line, computed, rtol=0, atol=room(computed))


@each_step
def test_a_cell_is_the_sum_of_its_parts(case: str, path: str, memory_traces: Mapping[str, Trace]) -> None:
    trace = memory_traces[case]
    for cell in some_cells(path, trace[path]):
        assert not list(complaints(trace, path, cell)), cell


@each_step
def test_it_agrees_with_its_re_derivation(case: str, path: str, memory_traces: Mapping[str, Trace]) -> None:
    found = check(memory_traces[case], path)
    assert found is not None
    assert found.agrees, found


@each_step
def test_the_formula_is_set_and_names_all_that_goes_in(
    case: str, path: str, memory_traces: Mapping[str, Trace]
) -> None:
    step = step_of(memory_traces[case], path)
    assert FORMULAS[formula_key(step)] == step.latex
    for name in (step.output, *step.inputs):
        assert NAMES[key(name)].symbol in step.latex


@pytest.mark.parametrize("case", CASES)
def test_axes_and_arrays_fit(case: str, memory_traces: Mapping[str, Trace]) -> None:
    trace = memory_traces[case]
    for path in {path for step in trace.recipe for path in (step.output, *step.inputs)}:
        assert len(trace.axes(path)) == trace[path].ndim, path
        assert trace[path].dtype == (np.int64 if key(path) == "tokens" else np.float32), path


@pytest.mark.parametrize("case", CASES)
def test_all_printed_lines_together_give_the_outputs(case: str, memory_traces: Mapping[str, Trace]) -> None:
    trace = memory_traces[case]
    made = {step.output for step in trace.recipe}
    space = variables(trace, {path for step in trace.recipe for path in step.inputs} - made)
    for step in trace.recipe:
        exec(step.numpy, space)
    for step in trace.recipe:
        if step.output.endswith(".z"):
            by_lines = printed_array(space, step.output)
            np.testing.assert_allclose(by_lines, trace[step.output], rtol=0, atol=1e-5)


def printed_array(space: Mapping[str, Array], path: str) -> Array:
    return space[f"{key(path).replace('.', '_')}_{path.split('.')[1]}"]


# --- faults are found ---------------------------------------------------------------------------------------

FAULTS: Mapping[type[Operation], Callable[..., Array]] = {
    Append: lambda self, kept, new: np.concatenate([new, kept], axis=-2),
    Product: lambda self, x, weight: x @ weight.swapaxes(-1, -2),
    Subtract: lambda self, a, b: b - a,
    SquaredLength: lambda self, x: np.sqrt((x**2).sum(-1, keepdims=True)),
    Gradient: lambda self, k, error: k.swapaxes(-1, -2) @ error,
    Descend: lambda self, weight, gradient: weight + np.float32(self.rate) * gradient,
}


@pytest.mark.parametrize("operation", OF_MEMORIES, ids=lambda operation: operation.__name__)
def test_a_wrong_operation_is_found(
    operation: type[Operation], memories: MemoryRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    trace = memories.traces[4]
    given = {path: trace[path] for step in trace.recipe for path in step.inputs if trace.step(path) is None}
    monkeypatch.setattr(operation, "compute", FAULTS[operation])
    wrong = Trace.compute(trace.recipe, given)
    for step in (step for step in wrong.recipe if isinstance(step.operation, operation)):
        said = {
            words
            for cell in some_cells(step.output, wrong[step.output])
            for words in complaints(wrong, step.output, cell)
        }
        assert any(" instead of " in words for words in said), step.output
        found = check(wrong, step.output)
        assert found is not None
        assert not found.agrees, step.output


# --- the rules that stand beside the states -----------------------------------------------------------------


def rule_inputs(memories: MemoryRun, time: int) -> Iterator[tuple[str, dict[str, Array]]]:
    """For each kind what its rule's code starts from."""
    trace, before = memories.traces[time], memories.traces[time - 1]
    here = {name: trace[f"memory.t{time}.{name}"] for name in ("x", "q", "k", "v")}
    weights = {name: memories.weights[f"memory.recurrent.{name}"] for name in ("W_x", "W_h", "b", "W_z")}
    state = before[f"memory.t{time - 1}.recurrent.state"]
    yield "recurrent", {**here, **weights, "state": state}
    lists = {name.upper(): before[f"memory.t{time - 1}.list.{name}"] for name in ("k", "v")}
    yield "list", {**here, **lists, "d": np.array(memories.d)}
    yield (
        "ttt",
        {
            **here,
            "state": before[f"memory.t{time - 1}.ttt.state"],
            "rate": np.float32(memories.settings.rate),
        },
    )


def test_every_rule_gives_the_states_and_outputs_that_the_recipe_gives(memories: MemoryRun) -> None:
    time = 5
    for kind, given in rule_inputs(memories, time):
        space = {"np": np, **given}
        for line in RULES[kind].numpy:
            exec(line, space)
        states = (space["K"], space["V"]) if kind == "list" else (space["state"],)
        for found, carried in zip(states, memories.state(kind, time), strict=True):
            np.testing.assert_allclose(found, carried, rtol=0, atol=1e-5)
        np.testing.assert_allclose(
            space["z"], memories.traces[time][f"memory.t{time}.{kind}.z"], rtol=0, atol=1e-5
        )


def test_every_rule_is_set_as_a_formula() -> None:
    assert set(RULES) == set(KINDS)
    for kind, rule in RULES.items():
        for part in ("start", "update", "output"):
            assert FORMULAS[rule_key(kind, part)] == getattr(rule, part)


def test_every_memory_begins_as_its_rule_says(memories: MemoryRun) -> None:
    assert not memories.weights["memory.zero"].any()
    assert not memories.weights["memory.ttt.start"].any()
    assert memories.weights["memory.list.no_k"].size == memories.weights["memory.list.no_v"].size == 0
