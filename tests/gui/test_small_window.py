"""At its smallest the window still shows what it is for: the step in formula, words and readable numbers."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QDockWidget, QLabel, QTabBar

from gui.widgets.notice import Notice

QUERY = 7
READABLE = 9  # pixels of a number
TABS = ("Plane", "Similarity", "All heads", "Arithmetic", "Compare")


@pytest.fixture
def small(dressed, window, qtbot):
    window.resize(window.minimumSize())
    qtbot.waitUntil(lambda: tab(window, "Words") is not None)
    window.settle()
    return window


def tab(window, title):
    """The bar that has a dock's tab, and its place there."""
    bars = [bar for bar in window.findChildren(QTabBar) if bar.isVisible()]
    return next(((bar, i) for bar in bars for i in range(bar.count()) if bar.tabText(i) == title), None)


def raise_tab(window, qtbot, title):
    bar, place = tab(window, title)
    qtbot.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(place).center())
    window.settle()


def rows_in_sight(window):
    """The whole rows of what goes in and what comes out, if they are the same."""
    one, other = (rows_of(view) for view in window.attention.steps.shown_views())
    return one if one == other else []


def the_query_is_seen(window, rows):
    """Its row, among at least so many."""
    shown = rows_in_sight(window)
    return QUERY in shown and len(shown) >= rows


def rows_of(view):
    layout, offset = view.arranged, view.offset()
    assert layout.number_px >= READABLE
    return [row for row in range(layout.rows) if layout.body.contains(layout.cell(row, 0, offset))]


def inside(window, widget):
    """Whether all of a widget is in sight."""
    corner = widget.mapTo(window, QPoint())
    return widget.isVisible() and window.rect().contains(widget.rect().translated(corner))


def test_the_matrix_its_formula_and_the_switch_have_room(small):
    pane = small.attention
    assert (small.width(), small.height()) == (900, 600)
    for widget in (pane.formula, pane.one.switch, pane.bar, pane.strip, pane.steps.output):
        assert inside(small, widget), widget.objectName()
    assert inside(small, small.findChild(QLabel, "attention.sentence"))
    assert rows_in_sight(small) == list(range(12))


def test_the_one_word_switch_works_there(small, qtbot):
    qtbot.mouseClick(small.attention.one.switch.buttons()[0], Qt.MouseButton.LeftButton)
    assert small.session.state.one_word
    assert inside(small, small.attention.one.word)


@pytest.mark.parametrize("title", TABS)
def test_a_pane_that_comes_to_the_front_gets_room_and_gives_it_back(small, qtbot, title):
    words = small.findChild(QDockWidget, "dock.words")
    before = words.size(), small.attention.size()
    raise_tab(small, qtbot, title)
    front = next(dock for dock in small.findChildren(QDockWidget) if dock.windowTitle() == title)
    qtbot.waitUntil(lambda: front.height() >= 200)
    assert inside(small, front)
    qtbot.waitUntil(lambda: inside(small, small.attention.one.switch))
    qtbot.waitUntil(lambda: the_query_is_seen(small, 2))
    raise_tab(small, qtbot, "Words")
    qtbot.waitUntil(lambda: (words.size(), small.attention.size()) == before)


def test_an_opened_number_is_seen_beside_its_matrix(small, qtbot):
    small.attention.steps.output.activated.emit(7, 2)
    small.settle()
    qtbot.waitUntil(lambda: inside(small, small.inspector.table) and small.inspector.table.height() > 50)
    qtbot.waitUntil(lambda: the_query_is_seen(small, 3))


def test_what_is_wrong_with_a_word_is_read_whole(small, qtbot):
    small.session.set(words=("qween", "florida", "texas"))
    small.settle()
    notice = small.findChild(Notice, "words.notice")
    qtbot.waitUntil(
        lambda: inside(small.words, notice) and notice.height() >= notice.heightForWidth(notice.width())
    )
