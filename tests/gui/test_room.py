"""What stands around the matrices takes no more room than it needs, and what a person needs to read stays in sight."""

import numpy as np
import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QLabel

from engine.edits import CutToken, Padding, SetCells
from gui.theme import LIGHT
from gui.widgets import legend
from gui.widgets.matrix_frame import FramePainter
from gui.widgets.matrix_view import MatrixView
from gui.widgets.painting import Texts
from gui.widgets.terms_table import TermRows, TermsTable
from gui.widgets.token_strip import TokenStrip
from gui.wording import in_words
from tests.gui.test_matrix_data import matrix

AT = "blocks.3.attn."
HALF = SetCells(f"{AT}weights", (1, 7, 2), 0.5)


def test_a_line_of_tokens_is_the_height_of_the_sentence(window, dressed):
    lit, strip = window.attention.lit, window.attention.strip
    assert lit.arcs.isHidden()
    assert strip.boxes[0].y() == strip.boxes[-1].y()
    assert lit.height() <= strip.heightForWidth(strip.width()) + 1
    window.session.set(log_colour=True)
    assert strip.boxes[0].y() == strip.boxes[-1].y()


def test_a_scroll_bar_goes_once_all_tokens_have_room(qtbot):
    strip = TokenStrip()
    strip.shown_lines = 2
    qtbot.addWidget(strip)
    strip.set_tokens([f"word{i}" for i in range(8)])
    strip.set_weights([0.1] * 8)
    strip.resize(200, strip.line_height() + 12)
    strip.show()
    assert strip.verticalScrollBar().maximum() > 0
    needed = sum(strip.widths()) + 9 * 6
    strip.resize(needed, strip.height())  # enough without the bar, too little beside it
    assert strip.verticalScrollBar().maximum() == 0
    assert strip.boxes[0].y() == strip.boxes[-1].y()


def test_arcs_give_way_to_one_words_rows_when_changes_take_their_room(window, dressed):
    window.session.set(one_word=True)
    window.settle()
    assert not window.attention.lit.arcs.isHidden()
    window.session.set(changes=(HALF,))
    window.settle()
    assert window.attention.lit.arcs.isHidden()
    window.session.set(changes=())
    window.settle()
    assert not window.attention.lit.arcs.isHidden()


def test_an_upright_legend_has_its_high_end_above(qapp):
    image = QImage(40, 54, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    legend.paint_upright(painter, QRect(0, 0, 40, 54), LIGHT, Texts(), "weights", (0.0, 1.0), 2)
    painter.end()
    line = Texts().metrics(legend.TINY).height()
    colours = [image.pixel(20, y) for y in (line + 2, 54 - line - 3)]
    lightness = [colour & 255 for colour in colours]
    assert lightness[0] < lightness[1] - 30  # the heavier, the darker


def test_a_matrix_of_zeros_has_no_scale_from_zero_to_zero(qapp):
    image = QImage(240, 20, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    taken = [
        legend.paint_legend(painter, QRect(0, 0, 240, 20), LIGHT, Texts(), "signed", (-end, end), 2)
        for end in (0.0, 1.0)
    ]
    painter.end()
    assert 0 < taken[0].width() < 40 < taken[1].width()


def test_numbers_of_tokens_have_no_colours(window):
    window.session.set(layer=0, stage="input", step="embed")
    window.settle()
    tokens, embedded = (view.data for view in window.attention.steps.shown_views())
    assert tokens.number(2, 0) == "4937"
    assert np.unique(tokens.levels).size == 1
    assert tokens.beyond == (False, False)
    assert np.unique(embedded.levels).size > 9


def test_a_thinned_label_does_not_run_into_that_of_the_marked_row(qtbot, monkeypatch):
    labels = []
    monkeypatch.setattr(
        FramePainter,
        "row_label",
        lambda self, painter, row, offset, colours: labels.append((row, colours[1])),
    )
    view = MatrixView()
    qtbot.addWidget(view)
    view.resize(300, 200)
    view.set_data(matrix(np.zeros((40, 3)).tolist()))
    view.fit()
    view.set_highlight(7)
    view.show()
    view.grab()
    stride, height = view.arranged.row_stride, view.arranged.cell_h
    assert stride > 1
    written = [row for row, ground in labels if ground is not None or row % stride == 0]
    assert 7 in written
    assert min(abs(row - 7) for row in written if row != 7) * height >= 14


def test_what_an_opened_number_was_made_from_is_scrolled_into_sight(window):
    window.session.set(stage="add", step="", cell=("blocks.3.resid_mid", (7, 300)))
    window.settle()
    for view in window.attention.steps.shown_views():
        cell = view.arranged.cell(7, 300, view.offset())
        assert view.arranged.body.contains(cell), view.objectName()
    first = window.attention.steps.views[0]
    first.horizontalScrollBar().triggerAction(first.horizontalScrollBar().SliderAction.SliderToMinimum)
    window.session.set(direction="looked_at")  # another refresh leaves it where a person put it
    assert first.offset().x() == 0


def test_the_column_of_a_weight_and_the_row_of_a_key_are_scrolled_into_sight(window):
    window.session.set(stage="qkv", step="attn.k", cell=(f"{AT}k", (1, 7, 20)))
    window.settle()
    weight = window.attention.steps.shown_views()[1]
    assert weight.data.title.startswith("Weights")
    assert weight.arranged.body.contains(weight.arranged.cell(0, 20, weight.offset()))


def test_a_text_alone_in_its_row_has_the_room_of_the_operands(window):
    window.session.set(stage="norm", step="norm1", cell=("blocks.3.norm1", (3, 5)))
    window.settle()
    table: TermsTable = window.inspector.table
    rows: TermRows = table.model().rows
    assert rows.text(1, 0).startswith("norm1_beta")
    assert table.columnSpan(1, 0) == 4
    assert table.columnSpan(0, 0) == 1
    window.session.set(cell=(f"{AT}weights", (1, 7, 2)))
    window.settle()
    assert table.columnSpan(1, 0) == 1


def verdict(window):
    return window.inspector.findChild(QLabel, "inspector.verdict").text()


def test_an_opened_number_is_compared_with_the_run_without_changes(window):
    window.session.set(cell=(f"{AT}weights", (1, 7, 2)), stage="softmax")
    window.settle()
    assert "without the changes" not in verdict(window)
    window.session.set(changes=(HALF,))
    window.settle()
    assert verdict(window) == "value 0.500000; without the changes 0.564727"
    window.session.set(changes=(CutToken(0),))  # other cells stand there
    window.settle()
    assert "without the changes" not in verdict(window)


def test_a_number_of_padding_has_nothing_to_be_compared_with(window):
    window.session.set(changes=(Padding(2, "[PAD]", 0),), stage="softmax", cell=(f"{AT}weights", (1, 13, 13)))
    window.settle()
    assert "agrees" in verdict(window)
    assert "without the changes" not in verdict(window)


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (HALF, "weight it → cat, layer 4 head 2 = 0.50"),
        (SetCells(f"{AT}out", (7, 4), 1.0), "Attention output O it, 5 in layer 4 = 1.00"),
        (SetCells(f"{AT}W_Q", (2, 4), 1.0), "Weights W_Q 3, 5 in layer 4 = 1.00"),
        (SetCells(f"{AT}scores", (1, None, None), 0.0), "score, layer 4 head 2 = 0.00"),
    ],
)
def test_a_changed_number_is_told_with_its_head(made, edit, words):
    assert in_words(edit, made().overview.run) == words
