"""Work: the nearest neighbours of a word, or the bare matrix-vector product that they begin with."""

from typing import Any

import numpy as np

from benchmarks.worker import Work
from engine.parallel import one_blas_thread
from engine.paths import GLOVE
from engine.similarity import METRICS
from engine.vectors import open_vectors

WORD = "florida"
COUNT = 10


def prepare(asked: dict[str, Any]) -> tuple[Work, dict[str, Any]]:
    """``bare``: only the product.  BLAS has one thread, as while the window is open."""
    one_blas_thread().__enter__()
    vectors = open_vectors(GLOVE)
    query = vectors.exact(WORD).astype(np.float32)
    if asked["bare"]:
        return lambda: vectors.matrix @ query, {}
    cosine = METRICS["cosine"]
    nearest = [near.word for near in vectors.neighbours(WORD, cosine, COUNT)]
    return lambda: vectors.neighbours(WORD, cosine, COUNT), {"nearest": nearest}
