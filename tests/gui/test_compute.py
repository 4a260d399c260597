"""Results follow the state, off the GUI thread: late answers dropped, stale work stopped, errors kept apart."""

import threading
import time

import pytest

from engine.errors import EmptySentenceError
from gui.compute import Compute
from gui.results import Results
from gui.session import Session
from gui.state import State
from gui.workroom import RECIPES


def make(room, state, stop):
    """A stand-in for a run: fails on `bad`, takes long on `slow`."""
    if state.text == "bad":
        raise EmptySentenceError
    if state.text == "slow":
        for _ in range(1000):
            time.sleep(0.005)
            stop()
    return (state.text, threading.current_thread().name)


@pytest.fixture
def session(qapp):
    return Session()


@pytest.fixture
def compute(session):
    made = Compute(session, {"trace": (frozenset({"text"}), make)})
    yield made
    made.shutdown()


def test_a_result_is_made_off_the_gui_thread_and_arrives_on_it(session, compute, qtbot):
    arrived = []
    session.changed.connect(lambda names: arrived.append((names, threading.current_thread().name)))
    session.set(text="hello")
    qtbot.waitUntil(lambda: session.results.trace is not None)
    assert session.results.trace[0] == "hello"
    assert session.results.trace[1].startswith("engine")
    assert arrived[-1] == (frozenset({"trace"}), threading.main_thread().name)


def test_stale_work_is_stopped_and_its_answer_dropped(session, compute, qtbot):
    session.set(text="slow")
    qtbot.wait(20)
    start = time.monotonic()
    session.set(text="quick")
    qtbot.waitUntil(lambda: session.results.trace is not None)
    assert session.results.trace[0] == "quick"
    assert time.monotonic() - start < 2  # the slow one would take five seconds
    assert not compute.busy


def test_an_error_keeps_the_last_result_and_is_cleared_by_the_next(session, compute, qtbot):
    session.set(text="good")
    qtbot.waitUntil(lambda: session.results.trace is not None)
    session.set(text="bad")
    qtbot.waitUntil(lambda: "trace" in session.results.failed)
    assert isinstance(session.results.failed["trace"], EmptySentenceError)
    assert session.results.trace[0] == "good"
    session.set(text="better")
    qtbot.waitUntil(lambda: session.results.trace[0] == "better")
    assert not session.results.failed


def test_a_change_that_nothing_depends_on_starts_nothing(session, compute, qtbot):
    session.set(head=1)
    assert not compute.busy


def test_closing_while_busy_is_quick(session, qtbot):
    made = Compute(session, {"trace": (frozenset({"text"}), make)})
    session.set(text="slow")
    qtbot.wait(20)
    start = time.monotonic()
    made.shutdown()
    assert time.monotonic() - start < 1


def test_the_table_names_only_what_there_is():
    for name, (inputs, _) in RECIPES.items():
        assert hasattr(Results(), name)
        assert all(hasattr(State(), field) for field in inputs)


def test_maps_are_made_on_a_thread_of_their_own(session, qtbot):
    """A map that takes long holds nothing up."""
    gate = threading.Event()

    def held(room, state, stop):
        gate.wait(10)
        return threading.current_thread().name

    compute = Compute(session, {"plane": (frozenset({"text"}), held), "trace": (frozenset({"text"}), make)})
    try:
        session.set(text="hello")
        qtbot.waitUntil(lambda: session.results.trace is not None)
        assert compute.busy
        assert session.results.plane is None
    finally:
        gate.set()
        compute.shutdown()


def test_what_takes_long_to_load_is_asked_for_once_all_else_is_there(session, qtbot):
    asked = []

    def noted(name):
        def recipe(room, state, stop):
            asked.append(name)
            return name

        return recipe

    names = ("trusted", "hits", "trace")
    compute = Compute(session, {name: (frozenset({"text"}), noted(name)) for name in names})
    idle = []
    compute.idle.connect(lambda: idle.append(list(asked)))
    try:
        compute.start()
        qtbot.waitUntil(lambda: session.results.trusted is not None)
        assert idle[0] == ["hits", "trace"]
        assert asked == ["hits", "trace", "trusted"]
    finally:
        compute.shutdown()
