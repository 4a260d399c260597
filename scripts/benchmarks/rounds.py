"""Round robin: every worker in turn, again and again, so that what slows the machine slows all alike."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter, sleep

from benchmarks.processes import Burner, Worker, busy_seconds

FOREIGN = 0.12  # of a core: a batch during which other programs used more is measured again
PATIENCE = 60  # how often, before it is taken as it is


@dataclass
class Measured:
    """Median seconds of each batch; during ``disturbed`` of them other programs were at work."""

    batches: list[float]
    disturbed: int = 0

    @property
    def seconds(self) -> float:
        return median(self.batches)

    def add(self, other: "Measured") -> None:
        self.batches += other.batches
        self.disturbed += other.disturbed

    def range_over(self, other: "Measured") -> str:
        """The smallest and the largest ratio of a round."""
        ratios = [a / b for a, b in zip(self.batches, other.batches, strict=True)]
        return f"{min(ratios):.2f} to {max(ratios):.2f}"

    def __str__(self) -> str:
        mark = f" ({self.disturbed} of {len(self.batches)} disturbed)" if self.disturbed else ""
        return f"{self.seconds * 1e3:6.2f} ms{mark}"


def measure(
    workers: Sequence[Worker], rounds: int, seconds: float = 0.3, burner: Burner | None = None
) -> Mapping[str, Measured]:
    """Every worker's times by name."""
    found = {worker.name: Measured([]) for worker in workers}
    for turn in range(rounds):
        first = turn % len(workers)
        for worker in (*workers[first:], *workers[:first]):
            found[worker.name].add(batch(worker, seconds, burner))
    return found


def batch(
    worker: Worker, seconds: float, burner: Burner | None = None, least: int = 3, patience: int = PATIENCE
) -> Measured:
    """One batch on an otherwise quiet machine, or the least disturbed of many; ``least`` repetitions each."""
    tries: list[tuple[float, float]] = []  # foreign load, median
    while len(tries) < patience and (not tries or tries[-1][0] > FOREIGN):
        if tries:
            sleep(0.4)
        tries.append(_try(worker, seconds, burner, least))
    foreign, found = min(tries)
    return Measured([found], int(foreign > FOREIGN))


def _try(worker: Worker, seconds: float, burner: Burner | None, least: int) -> tuple[float, float]:
    own = [worker, burner] if burner else [worker]
    before, started = busy_seconds() - sum(process.cpu_seconds() for process in own), perf_counter()
    times = worker.ask(seconds=seconds, least=least)["times"]
    used = busy_seconds() - sum(process.cpu_seconds() for process in own) - before
    return used / (perf_counter() - started), median(times)


def verdict(ratio: float, target: float) -> str:
    """The ratio and whether it is as small as it should be."""
    return f"{ratio:.2f} {'reached' if ratio <= target else 'MISSED'} (<= {target})"
