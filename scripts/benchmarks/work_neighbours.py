"""Work: the nearest neighbours of a word, or the bare matrix-vector product that they begin with."""

from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.worker import Work
from engine.parallel import one_blas_thread
from engine.similarity import METRICS, FromDots
from engine.vectors import open_vectors

WORD = "florida"
COUNT = 10
COMPARED = ("dot", "cosine", "euclidean")


def prepare(asked: dict[str, Any]) -> tuple[Work, dict[str, Any]]:
    """``folder`` holds the vectors; ``what``: `search`, `three` metrics at once, or the `bare` product.

    ``one_thread``: of BLAS, as while the window is open; else as many as it likes.
    """
    if asked["one_thread"]:
        one_blas_thread().__enter__()
    vectors = open_vectors(Path(asked["folder"]))
    query, cosine = vectors.exact(WORD).astype(np.float32), METRICS["cosine"]
    three = [metric for name in COMPARED if isinstance(metric := METRICS[name], FromDots)]
    works: dict[str, Work] = {
        "search": lambda: vectors.neighbours(WORD, cosine, COUNT),
        "three": lambda: vectors.side_by_side(WORD, three, COUNT),
        "bare": lambda: vectors.matrix @ query,
    }
    return works[asked["what"]], {"nearest": [near.word for near in vectors.neighbours(WORD, cosine, COUNT)]}
