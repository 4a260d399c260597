"""The measured end: a process that prepares one piece of work and times it on request, one line of JSON each way."""

import importlib
import json
import sys
from collections.abc import Callable
from time import perf_counter
from typing import Any

Work = Callable[[], object]
Prepare = Callable[[dict[str, Any]], tuple[Work, dict[str, Any]]]


def times(work: Work, seconds: float, least: int) -> list[float]:
    """Seconds of each repetition, until ``seconds`` have passed; a repetition includes letting its result go."""
    measured: list[float] = []
    end = perf_counter() + seconds
    while len(measured) < least or perf_counter() < end:
        start = perf_counter()
        work()
        measured.append(perf_counter() - start)
    return measured


def serve(prepare: Prepare) -> None:
    """Answer ``{"prepare": {..}}`` with what there is to say of the work, ``{"seconds": s, "least": n}`` with times."""
    work: Work = object
    for line in sys.stdin:
        asked = json.loads(line)
        if "prepare" in asked:
            work, answer = prepare(asked["prepare"])
        else:
            answer = {"times": times(work, asked["seconds"], asked["least"])}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    serve(importlib.import_module(f"benchmarks.{sys.argv[1]}").prepare)
