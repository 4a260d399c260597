"""The real window with the real engine, from a typed sentence to an opened number; start, memory, screenshot."""

import json
import subprocess
import sys

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QImage
from PySide6.QtWidgets import QDockWidget, QLabel, QWidget

from engine.paths import ROOT
from gui.actions import COMMANDS
from gui.main_window import MainWindow
from gui.session import Session
from gui.widgets.sentence_edit import SentenceEdit

IN_FRONT = ("words", "plane", "similarity", "attention", "heads")


def trigger(window, name):
    window.findChild(QAction, name).trigger()


def test_from_a_typed_sentence_to_an_opened_number(window, qtbot):
    session = window.session
    box = window.findChild(SentenceEdit, "words.sentence")
    box.selectAll()
    qtbot.keyClicks(box, "The cat drank the milk because it was sweet.")
    qtbot.keyClick(box, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "sweet" in window.attention.strip.tokens, timeout=10_000)
    assert window.attention.strip.weights[5] == pytest.approx(0.486, abs=2e-3)
    window.attention.steps.output.activated.emit(7, 5)
    qtbot.waitUntil(lambda: session.results.opened is not None, timeout=10_000)
    assert "agrees" in window.findChild(QLabel, "inspector.verdict").text()
    trigger(window, "edit.undo")
    qtbot.waitUntil(lambda: "hungry" in window.attention.strip.tokens, timeout=10_000)
    assert box.text().endswith("hungry.")


@pytest.mark.parametrize("name", ["search", "sentence"])
def test_undo_is_the_window_s_where_nothing_was_typed(window, qtbot, name):
    before = window.session.state.words
    box = window.findChild(QWidget, f"words.{name}")
    box.setFocus()
    window.session.set(words=(*before, "queen"))
    qtbot.keyClick(box, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.session.state.words == before
    qtbot.keyClick(box, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert window.session.state.words == (*before, "queen")
    qtbot.keyClicks(box, "x")
    qtbot.keyClick(box, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.session.state.words == (*before, "queen"), "what is being typed is the box's own"


def test_every_dock_is_in_sight_at_1280_by_800(window):
    behind = {"dock.inspector", "dock.compare"}
    in_front = [dock for dock in window.findChildren(QDockWidget) if dock.objectName() not in behind]
    assert len(in_front) == 5
    for dock in in_front:
        assert window.rect().contains(dock.geometry()), dock.objectName()
    pairs = [(a, b) for a in in_front for b in in_front if a is not b]
    assert not [1 for a, b in pairs if a.geometry().intersects(b.geometry())]


def sizes(window):
    return {name: window.findChild(QDockWidget, f"dock.{name}").size() for name in IN_FRONT}


def test_shrinking_and_enlarging_brings_the_same_layout_back(window, qtbot):
    before = sizes(window)
    window.resize(900, 600)
    qtbot.wait(50)
    assert window.attention.width() > 850
    window.resize(1280, 800)
    qtbot.wait(50)
    assert sizes(window) == before


def test_a_larger_screen_shows_the_arithmetic_beside_the_heads(window, qtbot):
    window.resize(1920, 1080)
    qtbot.wait(50)
    heads, inspector = (
        window.findChild(QDockWidget, "dock.heads"),
        window.findChild(QDockWidget, "dock.inspector"),
    )
    assert not heads.geometry().intersects(inspector.geometry())
    assert window.rect().contains(inspector.geometry())


def test_two_sentences_are_compared_while_that_is_in_sight(window, qtbot):
    session = window.session
    assert session.results.comparison is None
    trigger(window, "view.compare")
    qtbot.waitUntil(lambda: session.results.same_word is not None, timeout=10_000)
    line = window.findChild(QLabel, "compare.parting")
    assert line.text().startswith(
        "The shared tokens first differ by more than 0.05 at layer 1, Softmax, head 2"
    )
    box = window.findChild(SentenceEdit, "compare.sentence")
    box.selectAll()
    qtbot.keyClicks(box, session.state.text)
    qtbot.keyClick(box, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "part nowhere" in line.text(), timeout=10_000)
    trigger(window, "edit.undo")
    qtbot.waitUntil(lambda: "first differ" in line.text(), timeout=10_000)
    window.findChild(QDockWidget, "dock.heads").raise_()
    qtbot.waitUntil(lambda: session.results.comparison is None, timeout=10_000)


def test_a_window_that_compares_can_be_closed(window, qtbot):
    trigger(window, "view.compare")
    qtbot.waitUntil(lambda: window.session.results.comparison is not None, timeout=10_000)


@pytest.mark.usefixtures("dressed")
def test_commands_walk_and_turn(window, qtbot):
    trigger(window, "go.first")
    assert window.session.state.stage == "input"
    trigger(window, "go.next")
    assert window.session.state.stage == "qkv"
    trigger(window, "go.layer_up")
    assert window.session.state.layer == 4
    trigger(window, "go.head_down")
    trigger(window, "go.head_down")
    assert window.session.state.head == 0
    trigger(window, "view.theme")
    assert window.session.state.theme == "dark"


def test_shortcuts_are_not_given_twice():
    shortcuts = [command.shortcut for command in COMMANDS if command.shortcut]
    assert len(set(shortcuts)) == len(shortcuts)


def test_the_report_is_written_off_the_gui_thread(window, qtbot, tmp_path):
    target = tmp_path / "page.html"
    window.session.requested.emit("report", str(target))
    qtbot.waitUntil(lambda: window.session.results.saved is not None, timeout=20_000)
    assert "hungry" in target.read_text(encoding="utf-8")


def test_a_report_that_cannot_be_written_is_said_so(window, qtbot, tmp_path):
    window.session.requested.emit("report", str(tmp_path / "nowhere" / "page.html"))
    qtbot.waitUntil(lambda: "saved" in window.session.results.failed, timeout=20_000)
    assert "nowhere" in window.announcement.text()


@pytest.mark.usefixtures("dressed")
def test_layout_and_theme_are_remembered(window, qtbot, settings):
    window.session.set(theme="dark")
    window.findChild(QDockWidget, "dock.plane").toggleViewAction().trigger()
    window.close()
    again = MainWindow(Session(), settings=settings)
    qtbot.addWidget(again)
    again.restore()
    again.show()
    assert again.session.state.theme == "dark"
    assert again.findChild(QDockWidget, "dock.plane").isHidden()


def test_a_moved_line_is_remembered_and_arranging_anew_undoes_it(window, qtbot, settings):
    before = sizes(window)
    qtbot.mousePress(window, Qt.MouseButton.LeftButton)  # as on a line between docks
    window.resizeDocks([window.findChild(QDockWidget, "dock.words")], [420], Qt.Orientation.Horizontal)
    qtbot.wait(50)
    assert sizes(window) != before
    window.close()
    assert settings.value("layout")
    again = MainWindow(Session(), settings=settings)
    qtbot.addWidget(again)
    again.restore()
    again.show()
    again.build_late_panes()
    again.resize(1280, 800)
    qtbot.wait(50)
    assert sizes(again) != before  # the person's own sizes are not put right by the program
    again.arrange()
    qtbot.wait(50)
    assert sizes(again) == before
    docks = [again.findChild(QDockWidget, f"dock.{name}") for name in IN_FRONT]
    assert not [1 for a in docks for b in docks if a is not b and a.geometry().intersects(b.geometry())]
    assert all(again.rect().contains(dock.geometry()) for dock in docks)


def test_a_layout_that_nobody_touched_is_made_anew_for_the_next_window(window, settings):
    window.close()
    assert not settings.value("layout")


def test_a_damaged_memory_is_passed_over(qtbot, settings):
    settings.setValue("layout", "nonsense")
    settings.setValue("geometry", 12)
    settings.setValue("theme", "plaid")
    window = MainWindow(Session(), settings=settings)
    qtbot.addWidget(window)
    window.restore()
    window.show()
    assert window.session.state.theme == "light"


def run_main(*arguments):
    command = [sys.executable, str(ROOT / "main.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=100)


def test_a_screenshot_has_the_size_and_theme_that_were_asked_for(tmp_path):
    target = tmp_path / "window.png"
    done = run_main("--screenshot", str(target), "--size", "1000x700", "--theme", "dark")
    assert done.returncode == 0, done.stderr
    picture = QImage(str(target))
    assert (picture.width(), picture.height()) == (1000, 700)
    assert picture.pixelColor(2, 2).lightness() < 80


def test_a_screenshot_that_cannot_be_written_is_an_error(tmp_path):
    done = run_main("--screenshot", str(tmp_path / "nowhere" / "window.png"))
    assert done.returncode == 2
    assert "could not be written" in done.stderr


def test_a_wrong_size_is_said_so():
    done = run_main("--screenshot", "x.png", "--size", "huge")
    assert done.returncode == 2
    assert "1280x800" in done.stderr


def test_startup_times_are_printed(monkeypatch):
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    times = json.loads(run_main("--startup-times").stdout)
    assert 0 < times["first_paint"] <= times["complete"]
