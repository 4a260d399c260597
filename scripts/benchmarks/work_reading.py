"""Work: opening a text file of word vectors with the engine: without a copy, for the first or the second time."""

import shutil
import sys
from itertools import count
from pathlib import Path
from typing import Any

from benchmarks.worker import Work
from engine.opening import Opened, open_file


def prepare(asked: dict[str, Any]) -> tuple[Work, dict[str, Any]]:
    """``folder`` holds vectors.txt; ``what``: `read` makes no copy, `first` finds none, `second` does; to
    ``check``, see `_found`.
    """
    folder, what = Path(asked["folder"]), asked["what"]
    caches, numbers = folder / f"copies of {what}", count()
    if what == "first":
        shutil.rmtree(caches, ignore_errors=True)

    def work() -> Opened:
        cache = {"read": None, "first": caches / str(next(numbers)), "second": caches}[what]
        return open_file(folder / "vectors.txt", cache=cache)

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
