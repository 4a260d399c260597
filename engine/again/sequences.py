"""The operations of the translation models by another road: float64, plain loops, no line shared with what ran."""

import cmath
import math
from collections.abc import Mapping

import numpy as np

from engine.again.block import Again, Float64
from engine.steps import (
    AdditiveScores,
    AsHead,
    Blend,
    Candidate,
    FromHead,
    Gate,
    HandOn,
    Operation,
    Relu,
    SideBySide,
    Sinusoid,
    StackRows,
    TakeRow,
    Tanh,
    TimesRoot,
    Unembed,
)


def _tanh(x: Float64) -> Float64:
    """By exponentials."""
    flat = [math.copysign(-math.expm1(-2 * abs(v)) / (1 + math.exp(-2 * abs(v))), v) for v in x.ravel()]
    return np.array(flat).reshape(x.shape)


def _gate_of(x: Float64, which: int) -> Float64:
    return x.reshape(len(x), 3, -1)[:, which]


def _gate(operation: Gate, from_x: Float64, from_state: Float64) -> Float64:
    pre = _gate_of(from_x, operation.which) + _gate_of(from_state, operation.which)
    return 0.5 + 0.5 * _tanh(pre / 2)


def _additive(operation: AdditiveScores, q: Float64, k: Float64, v: Float64) -> Float64:
    out = np.empty((len(q), q.shape[1], k.shape[1]))
    for head, query, place in np.ndindex(out.shape):
        out[head, query, place] = math.fsum(_tanh(q[head, query] + k[head, place]) * v)
    return out


def _sinusoid(operation: Sinusoid, positions: Float64) -> Float64:
    """Real and imaginary part of a turning pointer."""
    out = np.empty((len(positions), operation.width))
    for row, position in enumerate(positions.tolist()):
        for pair in range((operation.width + 1) // 2):
            turned = cmath.exp(1j * position * math.exp(-2 * pair / operation.width * math.log(10_000)))
            out[row, 2 * pair : 2 * pair + 2] = turned.imag, turned.real
    return out


AGAIN: Mapping[type[Operation], Again] = {
    TimesRoot: lambda operation, x: x * math.exp(0.5 * math.log(operation.width)),
    Sinusoid: _sinusoid,
    TakeRow: lambda operation, x: np.stack([x[operation.row]]),
    HandOn: lambda operation, x: x,
    Gate: _gate,
    Candidate: lambda operation, from_x, from_state, reset: _tanh(
        _gate_of(from_x, 2) + np.einsum("ij,ij->ij", reset, _gate_of(from_state, 2))
    ),
    Blend: lambda operation, update, candidate, before: candidate + update * (before - candidate),
    StackRows: lambda operation, *rows: np.stack([row[0] for row in rows]),
    SideBySide: lambda operation, *parts: np.hstack(parts),
    AsHead: lambda operation, x: np.stack([x]),
    AdditiveScores: _additive,
    FromHead: lambda operation, z: np.einsum("hqd->qd", z),
    Relu: lambda operation, x: (x + np.abs(x)) / 2,
    Tanh: lambda operation, x: _tanh(x),
    Unembed: lambda operation, x, table, bias: np.einsum("pd,vd->pv", x, table) + bias[None, :],
}
