"""What tests of opening files share: a folder for copies, and small files."""

import threading

import pytest

from engine.errors import Cancelled
from gui import opening
from tests.gui.opening.steps import LATE, text


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    """Copies go to the test's own folder."""
    folder = tmp_path / "cache"
    monkeypatch.setattr(opening, "user_cache", lambda: folder)
    return folder


@pytest.fixture
def file(tmp_path):
    def write(content=None, name="own.txt"):
        path = tmp_path / name
        content = text() if content is None else content
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write


class Gate:
    """Lets an opening go on only as far as the test wants."""

    def __init__(self, monkeypatch, at):
        self.reached, self.go, self.stopped = threading.Event(), threading.Event(), threading.Event()
        real = opening.open_file

        def gated(path, progress, stop, *others):
            def tell(done):
                progress(done)
                if done >= at and not self.reached.is_set():
                    self.reached.set()
                    assert self.go.wait(LATE / 1000)

            try:
                return real(path, tell, stop, *others)
            except Cancelled:
                self.stopped.set()
                raise

        monkeypatch.setattr(opening, "open_file", gated)


@pytest.fixture
def gate(monkeypatch):
    """Open at the end, or a failing test would hang."""
    made = Gate(monkeypatch, 0.5)
    yield made
    made.go.set()
