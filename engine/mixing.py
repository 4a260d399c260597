"""Fixed weights beside made-to-measure ones: matrices that say how much each place takes from each other one.

A convolution or a full layer over positions has the same numbers for every sentence; attention makes them anew.
"""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from engine.similarity import Float64
from engine.steps.base import Array


def convolution_matrix(count: int, width: int, seed: int) -> Float64:
    """A convolution over positions as a matrix ``[to, from]``: one row of ``width`` numbers, drawn by a seed, moved
    along.  At the ends what would lie outside is left out.
    """
    kernel = np.random.default_rng(seed).normal(size=width) / np.sqrt(width)
    matrix = np.zeros((count, count))
    for place, weight in enumerate(kernel):
        offset = place - width // 2
        if abs(offset) < count:
            rows = np.arange(max(-offset, 0), count - max(offset, 0))
            matrix[rows, rows + offset] = weight
    return matrix


def full_matrix(count: int, width: int, seed: int, most: int = 512) -> Float64:
    """A full layer over up to ``most`` positions, drawn by a seed: of a shorter sentence its first rows and columns.
    [to, from]
    """
    drawn = np.random.default_rng(seed).normal(size=(most, most)) / np.sqrt(most)
    return drawn[:count, :count]


FIXED: Mapping[str, Callable[[int, int, int], Float64]] = {
    "convolution": convolution_matrix,
    "full": full_matrix,
}


def unlike(a: Array, b: Array) -> float:
    """How much two mixing matrices differ over the positions that both have: 0 for the same numbers, 1 where nothing
    is in the same place.  Of rows of weights that sum to 1 it is the share of the weight that lies elsewhere.
    """
    both = min(len(a), len(b))
    a, b = (np.asarray(matrix[:both, :both], np.float64) for matrix in (a, b))
    whole = float(np.abs(a).sum() + np.abs(b).sum())
    return float(np.abs(a - b).sum()) / whole if whole else 0.0


def most_unlike_row(a: Array, b: Array, rows: Sequence[int]) -> int | None:
    """Of some rows that both have, the one that differs most; None if none does."""
    both = min(len(a), len(b))
    gaps = {row: float(np.abs(a[row, :both] - b[row, :both]).sum()) for row in rows if row < both}
    most = max(gaps, key=lambda row: gaps[row], default=None)
    return most if most is not None and gaps[most] > 0 else None
