"""Sentences token by token: where they stand, what keys and clicks choose, the column where they part."""

import pytest
from PySide6.QtCore import Qt

from gui.colormaps import word
from gui.theme import LIGHT
from gui.widgets.token_rows import HEAD, Row, Token
from gui.widgets.token_table import TokenTable


def sentence(name, texts):
    return Row(name, tuple(Token(text, 0.5, ("0.50", "–")) for text in texts))


@pytest.fixture
def table(exposed):
    made = TokenTable()
    made.show_rows(
        [sentence("one", "abc"), sentence("two", "abdef")], ("probability", "cosine"), 2, "part here"
    )
    return exposed(made, 420, 180)


def test_a_column_is_one_place_of_all_sentences(table):
    assert table.columns == 5
    for place in range(3):
        assert table.box((0, place)).x() == table.box((1, place)).x()
    assert table.box((0, 2)).width() > table.box((0, 1)).width()  # room for what stands over it


def test_the_place_where_they_part_is_a_band(table):
    image = table.viewport().grab().toImage()
    grounds = [image.pixel(table.box((0, place)).x() - 2, HEAD + table.row_height - 4) for place in range(3)]
    assert [ground == word(LIGHT.warning_tint) for ground in grounds] == [False, False, True]


def test_a_click_chooses_a_token_and_nothing_where_a_sentence_has_ended(table, qtbot):
    with qtbot.waitSignal(table.chosen) as signal:
        qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=table.box((1, 1)).center())
    assert signal.args == [1, 1]
    with qtbot.assertNotEmitted(table.chosen):
        beyond = table.box((1, 3)).center()
        beyond.setY(table.box((0, 0)).center().y())
        qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=beyond)


def test_keys_move_and_choose(table, qtbot):
    keys, seen = Qt.Key, []
    table.chosen.connect(lambda *cell: seen.append(cell))
    for key in (keys.Key_Right, keys.Key_Down, keys.Key_End, keys.Key_Return, keys.Key_Up, keys.Key_Space):
        qtbot.keyClick(table, key)
    assert seen == [(1, 4), (0, 2)]  # the shorter sentence ends earlier


def test_a_long_sentence_scrolls_and_its_name_stays(exposed, qtbot):
    table = TokenTable()
    table.show_rows([sentence("a long one", ["word"] * 60)], ("p",), None, "")
    exposed(table, 300, 120)
    qtbot.keyClick(table, Qt.Key.Key_Right)
    qtbot.keyClick(table, Qt.Key.Key_End)
    assert table.viewport().rect().contains(table.box((0, 59)))
    assert table.cell_at(table.box((0, 59)).center()) == (0, 59)
    point = table.box((0, 59)).center()
    point.setX(5)
    assert table.cell_at(point) is None  # over its name, under which others lie
