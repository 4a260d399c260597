"""The laboratory's operations once more: number by number, and the threshold of sparsemax by halving an interval."""

import math
from collections.abc import Callable, Mapping

import numpy as np

from engine.again.block import Again, Float64
from engine.steps import (
    ActivatedScores,
    Drawn,
    Hard,
    NearPlace,
    Operation,
    ScaleByWidth,
    Sparsemax,
    SparseThreshold,
)

HALVINGS = 200
FLAT = 50.0  # from which on a float64 cannot tell tanh from 1


def _by_row(align: Callable[[list[float]], list[float]], x: Float64) -> Float64:
    out = [align(row) for row in x.reshape(-1, x.shape[-1]).tolist()]
    return np.array(out, np.float64).reshape(*x.shape[:-1], -1)


def _first_largest(row: list[float]) -> list[float]:
    best = max(row)
    return [float(best > -math.inf and place == row.index(best)) for place in range(len(row))]


def _drawn(operation: Drawn, weights: Float64) -> Float64:
    generator = np.random.default_rng(operation.seed)
    return _by_row(lambda row: _hit(row, generator.random() * math.fsum(row)), weights)


def _hit(row: list[float], number: float) -> list[float]:
    """1 where the weights that were added up pass a number."""
    out = [0.0] * len(row)
    for place in range(len(row)):
        if math.fsum(row[: place + 1]) > number:
            out[place] = 1.0
            break
    return out


def _near(operation: NearPlace, weights: Float64) -> Float64:
    def align(row: list[float]) -> list[float]:
        away = [abs(place - operation.centre) for place in range(len(row))]
        if operation.width == 0:
            return [weight if far == 0 else 0.0 for weight, far in zip(row, away, strict=True)]
        exponents = [far * far / (2 * operation.width * operation.width) for far in away]
        return [weight / math.exp(exponent) for weight, exponent in zip(row, exponents, strict=True)]

    return _by_row(align, weights)


def _threshold(row: list[float]) -> list[float]:
    """Where what stays above it sums to 1: between the largest score less 1 and the largest score."""
    low, high = max(row) - 1, max(row)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if math.fsum(max(0.0, score - middle) for score in row) > 1:
            low = middle
        else:
            high = middle
    return [high]


AGAIN: Mapping[type[Operation], Again] = {
    ScaleByWidth: lambda operation, scores: scores * math.exp(-math.log(operation.by)),
    ActivatedScores: lambda operation, scores, shift: (
        1 - 2 / (np.exp(2 * np.clip(scores + shift[0], -FLAT, FLAT)) + 1)
    ),
    Hard: lambda operation, scores: _by_row(_first_largest, scores),
    Drawn: _drawn,
    NearPlace: _near,
    SparseThreshold: lambda operation, scores: _by_row(_threshold, scores),
    Sparsemax: lambda operation, scores, threshold: np.where(scores > threshold, scores - threshold, 0.0),
}
