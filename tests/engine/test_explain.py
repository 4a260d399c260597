"""Every number opens up: the operands are the cells they are said to be, and their arithmetic gives what is shown."""

import math
from collections.abc import Callable, Iterator, Mapping
from zlib import crc32

import numpy as np
import pytest

from engine.models.base import Model
from engine.recipes import Step
from engine.run import Run
from engine.steps import (
    OPERATIONS,
    Add,
    Arithmetic,
    Carry,
    Deviation,
    Dropout,
    Gelu,
    JoinHeads,
    Linear,
    Lookup,
    Mask,
    Mean,
    Normalize,
    Operation,
    ProjectHeads,
    Scale,
    Scores,
    Softmax,
    Term,
    WeightedSum,
)
from engine.steps.base import Array, Cell
from engine.trace import Trace

AGREEMENT = 1e-5  # of the largest number in a calculation
CELLS = 12
CASES = ("minilm first", "minilm later", "fresh", "one word", "grouped first", "grouped later")

each_case = pytest.mark.parametrize("case", CASES)


def step_of(trace: Trace, path: str) -> Step:
    step = trace.step(path)
    assert step is not None
    return step


def some_cells(path: str, array: Array) -> Iterator[Cell]:
    draw = np.random.default_rng(crc32(path.encode()))
    return (tuple(int(draw.integers(size)) for size in array.shape) for _ in range(CELLS))


def plain_product(term: Term) -> float:
    return math.prod(operand.value for operand in term.operands)


def exponentials(step: Step, arithmetic: Arithmetic) -> list[float]:
    row = [term.operands[0].value for term in arithmetic.terms]
    top = max((x for x in row if x > -math.inf), default=0.0)
    return [math.exp(x - top) for x in row]


def squares(step: Step, arithmetic: Arithmetic) -> list[float]:
    assert isinstance(step.operation, Deviation)
    pairs = [[operand.value for operand in term.operands] for term in arithmetic.terms[:-1]]
    return [*((x - mean) ** 2 / len(pairs) for x, mean in pairs), step.operation.epsilon]


def normalised(step: Step, arithmetic: Arithmetic) -> list[float]:
    x, mean, deviation, gamma = (operand.value for operand in arithmetic.terms[0].operands)
    return [(x - mean) / deviation * gamma, arithmetic.terms[1].operands[0].value]


def divided(step: Step, arithmetic: Arithmetic) -> list[float]:
    assert isinstance(step.operation, Scale)
    return [arithmetic.terms[0].operands[0].value / math.sqrt(step.operation.d_head)]


def halves(step: Step, arithmetic: Arithmetic) -> list[float]:
    x = arithmetic.terms[0].operands[0].value
    return [x / 2, x / 2 * math.erf(x / math.sqrt(2))]


TERMS: Mapping[type[Operation], Callable[[Step, Arithmetic], list[float]]] = {
    **dict.fromkeys(
        (Lookup, Add, Carry, Mask, JoinHeads, Linear, ProjectHeads, Scores, WeightedSum, Dropout),
        lambda step, a: [plain_product(term) for term in a.terms],
    ),
    Scale: divided,
    Mean: lambda step, a: [plain_product(term) / len(a.terms) for term in a.terms],
    Deviation: squares,
    Normalize: normalised,
    Gelu: halves,
    Softmax: exponentials,
}


def joined(step: Step, arithmetic: Arithmetic, cell: Cell) -> float:
    """The result, from the terms alone."""
    terms = [term.value for term in arithmetic.terms]
    if isinstance(step.operation, Softmax):
        return terms[cell[-1]] / math.fsum(terms) if any(terms) else 0.0
    return math.sqrt(math.fsum(terms)) if isinstance(step.operation, Deviation) else math.fsum(terms)


def complaints(trace: Trace, path: str, cell: Cell) -> Iterator[str]:
    """What is wrong with the explanation of one cell."""
    found = trace.explain(path, cell)
    step, arithmetic, shown = step_of(trace, path), found.arithmetic, float(trace[path][cell])
    if (found.step, found.output.cell, found.output.value) != (step, cell, shown):
        yield "explains another cell"
    for operand in (operand for term in arithmetic.terms for operand in term.operands):
        if operand.name not in step.inputs or operand.value != float(trace[operand.name][operand.cell]):
            yield f"{operand} is not what the array holds"
    values = [term.value for term in arithmetic.terms]
    if not np.allclose(values, TERMS[type(step.operation)](step, arithmetic), rtol=1e-12, atol=0):
        yield "a term does not follow from its operands"
    result = joined(step, arithmetic, cell)
    if result != arithmetic.result:
        yield f"{result} does not agree with itself"
    in_units = [] if isinstance(step.operation, Deviation) else values
    largest = max((abs(x) for x in (*in_units, result) if math.isfinite(x)), default=0.0)
    if result != shown and not abs(result - shown) <= AGREEMENT * largest:
        yield f"{result} instead of {shown}"
    if not found.agrees:
        yield "is said not to agree"


@each_case
def test_a_cell_is_the_sum_of_its_parts(case: str, traces: Mapping[str, Trace]) -> None:
    trace = traces[case]
    for path in (step.output for step in trace.recipe):
        for cell in some_cells(path, trace[path]):
            assert not list(complaints(trace, path, cell)), (path, cell)


@each_case
def test_no_two_terms_are_made_of_the_same_cells(case: str, traces: Mapping[str, Trace]) -> None:
    trace = traces[case]
    for step in (step for step in trace.recipe if not isinstance(step.operation, Gelu)):
        found = trace.explain(step.output, next(some_cells(step.output, trace[step.output])))
        cells = [tuple((o.name, o.cell) for o in term.operands) for term in found.arithmetic.terms]
        assert len(cells) == len(set(cells)), step.output


# --- faults are found ---------------------------------------------------------------------------------------


def heads_last(self: ProjectHeads, *inputs: Array) -> Array:
    x, weight, bias = inputs
    return (x @ weight + bias).reshape(len(x), -1, self.heads).transpose(2, 0, 1)


def other_group(self: Scores, *inputs: Array) -> Array:
    q, k = inputs
    return q @ np.concatenate([k] * (len(q) // len(k))).transpose(0, 2, 1)


def other_values(self: WeightedSum, *inputs: Array) -> Array:
    weights, v = inputs
    return weights @ np.concatenate([v] * (len(weights) // len(v)))


def tanh_gelu(self: Gelu, *inputs: Array) -> Array:
    (x,) = inputs
    return x / 2 * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))


def over_queries(self: Softmax, *inputs: Array) -> Array:
    shifted = np.exp(inputs[0] - inputs[0].max(-1, keepdims=True))
    return shifted / shifted.sum(1, keepdims=True).clip(1e-30)


FAULTS: Mapping[type[Operation], Callable[..., Array]] = {
    Lookup: lambda self, ids, table: table[ids - 1],
    Add: lambda self, first, *rest: first + rest[0],
    Carry: lambda self, x: x[::-1].copy(),
    Mean: lambda self, x: x.sum(-1, keepdims=True) / np.float32(x.shape[-1] - 1),
    Deviation: lambda self, x, mean: x.std(-1, keepdims=True, ddof=1),
    Normalize: lambda self, x, mean, width, gamma, beta: (x - mean) / width * gamma,
    ProjectHeads: heads_last,
    Scores: other_group,
    Scale: lambda self, x: x / np.float32(self.d_head),
    Mask: lambda self, scaled, mask: scaled + mask.T,
    Softmax: over_queries,
    WeightedSum: other_values,
    JoinHeads: lambda self, z: z.reshape(z.shape[1], -1),
    Linear: lambda self, x, weight, bias: x @ weight,
    Dropout: lambda self, x: x * np.float32(0.9),
    Gelu: tanh_gelu,
}
# A plausible slip that shows only on these arrays.
SHOWS_ON = {Add: "embed_sum", Mask: "blocks.0.attn.masked", ProjectHeads: "blocks.0.attn.q"}


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.__name__)
def test_a_wrong_operation_is_found(
    operation: type[Operation], grouped: Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``complaints`` tells a plausible slip of every operation from the right thing."""
    monkeypatch.setattr(operation, "compute", FAULTS[operation])
    trace = Run.forward(grouped, grouped.encode("abacadab").padded(10, "j", 9)).trace(0)
    paths = [step.output for step in trace.recipe if isinstance(step.operation, operation)]
    shown = [path for path in paths if SHOWS_ON.get(operation, path) == path]
    assert shown
    for path in shown:
        found = {words for cell in some_cells(path, trace[path]) for words in complaints(trace, path, cell)}
        assert any(" instead of " in words for words in found), path
        assert "is said not to agree" in found, path


# --- where float32 leaves little ----------------------------------------------------------------------------


@pytest.mark.parametrize("case", ["the " * 512, "the cat " * 200])
def test_sums_of_hundreds_of_small_terms_are_not_accused(case: str, fresh: Model) -> None:
    """Each term is 1/512 of the result, whose last place alone is more than 1e-5 of a term."""
    trace = Run.forward(fresh, fresh.encode(case)).trace(0)
    for path in ("blocks.0.attn.z", "blocks.0.attn.weights", "blocks.0.attn.out"):
        assert all(trace.explain(path, cell).agrees for cell in some_cells(path, trace[path])), path


def test_a_long_sum_that_cancels_is_measured_against_all_of_its_terms(fresh: Model) -> None:
    """256 values go up and 256 back down: what is lost half way is far more than 1e-5 of a term."""
    half = np.random.default_rng(0).uniform(0.5, 1, (8, 256, 64))
    run = Run.forward(fresh, fresh.encode("the " * 512))
    trace = run.what_if({"blocks.0.attn.v": np.concatenate([half, -half[:, ::-1]], axis=1)}).trace(0)
    found = [trace.explain("blocks.0.attn.z", (0, 0, feature)) for feature in range(64)]
    assert all(derivation.agrees for derivation in found)
    lost = [abs(d.output.value - d.arithmetic.result) / d.arithmetic.largest for d in found]
    assert max(lost) > 2 * AGREEMENT


def test_gelu_far_below_zero_is_measured_against_what_cancels(grouped: Model) -> None:
    run = Run.forward(grouped, grouped.encode("abc"))
    pre = np.linspace(-9, 9, 3 * 20, dtype=np.float32).reshape(3, 20)
    trace = run.trace(0).what_if({"blocks.0.mlp.pre": pre})
    cells = [divmod(i, 20) for i in range(60)]
    assert all(trace.explain("blocks.0.mlp.post", cell).agrees for cell in cells)
    assert trace.explain("blocks.0.mlp.post", (0, 0)).arithmetic.result == pytest.approx(0, abs=1e-12)
