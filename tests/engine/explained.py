"""What is wrong with the explanation of a number: nothing, if its operands are the cells they are said to be, and their
arithmetic gives what is shown.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from zlib import crc32

import numpy as np

from engine.recipes import Step
from engine.steps import (
    Add,
    AdditiveScores,
    Append,
    Arithmetic,
    AsHead,
    Blend,
    Candidate,
    Carry,
    Descend,
    Deviation,
    Dropout,
    FromHead,
    Gate,
    Gelu,
    Gradient,
    HandOn,
    JoinHeads,
    Linear,
    Lookup,
    Mask,
    Mean,
    Normalize,
    Operation,
    Product,
    ProjectHeads,
    Relu,
    Scale,
    Scores,
    SideBySide,
    Sinusoid,
    Softmax,
    SquaredLength,
    StackRows,
    Subtract,
    TakeRow,
    Tanh,
    Term,
    TimesRoot,
    Unembed,
    WeightedSum,
)
from engine.steps.base import Array, Cell
from engine.trace import Trace

AGREEMENT = 1e-5  # of the largest number in a calculation
CELLS = 12


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


def waves(step: Step, arithmetic: Arithmetic) -> float:
    """The sine or the cosine of the angle that is named: the cell itself is not known here."""
    angle = dict(arithmetic.parts)["angle"]
    found = arithmetic.terms[0].value
    return min((math.sin(angle), math.cos(angle)), key=lambda value: abs(value - found))


def blended(step: Step, arithmetic: Arithmetic) -> list[float]:
    (z, n), (_, h) = ([operand.value for operand in term.operands] for term in arithmetic.terms)
    return [(1 - z) * n, z * h]


TERMS: Mapping[type[Operation], Callable[[Step, Arithmetic], list[float]]] = {
    **dict.fromkeys(
        (
            *(Lookup, Add, Carry, Mask, JoinHeads, Linear, ProjectHeads, Scores, WeightedSum, Dropout),
            *(
                Append,
                Product,
                TakeRow,
                HandOn,
                StackRows,
                SideBySide,
                AsHead,
                FromHead,
                Unembed,
                Gate,
                Candidate,
            ),
        ),
        lambda step, a: [plain_product(term) for term in a.terms],
    ),
    Scale: divided,
    Mean: lambda step, a: [plain_product(term) / len(a.terms) for term in a.terms],
    Deviation: squares,
    Normalize: normalised,
    Gelu: halves,
    Softmax: exponentials,
    TimesRoot: lambda step, a: [a.terms[0].operands[0].value * math.sqrt(step.operation.width)],
    Sinusoid: lambda step, a: [waves(step, a)],
    Blend: blended,
    AdditiveScores: lambda step, a: [
        math.tanh(q.value + k.value) * v.value for q, k, v in (term.operands for term in a.terms)
    ],
    Relu: lambda step, a: [max(a.terms[0].operands[0].value, 0.0)],
    Subtract: lambda step, a: [a.terms[0].operands[0].value, -a.terms[1].operands[0].value],
    SquaredLength: lambda step, a: [term.operands[0].value ** 2 for term in a.terms],
    Gradient: lambda step, a: [2 * plain_product(term) for term in a.terms],
    Descend: lambda step, a: [
        a.terms[0].operands[0].value,
        -step.operation.rate * a.terms[1].operands[0].value,
    ],
    Tanh: lambda step, a: [math.tanh(a.terms[0].operands[0].value)],
}


def logistic(x: float) -> float:
    return 1 / (1 + math.exp(-x))


# What is made of the sum of the terms, where that is not the sum itself.
ENDS: Mapping[type[Operation], Callable[[float], float]] = {
    Deviation: math.sqrt,
    Gate: logistic,
    Candidate: math.tanh,
}


def joined(step: Step, arithmetic: Arithmetic, cell: Cell) -> float:
    """The result, from the terms alone."""
    terms = [term.value for term in arithmetic.terms]
    if isinstance(step.operation, Softmax):
        return terms[cell[-1]] / math.fsum(terms) if any(terms) else 0.0
    return ENDS.get(type(step.operation), float)(math.fsum(terms))


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
    if not math.isclose(result, arithmetic.result, rel_tol=1e-12, abs_tol=1e-15):
        yield f"{result} does not agree with itself"
    in_units = [] if isinstance(step.operation, Deviation) else values
    largest = max((abs(x) for x in (*in_units, result) if math.isfinite(x)), default=0.0)
    if result != shown and not abs(result - shown) <= AGREEMENT * largest:
        yield f"{result} instead of {shown}"
    if not found.agrees:
        yield "is said not to agree"
