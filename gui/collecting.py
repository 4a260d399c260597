"""Python's search for unreachable cycles, on the GUI thread only.

It runs on whichever thread happens to allocate; a Qt object that is ended on another than its own takes the program
down.
"""

import gc

from PySide6.QtCore import QObject, QTimerEvent

EVERY = 250  # ms


class Collector(QObject):
    """While it is there, nobody else collects: Python's own thresholds are looked at from time to time."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = self.startTimer(EVERY)

    def timerEvent(self, event: QTimerEvent) -> None:
        counts, limits = gc.get_count(), gc.get_threshold()
        due = [generation for generation in range(3) if counts[generation] > limits[generation]]
        if due:
            gc.collect(max(due))

    def spare(self) -> None:
        """What is there now stays to the end: to look through it again would hold the window up for some 100 ms."""
        gc.freeze()

    def stop(self) -> None:
        """Python collects by itself again."""
        gc.unfreeze()
        self.killTimer(self._timer)
        gc.enable()
