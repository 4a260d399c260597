"""Boxes for numbers: what is typed beyond a limit becomes the limit, and nothing is told before the typing is over."""

import pytest
from PySide6.QtCore import Qt

from gui.widgets.number_box import put, real_spin, spin

ENTER = Qt.Key.Key_Return


@pytest.fixture
def count(exposed):
    box = exposed(spin(None, "box", (2, 5000), "How many"), 120, 30)
    box.setValue(7)
    return box


def typed(qtbot, box, text):
    box.selectAll()
    qtbot.keyClicks(box, text)
    qtbot.keyClick(box, ENTER)
    return box.value()


@pytest.mark.parametrize(
    ("text", "value"),
    [("12", 12), ("99999", 5000), ("9,999", 5000), ("1", 2), ("0", 2), ("123456789012345678901", 5000)],
)
def test_a_number_beyond_a_limit_becomes_the_limit(count, qtbot, text, value):
    assert typed(qtbot, count, text) == value


@pytest.mark.parametrize("text", ["", "abc"])
def test_what_is_no_number_leaves_the_old_one(count, qtbot, text):
    assert typed(qtbot, count, text) == 7


def test_of_half_a_number_nobody_is_told(count, qtbot):
    told = []
    count.valueChanged.connect(told.append)
    count.selectAll()
    qtbot.keyClicks(count, "123")
    assert told == []
    qtbot.keyClick(count, ENTER)
    assert told == [123]
    put(count, 4000)
    assert (told, count.value(), count.text()) == ([123], 4000, "4,000")


def test_numbers_with_a_point_are_held_to_their_limits_too(exposed, qtbot):
    box = exposed(real_spin(None, "box", (0.5, 1.5), 0.01, "Radius"), 120, 30)
    assert typed(qtbot, box, "99.5") == 1.5
    assert typed(qtbot, box, "0.75") == 0.75
    assert typed(qtbot, box, "0.1") == 0.5
    assert (box.toolTip(), box.accessibleName()) == ("Radius", "Radius")
