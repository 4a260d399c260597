"""What holds for every test: no display, no network, the bundled font, and nothing left alive afterwards."""

import gc
import os
import socket
import threading
from collections.abc import Generator, Iterator
from typing import Any

import pytest
from hypothesis import settings
from PySide6.QtCore import QAbstractAnimation, QEvent, QObject, QThread, QThreadPool, QTimer
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from gui.theme import load_fonts

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ.pop("QT_QPA_PLATFORMTHEME", None)  # a desktop's own file dialogs hang even off screen

# A busy machine is not a failure, and a run that passed passes again.
settings.register_profile("tests", deadline=None, derandomize=True)
settings.load_profile("tests")

PASSED = pytest.StashKey[bool]()
TOOLTIP = "QTipLabel"  # Qt keeps the one label of its tool tips
ENGINE_ROWS = "rows"  # the engine's helper thread (engine/parallel.py) serves the whole process


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Connecting anywhere but to a local socket file fails the test."""
    real = {name: getattr(socket.socket, name) for name in ("connect", "connect_ex")}

    def guard(name: str) -> Any:
        def connect(self: socket.socket, address: Any) -> Any:
            if self.family != getattr(socket, "AF_UNIX", None):
                pytest.fail(f"a test may not use the network: {address}")
            return real[name](self, address)

        return connect

    for name in real:
        monkeypatch.setattr(socket.socket, name, guard(name))


@pytest.fixture(scope="session")
def qapp(qapp: QApplication) -> QApplication:
    """pytest-qt's application, with the font that the program brings: text is as wide on every machine."""
    assert load_fonts(qapp), "the bundled font did not load"
    return qapp


@pytest.fixture
def qtbot(qtbot: QtBot) -> Iterator[QtBot]:
    """pytest-qt's, but it holds on to its widgets: what a test no longer names could be collected while it is being
    painted, and take the process down."""
    kept: list[QWidget] = []
    add = qtbot.addWidget

    def keep(widget: QWidget, **options: Any) -> None:
        kept.append(widget)
        add(widget, **options)

    qtbot.addWidget = keep
    yield qtbot
    kept.clear()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.when == "call":
        item.stash[PASSED] = report.passed
    return report


@pytest.fixture(scope="module", autouse=True)
def short_collections() -> None:
    """What was there before a file's tests is no longer looked through after each of them."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def known() -> list[QObject]:
    """What was found running after an earlier test: the next ones are not to blame."""
    return []


@pytest.fixture(autouse=True)
def nothing_left_alive(request: pytest.FixtureRequest, known: list[QObject]) -> Iterator[None]:
    """No widget, thread or timer outlives its test.

    A widget that does usually hangs on a lambda that holds ``self``.  A test that failed is not asked: its
    traceback holds its objects.
    """
    threads_before = set(threading.enumerate())
    with_qt = bool({"qtbot", "qapp"} & set(request.fixturenames))
    widgets_before = set(QApplication.topLevelWidgets()) if with_qt else set()
    yield
    if with_qt:
        delete_later()
        widgets = [w for w in set(QApplication.topLevelWidgets()) - widgets_before if kind(w) != TOOLTIP]
        busy = [thing for thing in running() if thing not in known]
        known.extend(busy)
        if request.node.stash.get(PASSED, False):
            assert not widgets, "widgets outlive the test"
            assert not busy, "timers, animations or Qt threads outlive the test"
    threads = [t for t in set(threading.enumerate()) - threads_before if not t.name.startswith(ENGINE_ROWS)]
    assert not [t for t in threads if not ended(t)], "threads outlive the test"


def delete_later() -> None:
    """Carry out every ``deleteLater``, which the event loop does not do for objects deleted outside of it."""
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def kind(widget: QWidget) -> str:
    return widget.metaObject().className()


def ended(thread: threading.Thread) -> bool:
    """Whether the thread ends by itself; one that has been told to may need a moment."""
    thread.join(timeout=2)
    return not thread.is_alive()


def running() -> list[QObject]:
    """Everything of Qt's that is still at work and known to Python."""
    kinds = {kind for base in (QTimer, QThread, QAbstractAnimation) for kind in (base, *descendants(base))}
    ours = [thing for thing in gc.get_objects() if type(thing) in kinds]
    busy = [thing for thing in ours if isValid(thing) and at_work(thing)]
    pool = QThreadPool.globalInstance()
    return busy if pool.waitForDone(2000) else [*busy, pool]


def descendants(base: type) -> Iterator[type]:
    for kind in base.__subclasses__():
        yield kind
        yield from descendants(kind)


def at_work(thing: QObject) -> bool:
    match thing:
        case QTimer():
            return thing.isActive()
        case QThread():
            return thing.isRunning() and not thing.isCurrentThread()
        case QAbstractAnimation():
            return thing.state() == QAbstractAnimation.State.Running
    return False
