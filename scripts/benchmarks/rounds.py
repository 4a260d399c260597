"""Round robin: every worker in turn, again and again, so that what slows the machine slows all alike."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter, sleep

from benchmarks.processes import Burner, Worker, busy_seconds

FOREIGN = 0.12  # of a core: a batch during which others used more is measured again
PATIENCE = 12  # how often, before it is taken as it is


@dataclass
class Measured:
    """Median seconds of each batch; ``disturbed`` batches had other programs beside them."""

    batches: list[float]
    disturbed: int = 0

    @property
    def seconds(self) -> float:
        return median(self.batches)


def measure(
    workers: Sequence[Worker], rounds: int, seconds: float = 0.3, burner: Burner | None = None
) -> Mapping[str, Measured]:
    """Every worker's times by name."""
    found = {worker.name: Measured([]) for worker in workers}
    for turn in range(rounds):
        for worker in _rotated(workers, turn):
            batch, quiet = _batch(worker, seconds, burner)
            found[worker.name].batches.append(batch)
            found[worker.name].disturbed += not quiet
    return found


def _rotated(workers: Sequence[Worker], turn: int) -> Iterable[Worker]:
    shift = turn % len(workers)
    return [*workers[shift:], *workers[:shift]]


def _batch(worker: Worker, seconds: float, burner: Burner | None) -> tuple[float, bool]:
    """Median seconds of one repetition, and whether the machine was otherwise quiet."""
    best: tuple[float, float] | None = None  # foreign load, median
    for _ in range(PATIENCE):
        foreign, found = _try(worker, seconds, burner)
        best = min(best, (foreign, found)) if best else (foreign, found)
        if foreign <= FOREIGN:
            break
        sleep(0.2)
    assert best
    return best[1], best[0] <= FOREIGN


def _try(worker: Worker, seconds: float, burner: Burner | None) -> tuple[float, float]:
    own = [worker, burner] if burner else [worker]
    before, started = busy_seconds() - sum(p.cpu_seconds() for p in own), perf_counter()
    times = worker.ask(seconds=seconds, least=3)["times"]
    used = busy_seconds() - sum(p.cpu_seconds() for p in own) - before
    return used / (perf_counter() - started), median(times)
