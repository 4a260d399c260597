"""Bars in groups: as high as their numbers, and the numbers to take along."""

import pytest

from gui.colormaps import word
from gui.theme import LIGHT
from gui.widgets.bar_groups import BarGroups, Group, Grouped, Series
from gui.widgets.ticks import ticks

SHOWN = Grouped(
    "Scores",
    (Group("1–4", "7 pairs"), Group("5 or more", "3 pairs")),
    (Series("one", "accent", (40.0, 10.0)), Series("two", "result", (20.0, None))),
    "length",
)


@pytest.fixture
def bars(exposed):
    made = BarGroups()
    made.show_groups(SHOWN)
    return exposed(made, 420, 240)


def test_bars_are_as_high_as_their_numbers(bars):
    heights = [[bars.bar(series, group).height() for group in (0, 1)] for series in (0, 1)]
    assert heights[0][0] == bars.body().height()
    assert heights[0][1] == pytest.approx(heights[0][0] / 4, abs=1)
    assert heights[1] == [pytest.approx(heights[0][0] / 2, abs=1), 0]


def test_each_thing_has_its_own_colour(bars):
    image = bars.viewport().grab().toImage()
    found = [image.pixel(bars.bar(series, 0).center()) for series in (0, 1)]
    assert found == [word(LIGHT.accent), word(LIGHT.result)]


def test_numbers_are_copied_with_what_they_belong_to(bars):
    assert bars.tsv() == "length\t\tone\ttwo\n1–4\t7 pairs\t40.0\t20.0\n5 or more\t3 pairs\t10.0\t\n"


def test_a_tooltip_reads_the_bar_under_it_also_above_a_low_one(bars):
    low = bars.bar(0, 1)
    low.setTop(bars.body().top() + 2)
    assert bars.tip_at(low.topLeft())[0] == "5 or more, one: 10.0"


def test_without_numbers_nothing_is_drawn(bars):
    bars.show_groups(Grouped("", (), ()))
    image = bars.viewport().grab().toImage()
    assert {image.pixel(x, y) for x in range(5, 400, 7) for y in range(5, 200, 7)} == {word(LIGHT.panel)}


def test_ticks_are_round_and_few():
    assert ticks(39.3) == [0, 10, 20, 30]
    assert ticks(100) == [0, 50, 100]
    assert ticks(0.9) == pytest.approx([0, 0.5])
