"""How far to trust a map: which true neighbours it tears away from a word, and which false ones it puts there."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.similarity import METRICS, Float64, matrix

NEIGHBOURS = 5  # of a word, where there are enough others


@dataclass(frozen=True)
class Trust:
    """Of each point, by index; nearer ones first.

    ``trustworthiness`` is 1 where no point has a false neighbour among its ``neighbours`` nearest, less the farther
    away the false ones really are.  ``torn``: true neighbours that are not near on the map.  ``invented``: near on
    the map and not in truth.
    """

    neighbours: int
    trustworthiness: float
    torn: tuple[tuple[int, ...], ...]
    invented: tuple[tuple[int, ...], ...]


def trust(rows: Float64, coordinates: Float64, neighbours: int = NEIGHBOURS) -> Trust | None:
    """A map [n, axis] of rows [n, dim], by Euclidean distance; None for fewer than 3 points.

    J. Venna and S. Kaski, "Neighborhood preservation in nonlinear projection methods", 2001; the number is
    scikit-learn's.  It needs fewer neighbours than half of the points.
    """
    count = min(neighbours, (len(rows) - 1) // 2)
    if count < 1:
        return None
    from sklearn.manifold import trustworthiness

    true, drawn = nearest(rows, count), nearest(coordinates, count)
    return Trust(
        count,
        float(trustworthiness(rows, coordinates, n_neighbors=count)),
        _missing(true, drawn),
        _missing(drawn, true),
    )


def nearest(points: Float64, count: int) -> NDArray[np.intp]:
    """Indices of the ``count`` nearest others of each of the points [n, dim], the first among equals: [n, count]."""
    distances = matrix(points, METRICS["euclidean"]).values.copy()
    np.fill_diagonal(distances, np.inf)
    return np.argsort(distances, axis=1, kind="stable")[:, :count]


def _missing(of: NDArray[np.intp], among: NDArray[np.intp]) -> tuple[tuple[int, ...], ...]:
    """Those of each row of one that the same row of the other lacks."""
    return tuple(
        tuple(i for i in mine if i not in set(other))
        for mine, other in zip(of.tolist(), among.tolist(), strict=True)
    )
