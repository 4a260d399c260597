"""Maps that arrange points until their distances fit: t-SNE and MDS.  scikit-learn does the arranging."""

import numpy as np
from threadpoolctl import threadpool_limits

from engine.errors import TooFewPointsError
from engine.maps.base import AXES, NO_AXES, Projection, read_only, spread
from engine.maps.pca import pca
from engine.similarity import METRICS, Float32, Float64, matrix
from engine.trace import Stop, never_stop

PERPLEXITY = 30.0  # at most, unless told otherwise: as in the paper's experiments
STARTS = 4  # of MDS: the principal components, and three drawn at random
ROUNDS = 300  # at most, of each start
FEW = 50  # points below which scikit-learn's step may be too long for t-SNE to settle


def tsne(rows: Float64, seed: int, perplexity: float | None = None, stop: Stop = never_stop) -> Projection:
    """Neighbours stay near; distances between groups mean little.  Rows [n, dim].

    L. van der Maaten and G. Hinton, "Visualizing Data using t-SNE", 2008.  Of few points, the better of two learning
    rates.  It cannot be stopped on its way: two seconds for 500 words.  Two points, or points all the same, are
    placed as `pca` places them.
    """
    perplexity = _sensible(len(rows), perplexity)
    settings: dict[str, object] = {"seed": seed, "perplexity": perplexity}
    if _plain(rows):
        return _as_pca("tsne", rows, settings)
    from sklearn.manifold import TSNE

    start, tried = _small(pca(rows).coordinates), []
    for rate in ("auto",) if len(rows) >= FEW else ("auto", float(len(rows))):
        stop()
        made = TSNE(perplexity=perplexity, init=start, learning_rate=rate, random_state=seed)
        with threadpool_limits(1):  # more would spin against a busy window, and are slower for so few points
            made.fit(rows)
        tried.append(made)
    stop()
    best = min(tried, key=lambda made: float(made.kl_divergence_))
    settings |= {"learning_rate": float(best.learning_rate_)}
    settings |= {"iterations": int(best.n_iter_) + 1, "start": "pca"}
    points = best.embedding_.astype(np.float64)
    return _settled("tsne", points, {"kl_divergence": float(best.kl_divergence_)}, settings)


def mds(rows: Float64, seed: int, stop: Stop = never_stop) -> Projection:
    """Distances on the plane come as near to the true ones as they can.  Rows [n, dim].

    Metric MDS by SMACOF, the best of several starts; ``fit["stress"]`` is Kruskal's stress-1 (J. B. Kruskal,
    "Multidimensional scaling by optimizing goodness of fit to a nonmetric hypothesis", 1964), 0 where all
    distances are true.
    """
    settings: dict[str, object] = {"seed": seed, "starts": STARTS}
    if _plain(rows):
        return _as_pca("mds", rows, settings)
    from sklearn.manifold import smacof

    true = matrix(rows, METRICS["euclidean"]).values
    first = pca(rows).coordinates
    draw, scale = np.random.default_rng(seed), first.std()
    starts = [first, *(draw.normal(scale=scale, size=first.shape) for _ in range(STARTS - 1))]
    found: list[tuple[float, int, Float64]] = []
    for number, start in enumerate(starts):
        stop()
        points, _ = smacof(
            true, init=start, n_init=1, max_iter=ROUNDS, random_state=seed, normalized_stress=False
        )
        found.append((stress(true, points), number, points))
    least, number, points = min(found)
    settings["start"] = "pca" if number == 0 else f"random {number}"
    return _settled("mds", points, {"stress": least}, settings)


def stress(true: Float64, points: Float64) -> float:
    """Kruskal's stress-1 of points [n, axis] against the true distances [n, n]."""
    drawn = matrix(points, METRICS["euclidean"]).values
    total = float((drawn**2).sum())
    return float(np.sqrt(((drawn - true) ** 2).sum() / total)) if total else 1.0


def _sensible(count: int, perplexity: float | None) -> float:
    """About how many neighbours a point counts as its own: a third of the others, as far as that goes."""
    most = max((count - 1) / 3, 1.0)
    return (
        min(PERPLEXITY, most)
        if perplexity is None
        else float(np.clip(perplexity, 1.0, max(count - 1.0, 1.0)))
    )


def _plain(rows: Float64) -> bool:
    """Whether there is nothing to arrange."""
    if len(rows) < AXES:
        raise TooFewPointsError(len(rows))
    return len(rows) == AXES or spread(rows) == 0.0


def _as_pca(method: str, rows: Float64, settings: dict[str, object]) -> Projection:
    return Projection(method, pca(rows).coordinates, axes=NO_AXES, settings=settings | {"start": "exact"})


def _small(coordinates: Float64) -> Float32:
    """A start so small that it can unfold."""
    return (coordinates / coordinates[:, 0].std() * 1e-4).astype(np.float32)


def _settled(method: str, points: Float64, fit: dict[str, float], settings: dict[str, object]) -> Projection:
    """Such a map may be turned at will: its widest side lies across, its signs are fixed."""
    return Projection(method, read_only(pca(points).coordinates), fit=fit, settings=settings)
