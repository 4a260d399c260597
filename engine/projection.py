"""Vectors on a plane: a table of projections, each of which says how much of the whole it keeps."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from engine.errors import TooFewPointsError
from engine.similarity import Float64

AXES = 2


@dataclass(frozen=True, eq=False)
class Projection:
    """``explained``: the parts of all variance that the two axes keep; None where all points are the same."""

    method: str
    coordinates: Float64  # [point, axis], read-only
    explained: tuple[float, float] | None


def pca(vectors: Float64) -> Projection:
    """Principal components of the rows of ``vectors`` [n, dim], by singular values of the centred matrix.

    Signs are fixed: on every axis the point with the largest absolute coordinate is positive, the first such
    point if several are as far out within rounding.  Points on a line have 0 on the second axis.
    Raises TooFewPointsError for fewer than 2.
    """
    if len(vectors) < AXES:
        raise TooFewPointsError(len(vectors))
    centred = vectors - vectors.mean(axis=0)
    u, s, _ = np.linalg.svd(centred, full_matrices=False)
    rounding = np.finfo(np.float64).eps * max(vectors.shape) * np.linalg.norm(vectors)
    s[s <= rounding] = 0.0
    coordinates = np.zeros((len(vectors), AXES))
    kept = min(AXES, len(s))
    coordinates[:, :kept] = u[:, :kept] * s[:kept]
    coordinates *= _signs(coordinates)
    coordinates[np.abs(coordinates) <= rounding] = 0.0  # a point at the origin has no direction
    coordinates.flags.writeable = False
    return Projection("pca", coordinates, _explained(s))


def _signs(coordinates: Float64) -> Float64:
    """1 or -1 for each axis: [axis]."""
    sizes = np.abs(coordinates)
    first = np.argmax(sizes >= sizes.max(axis=0) * (1 - 1e-9), axis=0)
    return np.where(coordinates[first, range(AXES)] < 0, -1.0, 1.0)


def _explained(singular_values: Float64) -> tuple[float, float] | None:
    variances = singular_values**2
    total = variances.sum()
    if total == 0:
        return None
    first, second = np.resize(np.append(variances, 0.0), AXES) / total
    return float(first), float(second)


PROJECTIONS: Mapping[str, Callable[[Float64], Projection]] = {"pca": pca}
