"""Ways in: the menu, recent files, dropping, a session, the start."""

import json
import subprocess
import sys

import pytest
from PySide6.QtCore import QMimeData, QObject, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QAction, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QMessageBox,
)

from engine.edits import SetCells
from engine.paths import ROOT
from gui.compute import Compute
from gui.main_window import MainWindow
from gui.parts.opening_report import ReportDialog
from gui.results import OwnVectors
from gui.session import Session
from gui.shelf import MOST, Shelf
from gui.state import State, VectorsFile
from gui.vector_files import is_session
from tests.gui.opening.steps import LATE, WORDS, open_and_load, press, shown, text


def drop(target, path):
    """Drag a file onto a widget and let go; whether it was taken."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    how = (Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(target, QDragEnterEvent(QPoint(5, 5), *how))
    event = QDropEvent(QPointF(5, 5), *how)
    QApplication.sendEvent(target, event)
    return event.isAccepted()


@pytest.mark.parametrize("name", ["", "words.search", "words.sentence"])
def test_a_dropped_file_is_opened_wherever_it_falls(window, qtbot, file, name):
    target = window.findChild(QObject, name) if name else window
    if name == "words.sentence":
        target = target.viewport()
    assert drop(target, file())
    window.settle()
    assert shown(window, ReportDialog)
    press(window, qtbot, "opening.report.cancel")
    assert window.session.state == State(), "nothing was typed"


@pytest.mark.parametrize("name", ["", "words.search"])
def test_a_dropped_folder_is_said_to_be_one(window, tmp_path, name):
    assert drop(window.findChild(QObject, name) if name else window, tmp_path)
    window.settle()
    assert "is a folder" in window.findChild(QLabel, "opening.error").text()
    assert window.session.state == State()


def test_a_dropped_session_is_a_session(window, qtbot, file, tmp_path):
    window.session.requested.emit("save_session", str(tmp_path / "kept"))
    window.settle()
    window.session.set(words=("king",))
    assert drop(window, tmp_path / "kept")
    qtbot.waitUntil(lambda: window.session.state.words == State().words, timeout=LATE)
    assert not shown(window, ReportDialog)


def test_a_session_is_told_from_vectors_by_content(file):
    assert is_session(str(file('\ufeff \n{"format": 1}', "session.txt")))
    assert not is_session(str(file(text(), "vectors.json")))
    assert not is_session(str(file(b'{\0\0\0\0\0\0\0{"table": ...', "vectors.safetensors")))
    assert not is_session("nowhere")


def test_recent_files_are_at_hand(window, qtbot, file, settings):
    first, second = file(name="first.txt"), file(text(("florida", "texas")), "second.txt")
    for path in (first, second, first):
        open_and_load(window, qtbot, path)
    window.vectors.recent_menu.aboutToShow.emit()
    first_entry, second_entry = window.vectors.recent_menu.actions()
    assert [first_entry.text(), second_entry.text()] == ["first.txt", "second.txt"]
    second_entry.trigger()
    window.settle()
    assert window.session.results.vectors.words == ("florida", "texas")
    settings.setValue("vectors/recent", "no list")
    assert window.vectors.recent() == []


def test_every_command_has_its_place_in_the_menu(window):
    names = [
        action.objectName() or action.menu().objectName()
        for action in window.commands.menus["File"].actions()
        if not action.isSeparator()
    ]
    start = names.index("file.open_vectors")
    assert names[start : start + 4] == [
        "file.open_vectors",
        "menu.recent_vectors",
        "file.shipped_vectors",
        "file.about_vectors",
    ]
    assert window.findChild(QAction, "file.open_vectors").shortcut().toString() == "Ctrl+Shift+O"


@pytest.fixture
def begun(qtbot, settings):
    """A window that begins with a state, as after a restart; its vectors may not be at hand yet."""
    computes = []

    def begin(state, settle=True):
        session = Session(state=state)
        compute = Compute(session)
        window = MainWindow(session, settings=settings)
        qtbot.addWidget(window)
        window.show()
        window.settle = lambda: qtbot.waitUntil(lambda: not compute.busy, timeout=LATE)
        computes.append(compute)
        compute.start()
        if settle:
            window.settle()
        return window

    yield begin
    for compute in computes:
        compute.shutdown()


def test_vectors_that_the_session_names_are_brought_without_asking(begun, file):
    path = file("florida 1 2 3\ntexas 1 2\ntruth 3 2 1\n")
    window = begun(State(vectors_file=VectorsFile(str(path)), source="fresh", text="truth florida"))
    assert not shown(window, ReportDialog)
    assert window.session.results.vectors.words == ("florida", "truth")
    assert window.session.results.overview.run.model.sizes.d_model == 3
    assert window.session.undo_stack.count() == 0


def test_changes_wait_for_the_vectors_they_were_made_on(begun, file, gate, qtbot):
    change = SetCells("embed", (0, 120), 1.0)  # beyond the dimensions of those that ship
    path = VectorsFile(str(file(text(dimensions=150))))
    state = State(vectors_file=path, source="fresh", text="truth", changes=(change,))
    window = begun(state, settle=False)
    qtbot.waitUntil(lambda: window.session.results.described is not None, timeout=LATE)
    assert window.session.results.overview is None, "it would be one of other vectors"
    gate.go.set()
    window.settle()
    assert window.session.state.changes == (change,)
    assert not window.session.results.failed
    assert window.session.results.trace.trace["embed"][0, 120] == 1


@pytest.mark.parametrize("flipped", [(True, False), (False, True), (True, True), (False, False)])
def test_the_map_of_vectors_still_on_their_way_lies_as_it_was_kept(begun, file, gate, qtbot, flipped):
    rows = [f"{w} {' '.join(str(i * d * d % 11 - i) for d in range(9))}\n" for i, w in enumerate(WORDS)]
    own = VectorsFile(str(file("".join(rows))))
    window = begun(State(vectors_file=own, map_flipped=flipped), settle=False)
    qtbot.waitUntil(lambda: window.session.results.plane is not None, timeout=LATE)  # of those that ship
    gate.go.set()
    window.settle()
    assert window.session.results.imported.file == own
    assert window.session.state.map_flipped == flipped


def test_vectors_that_are_gone_give_way_to_those_that_ship(begun, tmp_path):
    window = begun(State(vectors_file=VectorsFile(str(tmp_path / "gone.txt")), source="fresh"))
    assert window.session.state.vectors_file == VectorsFile()
    assert len(window.session.results.vectors) == 50_000
    assert window.session.results.overview.run.model.sizes.d_model == 100
    assert "is not there" in window.findChild(QLabel, "opening.error").text()


def test_a_session_file_keeps_which_vectors_it_was_made_with(window, qtbot, file, tmp_path):
    path, kept = file(), tmp_path / "kept.json"
    open_and_load(window, qtbot, path)
    window.session.requested.emit("save_session", str(kept))
    window.settle()
    assert json.loads(kept.read_text())["state"]["vectors_file"]["path"] == str(path)
    window.vectors.use_shipped()
    window.settle()
    window.open_any(str(kept))
    qtbot.waitUntil(lambda: window.session.state.vectors_file.path == str(path), timeout=LATE)
    window.settle()
    assert window.session.results.vectors.words == WORDS
    assert not window.session.results.session_read.remarks


@pytest.mark.parametrize("other", [False, True])
def test_that_vectors_brought_by_a_session_are_no_longer_the_same_is_said(
    window, qtbot, file, tmp_path, other
):
    path, kept = file(), tmp_path / "kept.json"
    open_and_load(window, qtbot, path)
    window.session.requested.emit("save_session", str(kept))
    window.settle()
    window.vectors.use_shipped()
    window.settle()
    if other:  # at the same place, and not at hand any more
        path = file(text().replace("0.5", "0.75"), "other.txt")
        kept.write_text(kept.read_text().replace("own.txt", "other.txt"))
    window.open_any(str(kept))
    qtbot.waitUntil(lambda: window.session.results.imported is not None, timeout=LATE)
    window.settle()
    box = window.findChild(QMessageBox, "session.remarks")
    assert bool(box) == other
    assert not other or "made on other word vectors" in box.informativeText()
    assert window.session.state.vectors_file.path == str(path)


def test_the_shelf_keeps_the_last_ones(window):
    shelf, vectors = Shelf(), window.session.results.vectors
    own = [OwnVectors(VectorsFile(str(i)), vectors, None) for i in range(MOST + 1)]
    for each in (*own, own[1]):
        shelf.add(each)
    assert [shelf.find(each.file) for each in own] == [None, *own[1:]]
    shelf.add(OwnVectors(VectorsFile("new"), vectors, None))
    assert shelf.find(own[2].file) is None, "the one that was added longest ago gave way"
    assert shelf.find(own[1].file) is own[1]


def started(*arguments):
    command = [sys.executable, str(ROOT / "main.py"), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def test_vectors_named_on_the_command_line(file, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "copies"))
    picture = tmp_path / "window.png"
    done = started("--vectors", file(), "--screenshot", picture)
    assert (done.returncode, done.stderr) == (0, "")
    assert picture.exists()
    refused = started("--vectors", tmp_path / "none.txt", "--screenshot", picture)
    assert refused.returncode == 2
    assert "“none.txt” is not there" in refused.stderr
