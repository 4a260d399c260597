"""The search for neighbours against the least that it could take, one pass over the vectors, and against others."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks.processes import NotAvailable, Worker
from benchmarks.rounds import Measured, measure, verdict
from benchmarks.vocabulary import large_vocabulary

PEERS = ("gensim", "faiss")
TARGETS = {"bare": 1.2, "gensim": 1.0, "faiss": 1.0}
TITLES = {
    "search": "search",
    "three": "three metrics",
    "bare": "bare product",
    "gensim": "gensim",
    "faiss": "faiss",
}

TITLE = """
The 10 nearest of {words:,} words (100 numbers each) by cosine, each with its exact value, against the bare
matrix-vector product over the same vectors.  Each in a process of its own; medians of {rounds} rounds."""


def neighbours(python: str | None, rounds: int) -> None:
    """Milliseconds and ratios; ``python`` has gensim and faiss, where there is one."""
    with _stored(rounds) as folder:
        if python is None:
            print("  gensim and faiss are left out: --python names an interpreter that has them")
        for one_thread in (True, False):
            print("  one thread each" if one_thread else "  as many threads as each likes", flush=True)
            _compared(python, folder, one_thread, rounds)


def _compared(python: str | None, folder: str, one_thread: bool, rounds: int) -> None:
    with ExitStack() as stack:
        workers, nearest = [], {}
        for what, worker in _workers(python).items():
            question = {"folder": folder, "what": what, "one_thread": one_thread}
            try:
                nearest[what] = stack.enter_context(worker).ask(prepare=question)["nearest"]
            except NotAvailable as reason:
                print(f"    {what}: not available: {reason}")
            else:
                workers.append(worker)
        _told(measure(workers, rounds), nearest)


@contextmanager
def _stored(rounds: int) -> Iterator[str]:
    """A folder with the large vocabulary."""
    vectors = large_vocabulary()
    with TemporaryDirectory() as folder:
        np.save(Path(folder) / "vectors.npy", vectors.matrix)
        text = "".join(f"{word}\n" for word in vectors.words)
        Path(folder, "words.txt").write_text(text, encoding="utf-8", newline="\n")
        print(TITLE.format(words=len(vectors), rounds=rounds), flush=True)
        del vectors
        yield folder


def _workers(python: str | None) -> Mapping[str, Worker]:
    """By what they do; a process begins with its worker."""
    ours = {what: Worker(what, "work_neighbours") for what in ("search", "three", "bare")}
    return ours if python is None else ours | {what: Worker(what, "work_peers", python) for what in PEERS}


def _told(found: Mapping[str, Measured], nearest: Mapping[str, list[str]]) -> None:
    ours = found["search"]
    for what, measured in found.items():
        line = f"    {TITLES[what]:15s} {measured}"
        if what in TARGETS:
            ratio = verdict(ours.seconds / measured.seconds, TARGETS[what])
            line += f"   search / {TITLES[what]} {ratio}   rounds {ours.range_over(measured)}"
        if set(nearest[what]) != set(nearest["search"]):
            line += "   FINDS OTHER WORDS"
        print(line, flush=True)
