"""The parts of the program, each a desk of its own: switched by mouse, keys and menu, kept as they were left."""

import json
import subprocess
import sys

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDockWidget, QMenu, QTabBar, QToolButton, QWidget

from engine.paths import ROOT
from gui.actions import COMMANDS
from gui.arrangement import ON_DESK
from gui.main_window import MainWindow
from gui.pages import DESKS
from gui.session import Session
from gui.session_file import document, read
from gui.state import State
from gui.widgets.segments import Segments

OTHERS = DESKS[1:]
LEFT = Qt.MouseButton.LeftButton
CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
WEIGHT = ("blocks.3.attn.weights", (1, 7, 2))
each_size = pytest.mark.parametrize("size", [(900, 600), (1280, 800), (1920, 1080)])


def trigger(window, name):
    window.findChild(QAction, name).trigger()


def dock(window, name):
    return window.findChild(QDockWidget, f"dock.{name}")


def present(window):
    """The docks that are there, in front or behind a tab."""
    docks = [dock for dock in window.findChildren(QDockWidget) if dock.isVisible()]
    return {dock.objectName().removeprefix("dock.") for dock in docks}


def in_front(window):
    """Where the docks stand that are in sight."""
    docks = {name: dock(window, name) for name in present(window)}
    return {name: dock.geometry() for name, dock in docks.items() if not dock.visibleRegion().isEmpty()}


def switch(window):
    return window.findChild(Segments, "desk")


def inside(window, widget):
    return window.rect().contains(widget.rect().translated(widget.mapTo(window, QPoint())))


def built(window):
    return {desk for desk in OTHERS if window.findChild(QWidget, f"pane.{desk}")}


@pytest.mark.parametrize("desk", OTHERS)
def test_the_switch_leads_to_a_desk_and_back(window, qtbot, desk):
    before = in_front(window)
    assert present(window) == set(ON_DESK["attention"])
    qtbot.mouseClick(switch(window).buttons()[DESKS.index(desk)], LEFT)
    assert window.session.state.desk == desk
    assert present(window) == set(ON_DESK[desk])
    qtbot.mouseClick(switch(window).buttons()[0], LEFT)
    qtbot.waitUntil(lambda: in_front(window) == before)


def test_every_desk_has_a_key_and_a_line_in_the_menu_view(window, qtbot):
    window.activateWindow()
    lines = window.findChild(QMenu, "menu.view").actions()
    for place, desk in enumerate(DESKS, start=1):
        qtbot.keyClick(window, getattr(Qt.Key, f"Key_{place}"), CTRL | ALT)
        assert window.session.state.desk == desk
        assert [line.objectName() for line in lines if line.isChecked() and line.objectName()] == [
            f"view.desk.{desk}"
        ]
        assert switch(window).buttons()[place - 1].isChecked()
    trigger(window, "view.desk.distance")
    trigger(window, "view.desk.distance")  # again: it stays marked
    assert window.session.state.desk == "distance"
    assert window.findChild(QAction, "view.desk.distance").isChecked()


def test_every_title_of_the_switch_says_what_one_does_there(window):
    tips = [button.toolTip() for button in switch(window).buttons()]
    assert len(set(tips)) == len(DESKS)
    assert all(tip.endswith(".") for tip in tips)


@each_size
@pytest.mark.parametrize("desk", OTHERS)
def test_a_desk_fills_the_window_at_every_size(window, qtbot, dressed, desk, size):
    window.resize(*size)
    window.session.set(desk=desk)
    big = dock(window, desk)
    wanted = 0.68 if "inspector" in ON_DESK[desk] and size[0] > 1100 else 1
    qtbot.waitUntil(lambda: abs(big.width() / size[0] - wanted) < 0.03 and big.height() > 0.7 * size[1])
    places = in_front(window)
    assert all(window.rect().contains(place) for place in places.values())
    beside = "inspector" in ON_DESK[desk] and size[0] > 1100
    assert ("inspector" in places) == beside
    if beside:
        assert places["inspector"].left() > places[desk].right()


def test_the_switch_is_whole_in_the_smallest_window_whatever_is_announced(window, qtbot, dressed):
    window.resize(900, 600)
    qtbot.waitUntil(lambda: window.width() == 900)
    height = window.menuBar().height()
    window.announcement.say("Saved: /somewhere/deep/in/a/tree/of/many/folders/heads-of-the-sentence.csv")
    qtbot.waitUntil(lambda: window.announcement.width() > 100)
    for button in switch(window).buttons():
        assert inside(window, button)
        assert button.width() >= button.sizeHint().width()
    assert inside(window, window.announcement)
    last = window.menuBar().actionGeometry(window.menuBar().actions()[-1])
    assert window.announcement.mapTo(window, QPoint()).x() > last.right()
    assert window.announcement.shown().endswith("sentence.csv")
    assert window.menuBar().height() == height


def test_a_number_that_is_opened_gets_its_room_in_a_small_window(window, qtbot, dressed):
    window.resize(900, 600)
    window.session.set(desk="memory")
    qtbot.waitUntil(lambda: present(window) == {"memory"})
    window.session.set(cell=WEIGHT)
    window.settle()
    qtbot.waitUntil(lambda: dock(window, "inspector").height() > 200)
    assert inside(window, window.inspector.table)
    assert not in_front(window)["memory"].intersects(in_front(window)["inspector"])
    window.resize(1280, 800)
    qtbot.waitUntil(lambda: abs(share(window, "memory") - 0.68) < 0.03)


def test_panes_are_built_when_their_desk_is_first_looked_at(window):
    assert built(window) == set()
    window.session.set(desk="memory")
    assert built(window) == {"memory"}
    pane = window.findChild(QWidget, "pane.memory")
    window.session.set(desk="attention")
    window.session.set(desk="memory")
    assert window.findChildren(QWidget, "pane.memory") == [pane]


def test_a_window_that_starts_at_a_desk_builds_its_pane_after_it_was_painted(qtbot, settings):
    window = MainWindow(Session(state=State(desk="memory")), settings=settings)
    qtbot.addWidget(window)
    window.resize(1280, 800)
    window.show()
    assert present(window) == set(ON_DESK["memory"])
    assert built(window) == set()
    window.build_late_panes()
    assert built(window) == {"memory"}
    assert window.findChild(QWidget, "pane.memory").isVisible()
    assert window.findChild(QWidget, "pane.memory").isAncestorOf(window.focusWidget())


def test_starting_loads_no_pane_of_another_desk():
    code = "import sys, gui.app; print(*(name for name in sys.modules if name.startswith('gui.panes.')))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "gui.panes.attention" in loaded
    assert loaded.isdisjoint(f"gui.panes.{desk}" for desk in OTHERS)


def move_a_line(window, name, width):
    """As with the mouse, between two docks."""
    window.docks.now.own_way = True
    window.resizeDocks([dock(window, name)], [width], Qt.Orientation.Horizontal)


def share(window, name):
    """Of the window's width."""
    return dock(window, name).width() / window.width()


def moved_at(window, qtbot, desk):
    """Go to a desk and make its arithmetic wider; answers its share."""
    window.session.set(desk=desk)
    qtbot.waitUntil(lambda: abs(share(window, desk) - 0.68) < 0.03)
    move_a_line(window, "inspector", 500)
    qtbot.waitUntil(lambda: 0.35 < share(window, "inspector") < 0.45)
    return share(window, "inspector")


def test_each_desk_keeps_the_layout_that_a_person_gave_it(window, qtbot):
    move_a_line(window, "words", 420)
    qtbot.waitUntil(lambda: dock(window, "words").width() > 350)
    attention = in_front(window)
    moved_at(window, qtbot, "memory")
    memory = in_front(window)
    window.session.set(desk="attention")
    qtbot.waitUntil(lambda: in_front(window) == attention)
    window.session.set(desk="scoring")  # whose layout nobody has touched
    qtbot.waitUntil(lambda: abs(share(window, "scoring") - 0.68) < 0.03)
    window.session.set(desk="memory")
    qtbot.waitUntil(lambda: in_front(window) == memory)
    window.arrange()
    qtbot.waitUntil(lambda: abs(share(window, "memory") - 0.68) < 0.03)
    window.session.set(desk="attention")
    qtbot.waitUntil(lambda: in_front(window) == attention)


def test_a_desk_that_nobody_touched_is_arranged_for_the_size_that_the_window_has_by_then(window, qtbot):
    window.session.set(desk="memory")
    window.resize(900, 600)
    window.session.set(desk="attention")
    words = [bar.tabText(0) for bar in window.findChildren(QTabBar) if bar.isVisible()]
    qtbot.waitUntil(lambda: window.attention.width() > 850)
    assert words
    window.session.set(desk="memory")
    qtbot.waitUntil(lambda: dock(window, "memory").width() > 850)
    trigger(window, "go.arithmetic")
    assert in_front(window)["inspector"].top() > in_front(window)["memory"].bottom()


def test_the_tab_that_was_in_front_is_so_again(window, qtbot):
    trigger(window, "view.compare")
    qtbot.waitUntil(lambda: window.session.state.comparing)
    window.session.set(desk="distance")
    assert not window.session.state.comparing, "what is out of sight is not made"
    window.session.set(desk="attention")
    qtbot.waitUntil(lambda: not window.compare.visibleRegion().isEmpty())
    assert window.session.state.comparing


def closable(window):
    return {line.text(): line for line in window.findChild(QMenu, "menu.view").actions()}


def test_the_menu_view_lists_the_docks_of_the_desk(window):
    assert {"Words", "Plane", "Compare"} <= closable(window).keys()
    window.session.set(desk="memory")
    lines = closable(window)
    assert "Plane" not in lines
    assert not lines["Memory"].isEnabled(), "a desk keeps its own pane"
    lines["Arithmetic"].trigger()
    assert present(window) == {"memory"}
    window.session.set(desk="attention")
    assert "inspector" in present(window), "what is closed on one desk is not closed on another"
    assert {"Words", "Plane", "Compare"} <= closable(window).keys()
    window.session.set(desk="memory")
    assert present(window) == {"memory"}
    window.resize(1920, 1080)  # where it is arranged anew
    assert present(window) == {"memory"}


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("edit.sentence", "words"),
        ("edit.search", "words"),
        ("view.compare", "compare"),
        ("go.play", "attention"),
        ("go.matrix", "attention"),
        ("go.arithmetic", "inspector"),
    ],
)
def test_a_command_goes_to_the_desk_where_it_is_at_home(window, qtbot, command, name):
    window.session.set(desk="distance")
    trigger(window, command)
    assert window.session.state.desk == "attention"
    qtbot.waitUntil(lambda: not dock(window, name).visibleRegion().isEmpty())
    window.session.set(playing=False)


def test_the_arithmetic_is_at_home_on_every_desk_that_has_it(window):
    window.session.set(desk="memory")
    trigger(window, "go.arithmetic")
    assert window.session.state.desk == "memory"


def test_what_would_change_the_walk_out_of_sight_cannot_be_done(window):
    window.session.set(desk="memory")
    before = window.session.state
    for command in COMMANDS:
        if command.change or command.edit:
            trigger(window, command.id)
    assert window.session.state == before
    window.session.set(desk="attention")
    trigger(window, "go.next")
    assert window.session.state.step != before.step


def test_each_desk_has_a_number_of_its_own_opened(window, qtbot):
    window.session.set(cell=WEIGHT)
    window.session.set(desk="memory")
    assert window.session.state.cell is None
    window.settle()
    assert window.session.results.opened is None
    window.session.set(desk="attention")
    assert window.session.state.cell == WEIGHT


def test_the_keyboard_is_led_into_the_desk_unless_it_was_on_the_switch(window, qtbot):
    window.activateWindow()
    trigger(window, "edit.sentence")
    for desk in ("memory", "distance", "attention"):
        window.session.set(desk=desk)
        assert dock(window, desk).isAncestorOf(window.focusWidget())
    window.session.set(desk="distance")
    trigger(window, "edit.sentence")
    assert window.focusWidget().objectName() == "words.sentence"
    button = switch(window).buttons()[3]
    assert isinstance(button, QToolButton)
    button.setFocus()
    qtbot.keyClick(button, Qt.Key.Key_Space)
    assert window.session.state.desk == "scoring"
    assert window.focusWidget() is button


def test_the_keyboard_stays_where_it_is_when_the_docks_are_arranged_for_another_size(window, qtbot):
    window.activateWindow()
    trigger(window, "edit.sentence")
    box = window.focusWidget()
    window.resize(900, 600)
    qtbot.waitUntil(lambda: window.attention.width() > 850)
    assert window.focusWidget() is box


def test_a_session_keeps_its_desk(tmp_path):
    path = tmp_path / "session.json"
    path.write_bytes(document(State(desk="memory")))
    assert read(path)[0].choices["desk"] == "memory"
    kept = json.loads(path.read_bytes())
    kept["state"]["desk"] = "kitchen"
    path.write_text(json.dumps(kept))
    found, _ = read(path)
    assert found.choices["desk"] == "attention"
    assert [(remark.kind, remark.what[0]) for remark in found.remarks] == [("wrong", "desk")]


def again(qtbot, settings, desk):
    """The window of the next start."""
    window = MainWindow(Session(state=State(desk=desk)), settings=settings)
    qtbot.addWidget(window)
    window.restore()
    window.show()
    window.build_late_panes()
    return window


def test_the_layout_of_the_desk_that_was_open_last_is_remembered(window, qtbot, settings):
    before = moved_at(window, qtbot, "memory")
    window.close()
    same = again(qtbot, settings, "memory")
    qtbot.waitUntil(lambda: abs(share(same, "inspector") - before) < 0.01)
    same.session.set(desk="attention")
    assert present(same) == set(ON_DESK["attention"])


def test_a_layout_waits_for_its_desk(window, qtbot, settings):
    before = moved_at(window, qtbot, "memory")
    window.close()
    other = again(qtbot, settings, "attention")
    assert present(other) == set(ON_DESK["attention"])
    other.session.set(desk="memory")
    qtbot.waitUntil(lambda: abs(share(other, "inspector") - before) < 0.01)


def test_docks_that_were_closed_before_there_were_desks_stay_closed(qtbot, settings):
    settings.setValue("hidden", "plane nonsense memory/inspector")
    window = again(qtbot, settings, "attention")
    assert present(window) == set(ON_DESK["attention"]) - {"plane"}
    window.session.set(desk="memory")
    assert present(window) == {"memory"}
