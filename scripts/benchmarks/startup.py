"""How long the window takes to show itself, and to be complete with the default example."""

import json
import os
import subprocess
import sys
from statistics import median
from time import perf_counter

from benchmarks.processes import ROOT, NotAvailable, environment
from benchmarks.rounds import verdict

TARGETS = {"first_paint": 1.0, "complete": 2.0}  # seconds from the start of the process
TITLES = {"first_paint": "first paint", "complete": "default example complete"}

TITLE = """
The window from the start of its process, painted off screen where there is no display; medians of {rounds} starts."""


def phases(rounds: int) -> None:
    """Seconds of each phase."""
    print(TITLE.format(rounds=rounds))
    started = [_start() for _ in range(rounds + 1)][1:]  # the first one warms the disk's cache
    for phase, target in TARGETS.items():
        seconds = median(times[phase] for times in started)
        print(f"  {TITLES[phase]:25s} {seconds:.2f} s   {verdict(seconds, target)}", flush=True)
    print(f"  {'process in all':25s} {median(times['process'] for times in started):.2f} s", flush=True)


def _start() -> dict[str, float]:
    command = [sys.executable, str(ROOT / "main.py"), "--startup-times"]
    display = (
        {}
        if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
        else {"QT_QPA_PLATFORM": "offscreen"}
    )
    before = perf_counter()
    done = subprocess.run(command, cwd=ROOT, env={**environment(), **display}, capture_output=True, text=True)
    taken = perf_counter() - before
    try:
        told = json.loads(done.stdout.splitlines()[-1])
        return {"process": taken, **{phase: float(told[phase]) for phase in TARGETS}}
    except (IndexError, ValueError, KeyError):
        reason = (done.stderr.strip() or done.stdout.strip() or "it said nothing").splitlines()[-1]
        raise NotAvailable(f"{' '.join(command[1:])} ended with {done.returncode}: {reason}") from None
