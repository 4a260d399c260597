"""Work: the nearest neighbours of a word by gensim or faiss."""

import os
from pathlib import Path
from typing import Any

from benchmarks.worker import Work

WORD = "florida"
COUNT = 10


def prepare(asked: dict[str, Any]) -> tuple[Work, dict[str, Any]]:
    """``folder`` holds the vectors; ``what``: `gensim` or `faiss`; ``one_thread``, or as many as they like."""
    if asked["one_thread"]:
        os.environ |= {
            "OMP_NUM_THREADS": "1",
            "OPENBLAS_NUM_THREADS": "1",
        }  # read when NumPy and faiss are imported
    import numpy as np

    folder = Path(asked["folder"])
    words = folder.joinpath("words.txt").read_text(encoding="utf-8").removesuffix("\n").split("\n")
    return {"gensim": _gensim, "faiss": _faiss}[asked["what"]](words, np.load(folder / "vectors.npy"))


def _gensim(words: list[str], matrix: Any) -> tuple[Work, dict[str, Any]]:
    from gensim.models import KeyedVectors

    vectors = KeyedVectors(matrix.shape[1], count=0)
    vectors.add_vectors(words, matrix)
    nearest = [word for word, _ in vectors.most_similar(WORD, topn=COUNT)]
    return lambda: vectors.most_similar(WORD, topn=COUNT), {"nearest": nearest}


def _faiss(words: list[str], matrix: Any) -> tuple[Work, dict[str, Any]]:
    """Exact search by dot product of unit vectors, which is the cosine."""
    import faiss
    import numpy as np

    units = matrix / np.maximum(np.linalg.norm(matrix, axis=1, keepdims=True), 1e-30)
    index = faiss.IndexFlatIP(units.shape[1])
    index.add(units)
    query = units[words.index(WORD)][np.newaxis].copy()
    found = index.search(query, COUNT + 1)[1][0]
    return lambda: index.search(query, COUNT + 1), {"nearest": [words[i] for i in found[1:]]}
