"""The strongest links of attention: which query gives which key the largest weight."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Link(NamedTuple):
    """Head, query and key, from 0, and the weight between them."""

    head: int
    query: int
    key: int
    weight: float


def strongest(weights: NDArray[np.float32], count: int, allowed: NDArray[np.bool_]) -> tuple[Link, ...]:
    """The ``count`` largest of ``weights [head, query, key]``, largest first, the earlier first among equals.

    Only queries and keys that are ``allowed [pos]`` count, and no weight of 0.
    """
    inside = np.where(allowed[:, None] & allowed, weights, 0).ravel()
    count = min(count, int(np.count_nonzero(inside)))
    if not count:
        return ()
    least = np.partition(inside, -count)[-count]
    found = np.flatnonzero(inside >= least)  # all that tie with the last
    order = found[np.argsort(-inside[found], kind="stable")][:count]
    cells = zip(*np.unravel_index(order, weights.shape), strict=True)
    return tuple(Link(int(h), int(q), int(k), float(weights[h, q, k])) for h, q, k in cells)
