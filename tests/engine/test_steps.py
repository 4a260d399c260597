"""Every step of every recipe: the array it computes, the NumPy line it prints, and its formula belong together."""

from collections.abc import Callable, Mapping

import numpy as np
import pytest

from engine.formulas import FORMULAS, formula_key
from engine.models.base import Model
from engine.names import NAMES, identifier, key
from engine.recipes import bert_embedding, post_norm_block, token_embedding
from engine.run import Run
from engine.steps import OPERATIONS, Operation
from engine.steps.base import Array
from engine.trace import Trace
from tests.engine.printed import printed, room, step_of, variables

NAMED = {
    "minilm first": (*bert_embedding(1), *post_norm_block(0, "embed_norm", 1, 1, 1, 1)),
    "minilm later": post_norm_block(4, "blocks.3.norm2", 1, 1, 1, 1),
    "fresh": (*token_embedding(), *post_norm_block(0, "embed", 1, 1, 1, 1)),
    "one word": (*token_embedding(), *post_norm_block(0, "embed", 1, 1, 1, 1)),
    "grouped first": (*bert_embedding(1), *post_norm_block(0, "embed_norm", 1, 1, 1, 1)),
    "grouped later": post_norm_block(1, "blocks.0.norm2", 1, 1, 1, 1),
}
each_recipe = pytest.mark.parametrize("case", NAMED)
each_step = pytest.mark.parametrize(
    ("case", "path"), [(case, step.output) for case, recipe in NAMED.items() for step in recipe]
)


# --- the table covers everything ----------------------------------------------------------------------------


@each_recipe
def test_the_table_above_names_every_step(case: str, traces: Mapping[str, Trace]) -> None:
    assert [step.output for step in NAMED[case]] == [step.output for step in traces[case].recipe]


def test_the_recipes_use_every_operation(traces: Mapping[str, Trace]) -> None:
    used = {type(step.operation) for trace in traces.values() for step in trace.recipe}
    assert used == set(OPERATIONS)


# --- compute and the printed line ---------------------------------------------------------------------------


@each_step
def test_the_printed_line_gives_the_same_array(case: str, path: str, traces: Mapping[str, Trace]) -> None:
    trace = traces[case]
    by_line, computed = printed(trace, step_of(trace, path)), trace[path]
    assert by_line.dtype == computed.dtype == np.float32
    assert by_line.shape == computed.shape
    np.testing.assert_allclose(by_line, computed, rtol=0, atol=room(computed))


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.__name__)
def test_an_error_of_a_ten_thousandth_is_found(
    operation: type[Operation], grouped: Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    right: Callable[..., Array] = operation.compute
    monkeypatch.setattr(operation, "compute", lambda *given: right(*given) * np.float32(1.0001))
    trace = Run.forward(grouped, grouped.encode("abacadab").padded(10, "j", 9)).trace(0)
    steps = [step for step in trace.recipe if isinstance(step.operation, operation)]
    assert steps
    for step in steps:
        by_line, computed = printed(trace, step), trace[step.output]
        assert not np.allclose(by_line, computed, rtol=0, atol=room(computed)), step.output


@each_recipe
def test_all_printed_lines_together_give_the_output(case: str, traces: Mapping[str, Trace]) -> None:
    """No line's variable overwrites one that a later line needs."""
    trace = traces[case]
    made = {step.output for step in trace.recipe}
    given = {path for step in trace.recipe for path in step.inputs} - made
    space = variables(trace, given)
    for step in trace.recipe:
        exec(step.numpy, space)
    last = trace.recipe[-1].output
    np.testing.assert_allclose(space[identifier(last)], trace[last], rtol=0, atol=1e-4)


@each_recipe
def test_numbers_are_float32_ids_are_whole_and_axes_fit(case: str, traces: Mapping[str, Trace]) -> None:
    trace = traces[case]
    for path in {path for step in trace.recipe for path in (step.output, *step.inputs)}:
        whole = path in ("tokens", "positions", "segments")
        assert trace[path].dtype == (np.int64 if whole else np.float32), path
        assert len(trace.axes(path)) == trace[path].ndim, path


@each_recipe
def test_axes_of_one_name_have_one_length(case: str, traces: Mapping[str, Trace]) -> None:
    """``query``, ``key`` and ``pos`` all run over the sentence."""
    trace, lengths = traces[case], dict[str, set[int]]()
    for step in trace.recipe:
        for axis, size in zip(step.axes, trace[step.output].shape, strict=True):
            lengths.setdefault("pos" if axis in ("query", "key") else axis, set()).add(size)
    assert all(len(sizes) == 1 for sizes in lengths.values()), lengths


# --- formulas -----------------------------------------------------------------------------------------------


@each_step
def test_the_formula_is_among_those_set_in_advance(case: str, path: str, traces: Mapping[str, Trace]) -> None:
    step = step_of(traces[case], path)
    assert FORMULAS[formula_key(step)] == step.latex


@each_step
def test_the_formula_names_all_that_goes_in(case: str, path: str, traces: Mapping[str, Trace]) -> None:
    step = step_of(traces[case], path)
    assert step.latex.count("{") == step.latex.count("}")
    for name in (step.output, *step.inputs):
        assert NAMES[key(name)].symbol in step.latex
