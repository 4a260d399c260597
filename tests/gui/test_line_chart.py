"""Lines over a scale that begins at 0: where points lie, what is said of them, and what cannot be drawn."""

from itertools import pairwise
from math import inf, nan

import pytest

from gui.theme import DARK
from gui.widgets.line_chart import Chart, Line, LineChart


@pytest.fixture
def chart(exposed):
    def make(*lines, width=400, height=240, **options):
        made = exposed(LineChart(), width, height)
        made.show_chart(Chart("Bytes", "word", lines, **options))
        return made

    return make


def test_what_is_0_lies_on_the_ground_and_the_largest_at_the_top(chart):
    shown = chart(Line("a", ((1, 0), (2, 50), (3, 100))), Line("b", ((1, 20), (3, 20)), "k"))
    low, middle, high = shown._places(shown._drawn()[0])
    body = shown.body()
    assert (low.x(), low.y()) == (body.left(), body.bottom())
    assert (high.x(), high.y()) == (body.left() + body.width(), body.bottom() - body.height())
    assert middle.y() == pytest.approx((low.y() + high.y()) / 2)
    assert middle.x() == pytest.approx((low.x() + high.x()) / 2)


def test_even_distances_where_they_are_asked_for(chart):
    points = ((8, 1), (16, 1), (256, 1))
    even, true = chart(Line("a", points), even=True), chart(Line("a", points))
    assert [even._along(x) for x, _ in points] == [0, 0.5, 1]
    assert true._along(16) == pytest.approx(8 / 248)


@pytest.mark.parametrize(
    ("top", "ticks"),
    [(9, [0, 5]), (100, [0, 50, 100]), (41472, [0, 20000, 40000]), (0.03, [0, 0.01, 0.02, 0.03])],
)
def test_the_scale_has_round_numbers(top, ticks, chart):
    assert chart(Line("a", ((1, top),)))._ticks() == pytest.approx(ticks)


@pytest.mark.parametrize("width", [120, 160, 400])
def test_the_last_x_is_always_named_and_no_two_overlap(width, chart):
    shown = chart(Line("a", tuple((float(2**power), 1.0) for power in range(10))), even=True, width=width)
    named = shown.named()
    assert named[-1][0] == "512"
    for (_, left, wide), (_, right, other) in pairwise(named):
        assert left + wide // 2 < right - other // 2


@pytest.mark.parametrize(
    ("width", "named"),
    [(900, list(range(2, 61, 2))), (400, [5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60]), (90, [60])],
)
def test_what_is_counted_is_named_at_even_steps(width, named, chart):
    shown = chart(Line("a", tuple((place, 1.0) for place in range(1, 61))), width=width)
    assert [int(text) for text, _, _ in shown.named()] == named


def test_the_scale_reaches_as_far_as_it_should(chart):
    low, high = chart(Line("a", ((1, 0.94),)), most=1.0), chart(Line("a", ((1, 3.0),)), most=1.0)
    assert (low._top(), high._top()) == (1.0, 3.0)
    assert low._ticks()[-1] == 1.0


def test_what_is_not_finite_is_left_out(chart):
    shown = chart(Line("a", ((1, 1), (2, nan), (3, inf), (4, 2))), Line("b", ((1, nan),)))
    assert [line.points for line in shown._drawn()] == [((1, 1), (4, 2))]
    shown.grab()


@pytest.mark.parametrize(
    "lines", [(), (Line("a", ()),), (Line("a", ((1, 0),)),), (Line("a", ((1, 0), (2, 0))),)]
)
def test_nothing_and_zeros_can_be_drawn(lines, chart):
    shown = chart(*lines, width=60, height=40)
    shown.set_theme(DARK)
    shown.grab()


def test_a_point_is_told_and_all_are_copied(chart):
    shown = chart(Line("list", ((1, 128), (2, 1256))), Line("state", ((2, 64),)), marked=2)
    place = shown._places(shown._drawn()[0])[1].toPoint()
    assert shown.tip_at(place)[0] == "list, word 2: 1,256"
    assert shown.tip_at(shown.body().topLeft())[0] == ""
    assert shown.tsv() == "word\tlist\tstate\n1\t128\t\n2\t1256\t64\n"
    assert shown.accessibleDescription() == "list, word 2: 1,256; state, word 2: 64"
    shown.grab()
