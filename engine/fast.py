"""Quick forms of the heavy formulas.  The plain form of each is the NumPy line of its step; tests compare the two.

All arrays are float32.  BLAS runs on one thread; columns or heads are dealt to two threads of our own where that pays.
"""

import numpy as np
from numpy.typing import NDArray

from engine.memory import empty
from engine.parallel import QUARTERS, UNEVEN, split

Array = NDArray[np.float32]

LOWEST = float(np.finfo(np.float32).min)  # stands in for the maximum of a row in which every key is masked
TINIEST = float(
    np.finfo(np.float32).tiny
)  # stands in for the sum of such a row: its weights become 0, not NaN

LARGE_PRODUCT = 5_000_000  # multiplications, above which two threads beat one
LONG_PRODUCT = 100_000_000  # above which it is a matter of milliseconds
LARGE_ARRAY = (
    300_000  # elements, above which two threads beat one, short calls waiting for each other at Python's lock
)
BLOCK = 65_536  # elements that stay in cache

# Minimax fit: 2 * erf(x / sqrt 2)'s logit is x P(x^2), largest error 7e-8 before rounding.
GELU_LOGIT = tuple(
    -2 * c
    for c in (
        0.7978842854499817,
        0.03633414953947067,
        -3.3026743039454954e-05,
        -5.527337270905264e-05,
        3.974068931711372e-06,
        -1.337830894954095e-07,
        1.813924899174424e-09,
    )
)


def linear(x: Array, weight: Array, bias: Array | None = None) -> Array:
    """``x W + b``, or ``x W``, by columns: BLAS lays out each weight anew for a product, and so does it only once."""
    out = empty((len(x), weight.shape[1]))

    def columns(part: slice) -> None:
        np.matmul(x, weight[:, part], out=out[:, part])
        if bias is not None:
            out[:, part] += bias[part]

    product = len(x) * weight.size
    shares = UNEVEN if product < LONG_PRODUCT else QUARTERS
    split(weight.shape[1], columns, product > LARGE_PRODUCT, shares, unit=32)
    return out


def per_head(kv: Array, heads: int) -> Array:
    """One key or value head for each query head: ``[kv_head, pos, d] -> [head, pos, d]``, no copy if as many."""
    return kv if len(kv) == heads else kv.repeat(heads // len(kv), axis=0)


def scores(q: Array, k: Array) -> Array:
    """``Q K^T`` by heads."""
    out = empty((len(q), q.shape[1], k.shape[1]))

    def heads(part: slice) -> None:
        np.matmul(q[part], k[part].transpose(0, 2, 1), out=out[part])

    split(len(q), heads, out.size > LARGE_ARRAY)
    return out


def half_distances(q: Array, k: Array) -> Array:
    """Minus half the squared distance of every query from every key, by heads: no difference of large squares."""
    out = empty((len(q), q.shape[1], k.shape[1]))
    step = max(1, BLOCK // max(k[0].size, 1))  # queries

    def heads(part: slice) -> None:
        with np.errstate(over="ignore"):
            for head in range(part.start, part.stop):
                for start in range(0, q.shape[1], step):
                    off = q[head, start : start + step, None] - k[head]  # [query, key, d]
                    np.vecdot(off, off, out=out[head, start : start + step])

    split(len(q), heads, out.size * q.shape[2] > LARGE_PRODUCT)
    out *= np.float32(-0.5)
    return out


def times(x: Array, factor: float) -> Array:
    """Every element times a number, by heads."""
    out = empty(x.shape)
    split(len(x), lambda part: np.multiply(x[part], np.float32(factor), out=out[part]), x.size > LARGE_ARRAY)
    return out


def softmax(x: Array) -> Array:
    """Softmax over the last axis, by heads; a row of minus infinities gives zeros."""
    out = empty(x.shape)
    ones = np.ones(x.shape[-1], np.float32)
    step = max(1, BLOCK * len(x) // max(x.size, 1))  # heads

    def heads(part: slice) -> None:
        for start in range(part.start, part.stop, step):
            some = slice(start, min(start + step, part.stop))
            _softmax(x[some], out[some], ones)

    split(len(x), heads, x.size > LARGE_ARRAY)
    return out


def _softmax(x: Array, out: Array, ones: Array) -> None:
    np.subtract(x, np.maximum(x.max(-1, keepdims=True), LOWEST), out=out)
    np.exp(out, out=out)
    out *= (1 / np.maximum(out @ ones, TINIEST))[..., None]


def weighted_sum(weights: Array, v: Array) -> Array:
    """``weights V`` by heads, laid out in memory so that joining the heads copies nothing."""
    heads, queries, _ = weights.shape
    out = empty((queries, heads, v.shape[2])).transpose(1, 0, 2)
    split(heads, lambda part: np.matmul(weights[part], v[part], out=out[part]), weights.size > LARGE_ARRAY)
    return out


def mean(x: Array) -> Array:
    """Mean over the last axis, kept as an axis of one."""
    size = x.shape[-1]
    return (x @ np.full((size, 1), 1 / size, np.float32)).astype(np.float32, copy=False)


def deviation(x: Array, centre: Array, epsilon: float) -> Array:
    """Root of variance plus epsilon over the last axis, kept as an axis of one."""
    off = x - centre
    variance = np.vecdot(off, off)[:, None] / np.float32(x.shape[-1])
    width: Array = np.sqrt(variance + np.float32(epsilon))
    return width


def normalize(x: Array, centre: Array, width: Array, gamma: Array, beta: Array) -> Array:
    """``(x - mean) / deviation * gamma + beta``, in one array."""
    out = np.subtract(x, centre, out=empty(x.shape))
    out /= width
    out *= gamma
    out += beta
    return out


def gelu(x: Array) -> Array:
    """``x Phi(x)`` as ``x`` over one plus the exponential of a polynomial in ``x``; 5e-7 from the exact form."""
    out = empty(x.shape)
    flat_in, flat_out = x.reshape(-1), out.reshape(-1)

    def blocks(part: slice) -> None:
        room = np.empty(BLOCK, np.float32)
        with np.errstate(over="ignore"):
            for start in range(part.start, part.stop, BLOCK):
                piece = slice(start, min(start + BLOCK, part.stop))
                _gelu(flat_in[piece], flat_out[piece], room[: piece.stop - piece.start])

    split(x.size, blocks, x.size > LARGE_ARRAY)
    return out


def _gelu(x: Array, out: Array, square: Array) -> None:
    np.multiply(x, x, out=square)
    out[:] = GELU_LOGIT[-1]
    for coefficient in reversed(GELU_LOGIT[:-1]):
        out *= square
        out += np.float32(coefficient)
    out *= x
    np.exp(out, out=out)
    out += 1
    np.divide(x, out, out=out)
