"""Opening a text file of word vectors: against pandas and gensim, the memory it takes, and the second opening."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.processes import NotAvailable, Worker
from benchmarks.rounds import Measured, batch, verdict
from benchmarks.vocabulary import large_vocabulary
from engine.published import published

PEERS = {"pandas": 1.0, "gensim": 1 / 20}  # engine / peer, at most
SECOND = 0.15  # second opening / first
MEMORY = 2.5  # peak of the process / bytes of the array
ONCE = {"gensim"}  # takes most of a minute: neither in every round, nor again where it was disturbed
PATIENCE = 5  # how often another reading that was disturbed is measured again
STEP = 10_000  # rows written at once

TITLE = """
Opening {words:,} words of {dim} numbers each from a text file of {size:.0f} MB that the system has in memory.
Each in a process of its own; medians of {rounds} rounds, gensim once.
  read     the engine, with checks and report
  first    and with the copy for the next time
  second   the engine, from that copy
  pandas   its C parser, quoting off, float32 asked for
  gensim   KeyedVectors.load_word2vec_format"""


def reading(python: str | None, rounds: int) -> None:
    """Seconds, ratios, and memory; ``python`` has pandas and gensim, where there is one."""
    with _text(rounds) as folder, ExitStack() as stack:
        if python is None:
            print("  pandas and gensim are left out: --python names an interpreter that has them")
        workers = [stack.enter_context(Worker(what, "work_reading")) for what in ("read", "first", "second")]
        answers = {worker.name: _asked(worker, folder, check=True) for worker in workers}
        for what in PEERS if python else ():
            worker = stack.enter_context(Worker(what, "work_readers", str(python)))
            try:
                answers[what] = _asked(worker, folder, check=True)
            except NotAvailable as reason:
                print(f"    {what}: not available: {reason}")
            else:
                workers.append(worker)
        found: dict[str, Measured] = {worker.name: Measured([]) for worker in workers}
        for turn in range(rounds):
            for worker in workers:
                long = worker.name in ONCE
                if turn == 0 or not long:
                    _asked(worker, folder, check=False)
                    found[worker.name].add(batch(worker, 0, least=1, patience=1 if long else PATIENCE))
    _told(found, answers)


@contextmanager
def _text(rounds: int) -> Iterator[Path]:
    """A folder with the large vocabulary as text."""
    vectors = large_vocabulary()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "vectors.txt"
        with path.open("w", encoding="utf-8", newline="\n") as file:
            for start in range(0, len(vectors), STEP):
                rows = published(vectors.matrix[start : start + STEP]).tolist()
                words = vectors.words[start : start + STEP]
                file.writelines(
                    f"{word} {' '.join(map(str, row))}\n" for word, row in zip(words, rows, strict=True)
                )
        size = path.stat().st_size / 1e6
        print(TITLE.format(words=len(vectors), dim=vectors.dim, size=size, rounds=rounds), flush=True)
        del vectors
        yield Path(folder)


def _asked(worker: Worker, folder: Path, check: bool) -> dict[str, Any]:
    """Make ready for the next reading; to ``check``, read once and tell what was found."""
    return worker.ask(prepare={"folder": str(folder), "what": worker.name, "check": check})


def _told(found: Mapping[str, Measured], answers: Mapping[str, dict[str, Any]]) -> None:
    read, first = found["read"], found["first"]
    for what, measured in found.items():
        line = f"    {what:7s} {measured.seconds:6.2f} s"
        line += f" ({measured.disturbed} of {len(measured.batches)} disturbed)" if measured.disturbed else ""
        if what in PEERS:
            line += f"   read / {what} {verdict(read.seconds / measured.seconds, PEERS[what])}"
            line += f"   first / {what} {first.seconds / measured.seconds:.2f}"
        if what == "second":
            line += f"   second / first {verdict(measured.seconds / first.seconds, SECOND)}"
        if answers[what]["found"] != answers["first"]["found"]:
            line += "   READS SOMETHING ELSE"
        print(line, flush=True)
    peak = answers["first"]["peak"]
    if peak:
        print(f"    peak memory of the first opening / array {verdict(peak, MEMORY)}", flush=True)
