"""Every step of the laboratory and the dictionary: its arithmetic, printed line, formula and re-derivation."""

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
import pytest

from engine.again import AGAIN
from engine.check import check
from engine.dictionary import FUNCTIONS, look_recipe, look_up
from engine.formulas import FORMULAS, formula_key
from engine.laboratory import Given, lab_recipe, laboratory
from engine.laboratory_parameters import LabSettings
from engine.names import NAMES, identifier, key
from engine.names_laboratory import LABORATORY
from engine.recipes import Step
from engine.steps import (
    OF_LABORATORY,
    ActivatedScores,
    Drawn,
    Hard,
    NearPlace,
    Operation,
    ScaleByWidth,
    Sparsemax,
    SparseThreshold,
)
from engine.steps.base import Array, Cell
from engine.trace import Trace
from engine.vectors import WordVectors

ULPS = 32
WORDS = ("cat", "dog", "horse", "cow", "lion", "tiger")
RECIPES = {"lab": lab_recipe(6, 6, LabSettings()), **{name: look_recipe(name, 0.5) for name in FUNCTIONS}}
each_step = pytest.mark.parametrize(
    ("case", "path"), [(case, step.output) for case, recipe in RECIPES.items() for step in recipe]
)


@pytest.fixture(scope="module")
def traces(vectors: WordVectors) -> Mapping[str, Trace]:
    draw = np.random.default_rng(1)
    query, keys = draw.standard_normal(6), draw.standard_normal((6, 6))
    given = Given(query.astype(np.float32), keys.astype(np.float32), "wolf", WORDS, {})
    made = {"lab": laboratory(given, LabSettings(seed=2, centre=1, reach=2, draw=1)).trace}
    for name in FUNCTIONS:
        trace = look_up(vectors, "wolf", WORDS, {}, name, 0.5).trace
        assert trace is not None
        made[name] = trace
    return made


def step_of(trace: Trace, path: str) -> Step:
    step = trace.step(path)
    assert step is not None
    return step


def cells(array: Array) -> Iterator[Cell]:
    places = list(np.ndindex(array.shape))
    return (tuple(map(int, place)) for place in places[:: max(1, len(places) // 8)])


def room(array: Array) -> float:
    return ULPS * float(np.finfo(np.float32).eps) * float(abs(array[np.isfinite(array)]).max(initial=0))


def printed(trace: Trace, step: Step) -> Array:
    space: dict[str, Any] = {"np": np, "math": math} | {identifier(p): trace[p] for p in step.inputs}
    exec(step.numpy, space)
    made: Array = space[identifier(step.output)]
    return made


# --- what every operation owes ------------------------------------------------------------------------------


def test_the_recipes_use_every_operation_of_the_laboratory() -> None:
    used = {type(step.operation) for recipe in RECIPES.values() for step in recipe}
    assert set(OF_LABORATORY) <= used
    assert set(OF_LABORATORY) <= AGAIN.keys()


def test_every_array_is_in_the_table_and_nothing_else_is() -> None:
    paths = {path for recipe in RECIPES.values() for step in recipe for path in (step.output, *step.inputs)}
    assert {key(path) for path in paths} == set(LABORATORY)


def test_the_weights_of_every_score_have_one_name_in_the_table_and_a_variable_each() -> None:
    assert key("lab.of_scaled.softmax") == key("lab.of_dot.softmax") == "lab.softmax"
    outputs = [step.output for step in RECIPES["lab"]]
    assert len({identifier(path) for path in outputs}) == len(outputs)


@each_step
def test_the_printed_line_gives_the_same_array(case: str, path: str, traces: Mapping[str, Trace]) -> None:
    trace = traces[case]
    by_line, computed = printed(trace, step_of(trace, path)), trace[path]
    assert by_line.dtype == computed.dtype == np.float32
    assert by_line.shape == computed.shape
    np.testing.assert_allclose(by_line, computed, rtol=0, atol=room(computed))


@each_step
def test_every_number_is_what_its_arithmetic_gives(case: str, path: str, traces: Mapping[str, Trace]) -> None:
    trace = traces[case]
    assert len(trace.axes(path)) == trace[path].ndim
    for cell in cells(trace[path]):
        found = trace.explain(path, cell)
        assert found.agrees, (cell, found.output.value, found.arithmetic.result)
        for operand in (operand for term in found.arithmetic.terms for operand in term.operands):
            assert operand.name in step_of(trace, path).inputs
            assert operand.value == float(trace[operand.name][operand.cell])


@each_step
def test_no_two_terms_are_made_of_the_same_cells(case: str, path: str, traces: Mapping[str, Trace]) -> None:
    trace = traces[case]
    found = trace.explain(path, next(cells(trace[path])))
    made_of = [tuple((o.name, o.cell) for o in term.operands) for term in found.arithmetic.terms]
    assert len(made_of) == len(set(made_of))


@each_step
def test_every_step_agrees_with_its_re_derivation(case: str, path: str, traces: Mapping[str, Trace]) -> None:
    found = check(traces[case], path)
    assert found is not None
    assert found.agrees, found


@each_step
def test_the_formula_is_among_those_set_in_advance(case: str, path: str, traces: Mapping[str, Trace]) -> None:
    step = step_of(traces[case], path)
    assert FORMULAS[formula_key(step)] == step.latex
    assert step.latex.count("{") == step.latex.count("}")
    for name in (step.output, *step.inputs):
        assert NAMES[key(name)].symbol in step.latex or name == "lab.window"


# --- terms --------------------------------------------------------------------------------------------------


def test_the_threshold_is_made_of_the_scores_that_are_kept(traces: Mapping[str, Trace]) -> None:
    trace = traces["lab"]
    kept = int((trace["lab.of_dot.sparsemax"] > 0).sum())
    found = trace.explain("lab.of_dot.threshold", (0, 0, 0)).arithmetic
    assert dict(found.parts)["kept keys"] == kept == len(found.terms) - 1
    assert found.terms[-1].value == -1 / kept
    for term in found.terms[:-1]:
        assert term.value == term.operands[0].value / kept
        assert trace["lab.of_dot.sparsemax"][term.operands[0].cell] > 0


def test_a_drawn_key_adds_weights_up_to_its_own(traces: Mapping[str, Trace]) -> None:
    trace = traces["lab"]
    hit = int(trace["lab.of_dot.drawn"][0, 0].argmax())
    found = trace.explain("lab.of_dot.drawn", (0, 0, hit)).arithmetic
    assert [term.operands[0].cell[-1] for term in found.terms] == list(range(hit + 1))
    before, up_to = (math.fsum(term.value for term in terms) for terms in (found.terms[:-1], found.terms))
    assert before <= dict(found.parts)["drawn"] < up_to


def test_a_bell_and_its_distance_are_told(traces: Mapping[str, Trace]) -> None:
    found = traces["lab"].explain("lab.of_dot.gaussian", (0, 0, 2)).arithmetic
    parts = dict(found.parts)
    assert parts == {"places away": 1.0, "bell": math.exp(-0.5)}
    assert found.terms[0].value == found.terms[0].operands[0].value * parts["bell"]


# --- faults are found ---------------------------------------------------------------------------------------

FAULTS: Mapping[type[Operation], Callable[..., Array]] = {
    ScaleByWidth: lambda self, scores: scores / np.float32(self.d_head),
    ActivatedScores: lambda self, scores, shift: np.tanh(scores) + shift,
    Hard: lambda self, x: (x == x.min(-1, keepdims=True)).astype(np.float32),
    Drawn: lambda self, x: (x == x.max(-1, keepdims=True)).astype(np.float32),
    NearPlace: lambda self, x: x / x.sum(-1, keepdims=True),
    SparseThreshold: lambda self, x: x.mean(-1, keepdims=True),
    Sparsemax: lambda self, x, threshold: np.abs(x - threshold),
}


@pytest.mark.parametrize("operation", OF_LABORATORY, ids=lambda operation: operation.__name__)
def test_a_wrong_operation_is_found_in_three_ways(
    operation: type[Operation], traces: Mapping[str, Trace], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the arithmetic, by the printed line, and by the re-derivation."""
    right = traces["lab"]
    given = {p: right[p] for step in right.recipe for p in step.inputs if right.step(p) is None}
    monkeypatch.setattr(operation, "compute", FAULTS[operation])
    wrong = Trace.compute(right.recipe, given)
    steps = [step for step in right.recipe if isinstance(step.operation, operation)]
    places = [(step.output, cell) for step in steps for cell in np.ndindex(wrong[step.output].shape)]
    assert not all(wrong.explain(path, cell).agrees for path, cell in places)
    assert not all(
        np.allclose(printed(wrong, s), wrong[s.output], rtol=0, atol=room(wrong[s.output])) for s in steps
    )
    found = [check(wrong, step.output) for step in steps]
    assert any(one is not None and not one.agrees for one in found)
