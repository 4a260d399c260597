"""How long a frame of the plane takes with a whole vocabulary in it."""

from statistics import median

from benchmarks.processes import Worker
from benchmarks.rounds import verdict

ZOOMS = (1, 4, 16, 64)
MOVES = ("pan", "zoom")
FRAME = 1000 / 60  # ms
BATCH, LEAST = 0.5, 12  # seconds and frames in a batch

TITLE = """
The plane of {words:,} words, 1200x900, painted off screen, from a move of the view until it has been painted;
{rounds} rounds.  One frame at 60 Hz is {frame:.1f} ms.  Zoom 1 has the whole vocabulary in view."""


def plane(rounds: int) -> None:
    """Milliseconds by zoom and move; all in turn, so that what slows the machine slows all alike."""
    kinds = [(zoom, move) for zoom in ZOOMS for move in MOVES]
    times: dict[tuple[int, str], list[float]] = {kind: [] for kind in kinds}
    told: dict[tuple[int, str], dict[str, int]] = {}
    with Worker("plane", "work_plane") as worker:
        for _ in range(rounds):
            for zoom, move in kinds:
                told[zoom, move] = worker.ask(prepare={"zoom": zoom, "move": move})
                times[zoom, move] += worker.ask(seconds=BATCH, least=LEAST)["times"]
    print(TITLE.format(words=told[kinds[0]]["words"], rounds=rounds, frame=FRAME))
    for (zoom, move), seconds in times.items():
        usual, worst, seen = median(seconds) * 1e3, max(seconds) * 1e3, told[zoom, move]
        print(
            f"  zoom {zoom:2d}   {move:4s}   about {seen['seen']:7,} words in view, {seen['named']:3d} named"
            f"   median {usual:5.1f} ms   worst {worst:5.1f} ms   median / a frame {verdict(usual / FRAME, 1.0)}",
            flush=True,
        )
