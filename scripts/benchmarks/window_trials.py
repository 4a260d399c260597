"""What the window is put through beside repainting: memory, work that is no longer wanted, and typing."""

import gc
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, QTimer, Slot
from PySide6.QtTest import QTest

from engine.errors import Cancelled
from engine.names import key
from gui.view import walk
from gui.widgets.sentence_edit import SentenceEdit
from gui.workroom import RECIPES, Recipe, Workroom

if TYPE_CHECKING:
    from benchmarks.work_window import Bench

MAKE = Callable[..., "Bench"]
ASKS = 24  # how often other work is asked for, at as many moments of a run
TYPED = " and then it slept until noon"
PACE, PAUSE = 70, 400  # ms between letters, and after each word: long enough for it to take effect
TICK = 1  # ms


def memory(make: MAKE, length: int) -> dict[str, Any]:
    """MB above the idle window while all layers, heads and steps are walked at some length: largest, and at the end."""
    bench = make()
    gc.collect()
    before, largest = _megabytes(), 0.0
    bench.read(length)
    sizes = bench.view.run.model.sizes
    for layer in range(sizes.layers):
        bench.session.set(layer=layer)
        bench.settle()
        looks: list[dict[str, Any]] = [{"head": head} for head in range(sizes.heads)]
        looks += [
            {"stage": step.stage, "step": key(step.output)} for step in walk(bench.view.run, bench.view.layer)
        ]
        for look in looks:
            bench.session.set(**look)
            bench.settle()
            largest = max(largest, _megabytes())
    return {"before": before, "largest": largest - before, "end": _megabytes() - before}


def _megabytes() -> float:
    """Memory of this process that lies in the machine's; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


@dataclass
class Watched:
    """Notes when a run ends, and whether it was stopped."""

    ended: list[tuple[float, bool]] = field(default_factory=list)

    def recipes(self) -> Mapping[str, Recipe]:
        """The program's, with the run watched."""
        depends, make = RECIPES["overview"]

        def watched(room: Workroom, state: Any, stop: Any) -> object:
            stopped = False
            try:
                return make(room, state, stop)
            except Cancelled:
                stopped = True
                raise
            finally:
                self.ended.append((perf_counter(), stopped))

        return {**RECIPES, "overview": (depends, watched)}


def stop(make: MAKE, length: int) -> dict[str, Any]:
    """Seconds from asking for another run to the end of the one that is under way."""
    watched = Watched()
    bench = make(watched.recipes())
    text = bench.text(length)
    watched.ended.clear()
    start = perf_counter()
    bench.read(length)
    whole = watched.ended[0][0] - start
    times: list[float] = []
    for number in range(ASKS):
        bench.session.set(text=f"{number} {text}")
        _run_for(bench, whole * (number + 0.5) / ASKS)
        watched.ended.clear()
        asked = perf_counter()
        bench.session.set(text=f"{number} again {text}")
        bench.until(lambda: bool(watched.ended))
        ended, stopped = watched.ended[0]
        if stopped:
            times.append(ended - asked)
    bench.settle()
    return {"run": whole, "times": times}


def _run_for(bench: "Bench", seconds: float) -> None:
    end = perf_counter() + seconds
    bench.until(lambda: perf_counter() >= end)


class Heartbeat(QObject):
    """A timer that notes how late it comes."""

    def __init__(self) -> None:
        super().__init__()
        self.late: list[float] = []
        self._last = perf_counter()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._on_beat)
        self._timer.start(TICK)

    @Slot()
    def _on_beat(self) -> None:
        now = perf_counter()
        self.late.append(now - self._last - TICK / 1000)
        self._last = now


def typing(make: MAKE, length: int) -> dict[str, Any]:
    """Seconds by which a timer of 1 ms comes late while words are added to a sentence of some length, letter by letter.

    The engine reads the sentence at every pause, as it does for a person.
    """
    bench = make()
    bench.read(length)
    box = bench.window.findChild(SentenceEdit, "words.sentence")
    assert box is not None
    box.setFocus()
    heart, keys = Heartbeat(), list[float]()
    for letter in TYPED:
        start = perf_counter()
        QTest.keyClicks(box, letter)
        keys.append(perf_counter() - start)
        _run_for(bench, (PAUSE if letter == " " else PACE) / 1000)
    bench.settle()
    return {"late": sorted(heart.late)[-10:], "keys": keys}


TRIALS: Mapping[str, Callable[[MAKE, int], dict[str, Any]]] = {
    "memory": memory,
    "stop": stop,
    "typing": typing,
}
