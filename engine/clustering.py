"""The order in which a matrix over words shows its groups: like words beside each other."""

from collections import deque

import numpy as np
from numpy.typing import NDArray

from engine.similarity import Float64, Grid, Metric


def clustered(grid: Grid, metric: Metric) -> tuple[int, ...]:
    """Indices of all n items in the order of a tree of groups: hierarchical clustering with average linkage.

    At each join the two groups are turned so that their nearest ends meet, the one that holds the earlier item
    first, so the order depends on nothing but the values.  Items for which the metric is undefined come last.
    """
    usable = np.flatnonzero(np.diagonal(grid.defined))
    rest = np.flatnonzero(~np.diagonal(grid.defined))
    values = grid.values[np.ix_(usable, usable)]
    order = _leaves(_apart(values, metric.larger_is_nearer))
    return (*usable[order].tolist(), *rest.tolist())


def _apart(values: Float64, larger_is_nearer: bool) -> Float64:
    """The values [n, n] as distances: none negative, 0 from an item to itself."""
    distances = values.max(initial=0.0) - values if larger_is_nearer else values.copy()
    np.fill_diagonal(distances, 0.0)
    return distances


def _leaves(distances: Float64) -> NDArray[np.intp]:
    count = len(distances)
    if count < 3:
        return np.arange(count)
    from sklearn.cluster import AgglomerativeClustering

    tree = AgglomerativeClustering(metric="precomputed", linkage="average", compute_full_tree=True)
    groups = {i: deque([i]) for i in range(count)}
    for number, (one, other) in enumerate(tree.fit(distances).children_.tolist(), start=count):
        groups[number] = _joined(groups.pop(one), groups.pop(other), distances)
    return np.array(groups[2 * count - 2], np.intp)


def _joined(one: deque[int], other: deque[int], distances: Float64) -> deque[int]:
    """Two rows of items end to end, each as it is or turned round."""
    if min(other) < min(one):
        one, other = other, one
    ways = [(turn_one, turn_other) for turn_one in (False, True) for turn_other in (False, True)]
    gaps = [distances[one[0 if a else -1], other[-1 if b else 0]] for a, b in ways]
    turn_one, turn_other = ways[int(np.argmin(gaps))]
    if turn_one:
        one.reverse()
    if turn_other:
        other.reverse()
    one.extend(other)
    return one
