"""The last session: written when things have come to rest and at the end, brought back, set aside if damaged."""

import json
import os

import pytest

from engine.edits import CutToken, Padding, ReplaceToken, SetCells
from gui import remembering
from gui.app import _parse
from gui.compute import Compute
from gui.main_window import MainWindow
from gui.remembering import last_session, state_of
from gui.session import Session
from gui.session_file import document
from gui.state import State


@pytest.fixture
def path(tmp_path):
    return tmp_path / "state" / "last-session.json"


def kept(path):
    return state_of(last_session(path))


def test_the_first_start_shows_the_example(path):
    assert last_session(path) is None
    assert kept(path) == State()


@pytest.mark.usefixtures("dressed")
def test_it_is_written_when_work_has_come_to_rest_and_when_the_window_closes(
    qtbot, path, settings, monkeypatch
):
    monkeypatch.setattr(remembering, "PAUSE", 20)
    window = MainWindow(Session(), settings=settings)
    qtbot.addWidget(window)
    window.keep_session(path)
    window.session.set(seed=7, theme="dark")
    qtbot.waitUntil(path.exists)
    assert kept(path) == State(seed=7)
    window.session.set(words=("king", "queen"))
    window.close()
    assert kept(path) == State(seed=7, words=("king", "queen"), pair=("king", "queen"))


def test_what_is_only_being_typed_is_no_reason_to_write(qtbot, path, settings, monkeypatch):
    monkeypatch.setattr(remembering, "PAUSE", 0)
    window = MainWindow(Session(), settings=settings)
    qtbot.addWidget(window)
    window.keep_session(path)
    window.session.set(search="kin")
    qtbot.wait(20)
    assert not path.exists()


def test_without_being_told_where_nothing_is_written(qtbot, tmp_path, settings):
    window = MainWindow(Session(), settings=settings)
    qtbot.addWidget(window)
    window.session.set(seed=7)
    window.close()
    assert list(tmp_path.rglob("*.json")) == []


def test_a_damaged_one_is_set_aside_and_the_example_is_shown(path):
    path.parent.mkdir()
    for number in (1, 2):
        path.write_bytes(document(State())[:100])
        found = last_session(path)
        aside = path.with_name(f"last-session.damaged-{number}.json")
        assert [remark.kind for remark in found.remarks] == ["damaged", "aside"]
        assert found.remarks[1].what == (str(aside),)
        assert aside.read_bytes() == document(State())[:100]
        assert not path.exists()
        assert state_of(found) == State()


def test_one_with_a_field_that_does_not_fit_is_used_as_far_as_it_goes_and_set_aside(path):
    path.parent.mkdir()
    wrong = json.loads(document(State(seed=7)))
    wrong["state"]["metric"] = "taste"
    path.write_text(json.dumps(wrong))
    found = last_session(path)
    assert [remark.kind for remark in found.remarks] == ["wrong", "aside"]
    assert state_of(found) == State(seed=7)
    assert json.loads(path.with_name("last-session.damaged-1.json").read_text()) == wrong


@pytest.mark.skipif(os.name == "nt", reason="folders are not files there either, but errors differ")
def test_one_that_is_no_file_is_said_and_stops_nothing(path):
    path.mkdir(parents=True)
    assert [remark.kind for remark in last_session(path).remarks] == ["damaged", "aside"]


def test_that_it_cannot_be_written_is_said_once(qtbot, tmp_path, settings):
    (tmp_path / "state").write_text("a file where the folder should be")
    window = MainWindow(Session(), settings=settings)
    qtbot.addWidget(window)
    window.keep_session(tmp_path / "state" / "last-session.json")
    said = []
    window._last.failed.connect(said.append)
    window.session.set(seed=7)
    window._last.write()
    window._last.write()
    window.session.set(seed=8)
    window.close()
    assert len(said) == 1
    assert isinstance(said[0], OSError)


@pytest.mark.parametrize(
    "bad",
    [
        SetCells("blocks.99.attn.z", (0, None, None), 0.0),
        ReplaceToken(2, "dog", 1_000_000),
        ReplaceToken(2, "dog", -1),
        Padding(1, "[PAD]", 1_000_000),
        CutToken(-1),
    ],
)
def test_changes_that_the_engine_cannot_make_are_left_out(qtbot, bad):
    """They came with the last session, so undo cannot take them back."""
    session = Session(state=State(changes=(bad,)))
    compute = Compute(session)
    compute.start()
    qtbot.waitUntil(lambda: not compute.busy and session.results.overview is not None, timeout=20_000)
    compute.shutdown()
    assert session.state.changes == ()
    assert "changes" in session.results.failed
    assert session.results.overview.run.changes == ()


def test_the_command_line_takes_a_file_and_may_leave_the_last_session_out():
    wanted = _parse(["mine.json", "--no-restore"])
    assert (wanted.file, wanted.no_restore) == ("mine.json", True)
    assert (_parse([]).file, _parse([]).no_restore) == (None, False)
