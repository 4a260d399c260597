"""The attention pane shows what ran, and sends what the user chooses."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLabel, QSpinBox, QToolButton

from engine.errors import EmptySentenceError
from engine.examples import SWEET
from gui.panes.attention import AttentionPane
from gui.session import Session
from gui.view import view_of


@pytest.fixture
def pane(made, qtbot):
    session = Session()
    session.results = made()
    shown = AttentionPane(session)
    qtbot.addWidget(shown)
    shown.resize(840, 460)
    shown.show()
    return shown


def publish(pane, made, **choices):
    results = made(**choices)
    pane.session.set(**choices)
    pane.session.publish(overview=results.overview, trace=results.trace)


def cat_and_milk(pane):
    texts = pane.strip.tokens
    return [pane.strip.weights[texts.index(word)] for word in ("cat", "milk")]


def test_the_default_example_shows_the_two_numbers(pane, made):
    assert cat_and_milk(pane) == pytest.approx([0.564, 0.125], abs=2e-3)
    assert pane.strip.tokens[pane.strip.query] == "it"
    publish(pane, made, text=SWEET)
    assert cat_and_milk(pane) == pytest.approx([0.020, 0.486], abs=2e-3)


def test_every_stage_shows_the_arrays_of_its_step(pane):
    shown = pane.session.results.trace
    stages = view_of(pane.session.state, shown.run).stages
    for place, stage in enumerate(stages):
        pane.bar.chosen.emit(place)
        for view, found in zip(pane.steps.shown_views(), pane._matrices.faces, strict=True):
            drawn = view.data.values
            row, col = drawn.shape[0] // 2, drawn.shape[1] // 2
            assert drawn[row, col] == shown.trace[found.path][found.cell(row, col)]
            assert view.isVisibleTo(pane)
        assert pane.findChild(QLabel, "attention.sentence").text()
        assert pane.session.state.stage == stage
    assert stages[-1] == "norm_2"


def press(qtbot, pane, key):
    qtbot.keyClick(pane.bar, key)
    return pane.session.state.layer, pane.session.state.stage, pane.session.state.step


def test_the_arrow_keys_walk_step_by_step(pane, made, qtbot):
    publish(pane, made, layer=0, stage="input")
    assert press(qtbot, pane, Qt.Key.Key_Left) == (0, "input", "")
    assert press(qtbot, pane, Qt.Key.Key_Right) == (0, "input", "pos_embed")
    assert press(qtbot, pane, Qt.Key.Key_End) == (0, "norm_2", "norm2")
    assert press(qtbot, pane, Qt.Key.Key_Home) == (0, "input", "embed")


def test_past_the_last_step_comes_the_next_layer(pane, made, qtbot):
    publish(pane, made, layer=0, stage="norm_2", step="norm2")
    assert press(qtbot, pane, Qt.Key.Key_Right) == (1, "input", "resid_pre")


def test_moves_that_lead_nowhere_are_off(pane, made):
    publish(pane, made, layer=0, stage="input", step="")
    assert not pane.findChild(QToolButton, "stage.first").isEnabled()
    assert not pane.findChild(QToolButton, "stage.previous").isEnabled()
    assert pane.findChild(QToolButton, "stage.next").isEnabled()


def test_a_token_is_chosen_by_a_click(pane):
    pane.strip.chosen.emit(2)
    assert pane.session.state.query == 2
    assert pane.steps.output.marks.row == 2


def test_a_click_on_a_cell_opens_it_and_looks_from_its_row(pane):
    pane.session.set(stage="softmax")
    pane.steps.output.activated.emit(9, 2)
    assert pane.session.state.cell == ("blocks.3.attn.weights", (1, 9, 2))
    assert pane.session.state.query == 9


def test_a_click_on_a_key_does_not_change_the_query(pane):
    pane.session.set(stage="scores")
    pane.steps.views[1].activated.emit(2, 5)
    assert pane.session.state.cell == ("blocks.3.attn.k", (1, 2, 5))
    assert pane.session.state.query == 7


def test_layer_head_and_source_are_sent(pane):
    pane.findChild(QComboBox, "attention.layer").setCurrentIndex(0)
    pane.findChild(QComboBox, "attention.head").setCurrentIndex(11)
    pane.findChild(QComboBox, "attention.source").setCurrentIndex(1)
    pane.findChild(QSpinBox, "attention.fresh.heads").setValue(4)
    state = pane.session.state
    assert (state.layer, state.head, state.source, state.heads) == (0, 11, "fresh", 4)


def test_the_word_looked_from_stays_when_the_model_changes(pane, made):
    pane.findChild(QComboBox, "attention.source").setCurrentIndex(1)
    anchor = pane.session.state.anchor
    results = made(source="fresh")
    pane.session.publish(overview=results.overview, trace=results.trace)
    assert anchor == len("The cat drank the milk because ")
    assert pane.strip.tokens[pane.strip.query] == "it"


def test_layers_and_heads_count_from_one(pane):
    assert pane.findChild(QComboBox, "attention.layer").currentText() == "Layer 4 of 6"
    assert pane.findChild(QComboBox, "attention.head").currentText() == "head 2 of 12"


def test_a_fresh_layer_says_that_it_is_untrained_and_names_words_without_a_vector(pane, made):
    publish(pane, made, source="fresh", text="The cat drnak the milk")
    assert "untrained" in pane.models.badge.text()
    notice = pane.findChild(QLabel, "attention.notice").text()
    assert "drnak" in notice
    assert "drank" in notice
    assert pane.strip.tokens == ("the", "cat", "the", "milk")
    assert pane.steps.output.data.values.shape[0] == 4


def test_a_bad_sentence_leaves_the_last_one_in_place(pane):
    before = pane.strip.tokens
    pane.session.publish(failed={"overview": EmptySentenceError(("qqqq",))})
    assert "qqqq" in pane.findChild(QLabel, "attention.notice").text()
    assert pane.strip.tokens == before


def test_a_long_text_says_what_was_left_out(pane, made):
    publish(pane, made, text="word " * 600)
    assert "512" in pane.findChild(QLabel, "attention.notice").text()
    assert "90" in pane.findChild(QLabel, "attention.notice").text()
    assert len(pane.strip.tokens) == 512


def test_an_answer_for_another_layer_waits(pane):
    before = pane.steps.output.data
    pane.session.set(layer=0)
    assert pane.steps.output.data is before


def test_markup_is_shown_as_text(pane, made):
    publish(pane, made, text="<b>bold</b> </script>")
    assert "".join(pane.strip.tokens[1:-1]) == "<b>bold</b></script>"


def test_another_model_that_failed_hides_the_one_before(pane):
    """Or its numbers would pass for those of the model that was chosen."""
    pane.session.set(source="fresh")
    pane.session.publish(failed={"overview": EmptySentenceError()})
    assert not pane.steps.isVisible()
    assert not pane.models.badge.isVisible()
    assert "empty" in pane.findChild(QLabel, "attention.notice").text()


def test_an_empty_sentence_is_a_true_two_by_two_and_said_so(pane, made):
    publish(pane, made, text="  ", stage="softmax")
    assert pane.strip.tokens == ("[CLS]", "[SEP]")
    assert pane.steps.output.data.values.shape == (2, 2)
    assert "empty" in pane.findChild(QLabel, "attention.notice").text()


def test_nothing_yet_is_said_so(qtbot):
    empty = AttentionPane(Session())
    qtbot.addWidget(empty)
    empty.show()
    assert not empty.strip.isVisible()
    assert np.all([not view.isVisible() for view in empty.steps.views])


@pytest.mark.parametrize(
    ("stage", "step", "sizes"),
    [
        ("qkv", "attn.q", ["12 × 384", "384 × 12 heads × 32", "12 heads × 32", "12 heads × 12 × 32"]),
        ("scores", "", ["12 heads × 12 × 32", "12 heads × 12 × 32", "12 heads × 12 × 12"]),
        ("output", "attn.out", ["12 × 384", "384 × 384", "384", "12 × 384"]),
        ("norm", "norm1.mean", ["12 × 384", "12 × 1"]),
    ],
)
def test_matrices_say_the_size_of_the_whole_array(pane, stage, step, sizes):
    pane.session.set(stage=stage, step=step, one_word=False)
    assert [view.data.size for view in pane.steps.shown_views()] == sizes


def test_one_head_is_not_many(pane, made):
    publish(pane, made, source="fresh", heads=1, d_head=8, stage="scores", step="")
    assert pane.steps.output.data.size == "1 head × 10 × 10"
