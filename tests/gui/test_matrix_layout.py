"""Cells fill the view while their numbers can be read, and scroll when they cannot."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QSize

from gui.widgets.matrix_data import MatrixData
from gui.widgets.matrix_fit import Common, readable_width
from gui.widgets.matrix_frame import _ideograph
from gui.widgets.matrix_layout import (
    LARGEST,
    LEAST_HEIGHT,
    WHOLE,
    MatrixLayout,
    arrange,
)
from gui.widgets.painting import Texts

pytestmark = pytest.mark.usefixtures("qapp")
WORDS = ("the", "cat", "drank", "milk", "because", "it", "was", "hungry")


def square(n: int, words: tuple[str, ...] = WORDS) -> MatrixData:
    labels = tuple(words[i % len(words)] for i in range(n))
    values = np.full((n, n), 1 / n, np.float32)
    return MatrixData(values, labels, labels, "from query", "to key", "Weights", "weights")


def wide(rows: int, cols: int) -> MatrixData:
    values = np.linspace(-9, 9, rows * cols, dtype=np.float32).reshape(rows, cols)
    labels = tuple(str(i + 1) for i in range(cols))
    return MatrixData(values, WORDS[:rows], labels, "token", "feature", "Q")


def scores(n: int) -> MatrixData:
    labels = tuple(WORDS[i % len(WORDS)] for i in range(n))
    values = np.linspace(-13.32, 6, n * n, dtype=np.float32).reshape(n, n)
    return MatrixData(values, labels, labels, "from query", "to key", "Scores")


def laid(data: MatrixData, width: int, height: int, zoom: float | None = None) -> MatrixLayout:
    return arrange(data, QSize(width, height), Texts(), zoom, legend=True)


def test_a_small_matrix_is_not_blown_up() -> None:
    layout = laid(square(2), 900, 700)
    assert (layout.cell_w, layout.cell_h) == LARGEST
    assert layout.number_px > 0


def test_twelve_tokens_fit_with_their_numbers() -> None:
    layout = laid(square(12), 560, 420)
    assert layout.number_px >= 11
    assert layout.body.size() == layout.content


def test_narrow_cells_leave_the_zero_before_the_point_away() -> None:
    texts = Texts()
    width = next(w for w in range(600, 100, -1) if laid(square(8), w, 420).form.bare)
    layout = laid(square(8), width, 420)
    assert layout.cell_w < texts.width("0.12", layout.number_px) + 6
    assert layout.cell_w >= texts.width(".12", layout.number_px) + 6


def test_many_weights_are_written_in_one_way_whatever_the_room() -> None:
    assert {laid(square(12), width, 420).form for width in (320, 600, 900)} == {square(12).forms[0]}
    assert square(12).forms[0].bare


@pytest.mark.parametrize("data", [square(12), square(16), scores(12)], ids=["12", "16", "scores"])
def test_up_to_sixteen_are_seen_at_once_in_a_low_view(data: MatrixData) -> None:
    room = laid(data, 900, 700, 1.0)
    layout = laid(data, room.left + 16 * 25, room.top + room.legend_h + 16 * 12 + 1)
    assert layout.body.size() == layout.content
    assert layout.number_px >= 9
    assert layout.row_stride == 1
    assert layout.cell_h >= layout.label_px + 2


def test_labels_are_shortened_before_few_rows_scroll() -> None:
    full = laid(square(12), 500, 420)
    rows = full.legend_h + 12 * 12 + 1
    layout = laid(square(12), 500, full.top - 6 + rows)
    assert layout.body.height() == layout.content.height()
    assert layout.top == full.top - 6
    far_too_low = laid(square(12), 500, rows)
    assert far_too_low.body.height() < far_too_low.content.height()


def test_what_is_not_seen_whole_is_not_seen() -> None:
    layout = laid(square(64), 560, 420)
    body = layout.body
    assert body.width() % layout.cell_w == body.height() % layout.cell_h == 0
    for scroll in (QPoint(0, 0), QPoint(37, 51), QPoint(1000, 1000)):
        snapped = layout.snapped(scroll)
        rows, cols = layout.visible(snapped)
        corners = (
            layout.cell(rows.start, cols.start, snapped),
            layout.cell(rows.stop - 1, cols.stop - 1, snapped),
        )
        assert all(body.contains(cell) for cell in corners)


def test_neighbours_share_cells_and_digits() -> None:
    alone = arrange(scores(12), QSize(700, 420), Texts(), None, True)
    common = Common(34, 14, 10, 1, False)
    layout = arrange(scores(12), QSize(700, 420), Texts(), None, True, common)
    assert (alone.form.digits, alone.cell_w > 34) == (2, True)
    assert (layout.cell_w, layout.cell_h, layout.number_px) == (34, 14, 10)
    assert (layout.form.digits, layout.form.bare) == (1, False)


def test_what_cannot_be_read_scrolls() -> None:
    layout = laid(square(64), 560, 420)
    assert layout.number_px > 0
    assert layout.content.width() > layout.body.width()
    assert layout.content.height() > layout.body.height()
    assert layout.cell_h > LEAST_HEIGHT


def test_rows_fit_though_columns_scroll() -> None:
    layout = laid(wide(8, 64), 560, 420)
    assert layout.content.height() == layout.body.height()
    assert layout.cell_w == readable_width(wide(8, 64), Texts())


def test_the_whole_of_512_is_seen_as_a_square_without_numbers() -> None:
    layout = laid(square(512), 560, 420, WHOLE)
    assert layout.body.size() == layout.content
    assert layout.cell_w == layout.cell_h < 1
    assert layout.number_px == 0


def test_zoom_multiplies_the_readable_cell() -> None:
    one, two = (laid(square(64), 560, 420, zoom) for zoom in (1.0, 2.0))
    assert two.cell_w == 2 * one.cell_w == 2 * readable_width(square(64), Texts())
    assert two.number_px > one.number_px
    assert laid(square(64), 560, 420, 0.3).number_px == 0


def test_labels_stand_upright_only_where_they_must() -> None:
    assert laid(square(12), 560, 420).rotated
    assert not laid(square(12, ("a", "b")), 560, 420).rotated
    assert not laid(wide(8, 64), 560, 420).rotated


@pytest.mark.parametrize("zoom", [None, WHOLE, 0.1, 0.37, 1.0, 2.5])
@pytest.mark.parametrize("data", [square(64), wide(8, 300), square(512)], ids=["64", "8x300", "512"])
def test_written_labels_never_overlap(data: MatrixData, zoom: float | None) -> None:
    layout, texts = laid(data, 560, 420, zoom), Texts()
    assert layout.row_stride * layout.cell_h >= layout.label_px + 2
    width = 14 if layout.rotated else max(texts.width(label, 12) for label in data.col_labels)
    assert layout.col_stride * layout.cell_w >= width


@given(
    st.integers(1, 40), st.integers(150, 900), st.integers(120, 700),
    st.sampled_from([None, WHOLE, 0.1, 1.0, 3.0]), st.data(),
)  # fmt: skip
def test_a_cell_is_found_where_it_lies(
    n: int, width: int, height: int, zoom: float | None, data: st.DataObject
) -> None:
    layout = laid(square(n), width, height, zoom)
    room = layout.content - layout.body.size()
    scroll = QPoint(data.draw(st.integers(0, room.width())), data.draw(st.integers(0, room.height())))
    rows, cols = layout.visible(scroll)
    for row in rows:
        for col in (cols.start, cols.stop - 1):
            seen = layout.cell(row, col, scroll).intersected(layout.body)
            if not seen.isEmpty() and layout.cell_w >= 1 and layout.cell_h >= 1:
                assert layout.cell_at(seen.topLeft(), scroll) == (row, col)
                assert layout.cell_at(seen.bottomRight(), scroll) == (row, col)


def test_all_visible_cells_are_named_and_no_others() -> None:
    layout = laid(square(64), 560, 420)
    scroll = QPoint(100, 130)
    rows, cols = layout.visible(scroll)
    seen = [layout.cell(r, c, scroll).intersects(layout.body) for r in range(64) for c in range(64)]
    assert sum(seen) == len(rows) * len(cols)


def test_there_is_no_cell_outside_the_body() -> None:
    layout = laid(square(3), 560, 420)
    assert layout.cell_at(QPoint(layout.left - 1, layout.top + 5), QPoint()) is None
    assert layout.cell_at(layout.body.bottomRight() + QPoint(1, 0), QPoint()) is None


def test_a_view_without_room_has_no_negative_sizes() -> None:
    layout = laid(square(12), 30, 20)
    assert layout.body.width() >= 0
    assert layout.body.height() >= 0


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("狗", ("狗",)),
        ("狗₁₈", ("狗", "₁₈")),
        ("。", ("。",)),
        ("apple", ()),
        ("", ()),
        ("<s>", ()),
        ("苹果", ()),
    ],
)
def test_a_chinese_character_is_not_laid_on_its_side(text: str, lines: tuple[str, ...]) -> None:
    assert _ideograph(text) == lines


def test_names_of_a_square_that_is_shown_whole_stand_upright_where_they_would_collide() -> None:
    names = ("cat", "dog", "hen", "cow", "pig", "fox", "owl", "bee")
    assert laid(square(8, names), 900, 220, WHOLE).rotated
    assert not laid(square(8, names), 900, 2000, WHOLE).rotated
    assert not laid(square(8, tuple("abcdefgh")), 900, 220, WHOLE).rotated
