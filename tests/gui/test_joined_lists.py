"""Lists side by side: a line joins the same word, one without a line is marked, keys and mouse choose."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication

from gui.theme import LIGHT
from gui.widgets.joined_layout import LINE, LINES, Entry, JoinedLayout, Ranked
from gui.widgets.joined_lists import JoinedLists

LEFT = Qt.MouseButton.LeftButton
Key = Qt.Key


def entry(word, alone=False):
    return Entry(word, "0.5", "#1", f"about {word}", "0.5123", alone)


LISTS = (
    Ranked("dot", "middle rank #1", (entry("sun"), entry("moon"), entry("only", alone=True))),
    Ranked("cosine", "", (entry("moon"), entry("sun"))),
    Ranked("distance", "", (), "undefined"),
)
CROSSED = (((0, 1), (1, 0)), ())


@pytest.fixture
def lists(qtbot):
    made = JoinedLists()
    qtbot.addWidget(made)
    made.resize(640, 150)
    made.show_lists(LISTS, CROSSED)
    made.show()
    return made


def between(lists):
    """Colours in the middle of the gap between the first two lists."""
    left, right = lists.arranged.box(0, 0), lists.arranged.box(1, 0)
    picture, x = lists.grab().toImage(), (left.right() + right.left()) // 2 + 6
    return {
        picture.pixelColor(x, y).name()
        for y in range(lists.arranged.box(0, 0).top(), lists.arranged.box(0, 2).bottom())
    }


def test_a_line_joins_the_same_word_in_two_lists(lists):
    drawn = between(lists)
    lists.show_lists(LISTS, ((), ()))
    assert len(drawn) > len(between(lists)) == 1


def test_a_word_that_no_other_list_has_is_marked(lists):
    def ring(row):
        box, picture = lists.arranged.box(0, row), lists.grab().toImage()
        spots = {
            picture.pixelColor(x, y).name()
            for x in range(box.x(), box.x() + 12)
            for y in range(box.top(), box.bottom())
        }
        return LIGHT.warning in spots

    assert [ring(row) for row in range(3)] == [False, False, True]


def test_rows_are_higher_where_the_rank_finds_no_room_beside_the_word():
    assert JoinedLayout(640, (10, 10, 10)).row_height == LINE
    assert JoinedLayout(420, (10, 10, 10)).row_height == LINES


def test_lists_do_not_overlap_and_every_place_is_found_again():
    for width in (240, 420, 640, 1000):
        layout = JoinedLayout(width, (10, 3, 0))
        heads = [layout.head(column) for column in range(3)]
        assert all(one.right() < other.left() for one, other in pairwise(heads))
        assert heads[-1].right() < width
        assert layout.place_at(layout.box(1, 2).center()) == (1, 2)
        assert layout.place_at(layout.box(1, 3).center()) is None, "the list ends before"
        assert layout.place_at(heads[0].center()) is None


def test_keys_move_within_and_between_lists_and_enter_takes(lists, qtbot):
    heard = []
    lists.chosen.connect(heard.append)
    for key in (
        Key.Key_Down,
        Key.Key_End,
        Key.Key_Return,
        Key.Key_Right,
        Key.Key_Return,
        Key.Key_Right,
        Key.Key_Return,
    ):
        qtbot.keyClick(lists, key)
    assert heard == ["only", "sun", "sun"], "the next list is shorter, the last one empty"
    assert "cosine: sun 0.5, #1" in lists.accessibleDescription()


def test_a_double_click_takes_and_a_click_does_not(lists, qtbot):
    with qtbot.assertNotEmitted(lists.chosen):
        qtbot.mouseClick(lists.viewport(), LEFT, pos=lists.arranged.box(1, 0).center())
    with qtbot.waitSignal(lists.chosen) as signal:
        qtbot.mouseDClick(lists.viewport(), LEFT, pos=lists.arranged.box(1, 0).center())
    assert signal.args == ["moon"]


def test_the_word_under_the_mouse_lights_up_in_every_list(lists, qtbot):
    qtbot.mouseMove(lists.viewport(), lists.arranged.box(0, 0).center())
    assert lists.hover == "sun"
    picture = lists.grab().toImage()
    for column, row, lit in ((0, 0, True), (1, 1, True), (0, 1, False), (1, 0, False)):
        corner = lists.arranged.box(column, row).topLeft() + QPoint(2, 2)
        assert (picture.pixelColor(corner).name() == LIGHT.accent_tint) is lit


def test_copied_numbers_have_all_digits(lists, qtbot):
    qtbot.keyClick(lists, Key.Key_Down)
    assert lists.number() == "0.5123"
    lines = lists.tsv().splitlines()
    assert lines[1] == "dot\tsun\t0.5123\t#1"
    assert len(lines) == 6
    QGuiApplication.clipboard().clear()


def test_tips_and_what_does_not_fit(lists, qtbot):
    assert lists.tip_at(lists.arranged.box(1, 1).center())[0] == "about sun"
    lists.resize(640, 60)
    assert lists.verticalScrollBar().maximum() > 0
    qtbot.keyClick(lists, Key.Key_Down)
    qtbot.keyClick(lists, Key.Key_End)
    assert lists.viewport().rect().contains(lists.arranged.box(0, 2))
