"""Bars and their running sum: what is drawn where, and how one of them is chosen."""

import numpy as np
import pytest
from PySide6.QtCore import Qt

from gui.theme import LIGHT
from gui.widgets.terms_chart import TermsChart

VALUES = np.array([4.0, -2.0, 1.0, 0.0])


@pytest.fixture
def chart(qtbot):
    made = TermsChart()
    qtbot.addWidget(made)
    made.resize(252, 100)
    made.describe = "bar {}".format
    made.show_terms(VALUES, np.cumsum(VALUES))
    made.show()
    return made


def colours(chart, index):
    """Colours of the bar, from top to bottom, within the ring of the focus."""
    picture, x = chart.grab().toImage(), round(chart.bar(index).x() + 8)
    return [picture.pixelColor(x, y).name() for y in range(2, chart.height() - 2)]


def test_bars_go_up_and_down_from_one_zero_in_two_colours(chart):
    up, down = colours(chart, 0), colours(chart, 1)
    rises = [y for y, colour in enumerate(up) if colour == LIGHT.accent]
    falls = [y for y, colour in enumerate(down) if colour == LIGHT.warning]
    assert rises
    assert falls
    assert max(rises) < min(falls) + 2
    assert len(rises) == pytest.approx(2 * len(falls), abs=4), "one scale for both"
    assert LIGHT.accent not in down


def test_a_click_and_the_arrows_choose(chart, qtbot):
    heard = []
    chart.chosen.connect(heard.append)
    qtbot.mouseClick(chart.viewport(), Qt.MouseButton.LeftButton, pos=chart.bar(2).center().toPoint())
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_Left):
        qtbot.keyClick(chart, key)
    assert heard == [2, 3, 3, 0, 0]
    assert chart.accessibleDescription() == "bar 0"


def test_the_tip_is_that_of_the_bar_under_the_mouse(chart):
    assert chart.tip_at(chart.bar(1).center().toPoint())[0] == "bar 1"
    assert chart.tip_at(chart.viewport().rect().topRight())[0] == "", "beside the bars"


def test_setting_is_silent_and_other_terms_have_no_current_one(chart, qtbot):
    with qtbot.assertNotEmitted(chart.chosen):
        chart.set_current(1)
        chart.show_terms(VALUES[:2], VALUES[:2])
    assert chart.current is None


@pytest.mark.parametrize("values", [np.empty(0), np.zeros(3), np.array([-1.0, -2.0])])
def test_nothing_zeros_and_losses_are_painted_too(chart, values):
    chart.show_terms(values, np.cumsum(values))
    assert not chart.grab().isNull()
