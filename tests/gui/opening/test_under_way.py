"""While a file is read: other answers come, the window paints, it can be stopped."""

import threading

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import (
    QProgressBar,
    QToolButton,
)

from gui import opening
from gui.parts.opening_report import ReportDialog
from tests.gui.opening.steps import LATE, WORDS, open_and_load, press, shown, text

LONG = text([f"word{i}" for i in range(60_000)])  # read in several pieces


def half_way(window, qtbot, gate, path):
    window.vectors.open_file(str(path))
    qtbot.waitUntil(gate.reached.is_set, timeout=LATE)
    bar = window.findChild(QProgressBar, "opening.progress")
    qtbot.waitUntil(lambda: bar.isVisible() and bar.value() >= 40, timeout=LATE)
    return bar


def test_other_answers_do_not_wait_for_a_long_file(window, qtbot, file, gate):
    half_way(window, qtbot, gate, file(LONG))
    window.session.set(text="Rain fell.", words=("king", "queen"))
    qtbot.waitUntil(lambda: "rain" in window.attention.strip.tokens, timeout=LATE)
    qtbot.waitUntil(lambda: window.session.results.described.words == ("king", "queen"), timeout=LATE)
    assert window.session.results.importing.found is None, "it is still on its way"
    gate.go.set()
    qtbot.waitUntil(lambda: bool(shown(window, ReportDialog)), timeout=LATE)
    press(window, qtbot, "opening.report.load")
    window.settle()
    assert window.session.results.described.unknown == ("king", "queen")


def test_cancel_half_way(window, qtbot, file, gate, cache):
    before, state = window.session.results.vectors, window.session.state
    bar = half_way(window, qtbot, gate, file(LONG))
    qtbot.mouseClick(window.findChild(QToolButton, "opening.cancel"), Qt.MouseButton.LeftButton)
    assert not bar.isVisible()
    gate.go.set()
    qtbot.waitUntil(gate.stopped.is_set, timeout=LATE)
    window.settle()
    assert (window.session.results.vectors, window.session.state) == (before, state)
    assert not shown(window, ReportDialog)
    assert not cache.exists() or not list(cache.iterdir())


def test_another_file_takes_the_place_of_one_on_its_way(window, qtbot, file, gate):
    half_way(window, qtbot, gate, file(LONG, "long.txt"))
    window.vectors.open_file(str(file()))
    gate.go.set()
    qtbot.waitUntil(lambda: bool(shown(window, ReportDialog)), timeout=LATE)
    assert gate.stopped.is_set()
    press(window, qtbot, "opening.report.load")
    window.settle()
    assert window.session.results.vectors.words == WORDS


class Watched(QObject):
    """Counts ticks of a timer on the GUI thread and paintings of the progress bar."""

    def __init__(self, parent, bar):
        super().__init__(parent)
        self.ticks = self.paints = 0
        self.timer = QTimer(self)
        self.timer.timeout.connect(self._tick)
        self.timer.start(0)
        bar.installEventFilter(self)

    def _tick(self):
        self.ticks += 1

    def eventFilter(self, watched, event):
        self.paints += event.type() == QEvent.Type.Paint
        return False


def test_the_window_lives_and_paints_while_a_large_file_is_read(window, qtbot, file, monkeypatch):
    """The reading waits twice for the GUI thread, which it could not if it ran there."""
    seen = Watched(window, window.findChild(QProgressBar, "opening.progress"))
    real, waited = opening.open_file, []

    def reading(path, progress, stop, *others):
        def tell(done):
            progress(done)
            if len(waited) < 2 and done >= (0.2, 0.6)[len(waited)]:
                ticks, paints, patience = seen.ticks, seen.paints, threading.Event()
                for _ in range(LATE // 10):
                    if seen.ticks > ticks and seen.paints > paints:
                        break
                    patience.wait(0.01)
                waited.append((seen.ticks > ticks, seen.paints > paints))

        return real(path, tell, stop, *others)

    monkeypatch.setattr(opening, "open_file", reading)
    open_and_load(window, qtbot, file(text([f"word{i}" for i in range(100_000)])))
    seen.timer.stop()
    assert waited == [(True, True)] * 2
    assert len(window.session.results.vectors) == 100_000
