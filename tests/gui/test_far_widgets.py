"""The painted widgets of the desk for distances: where things lie, what can be read and copied."""

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor

from gui.theme import DARK, LIGHT
from gui.widgets.cell_table import CellTable, TableCell, count_cell
from gui.widgets.curves import Curves
from gui.widgets.curves_layout import Chart, Curve, Laid, Mark, height_at
from gui.widgets.nets_picture import NetPicture, arrange
from gui.widgets.nets_view import NetsView
from gui.widgets.word_bars import WordBar, WordBars

SQUARE = Curve("n²", "accent", ((1.0, 1.0), (1000.0, 1_000_000.0)))
LINE = Curve("100 n", "warning", ((1.0, 100.0), (1000.0, 100_000.0)))
DEEP = NetPicture("deep", "Deep", "", "k", 4, ((0, 0), (1, 0), (2, 0), (3, 0), (4, 0)), ())
FLAT = NetPicture("flat", "Flat", "", "q", 1, ((0, 0), (1, 2)), (((0, 0), (1, 2)), ((0, 1), (1, 2))))


@pytest.fixture
def shown(exposed):
    def make(widget, width=400, height=300):
        return exposed(widget, width, height)

    return make


def colours(widget):
    image = widget.viewport().grab().toImage()
    points = ((x, y) for x in range(image.width()) for y in range(image.height()))
    return {image.pixelColor(x, y).name() for x, y in points}


# curves


def test_powers_of_ten_stand_at_even_distances():
    laid = Laid(Chart((SQUARE, LINE)), QRectF(0, 0, 300, 600))
    assert [laid.x(10.0**power) for power in range(4)] == pytest.approx([0, 100, 200, 300])
    assert laid.chart.powers == (0, 6)
    assert [laid.y(10.0**power) for power in (0, 3, 6)] == pytest.approx([600, 300, 0])
    assert laid.value_at(200) == pytest.approx(100)
    assert laid.numbers_across() == [1, 10, 100, 1000]


def test_where_two_curves_cross_they_lie_at_one_point():
    laid = Laid(Chart((SQUARE, LINE)), QRectF(0, 0, 300, 600))
    heights = [height_at(curve, 100, log_across=True) for curve in (SQUARE, LINE)]
    assert heights == pytest.approx([10_000, 10_000])
    assert laid.at((100, 10_000)) == QPointF(200, 200)


def test_steps_are_counted_evenly_and_nothing_lies_below_the_frame():
    curve = Curve("fades", "muted", tuple((float(t), 0.5**t) for t in range(61)))
    laid = Laid(Chart((curve,), log_across=False, limits=(1e-6, 10)), QRectF(0, 0, 600, 140))
    assert laid.x(30) == 300
    assert laid.y(0.5**60) == laid.y(0.0) == 140
    assert laid.y(1) == pytest.approx(20)
    assert laid.numbers_across() == [0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60]


def test_marks_whose_words_would_overlap_stand_above_one_another(shown):
    marks = Mark(100, "n = d"), Mark(110, "n = k · d"), Mark(2, "here")
    curves = shown(Curves())
    curves.show_chart(Chart((SQUARE,), marks, "n", "cost"))
    rows = {mark.text: row for mark, _, row in curves._marks()}
    assert rows == {"n = d": 0, "n = k · d": 1, "here": 0}


def test_a_mark_outside_of_the_curves_is_left_out(shown):
    curves = shown(Curves())
    curves.show_chart(Chart((SQUARE,), (Mark(5000, "far"),), "n", "cost"))
    assert curves._marks() == []
    assert LIGHT.accent in colours(curves)


def test_a_tooltip_reads_every_curve_where_the_mouse_is(shown):
    curves = shown(Curves())
    curves.show_chart(Chart((SQUARE, LINE), (), "positions", "cost"))
    text, _ = curves.tip_at(curves.laid.at((100.0, 50.0)).toPoint())
    first, square, line = text.split("\n")
    at = int(first.removeprefix("positions: "))
    assert 97 <= at <= 103
    assert square == f"n²: {at**2:,}"
    assert line == f"100 n: {100 * at:,}"


def test_curves_are_copied_in_all_digits_and_follow_the_theme(shown):
    curves = shown(Curves())
    curves.show_chart(Chart((SQUARE,), (), "n", "cost"))
    assert curves.tsv() == "curve\tn\tcost\nn²\t1.0\t1.0\nn²\t1000.0\t1000000.0\n"
    curves.set_theme(DARK)
    assert DARK.accent in colours(curves)


def test_no_curves_are_an_empty_picture(shown):
    assert colours(shown(Curves())) == {LIGHT.panel}


# nets


def test_a_deep_net_takes_the_room_that_flat_ones_leave():
    bands = arrange((FLAT, DEEP, FLAT), 5, QRectF(0, 0, 300, 600))
    low, high, last = (band.box.height() for band in bands)
    assert low == last < high
    assert bands[-1].box.bottom() == pytest.approx(600)
    assert [band.rise for band in bands][1] * 4 > bands[0].rise


def test_nodes_lie_above_their_words_level_by_level():
    (band,) = arrange((DEEP,), 5, QRectF(0, 0, 300, 400))
    assert band.at((2, 3)).x() == band.word(3).center().x()
    ups = [band.at((level, 0)).y() for level in range(5)]
    assert ups == sorted(ups, reverse=True)
    assert ups[-1] > band.box.top()
    assert ups[0] < band.ground
    assert [band.place_at(band.middle(place)) for place in range(5)] == list(range(5))
    assert band.place_at(-1) is None


def test_lines_join_the_nodes_that_are_painted():
    (band,) = arrange((DEEP,), 5, QRectF(10, 20, 300, 400))
    edges = [((level, a), (level + 1, b)) for level in range(4) for a in range(5) for b in (0, 4)]
    for line, (start, end) in zip(band.lines(edges), edges, strict=True):
        assert (line.p1(), line.p2()) == (band.at(start), band.at(end))


def test_even_sixty_words_and_levels_are_painted(shown):
    path = tuple((level, level) for level in range(60))
    edges = tuple(((level, i), (level + 1, j)) for level in range(59) for i in range(59) for j in (i, i + 1))
    view = shown(NetsView())
    view.show_nets(["word"] * 60, 0, 59, [NetPicture("net", "Net", "", "k", 59, path, edges)] * 3)
    assert {LIGHT.k, LIGHT.edge} <= colours(view)


def test_marks_of_other_words_do_not_show_through_the_two_that_are_named(shown):
    view = shown(NetsView(), 700, 300)
    view.show_nets(["wwwww"] * 60, 10, 40, [FLAT])
    image, band = view.viewport().grab().toImage(), view.bands[0]
    edge = QColor(LIGHT.edge)
    marked = [
        place
        for place in (9, 11, 20, 39, 41)
        for here in [image.pixelColor(band.word(place).center().toPoint())]
        if max(abs(here.red() - edge.red()), abs(here.blue() - edge.blue())) < 8
    ]
    assert marked == [20]


def test_the_ways_are_copied_word_by_word(shown):
    view = shown(NetsView())
    view.show_nets(["a", "b", "c"], 0, 2, [FLAT])
    assert view.tsv().split("\n")[1:3] == ["flat\t0\t1\ta", "flat\t1\t3\tc"]
    assert view.accessibleDescription() == "Flat"


# tables


def test_the_same_cells_again_leave_the_place_where_one_reads(shown):
    table, titles = shown(CellTable(), 300, 100), ("word", "times")
    cells = [[TableCell(f"w{i}"), TableCell(str(i))] for i in range(60)]
    table.show_cells(titles, cells)
    table.doItemsLayout()
    table.setCurrentCell(40, 1)
    item, scrolled = table.item(40, 1), table.verticalScrollBar().value()
    assert scrolled > 0
    table.show_cells(list(titles), [list(line) for line in cells])
    assert table.item(40, 1) is item
    assert table.verticalScrollBar().value() == scrolled
    cells[40][1] = TableCell("new")
    table.show_cells(titles, cells)
    assert (table.number(), table.item(40, 1).text()) == ("new", "new")


# bars over words


def test_bars_are_shares_of_the_highest(shown):
    bars = shown(WordBars(), 400, 120)
    bars.show_bars([WordBar("a", 1.0), WordBar("b", 4.0), WordBar("c", 0.0)], "accent")
    heights = [bars.bar(place).height() for place in range(3)]
    assert heights[1] == pytest.approx(4 * heights[0])
    assert heights[2] == 1
    assert len({bars.bar(place).bottom() for place in range(3)}) == 1
    assert LIGHT.accent in colours(bars)


def test_words_that_find_no_room_stand_upright(shown):
    bars = shown(WordBars(), 300, 140)
    bars.show_bars([WordBar("word", 1.0)] * 3, "accent")
    flat = bars.bar(0).bottom()
    bars.show_bars([WordBar("international", 1.0)] * 20, "accent")
    assert bars.bar(0).bottom() < flat - 30


def test_nothing_at_all_is_no_division_by_zero(shown):
    bars = shown(WordBars(), 300, 140)
    assert colours(bars) == {LIGHT.panel}
    bars.show_bars([WordBar("a", 0.0)], "accent")
    assert bars.bar(0).height() == 1


def test_a_click_reads_a_word_and_another_sentence_forgets_it(shown, qtbot):
    bars = shown(WordBars(), 300, 140)
    bars.show_bars([WordBar("a", 1.0, "first"), WordBar("b", 0.25, "second")], "accent")
    at = bars.bar(1).center().toPoint()
    qtbot.mouseClick(bars.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert (bars.number(), bars.accessibleDescription()) == ("0.25", "second")
    bars.show_bars([WordBar("a", 1.0, "first")], "accent")
    assert (bars.number(), bars.accessibleDescription()) == ("", "")


# tables


def test_what_is_copied_has_all_digits(shown):
    table = shown(CellTable())
    rows = [[TableCell("big"), count_cell(512 * 10**12)], [TableCell("small"), count_cell(51_200)]]
    table.show_cells(["what", "how many"], rows)
    assert [table.item(row, 1).text() for row in range(2)] == ["5.1 × 10¹⁴", "51,200"]
    assert table.tsv() == "what\thow many\nbig\t512000000000000\nsmall\t51200\n"
    assert table.number() == ""
    table.setCurrentCell(0, 1)
    assert table.number() == "512000000000000"
    assert "512,000,000,000,000" in table.item(0, 1).toolTip()
