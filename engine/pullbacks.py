"""The operations walked backwards: what a small change of the output owes to each input, in float64.

A pullback takes cotangents ``[of, *shape of the output]``: row by row, the sensitivities of some numbers to the
output.  It answers those to the inputs, ``[of, *shape of the input]``; None for weights, which stay as they are.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from engine.recipes import Recipe
from engine.similarity import Float64
from engine.steps import (
    Add,
    Blend,
    Candidate,
    Carry,
    Deviation,
    Dropout,
    Gate,
    HandOn,
    JoinHeads,
    Linear,
    Mask,
    Mean,
    Normalize,
    Operation,
    ProjectHeads,
    Relu,
    Scale,
    Scores,
    Softmax,
    StackRows,
    TakeRow,
    TimesRoot,
    WeightedSum,
)
from engine.steps.base import Array
from engine.steps.recurrent import CANDIDATE, part
from engine.trace import Stop, never_stop


class Values(Protocol):
    """Arrays by path."""

    def __getitem__(self, path: str) -> Array: ...


Cotangents = tuple[Float64 | None, ...]
Pullback = Callable[[Any, Float64, Sequence[Float64]], Cotangents]  # operation, cotangents, inputs


def pull_back(
    recipe: Recipe,
    values: Values,
    cotangents: Mapping[str, Float64],
    wanted: Sequence[str],
    stop: Stop = never_stop,
) -> dict[str, Float64]:
    """Lead cotangents of a recipe's arrays back to the arrays ``wanted``, at the ``values`` that ran.  What does not
    lead to them has none.
    """
    found, between = dict(cotangents), _after(recipe, wanted)
    for step in reversed(recipe):
        if step.output not in found or step.output not in between:
            continue
        stop()
        inputs = [np.asarray(values[path], np.float64) for path in step.inputs]
        made = PULLBACKS[type(step.operation)](step.operation, found.pop(step.output), inputs)
        for path, cotangent in zip(step.inputs, made, strict=True):
            if cotangent is not None and (path in between or path in wanted):
                found[path] = found[path] + cotangent if path in found else cotangent
    return {path: found[path] for path in wanted if path in found}


def _after(recipe: Recipe, wanted: Sequence[str]) -> set[str]:
    """What is made of the arrays ``wanted``, themselves aside."""
    made: set[str] = set()
    for step in recipe:
        if step.output not in wanted and any(path in made or path in wanted for path in step.inputs):
            made.add(step.output)
    return made


def _product(g: Float64, matrix: Float64) -> Float64:
    """``g @ matrix`` of the last axis, as one product."""
    return (g.reshape(-1, g.shape[-1]) @ matrix).reshape(*g.shape[:-1], matrix.shape[-1])


def _same(op: Operation, g: Float64, inputs: Sequence[Float64]) -> Cotangents:
    return tuple(g for _ in inputs)


def _first(op: Operation, g: Float64, inputs: Sequence[Float64]) -> Cotangents:
    return g, *(None for _ in inputs[1:])


def _dropout(op: Dropout, g: Float64, inputs: Sequence[Float64]) -> Cotangents:
    assert not op.variant, "what is dropped is not followed"
    return (g,)


def _linear(op: Linear, g: Float64, inputs: Sequence[Float64]) -> Cotangents:
    return _product(g, inputs[1].T), None, None


def _project(op: ProjectHeads, g: Float64, inputs: Sequence[Float64]) -> Cotangents:
    of, heads, pos, d_head = g.shape
    side_by_side = g.transpose(0, 2, 1, 3).reshape(of, pos, heads * d_head)
    return _product(side_by_side, inputs[1].T), *(None for _ in inputs[1:])


def _join(op: JoinHeads, g: Float64, inputs: Sequence[Float64]) -> Cotangents:
    heads, query, d_head = inputs[0].shape
    return (g.reshape(len(g), query, heads, d_head).transpose(0, 2, 1, 3),)


def _scores(op: Scores, g: Float64, inputs: Sequence[Float64]) -> Cotangents:
    assert op.group == 1, "a key head for every query head"
    assert not op.variant, "dot products"
    q, k = inputs
    return g @ k, g.swapaxes(-1, -2) @ q


def _scale(op: Scale, g: Float64, inputs: Sequence[Float64]) -> Cotangents:
    return (g / op.by,)


def _times_root(op: TimesRoot, g: Float64, inputs: Sequence[Float64]) -> Cotangents:
    return (g * op.width**0.5,)


def _softmax(op: Softmax, g: Float64, inputs: Sequence[Float64]) -> Cotangents:
    assert not op.variant, "temperature 1"
    powers = np.exp(inputs[0] - inputs[0].max(-1, keepdims=True))
    weights = powers / powers.sum(-1, keepdims=True)
    return (weights * (g - (g * weights).sum(-1, keepdims=True)),)


def _weighted_sum(op: WeightedSum, g: Float64, inputs: Sequence[Float64]) -> Cotangents:
    assert op.group == 1, "a value head for every query head"
    weights, v = inputs
    return g @ v.swapaxes(-1, -2), weights.swapaxes(-1, -2) @ g


def _mean(op: Mean, g: Float64, inputs: Sequence[Float64]) -> Cotangents:
    (x,) = inputs
    return (np.broadcast_to(g / x.shape[-1], (len(g), *x.shape)),)


def _deviation(op: Deviation, g: Float64, inputs: Sequence[Float64]) -> Cotangents:
    x, mean = inputs
    off = x - mean
    width = np.sqrt((off**2).mean(-1, keepdims=True) + op.epsilon)
    each = g * off / (x.shape[-1] * width)
    return each, -each.sum(-1, keepdims=True)


def _normalize(op: Normalize, g: Float64, inputs: Sequence[Float64]) -> Cotangents:
    x, mean, width, gamma, _ = inputs
    each = g * gamma / width
    return (
        each,
        -each.sum(-1, keepdims=True),
        -(each * (x - mean) / width).sum(-1, keepdims=True),
        None,
        None,
    )


def _relu(op: Relu, g: Float64, inputs: Sequence[Float64]) -> Cotangents:
    return (g * (inputs[0] > 0),)


def _take_row(op: TakeRow, g: Float64, inputs: Sequence[Float64]) -> Cotangents:
    whole = np.zeros((len(g), *inputs[0].shape))
    whole[:, op.row] = g[:, 0]
    return (whole,)


def _stack_rows(op: StackRows, g: Float64, inputs: Sequence[Float64]) -> Cotangents:
    return tuple(g[:, place : place + 1] for place in range(len(inputs)))


def _gate(op: Gate, g: Float64, inputs: Sequence[Float64]) -> Cotangents:
    pre = sum(part(x, op.which) for x in inputs)
    open_ = (1 + np.tanh(pre / 2)) / 2
    slope = _of_gate(g * open_ * (1 - open_), op.which)
    return slope, slope


def _candidate(op: Candidate, g: Float64, inputs: Sequence[Float64]) -> Cotangents:
    from_x, from_state, reset = inputs
    state = part(from_state, CANDIDATE)
    slope = g * (1 - np.tanh(part(from_x, CANDIDATE) + reset * state) ** 2)
    return _of_gate(slope, CANDIDATE), _of_gate(slope * reset, CANDIDATE), slope * state


def _of_gate(g: Float64, which: int) -> Float64:
    """In the columns of one gate, with nothing in the others."""
    nothing = np.zeros_like(g)
    return np.concatenate([g if gate == which else nothing for gate in range(3)], axis=-1)


def _blend(op: Blend, g: Float64, inputs: Sequence[Float64]) -> Cotangents:
    update, candidate, before = inputs
    return g * (before - candidate), g * (1 - update), g * update


PULLBACKS: Mapping[type[Operation], Pullback] = {
    Carry: _same,
    HandOn: _same,
    Add: _same,
    Mask: _first,
    Dropout: _dropout,
    Linear: _linear,
    ProjectHeads: _project,
    JoinHeads: _join,
    Scores: _scores,
    Scale: _scale,
    TimesRoot: _times_root,
    Softmax: _softmax,
    WeightedSum: _weighted_sum,
    Mean: _mean,
    Deviation: _deviation,
    Normalize: _normalize,
    Relu: _relu,
    TakeRow: _take_row,
    StackRows: _stack_rows,
    Gate: _gate,
    Candidate: _candidate,
    Blend: _blend,
}
