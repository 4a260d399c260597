"""Sessions in the real window: saved, opened, dropped, and what else the menu File takes out."""

import json
from statistics import correlation

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QAction, QDropEvent
from PySide6.QtWidgets import QDialogButtonBox, QFileDialog, QMessageBox

from engine.edits import MaskLater
from gui.actions import COMMANDS
from gui.exporting.picture_dialog import PictureDialog
from gui.session_file import document
from gui.state import State
from gui.widgets.matrix_view import MatrixView
from gui.workroom import Workroom

OTHER = State(
    words=("king", "queen", "man"),
    pair=("king", "queen"),
    text="A dog barks.",
    changes=(MaskLater(),),
    layer=5,
    metric="dot",
    plane_page="path",
)


def trigger(window, name):
    window.findChild(QAction, name).trigger()


def choose_file(window, name, path):
    """As a person does in the box that asks for a file."""
    dialog = window.findChild(QFileDialog, name)
    dialog.fileSelected.emit(str(path))
    dialog.reject()


def opened(window, path):
    before = window.session.results.session_read
    window.sessions.open_file(str(path))
    window.settle()
    return window.session.results.session_read is not before


def remarks(window):
    box = window.findChild(QMessageBox, "session.remarks")
    return box.informativeText() if box else ""


@pytest.fixture
def other(tmp_path):
    path = tmp_path / "other.json"
    path.write_bytes(document(OTHER))
    return path


def test_a_session_is_saved_and_opened_again(window, tmp_path):
    path = tmp_path / "mine.json"
    session = window.session
    session.set(words=OTHER.words, text=OTHER.text, layer=5)
    session.set(changes=(MaskLater(),))
    trigger(window, "file.save")
    choose_file(window, "session.file", path)
    window.settle()
    assert str(path) in window.announcement.text()
    kept = session.state
    session.set(text="Something else entirely.", layer=0, words=("a", "b"))
    window.settle()
    assert opened(window, path)
    assert session.state == kept
    assert session.results.overview.run.changes == kept.changes
    assert remarks(window) == ""
    session.set(seed=3)
    trigger(window, "file.save")  # to the same place, without asking
    window.settle()
    assert json.loads(path.read_text())["state"]["seed"] == 3


def test_undo_takes_an_opened_session_back(window, other):
    before = window.session.state
    assert opened(window, other)
    assert window.session.state.text == OTHER.text
    assert window.session.state.changes == OTHER.changes
    trigger(window, "edit.undo")
    window.settle()
    now = window.session.state
    assert (now.words, now.text, now.changes) == (before.words, before.text, before.changes)
    trigger(window, "edit.redo")
    window.settle()
    assert (window.session.state.words, window.session.state.changes) == (OTHER.words, OTHER.changes)


def test_the_map_lies_as_the_file_says(window, tmp_path):
    words = ("king", "queen", "man", "woman", "apple")
    for flipped in ((True, False), (False, True)):
        path = tmp_path / "turned.json"
        path.write_bytes(document(State(words=words, map_flipped=flipped)))
        assert opened(window, path)
        assert window.session.results.plane is not None
        assert window.session.state.map_flipped == flipped
        window.session.set(words=("paris", "london", "rome"))
        window.settle()


def test_the_map_lies_as_the_file_says_also_where_the_map_before_lay_so(window, tmp_path):
    words, path = ("king", "queen", "man", "woman", "apple"), tmp_path / "turned.json"
    window.session.set(map_flipped=(True, False))
    path.write_bytes(document(State(words=words, map_flipped=(True, False))))
    assert opened(window, path)
    assert set(window.session.results.plane.coordinates) == set(words)
    assert window.session.state.map_flipped == (True, False)
    before = window.session.results.plane.turned(window.session.state.map_turn).coordinates
    window.session.set(words=(*words, "paris"))  # from here on maps lie like the one before them
    window.settle()
    after = window.session.results.plane.turned(window.session.state.map_turn).coordinates
    for axis in (0, 1):
        old, new = ([points[word][axis] for word in words] for points in (before, after))
        assert correlation(old, new) > 0


@pytest.mark.parametrize(
    "data", [b"", b"\x89PNG\r\n", b'{"format": "something else"}', document(State())[:300]]
)
def test_what_is_no_session_changes_nothing_and_is_said(window, tmp_path, data):
    before = window.session.state
    path = tmp_path / "bad.json"
    path.write_bytes(data)
    assert not opened(window, path)
    assert window.session.state is before
    assert "bad.json cannot be opened" in window.announcement.text()
    assert not window.session.undo_stack.canUndo()


def test_a_file_that_is_not_there_is_said(window, tmp_path):
    assert not opened(window, tmp_path / "nowhere.json")
    assert "nowhere.json" in window.announcement.text()


def test_a_wrong_field_is_named_and_the_rest_is_used(window, other):
    kept = json.loads(other.read_text())
    kept["state"] |= {"layer": "last", "socks": 1}
    other.write_text(json.dumps(kept))
    assert opened(window, other)
    assert "“layer” is not a whole number" in remarks(window)
    assert "“socks”" in remarks(window)
    assert (window.session.state.layer, window.session.state.metric) == (State().layer, "dot")


@pytest.mark.parametrize("name", ["vectors", "weights"])
def test_one_made_on_other_data_says_so(window, other, name):
    found = json.loads(other.read_text())
    found["made_on"] = {name: "0" * 64}
    other.write_text(json.dumps(found))
    assert opened(window, other)
    assert "made on other" in remarks(window)
    assert window.session.state.text == OTHER.text


def test_a_saved_one_knows_what_it_was_made_on(tmp_path):
    from engine.trace import never_stop

    room = Workroom()
    room.vectors(State(), never_stop)
    room.save_session(State(), never_stop, str(tmp_path / "mine.json"))
    made_on = json.loads((tmp_path / "mine.json").read_text())["made_on"]
    assert {len(made_on["vectors"]), len(made_on["weights"])} == {64}
    assert room.open_session(State(), never_stop, str(tmp_path / "mine.json")).remarks == ()


def test_a_file_can_be_dropped_on_the_window(window, other, qtbot):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(other))])
    event = QDropEvent(
        QPointF(5, 5),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    window.dropEvent(event)
    assert event.isAccepted()
    window.settle()
    assert window.session.state.text == OTHER.text


def test_the_plane_is_saved_as_a_picture(window, tmp_path):
    trigger(window, "file.picture")
    dialog = window.findChild(PictureDialog)
    dialog.across.setValue(700)
    dialog.findChild(QDialogButtonBox).accepted.emit()
    choose_file(window, "picture.file", tmp_path / "plane.svg")
    text = (tmp_path / "plane.svg").read_text(encoding="utf-8")
    assert 'viewBox="0 0 700 ' in text
    assert ">california</text>" in text
    assert "plane.svg" in window.announcement.text()


def test_the_table_in_focus_is_saved(window, tmp_path):
    trigger(window, "file.table")
    assert "Click a table" in window.announcement.text()
    view = window.findChild(MatrixView, "similarity.matrix")
    view.setFocus()
    trigger(window, "file.table")
    choose_file(window, "table.file", tmp_path / "table.csv")
    head, first, *_ = (tmp_path / "table.csv").read_text(encoding="utf-8").split("\n")
    assert head.endswith("florida,california,texas,politics,truth")
    assert float(first.split(",")[3]) == window.session.results.matrix.grid.at(0, 2)


def test_chosen_vectors_are_saved(window, tmp_path):
    trigger(window, "file.vectors")
    choose_file(window, "save_vectors.file", tmp_path / "mine.npy")
    window.settle()
    assert (tmp_path / "mine.words.txt").read_text().split() == list(State().words)


def test_every_command_calls_something_that_there_is(window):
    from operator import attrgetter

    assert all(callable(attrgetter(command.call)(window)) for command in COMMANDS if command.call)
