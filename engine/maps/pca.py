"""Principal components: of the chosen words, or of the whole vocabulary."""

import numpy as np

from engine.errors import TooFewPointsError
from engine.maps.base import AXES, Axis, Frame, Projection, fixed_signs, read_only, rounding, spread
from engine.similarity import Float32, Float64

BLOCK = 4096  # rows turned into float64 at a time
COMPONENTS = (Axis("component", number=0), Axis("component", number=1))
OF_ALL = (Axis("vocabulary component", number=0), Axis("vocabulary component", number=1))


def frame(rows: Float64, origin: Float64) -> Frame:
    """The plane through ``origin`` [dim] that keeps most of the rows' [n, dim] squared distances from it.

    By singular values.  Signs are fixed: on every axis the row with the largest absolute coordinate is positive, the
    first such row if several are as far out within rounding.  An axis along which nothing lies is empty.
    """
    away = rows - origin
    square = np.linalg.qr(away, mode="r") if len(rows) > rows.shape[1] else away  # the same axes, sooner
    _, s, directions = np.linalg.svd(square, full_matrices=False)
    s[s <= rounding(rows)] = 0.0
    basis = np.zeros((rows.shape[1], AXES))
    kept = min(AXES, len(s))
    basis[:, :kept] = directions[:kept].T * (s[:kept] > 0)
    signs = fixed_signs((rows - origin) @ basis) if len(rows) else 1.0
    return Frame(origin, basis * signs, _parts(s))


def _parts(singular_values: Float64) -> tuple[float, float] | None:
    variances = singular_values**2
    total = variances.sum()
    if total == 0:
        return None
    first, second = np.resize(np.append(variances, 0.0), AXES) / total
    return float(first), float(second)


def pca(vectors: Float64) -> Projection:
    """Principal components of the rows of ``vectors`` [n, dim]: the `frame` through their mean.

    Points on a line have 0 on the second axis.  Raises TooFewPointsError for fewer than 2.
    """
    if len(vectors) < AXES:
        raise TooFewPointsError(len(vectors))
    fitted = frame(vectors, vectors.mean(axis=0))
    coordinates = fitted.place(vectors)
    coordinates[np.abs(coordinates) <= rounding(vectors)] = 0.0  # a point at the origin has no direction
    return Projection(
        "pca",
        read_only(coordinates),
        fitted.kept,
        COMPONENTS,
        sum(fitted.kept) if fitted.kept else None,
        fitted,
        90.0,
    )


def principal(matrix: Float32) -> Frame:
    """The `frame` of a whole vocabulary [word, dim] through its mean, by the covariance in float64."""
    dim = matrix.shape[1]
    mean, covariance = _moments(matrix)
    variances, directions = np.linalg.eigh(covariance)  # in rising order
    basis = np.zeros((dim, AXES))
    kept = min(AXES, dim)
    basis[:, :kept] = directions[:, ::-1][:, :kept]
    farthest = np.stack([_farthest(matrix, mean, column) for column in basis.T], axis=1)
    parts = _parts(np.sqrt(np.maximum(variances[::-1], 0.0)))
    return Frame(mean, basis * fixed_signs(farthest), parts)


def _moments(matrix: Float32) -> tuple[Float64, Float64]:
    """Mean [dim] and covariance [dim, dim]; the mean is taken off first, for what is left is small."""
    mean = matrix.mean(axis=0, dtype=np.float64)
    covariance = np.zeros((matrix.shape[1], matrix.shape[1]))
    for start in range(0, len(matrix), BLOCK):
        block = matrix[start : start + BLOCK] - mean
        covariance += block.T @ block
    return mean, covariance / max(len(matrix), 1)


def _farthest(matrix: Float32, mean: Float64, direction: Float64) -> Float64:
    """The coordinates that may decide a sign: the largest and the smallest, the one of the earlier word first.  [2]"""
    along = (matrix @ direction.astype(np.float32)).astype(np.float64)
    ends = np.sort([np.argmax(along), np.argmin(along)])
    points: Float64 = (matrix[ends] - mean) @ direction
    return points


def through_all(rows: Float64, of_all: Frame) -> Projection:
    """The rows [n, dim] in the plane of the whole vocabulary's first two components, which is their origin too."""
    return through("vocabulary", rows, of_all, OF_ALL, {"vocabulary_kept": sum(of_all.kept or (0.0,))})


def through(
    method: str, rows: Float64, plane: Frame, axes: tuple[Axis, Axis], fit: dict[str, float]
) -> Projection:
    """The rows [n, dim] through a projection whose axes stand at right angles."""
    coordinates, total = plane.place(rows), spread(rows)
    explained = None
    if total:
        first, second = (float(part) for part in coordinates.var(axis=0) * len(rows) / total)
        explained = first, second
    return Projection(
        method,
        read_only(coordinates),
        explained,
        axes,
        sum(explained) if explained else None,
        plane,
        90.0,
        fit,
    )
