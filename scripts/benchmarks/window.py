"""How soon the window paints what is asked for, what it needs of memory, how it stops and how it bears typing."""

from statistics import median

from benchmarks.processes import Worker
from benchmarks.rounds import verdict

LENGTHS = (12, 64, 512)
CHANGES = ("head", "step", "query", "layer", "hover")
FRAME, SOON = 1000 / 60, 100.0  # ms: what a change may take up to 64 tokens, and above
LONGEST = 512
MEMORY = 250.0  # MB
STOP = 50.0  # ms
BATCH = 0.5  # seconds
LEAST = 12  # changes in a batch: each head, and a third of the steps

TITLE = """
The real window with MiniLM, 1280x800, painted off screen, from a change until it has been painted; {rounds} rounds.
One frame at 60 Hz is {frame:.1f} ms.  `layer` includes what the engine computes for it."""


def window(rounds: int) -> None:
    """Milliseconds by length and change, megabytes, and how late events come."""
    print(TITLE.format(rounds=rounds, frame=FRAME))
    for length in LENGTHS:
        _painting(length, rounds)
    _memory()
    _stopping(rounds)
    for length in LENGTHS:
        _typing(length)


def _painting(length: int, rounds: int) -> None:
    """All changes in turn, so that what slows the machine slows all alike."""
    times: dict[str, list[float]] = {change: [] for change in CHANGES}
    with Worker("window", "work_window") as worker:
        for _ in range(rounds):
            for change in CHANGES:
                worker.ask(prepare={"length": length, "change": change})
                times[change] += worker.ask(seconds=BATCH, least=LEAST)["times"]
    target, name = (SOON, "100 ms") if length == LONGEST else (FRAME, "a frame")
    for change, seconds in times.items():
        usual, worst = median(seconds) * 1e3, max(seconds) * 1e3
        told = verdict(usual / target, 1.0)
        print(
            f"  {length:4d} tokens   {change:6s} median {usual:6.1f} ms   worst {worst:6.1f} ms"
            f"   median / {name} {told}   worst / {name} {worst / target:.2f}",
            flush=True,
        )


def _memory() -> None:
    with Worker("window", "work_window") as worker:
        found = worker.ask(prepare={"trial": "memory", "length": LONGEST})
    told = verdict(found["largest"] / MEMORY, 1.0)
    print(
        f"  {LONGEST:4d} tokens   memory above the idle window ({found['before']:.0f} MB) after all layers, heads and"
        f" steps: {found['end']:.0f} MB, at most {found['largest']:.0f} MB   of {MEMORY:.0f} MB {told}",
        flush=True,
    )


def _stopping(rounds: int) -> None:
    times: list[float] = []
    with Worker("window", "work_window") as worker:
        for _ in range(max(rounds // 3, 1)):
            found = worker.ask(prepare={"trial": "stop", "length": LONGEST})
            times += found["times"]
    usual, worst = median(times) * 1e3, max(times) * 1e3
    told = verdict(worst / STOP, 1.0)
    print(
        f"  {LONGEST:4d} tokens   a run of {found['run'] * 1e3:.0f} ms stops within median {usual:.1f} ms,"
        f" worst {worst:.1f} ms of {len(times)}   worst / {STOP:.0f} ms {told}",
        flush=True,
    )


def _typing(length: int) -> None:
    with Worker("window", "work_window") as worker:
        found = worker.ask(prepare={"trial": "typing", "length": length})
    late, keys = [1e3 * seconds for seconds in found["late"]], [1e3 * seconds for seconds in found["keys"]]
    told = verdict(late[-1] / FRAME, 1.0)
    print(
        f"  {length:4d} tokens   typing: events wait at most {late[-1]:.1f} ms (then {late[-2]:.1f}, {late[-3]:.1f}),"
        f" a key takes median {median(keys):.1f} ms, worst {max(keys):.1f} ms   longest wait / a frame {told}",
        flush=True,
    )
