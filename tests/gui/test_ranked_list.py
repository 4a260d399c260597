"""A list of heads: what is drawn is what it was given, and click and keys choose."""

import pytest
from PySide6.QtCore import QPoint, Qt

from gui.colormaps import word
from gui.theme import LIGHT
from gui.widgets.ranked_list import BAR, ROW, RankedList, Row

ROWS = [
    Row((i // 4, i % 4), f"Layer {i // 4 + 1}, head {i % 4 + 1}", f"{1 - i / 20:.2f}", 1 - i / 20)
    for i in range(20)
]


@pytest.fixture
def heads(qtbot):
    made = RankedList()
    qtbot.addWidget(made)
    made.resize(400, 5 * ROW)
    made.set_rows(ROWS)
    made.show()
    return made


def filled(heads, index):
    """How much of a row's bar is full."""
    image = heads.viewport().grab().toImage()
    y = heads.box(index).y() + ROW // 2 - BAR // 2 + 1
    colours = [image.pixel(x, y) for x in range(1, image.width() - 1)]  # within the frame
    full, empty = colours.count(word(LIGHT.accent)), colours.count(word(LIGHT.line))
    return full / (full + empty)


def test_bars_are_as_long_as_their_numbers(heads):
    assert filled(heads, 0) == 1
    assert filled(heads, 4) == pytest.approx(0.8, abs=0.01)
    heads.set_rows([Row((0, 0), "a", "0", 0), Row((0, 1), "b", "7", 7)])
    assert [filled(heads, i) for i in (0, 1)] == [0, 1]


def test_a_click_chooses_what_is_under_it_when_scrolled_too(heads, qtbot):
    heads.verticalScrollBar().setValue(3 * ROW)
    with qtbot.waitSignal(heads.chosen) as signal:
        qtbot.mouseClick(heads.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(50, ROW + 3))
    assert signal.args == [1, 0]
    with qtbot.assertNotEmitted(heads.chosen):  # once more
        qtbot.mouseClick(heads.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(50, ROW + 3))


def test_keys_move_scroll_and_choose(heads, qtbot):
    chosen = []
    heads.chosen.connect(lambda *head: chosen.append(head))
    key = Qt.Key
    for press in (
        key.Key_Down,
        key.Key_Down,
        key.Key_Return,
        key.Key_End,
        key.Key_Space,
        key.Key_Up,
        key.Key_Enter,
    ):
        qtbot.keyClick(heads, press)
    assert chosen == [(0, 1), (4, 3), (4, 2)]
    assert heads.verticalScrollBar().value() == heads.verticalScrollBar().maximum()
    assert heads.accessibleDescription().startswith("19 of 20: Layer 5, head 3")
    qtbot.keyClick(heads, key.Key_Home)
    assert heads.verticalScrollBar().value() == 0


def test_choosing_from_outside_is_silent_and_seen(heads, qtbot):
    with qtbot.assertNotEmitted(heads.chosen):
        heads.set_chosen(0, 2)
    image = heads.viewport().grab().toImage()
    assert image.pixel(1, heads.box(2).center().y()) == word(LIGHT.accent_tint)
    assert image.pixel(1, heads.box(1).center().y()) == word(LIGHT.panel)


def test_other_rows_are_shown_from_the_first_one_and_the_same_ones_stay(heads):
    heads.verticalScrollBar().setValue(60)
    heads.set_rows(list(ROWS))
    assert heads.verticalScrollBar().value() == 60
    heads.set_rows(ROWS[5:])
    assert heads.verticalScrollBar().value() == 0


def test_tooltips_say_rank_number_and_what_the_owner_adds(heads):
    heads.tooltip_for = lambda layer, head: f"sink of {layer}, {head}"
    assert heads.tip_at(QPoint(5, ROW + 1))[0] == "2 of 20: Layer 1, head 2, 0.95\nsink of 0, 1"
    heads.set_rows([])
    assert heads.tip_at(QPoint(5, 1))[0] == ""


def test_nothing_to_show(heads, qtbot):
    heads.set_rows([])
    heads.grab()
    for press in (Qt.Key.Key_Down, Qt.Key.Key_Return):
        qtbot.keyClick(heads, press)
    assert heads.current is None
