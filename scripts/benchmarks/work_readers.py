"""Work: reading a text file of word vectors with pandas or gensim."""

import csv
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.worker import Work

DIMENSIONS = 100


def prepare(asked: dict[str, Any]) -> tuple[Work, dict[str, Any]]:
    """``folder`` holds vectors.txt; ``what``: `pandas` or `gensim`; to ``check``, what was read is told."""
    path = Path(asked["folder"]) / "vectors.txt"
    reader = READERS[asked["what"]]
    return lambda: reader(path), _found(*reader(path)) if asked["check"] else {}


def _pandas(path: Path) -> tuple[Sequence[str], Any]:
    import pandas

    types = {0: str, **dict.fromkeys(range(1, DIMENSIONS + 1), np.float32)}
    table = pandas.read_csv(
        path, sep=" ", header=None, engine="c", quoting=csv.QUOTE_NONE, na_filter=False, dtype=types
    )
    return table[0].array, table.iloc[:, 1:]


def _gensim(path: Path) -> tuple[Sequence[str], Any]:
    from gensim.models import KeyedVectors

    vectors = KeyedVectors.load_word2vec_format(str(path), binary=False, no_header=True)
    return vectors.index_to_key, vectors.vectors


READERS: Mapping[str, Callable[[Path], tuple[Sequence[str], Any]]] = {"pandas": _pandas, "gensim": _gensim}


def _found(words: Sequence[str], numbers: Any) -> dict[str, Any]:
    """First and last words with their first numbers, as the shortest decimals that give them."""
    rows = np.asarray(numbers[:1], np.float32), np.asarray(numbers[-1:], np.float32)
    found = [
        [word, *(float(str(value)) for value in row[0, :3])]
        for word, row in zip((words[0], words[-1]), rows, strict=True)
    ]
    return {"found": [len(words), found]}
