"""The picture of a beam: where boxes lie, where keys and clicks lead, what is lit, what is copied."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from gui.colormaps import word
from gui.theme import LIGHT
from gui.widgets.beam_layout import START
from gui.widgets.beam_painter import Node
from gui.widgets.beam_tree import BeamTree

# Three steps: the second of the first step wins at the third; the last of the second step has ended before.
LEVELS = (
    (Node("a", "0.60", "Σ −0.51", -1), Node("b", "0.40", "Σ −0.92", -1)),
    (Node("c", "0.50", "Σ −1.20", 0), Node("d", "0.90", "Σ −1.02", 1), Node("e", "0.10", "Σ −2.81", 0, True)),
    (Node("f", "0.90", "Σ −1.13", 1, True), Node("g", "0.10", "Σ −3.32", 1, True)),
)
WAY = (1, 1, 0)


@pytest.fixture
def tree(exposed):
    made = BeamTree()
    made.show_levels(LEVELS, WAY, "<s>")
    return exposed(made, 500, 260)


def place_of(tree, place):
    return tree.box(place).center()


def test_steps_go_to_the_right_and_rivals_lie_below_each_other(tree):
    boxes = {(s, r): tree.box((s, r)) for s, kept in enumerate(LEVELS) for r in range(len(kept))}
    assert boxes[0, 0].right() < boxes[1, 0].left() < boxes[1, 0].right() < boxes[2, 0].left()
    assert boxes[1, 0].bottom() < boxes[1, 1].top() < boxes[1, 2].top()
    assert tree.arranged.parent((1, 1)) == (0, 1)
    assert tree.arranged.parent((0, 1)) == START
    assert tree.arranged.way((2, 0)) == ((2, 0), (1, 1), (0, 1))


def test_only_the_winners_way_is_lit(tree):
    image = tree.viewport().grab().toImage()
    inside = {
        place: image.pixel(tree.box(place).bottomLeft().x() + 12, tree.box(place).bottom() - 3)
        for place in ((0, 0), (0, 1), (1, 1), (1, 0), (2, 0), (2, 1))
    }
    lit = {place for place, pixel in inside.items() if pixel == word(LIGHT.accent_tint)}
    assert lit == {(0, 1), (1, 1), (2, 0)}


def test_a_click_chooses_what_is_under_it_when_scrolled_too(tree, qtbot):
    tree.resize(200, 120)
    tree.horizontalScrollBar().setValue(150)
    tree.verticalScrollBar().setValue(30)
    with qtbot.waitSignal(tree.chosen) as signal:
        qtbot.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=place_of(tree, (1, 1)))
    assert signal.args == [1, 1]


def test_keys_lead_along_the_tree(tree, qtbot):
    seen = []
    tree.current_changed.connect(lambda *place: seen.append(place))
    keys = Qt.Key
    for key in (
        keys.Key_Right,
        keys.Key_Right,
        keys.Key_Down,
        keys.Key_Left,
        keys.Key_Right,
        keys.Key_End,
        keys.Key_Home,
    ):
        qtbot.keyClick(tree, key)
    # the first; the likeliest after it; its rival; that one's parent; the winner's child of it; the winner; the first
    assert seen == [(0, 0), (1, 0), (1, 1), (0, 1), (1, 1), (2, 0), (0, 0)]
    with qtbot.waitSignal(tree.chosen) as signal:
        qtbot.keyClick(tree, keys.Key_Return)
    assert signal.args == [0, 0]


def test_keys_stop_at_the_edges(tree, qtbot):
    keys = Qt.Key
    qtbot.keyClick(tree, keys.Key_Home)
    for key in (keys.Key_Left, keys.Key_Up):
        qtbot.keyClick(tree, key)
        assert tree.current == (0, 0)
    qtbot.keyClick(tree, keys.Key_End)
    qtbot.keyClick(tree, keys.Key_Right)
    assert tree.current == (2, 0)


def test_sixty_steps_scroll_and_the_keys_bring_them_into_sight(exposed, qtbot):
    tree = BeamTree()
    tree.show_levels(
        [[Node("ab", "0.50", "Σ −1.00", 0 if step else -1)] * 10 for step in range(60)], [0] * 60, "<s>"
    )
    exposed(tree, 700, 300)
    assert tree.horizontalScrollBar().maximum() > 3000
    assert tree.verticalScrollBar().maximum() > 0
    qtbot.keyClick(tree, Qt.Key.Key_Home)
    qtbot.keyClick(tree, Qt.Key.Key_End)
    assert tree.current == (59, 0)
    assert tree.viewport().rect().contains(tree.box((59, 0)))


def test_the_columns_come_closer_where_that_lets_all_be_seen(tree):
    def gap():
        return tree.box((1, 0)).left() - tree.box((0, 0)).right()

    wide = gap()
    tree.resize(tree.arranged.size.width() - 20, 260)
    assert tree.horizontalScrollBar().maximum() == 0
    assert gap() < wide


def test_the_owner_says_what_is_copied_and_what_a_box_means(tree, qtbot):
    tree.rows = lambda: [("step", "token"), ("1", "a")]
    tree.tooltip_for = lambda step, rank: f"{step} {rank}"
    assert tree.tip_at(place_of(tree, (1, 2)))[0] == "1 2"
    tree.setFocus()
    qtbot.keyClick(tree, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "step\ttoken\n1\ta\n"


def test_an_empty_beam_is_an_empty_picture(tree, qtbot):
    tree.show_levels([], [], "<s>")
    qtbot.keyClick(tree, Qt.Key.Key_Right)
    assert tree.current is None
    assert tree.tip_at(tree.viewport().rect().center())[0] == ""
