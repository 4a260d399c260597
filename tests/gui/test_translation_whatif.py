"""What-if in a translation: numbers set, heads switched off, a temperature; and the difference that they make."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton

from engine.edits import SetCells, SetParameter
from gui.parts.seq_steps import StepsPart
from gui.seq_changes import set_number, with_edit
from gui.state import State

LEFT = Qt.MouseButton.LeftButton
WRITING = {"seq_side": "decoder", "seq_place": 5, "seq_stage": "softmax"}
APPLE = 3  # in "I ate an apple."


@pytest.fixture
def pane(translation_pane):
    return translation_pane


def find(pane, kind, name):
    return pane.findChild(kind, f"translation.{name}")


def test_a_head_is_switched_off_and_the_change_is_listed_and_removed(pane, qtbot):
    shown = pane(**WRITING, seq_model="transformer", seq_layer=1, seq_head=2)
    qtbot.mouseClick(find(shown, QToolButton, "head_off"), LEFT)
    off = SetCells("decoder.blocks.1.cross_attn.z", (2, None, None), 0.0)
    assert shown.session.state.seq_changes == (off,)
    page = shown.findChild(StepsPart)
    assert page.changed.chips.words == ("head 3 off, cross-attention, layer 2",)
    assert not shown.session.results.translation.run.target_trace[off.path][2].any()
    page.changed.chips.setFocus()
    qtbot.mouseClick(find(shown, QToolButton, "unchange"), LEFT)
    assert shown.session.state.seq_changes == ()


def test_changes_read_as_what_they_are(pane):
    changes = (
        SetCells("decoder.t5.attn.scores", (0, 0, 1), 30.0),
        SetParameter("decoder.t1.attn.softmax.temperature", 3.0),
        SetParameter("decoder.attn.softmax.temperature", 2.0),
        SetCells("encoder.forward.t2.gru.state", (0, 4), 0.5),
    )
    shown = pane(**WRITING, seq_changes=changes)
    page = shown.findChild(StepsPart)
    assert page.changed.chips.words == (
        "score 个 → ate, token 6 = 30.00",
        "temperature, token 2 = 3",
        "temperature, every token = 2",
        "New state h an, 5, forwards, word 3 = 0.50",
    )


def test_the_temperature_of_a_softmax_is_set_in_its_box_and_holds_at_every_token(pane, qtbot):
    shown = pane(**WRITING)
    page = shown.findChild(StepsPart)
    box = page.parameters.boxes["temperature"]
    assert box.isVisible()
    box.setText("4")
    qtbot.keyClick(box, Qt.Key.Key_Return)
    assert shown.session.state.seq_changes == (SetParameter("decoder.attn.softmax.temperature", 4.0),)
    weights = shown.session.results.translation.run.alignment()
    assert weights[5].max() < 0.9  # it was 0.97
    shown.session.set(seq_place=1)
    assert box.text() == "4"
    assert weights[1].max() < 0.8  # it was 0.89
    shown.session.set(seq_stage="scores")
    assert not box.isVisible()


def test_a_difference_is_shown_for_the_same_tokens(pane, qtbot):
    change = SetCells("decoder.t5.attn.scores", (0, 0, 1), 9.0)
    shown = pane(**WRITING, seq_changes=(change,))
    page = shown.findChild(StepsPart)
    qtbot.mouseClick(find(shown, QToolButton, "difference"), LEFT)
    made = shown.session.results.translation
    now, before = (
        run.trace("decoder.t5.attn.weights")["decoder.t5.attn.weights"] for run in (made.run, made.unchanged)
    )
    assert np.allclose(page.matrices.faces[-1].data.values, now[0] - before[0])
    shown.session.set(seq_changes=())
    assert not shown.session.state.seq_difference


def test_the_menu_of_a_number_masks_a_score_and_sets_it_to_nothing(pane):
    shown = pane(**WRITING, seq_step="attn.weights")
    page = shown.findChild(StepsPart)
    scores = page.matrices.steps.shown_views()[0]
    actions = {
        action.text().split("\t")[0]: action
        for action in page.matrices.cells.menu(scores, (0, APPLE)).actions()
    }
    actions["Mask it: this word may not be looked at"].trigger()
    assert shown.session.results.translation.run.steps[5]["decoder.t5.attn.weights"][0, 0, APPLE] == 0
    weights = page.matrices.steps.output
    page.matrices.cells.menu(weights, (0, 0)).actions()[1].trigger()
    assert shown.session.state.seq_changes[-1] == SetCells("decoder.t5.attn.weights", (0, 0, 0), 0.0)


def test_a_number_and_a_parameter_have_one_value_only():
    path, temperature = "decoder.t1.attn.scores", "decoder.attn.softmax.temperature"
    state = State(seq_changes=(SetCells(path, (0, 0, 1), 1.0), SetParameter(temperature, 2.0)))
    again = set_number(state, path, (0, 0, 1), 5.0)["seq_changes"]
    assert again == (SetParameter(temperature, 2.0), SetCells(path, (0, 0, 1), 5.0))
    beside = set_number(state, path, (0, 0, 2), 5.0)["seq_changes"]
    assert beside == (*state.seq_changes, SetCells(path, (0, 0, 2), 5.0))
    warmer = with_edit(state, SetParameter(temperature, 3.0))["seq_changes"]
    assert warmer == (SetCells(path, (0, 0, 1), 1.0), SetParameter(temperature, 3.0))
