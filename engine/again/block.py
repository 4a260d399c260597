"""The operations of a Transformer's block by another road: float64 and einsum or plain loops, no line shared."""

import math
from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from engine.steps import (
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

Float64 = NDArray[np.float64]
Again = Callable[..., Float64]


def linear(x: Float64, weight: Float64, *bias: Float64) -> Float64:
    products: Float64 = np.einsum("pi,io->po", x, weight)
    return products + bias[0][None, :] if bias else products


def _heads(operation: ProjectHeads, x: Float64, weight: Float64, *bias: Float64) -> Float64:
    d_head = weight.shape[1] // operation.heads
    columns = [slice(h * d_head, (h + 1) * d_head) for h in range(operation.heads)]
    return np.stack([linear(x, weight[:, part], *(b[part] for b in bias)) for part in columns])


def _of_query_head(kv: Float64, heads: int) -> Float64:
    return kv[np.arange(heads) * len(kv) // heads]


def _softmax(operation: Softmax, masked: Float64) -> Float64:
    out = np.zeros_like(masked)
    for place in np.ndindex(masked.shape[:-1]):
        row: Float64 = masked[place]
        top = float(row.max())
        if top == -math.inf:
            continue
        if operation.cold:
            share = np.where(row == top, 1.0, 0.0)
        else:
            share = np.exp((row - top) / operation.temperature)
        out[place] = share / share.sum()
    return out


def _gelu(operation: Gelu, x: Float64) -> Float64:
    flat = [0.5 * value * math.erfc(-value / math.sqrt(2)) for value in x.ravel().tolist()]
    return np.array(flat).reshape(x.shape)


def _dropout(operation: Dropout, x: Float64) -> Float64:
    """The draws one after another, as a plain loop would take them."""
    if operation.rate == 0:
        return x
    generator = np.random.default_rng([operation.seed, *operation.place])
    rate = float(np.float32(operation.rate))
    keeps = [float(generator.random(dtype=np.float32)) >= rate for _ in range(x.size)]
    return x * np.array(keeps, np.float64).reshape(x.shape) / (1.0 - operation.rate)


def _products(q: Float64, k: Float64) -> Float64:
    return np.einsum("hqd,hkd->hqk", q, k)


def _cosines(q: Float64, k: Float64) -> Float64:
    lengths = np.sqrt(np.einsum("hqd,hqd->hq", q, q)[:, :, None] * np.einsum("hkd,hkd->hk", k, k)[:, None, :])
    return _products(q, k) / np.where(lengths == 0, 1.0, lengths)


def _distances(q: Float64, k: Float64) -> Float64:
    """By the square of a difference, multiplied out."""
    squares = np.einsum("hqd,hqd->hq", q, q)[:, :, None] + np.einsum("hkd,hkd->hk", k, k)[:, None, :]
    return _products(q, k) - squares / 2


SCORED: Mapping[str, Again] = {"dot": _products, "cosine": _cosines, "distance": _distances}

AGAIN: Mapping[type[Operation], Again] = {
    Lookup: lambda operation, ids, table: np.stack([table[i] for i in ids]),
    Add: lambda operation, *parts: np.einsum("kij->ij", np.stack(parts)),
    Carry: lambda operation, x: x,
    Mean: lambda operation, x: np.einsum("pm->p", x)[:, None] / x.shape[1],
    Deviation: lambda operation, x, mean: np.sqrt(
        np.einsum("pm,pm->p", x - mean, x - mean)[:, None] / x.shape[1] + operation.epsilon
    ),
    Normalize: lambda operation, x, mean, width, gamma, beta: (
        np.einsum("pm,m->pm", (x - mean) / width, gamma) + beta
    ),
    ProjectHeads: _heads,
    Linear: lambda operation, x, weight, bias: linear(x, weight, bias),
    Scores: lambda operation, q, k: SCORED[operation.function](q, _of_query_head(k, len(q))),
    Scale: lambda operation, scores: scores / operation.by,
    Mask: lambda operation, scaled, mask: np.where((mask == -math.inf)[None, :, :], -math.inf, scaled),
    Softmax: _softmax,
    WeightedSum: lambda operation, weights, v: np.einsum(
        "hqk,hkd->hqd", weights, _of_query_head(v, len(weights))
    ),
    JoinHeads: lambda operation, z: np.concatenate(list(z), axis=1),
    Dropout: _dropout,
    Gelu: _gelu,
}
