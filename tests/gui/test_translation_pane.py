"""The translation, step by step: what the pane shows of a result, and what a click or a key asks of the session."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLabel, QToolButton

from gui.parts.seq_steps import StepsPart
from gui.widgets import numbers
from gui.widgets.heads_grid import HeadsGrid
from gui.widgets.matrix_view import MatrixView
from gui.widgets.segments import Segments
from gui.widgets.token_list import TokenList
from gui.widgets.token_strip import TokenStrip

LEFT = Qt.MouseButton.LeftButton
WRITING = {"seq_side": "decoder", "seq_place": 5, "seq_stage": "softmax"}
APPLE = 3  # in "I ate an apple."


@pytest.fixture
def pane(translation_pane):
    return translation_pane


def find(pane, kind, name):
    return pane.findChild(kind, f"translation.{name}")


def click_chip(qtbot, strip, index):
    qtbot.mouseClick(strip.viewport(), LEFT, pos=strip.box(index).center())


def test_the_source_and_the_output_stand_as_tokens_and_what_is_to_come_is_faint(pane):
    shown = pane(**WRITING)
    source, output = find(shown, TokenStrip, "source"), find(shown, TokenStrip, "output")
    assert source.tokens == ("i", "ate", "an", "apple", ".", "</s>")
    assert output.tokens == ("<s>", "我", "吃", "了", "一", "个", "苹", "果", "。", "</s>")
    assert output.query == 6
    assert output.faint == {7, 8, 9}


def test_the_source_lights_up_by_the_weights_of_the_token_that_is_written(pane):
    shown = pane(**WRITING)
    weights = find(shown, TokenStrip, "source").weights
    run = shown.session.results.translation.run
    assert np.allclose(weights, run.alignment()[5])
    assert int(np.argmax(weights)) == APPLE


def test_the_output_lights_up_by_who_looked_at_the_word_that_is_looked_at_most(pane):
    shown = pane(**WRITING)
    run = shown.session.results.translation.run
    output, column = find(shown, TokenStrip, "output"), run.alignment()[:, APPLE]
    assert np.allclose(output.weights[1:7], column[:6])
    assert output.hidden == {0, 7, 8, 9}
    assert output.describe(5).endswith(f"from “个” to “apple”: weight {numbers.reading(float(column[4]))}")


def test_the_word_that_is_pointed_at_lights_the_output_up(pane):
    shown = pane(**WRITING)
    run = shown.session.results.translation.run
    source, output = (find(shown, TokenStrip, name) for name in ("source", "output"))
    source.set_hover(1)
    assert np.allclose(output.weights[1:7], run.alignment()[:6, 1])
    assert "ate" in output.describe(2)
    source.set_hover(None)
    assert np.allclose(output.weights[1:7], run.alignment()[:6, APPLE])


def test_what_is_still_to_be_written_is_not_lit(pane):
    shown = pane(seq_side="encoder")
    assert find(shown, TokenStrip, "output").weights is None


def test_a_click_on_a_word_or_a_token_leads_there(pane, qtbot):
    shown = pane(**WRITING)
    click_chip(qtbot, find(shown, TokenStrip, "source"), 2)
    state = shown.session.state
    assert (state.seq_side, state.seq_word, state.seq_stage) == ("encoder", 2, "states")
    click_chip(qtbot, find(shown, TokenStrip, "output"), 4)
    state = shown.session.state
    assert (state.seq_side, state.seq_place, state.seq_stage) == ("decoder", 3, "softmax")


def test_the_alignment_grows_with_the_output(pane):
    shown = pane(**WRITING)
    matrix = find(shown, MatrixView, "alignment.1")
    assert matrix.marks.revealed == 5
    shown.session.set(seq_place=6)
    assert matrix.marks.revealed == 6
    assert matrix.data.row_labels[6] == "果"


def test_a_click_on_the_alignment_leads_to_its_token_and_opens_the_weight(pane, qtbot):
    shown = pane(**WRITING)
    matrix = find(shown, MatrixView, "alignment.1")
    qtbot.mouseClick(matrix.viewport(), LEFT, pos=matrix.arranged.cell(1, 1, matrix.offset()).center())
    assert shown.session.state.seq_place == 1
    assert shown.session.state.cell == ("decoder.t1.attn.weights", (0, 0, 1))
    opened = shown.session.results.opened
    assert opened.derivation.output.value == matrix.data.values[1, 1]


def test_while_the_source_is_read_both_directions_are_shown_as_far_as_they_are(pane):
    shown = pane(seq_word=2, seq_stage="states")
    forward, backward = (find(shown, MatrixView, f"alignment.{place}") for place in (1, 2))
    assert forward.data.masked[3:].all()
    assert not forward.data.masked[:3].any()
    assert backward.data.masked[:2].all()
    assert not backward.data.masked[2:].any()
    assert not find(shown, TokenList, "likeliest").isVisible()


def test_without_attention_it_is_said_and_the_one_vector_is_shown(pane):
    shown = pane(**WRITING, seq_model="fixed")
    remark, matrix = find(shown, QLabel, "alignment.remark"), find(shown, MatrixView, "alignment.1")
    assert remark.isVisible()
    assert "There is no alignment" in remark.text()
    run = shown.session.results.translation.run
    assert np.array_equal(matrix.data.values, run.source_trace["encoder.summary"])
    assert find(shown, TokenStrip, "source").weights is None


def test_the_likeliest_tokens_stand_with_their_probabilities(pane):
    shown = pane(**WRITING)
    chances = shown.session.results.translation.run.chances(5)
    rows = find(shown, TokenList, "likeliest").rows
    assert len(rows) == 10
    assert [row.share for row in rows] == sorted((float(chance) for chance in chances), reverse=True)[:10]
    assert rows[0].name == "苹"
    assert find(shown, TokenList, "likeliest").choice == rows[0].head


def test_another_token_is_chosen_by_mouse_and_by_key_and_the_model_goes_on_from_it(pane, qtbot):
    shown = pane(**WRITING)
    tokens = find(shown, TokenList, "likeliest")
    free = shown.session.results.translation.run.written
    other = tokens.rows[2].head[1]
    qtbot.mouseClick(tokens.viewport(), LEFT, pos=tokens.box(2).center())
    assert shown.session.state.seq_prefix == (*free[:5], other)
    assert shown.session.results.translation.run.written[:6] == (*free[:5], other)
    assert "You chose" in find(shown, QLabel, "guide").text()
    badge = find(shown, TokenStrip, "output").badges[6]
    assert badge.warning
    assert "you chose" in badge.text
    tokens.setFocus()
    qtbot.keyClick(tokens, Qt.Key.Key_Home)
    qtbot.keyClick(tokens, Qt.Key.Key_Return)
    assert shown.session.state.seq_prefix == free[:6]
    shown.session.undo_stack.undo()
    shown.session.undo_stack.undo()
    assert shown.session.state.seq_prefix == ()
    assert shown.session.results.translation.run.written == free


def test_back_to_its_own_choice_takes_all_chosen_tokens_back(pane, qtbot):
    shown = pane(**WRITING, seq_prefix=(5, 6))
    back = find(shown, QToolButton, "back")
    assert back.isVisible()
    qtbot.mouseClick(back, LEFT)
    assert shown.session.state.seq_prefix == ()
    assert not back.isVisible()


def test_a_titled_part_of_the_stage_is_one_of_its_steps(pane, qtbot):
    shown = pane(seq_word=1, seq_stage="forward")
    titles = find(shown, Segments, "part").buttons()
    assert [button.text() for button in titles][-1] == "New state"
    qtbot.mouseClick(titles[4], LEFT)
    assert shown.session.state.seq_step == "gru.reset"
    page = shown.findChild(StepsPart)
    assert page.matrices.faces[-1].path == "encoder.forward.t1.gru.reset"
    assert page.formula.key.startswith("gru.reset")


def test_the_three_kinds_of_attention_are_named_and_turned_to(pane, qtbot):
    shown = pane(**WRITING, seq_model="transformer")
    kinds = find(shown, Segments, "attention").buttons()
    assert [button.text() for button in kinds] == [
        *("Encoder self-attention", "Decoder self-attention (masked)", "Cross-attention"),
    ]
    matrix = find(shown, MatrixView, "alignment.1")
    run = shown.session.results.translation.run
    assert np.array_equal(matrix.data.values, run.alignment(0, 0))
    qtbot.mouseClick(kinds[1], LEFT)
    assert np.array_equal(matrix.data.values, run.target_trace["decoder.blocks.0.attn.weights"][0])
    assert not np.triu(matrix.data.values, 1).any()
    assert find(shown, TokenStrip, "output").hidden == {6, 7, 8, 9}
    qtbot.mouseClick(kinds[0], LEFT)
    assert np.array_equal(matrix.data.values, run.source_trace["encoder.blocks.0.attn.weights"][0])


def test_layer_and_head_are_chosen_in_boxes_and_in_the_picture_of_all(pane, qtbot):
    shown = pane(seq_model="transformer", seq_stage="softmax")
    layer, head = find(shown, QComboBox, "layer"), find(shown, QComboBox, "head")
    assert (layer.count(), head.count()) == (3, 8)
    layer.setFocus()
    qtbot.keyClick(layer, Qt.Key.Key_Down)
    assert shown.session.state.seq_layer == 1
    grid = find(shown, HeadsGrid, "heads")
    assert grid.isVisible()
    qtbot.mouseClick(grid.viewport(), LEFT, pos=grid.arranged.box((2, 5)).center())
    assert (shown.session.state.seq_layer, shown.session.state.seq_head) == (2, 5)
    assert (layer.currentIndex(), head.currentIndex()) == (2, 5)


def test_the_row_of_the_token_is_marked_and_none_of_the_source(pane):
    shown = pane(
        seq_model="transformer",
        seq_side="decoder",
        seq_place=4,
        seq_stage="cross_qkv",
        seq_step="cross_attn.q",
    )
    page = shown.findChild(StepsPart)
    assert [view.marks.row for view in page.matrices.steps.shown_views()] == [4, None, None, 4]
    shown.session.set(seq_step="cross_attn.k")
    assert [view.marks.row for view in page.matrices.steps.shown_views()] == [None] * 4


def test_at_the_end_the_likeliest_tokens_numbers_open(pane):
    shown = pane(seq_side="decoder", seq_place=5, seq_stage="predict")
    page = shown.findChild(StepsPart)
    page.matrices.steps.activated.emit(1, 0, 0)  # the probability of the likeliest
    path, cell = shown.session.state.cell
    run = shown.session.results.translation.run
    assert (path, cell) == ("decoder.t5.probabilities", (0, int(run.chances(5).argmax())))
    assert shown.session.results.opened.derivation.agrees
