"""Work: the real window off screen, with the real engine: what is looked at changes, and how the window bears it."""

import gc
import os
from collections.abc import Callable, Mapping
from functools import cache
from time import perf_counter
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from benchmarks.texts import LONG
from benchmarks.window_trials import TRIALS
from benchmarks.worker import Work
from engine.names import key
from engine.parallel import one_blas_thread
from gui.collecting import Collector
from gui.compute import Compute
from gui.main_window import MainWindow
from gui.session import Session
from gui.theme import THEMES, apply, load_fonts
from gui.view import View, view_of, walk
from gui.workroom import RECIPES, Recipe, Workroom

SIZE = QSize(1280, 800)
PATIENCE = 60.0  # seconds, after which what was waited for is taken to have failed


class Paints(QObject):
    """Counts how often a widget is painted."""

    def __init__(self, watched: QObject) -> None:
        super().__init__(watched)
        self.count = 0
        watched.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.Paint
        return False


class Bench:
    """The window, complete; ``recipes`` may be the program's own with something to watch them."""

    def __init__(self, recipes: Mapping[str, Recipe] = RECIPES) -> None:
        self.session = Session()
        self.compute = Compute(self.session, recipes)
        self.window = MainWindow(self.session, remember=False)
        self.output = self.window.attention.steps.output
        self.paints = Paints(self.output.viewport())
        self.window.resize(SIZE)
        self.window.show()
        self.window.build_late_panes()
        self.compute.start()
        self.settle()

    def until(self, true: Callable[[], bool]) -> None:
        """Work through events until something is so."""
        end = perf_counter() + PATIENCE
        while not true():
            QApplication.processEvents()
            if perf_counter() > end:
                raise SystemExit("The window did not do what it was asked to.")

    def settle(self) -> None:
        """Until the engine has nothing to do and everything is painted."""
        self.until(lambda: not self.compute.busy)
        QApplication.processEvents()

    def text(self, length: int) -> str:
        """A sentence of so many tokens."""
        spans = Workroom().minilm.encode(LONG).spans
        return LONG[: spans[length - 2][1]]

    def read(self, length: int) -> None:
        """Look at a sentence of so many tokens."""
        self.session.set(text=self.text(length))
        self.settle()

    @property
    def view(self) -> View:
        shown = self.session.results.trace
        assert shown is not None
        return view_of(self.session.state, shown.run)

    def painted(self, change: Callable[["Bench", int], None], turn: int) -> None:
        """Make a change, and wait until it has been painted."""
        before = self.paints.count
        change(self, turn)
        self.until(lambda: self.paints.count > before and not self.compute.busy)
        QApplication.processEvents()


def _head(bench: Bench, turn: int) -> None:
    bench.session.set(head=(bench.session.state.head + 1) % bench.view.run.model.sizes.heads)


def _step(bench: Bench, turn: int) -> None:
    steps = walk(bench.view.run, bench.view.layer)
    step = steps[(steps.index(bench.view.step) + 1) % len(steps)]
    bench.session.set(stage=step.stage, step=key(step.output))


def _query(bench: Bench, turn: int) -> None:
    bench.session.set(query=(bench.view.query + 1) % len(bench.view.run.tokens), anchor=None)


def _layer(bench: Bench, turn: int) -> None:
    bench.session.set(layer=(bench.view.layer + 1) % bench.view.run.model.sizes.layers)


def _hover(bench: Bench, turn: int) -> None:
    """The mouse moves to another cell of what comes out."""
    layout = bench.output.arranged
    assert layout is not None
    rows, cols = (len(places) for places in layout.visible(bench.output.offset()))
    at = layout.cell(turn % rows, turn // rows % cols, QPoint()).center()
    viewport, none = bench.output.viewport(), Qt.MouseButton.NoButton
    where = QPointF(at), QPointF(viewport.mapToGlobal(at))
    moved = QMouseEvent(QEvent.Type.MouseMove, *where, none, none, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(viewport, moved)


CHANGES: Mapping[str, Callable[[Bench, int], None]] = {
    "head": _head,
    "step": _step,
    "query": _query,
    "layer": _layer,
    "hover": _hover,
}


@cache
def _application() -> QApplication:
    app = QApplication([])
    load_fonts(app)
    apply(app, THEMES["light"])
    one_blas_thread().__enter__()  # as while the window is open
    Collector(app)
    return app


@cache
def _bench() -> Bench:
    made = Bench()
    gc.freeze()  # as the program does once all is there
    return made


def prepare(asked: dict[str, Any]) -> tuple[Work, dict[str, Any]]:
    """``length`` tokens and a ``change`` to be painted again and again, or a ``trial`` whose figures are the answer."""
    _application()
    if trial := asked.get("trial"):
        return object, TRIALS[trial](Bench, asked["length"])
    bench, change, turns = _bench(), CHANGES[asked["change"]], iter(range(10**9))
    if len(bench.view.run.tokens) != asked["length"]:
        bench.read(asked["length"])
    bench.session.set(stage="softmax", step="")
    bench.settle()
    return lambda: bench.painted(change, next(turns)), {}
