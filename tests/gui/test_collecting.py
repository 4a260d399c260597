"""Cycles are collected on the GUI thread, and on no other."""

import gc
import threading

import pytest

from gui.collecting import Collector


class Cycle:
    """Notes on which thread it ended."""

    ended: list[str]

    def __init__(self, ended):
        self.ended, self.itself = ended, self

    def __del__(self):
        self.ended.append(threading.current_thread().name)


@pytest.fixture
def collector(qapp):
    made = Collector()
    yield made
    made.stop()


def test_what_another_thread_leaves_is_collected_on_the_gui_thread(collector, qtbot):
    ended = []

    def leave():
        for _ in range(5 * gc.get_threshold()[0]):
            Cycle(ended)

    thread = threading.Thread(target=leave)
    thread.start()
    thread.join()
    assert not ended
    qtbot.waitUntil(lambda: bool(ended))
    assert set(ended) == {threading.main_thread().name}


def test_python_collects_by_itself_again(qapp):
    collector = Collector()
    assert not gc.isenabled()
    collector.stop()
    assert gc.isenabled()


def test_what_is_spared_is_not_looked_through_until_the_end(qapp):
    collector, ended = Collector(), []
    Cycle(ended)
    collector.spare()
    gc.collect()
    assert not ended
    collector.stop()
    gc.collect()
    assert ended
