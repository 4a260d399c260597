"""Chosen word vectors as files that other programs read: NumPy's own with a list of words, or CSV."""

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import numpy as np

from engine.vectors import WordVectors
from gui.exporting.tables import write_csv
from gui.exporting.whole import write_whole


def write_vectors(path: Path, vectors: WordVectors, words: Sequence[str]) -> None:
    """Write the vectors of those words that have one, as the vocabulary spells them, each once, in their order.

    ``.csv``: a row per word, the numbers in the shortest decimals that read back as the same float32.  Else a float32
    array [word, dim] and, beside ``name.npy``, ``name.words.txt`` with a word per line.  Raises OSError.
    """
    indices = list(dict.fromkeys(vectors.index(word) for word in words if word in vectors))
    names, rows = [vectors.words[index] for index in indices], vectors.matrix[indices]
    if path.suffix.lower() == ".csv":
        head = ["word", *(f"d{place + 1}" for place in range(vectors.dim))]
        lines = ([name, *map(str, row)] for name, row in zip(names, rows, strict=True))
        write_csv(path, [head, *lines])
        return
    array = BytesIO()
    np.save(array, rows.astype("<f4", copy=False))
    write_whole(words_beside(path), "".join(f"{name}\n" for name in names).encode("utf-8", "replace"))
    write_whole(path, array.getvalue())


def words_beside(path: Path) -> Path:
    """Where the words of an array are written."""
    return path.with_name(f"{path.stem}.words.txt")
