"""Work: opening a text file of word vectors with the engine, for the first or the second time."""

import shutil
import sys
from itertools import count
from pathlib import Path
from typing import Any

from benchmarks.worker import Work
from engine.opening import Opened, open_file


def prepare(asked: dict[str, Any]) -> tuple[Work, dict[str, Any]]:
    """``folder`` holds vectors.txt; ``what``: `first`, which finds no copy, or `second`; to ``check``, see `_found`."""
    folder, first = Path(asked["folder"]), asked["what"] == "first"
    caches, numbers = folder / f"copies of {asked['what']}", count()
    if first:
        shutil.rmtree(caches, ignore_errors=True)

    def work() -> Opened:
        return open_file(folder / "vectors.txt", cache=caches / str(next(numbers)) if first else caches)

    return work, _found(work()) if asked["check"] else {}


def _found(opened: Opened) -> dict[str, Any]:
    """First and last words with their first numbers, and the process's peak memory over the array's."""
    vectors, peak = opened.vectors, _peak()
    found = [[vectors.words[i], *vectors.exact(vectors.words[i])[:3].tolist()] for i in (0, -1)]
    return {"found": [len(vectors), found], "peak": peak / vectors.matrix.nbytes}


def _peak() -> float:
    """Bytes; 0 where the system does not tell."""
    if sys.platform == "win32":
        return 0.0
    import resource

    unit = 1 if sys.platform == "darwin" else 1024
    return float(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit)
