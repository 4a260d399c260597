"""Every number opens up: the operands are the cells they are said to be, and their arithmetic gives what is shown."""

import math
from collections.abc import Callable, Mapping

import numpy as np
import pytest

from engine.models.base import Model
from engine.run import Run
from engine.steps import (
    OPERATIONS,
    Add,
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
    WeightedSum,
)
from engine.steps.base import Array
from engine.trace import Trace
from tests.engine.explained import AGREEMENT, complaints, some_cells

CASES = ("minilm first", "minilm later", "fresh", "one word", "grouped first", "grouped later")

each_case = pytest.mark.parametrize("case", CASES)


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
