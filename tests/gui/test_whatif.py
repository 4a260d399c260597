"""What-if in the window: commands, values, parameters and menus make changes, told in words and removable."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QToolButton

from engine.edits import CutToken, MaskLater, Reorder, SetCells, SetParameter
from gui import whatif
from gui.parts.token_menu import TokenMenu
from gui.state import State
from gui.view import view_of
from gui.wording import in_words

AT = "blocks.3.attn."


def trigger(window, name):
    window.findChild(QAction, name).trigger()
    window.settle()


def weights(window):
    return np.array(window.attention.strip.weights)


def test_a_head_switched_off_changes_later_layers_and_undo_brings_the_same_bits(window):
    before = [window.session.results.overview.run.stream(layer) for layer in range(6)]
    trigger(window, "whatif.head")
    after = [window.session.results.overview.run.stream(layer) for layer in range(6)]
    assert all(a is b for a, b in zip(after[:3], before[:3], strict=True))
    assert all(np.abs(a - b).max() > 1e-3 for a, b in zip(after[3:], before[3:], strict=True))
    assert window.attention.findChild(QToolButton, "attention.difference").isVisible()
    trigger(window, "edit.undo")
    again = [window.session.results.overview.run.stream(layer) for layer in range(6)]
    assert all(np.array_equal(a, b) for a, b in zip(again, before, strict=True))
    trigger(window, "edit.redo")
    redone = window.session.results.overview.run.stream(5)
    assert np.array_equal(redone, after[5])


def test_a_value_typed_beside_its_arithmetic_flows_on(window, qtbot):
    window.session.set(cell=(f"{AT}scores", (1, 7, 5)), stage="scores")
    window.settle()
    box = window.findChild(QLineEdit, "inspector.value")
    qtbot.keyClicks(box, "30")
    qtbot.keyClick(box, Qt.Key.Key_Return)
    window.settle()
    assert window.session.state.changes == (SetCells(f"{AT}scores", (1, 7, 5), 30.0),)
    assert weights(window)[5] > 0.7
    assert window.attention.steps.output.data.marked[7, 5]
    assert window.attention.steps.output.data.marked.sum() == 1
    assert "by hand" in window.findChild(QLineEdit, "inspector.numpy").text()


def test_what_is_no_number_is_said_so_and_changes_nothing(window, qtbot):
    window.session.set(cell=(f"{AT}scores", (1, 7, 5)))
    window.settle()
    box = window.findChild(QLineEdit, "inspector.value")
    qtbot.keyClicks(box, "much")
    qtbot.keyClick(box, Qt.Key.Key_Return)
    assert "not a number" in window.findChild(QLabel, "inspector.verdict").text()
    assert window.session.state.changes == ()


@pytest.mark.parametrize(("typed", "told"), [("nan", "finite"), ("1e39", "finite"), ("-inf", "")])
def test_values_without_meaning_are_refused_in_words(window, qtbot, typed, told):
    window.session.set(cell=(f"{AT}scores", (1, 7, 5)))
    window.settle()
    box = window.findChild(QLineEdit, "inspector.value")
    qtbot.keyClicks(box, typed)
    qtbot.keyClick(box, Qt.Key.Key_Return)
    window.settle()
    notice = window.findChild(QLabel, "attention.notice")
    if told:
        assert told in notice.text()
        assert window.session.state.changes == ()
        assert weights(window)[2] == pytest.approx(0.5647, abs=1e-3)
    else:
        assert not notice.isVisible()
        assert weights(window)[5] == 0


def test_a_row_left_without_keys_is_refused_and_taken_back(window):
    window.session.set(changes=(SetCells("mask", (7, None), -np.inf),))
    window.settle()
    assert window.session.state.changes == ()
    assert "has no weights" in window.findChild(QLabel, "attention.notice").text()
    window.session.set(changes=(MaskLater(),))
    window.settle()
    assert not window.findChild(QLabel, "attention.notice").isVisible()


def test_a_parameter_has_a_box_at_its_step(window, qtbot):
    window.session.set(stage="softmax")
    box = window.findChild(QLineEdit, "attention.parameter.temperature")
    assert (box.isVisible(), box.text()) == (True, "1")
    assert not window.findChild(QLineEdit, "attention.parameter.divisor").isVisible()
    box.setText("0")
    qtbot.keyClick(box, Qt.Key.Key_Return)
    window.settle()
    assert weights(window).tolist() == [float(i == 2) for i in range(12)]
    box.setText("-1")
    qtbot.keyClick(box, Qt.Key.Key_Return)
    window.settle()
    assert "outside its limits" in window.findChild(QLabel, "attention.notice").text()
    assert weights(window).tolist() == [float(i == 2) for i in range(12)]


def test_undo_is_the_windows_while_a_box_has_nothing_to_undo(window, qtbot):
    trigger(window, "whatif.later")
    window.session.set(stage="softmax")
    box = window.findChild(QLineEdit, "attention.parameter.temperature")
    box.setFocus()
    claimed = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    claimed.ignore()
    QApplication.sendEvent(box, claimed)
    assert not claimed.isAccepted()
    qtbot.keyClicks(box, "2")
    QApplication.sendEvent(box, claimed)
    assert claimed.isAccepted()


def test_changes_are_told_in_words_and_removed_one_by_one(window):
    trigger(window, "whatif.later")
    trigger(window, "whatif.head")
    chips = window.attention.findChild(object, "attention.changes")
    assert list(chips.words) == ["later tokens masked", "head 2 of layer 4 off"]
    chips.removed.emit(("later tokens masked",))
    window.settle()
    assert list(chips.words) == ["head 2 of layer 4 off"]
    trigger(window, "whatif.nothing")
    assert window.session.state.changes == ()
    assert not chips.isVisible()


def test_the_difference_is_that_from_the_unchanged_run(window):
    window.session.set(stage="softmax", changes=(SetParameter(f"{AT}softmax.temperature", 0.5),))
    window.settle()
    shown = window.session.results.trace
    window.findChild(QToolButton, "attention.difference").click()
    drawn = window.attention.steps.output.data
    wanted = shown.trace[f"{AT}weights"][1] - shown.unchanged[f"{AT}weights"][1]
    assert np.array_equal(drawn.values, wanted)
    assert drawn.scale == "signed"


def test_another_sentence_has_no_changes_and_undo_brings_both_back(window):
    trigger(window, "whatif.later")
    window.session.set(text="Another one.")
    assert window.session.state.changes == ()
    trigger(window, "edit.undo")
    assert window.session.state.changes == (MaskLater(),)


def test_the_menu_of_a_token_masks_and_cuts(window, qtbot):
    view = view_of(window.session.state, window.session.results.overview.run)
    menu = TokenMenu(window.attention, view, 2)
    qtbot.addWidget(menu)
    made = []
    menu.chosen.connect(made.append)
    for action in menu.actions():
        action.trigger()
    assert made == [
        SetCells("mask", (None, 2), -np.inf),
        SetCells("mask", (None, 2), 0.0),
        CutToken(2, "cat"),
    ]
    assert "“cat”" in menu.actions()[0].text()


def test_check_this_answers_for_the_step_in_sight(window):
    button = window.findChild(QToolButton, "attention.check")
    button.click()
    window.settle()
    assert button.text().startswith("✓ ")
    assert button.accessibleName().startswith("agrees, ")
    window.session.set(stage="scores")
    assert button.text() == "Check"


def test_shuffling_keeps_the_models_own_tokens_in_place(made):
    run = made().overview.run
    edit = whatif.shuffled(view_of(State(), run))
    assert isinstance(edit, Reorder)
    assert (edit.order[0], edit.order[-1]) == (0, 11)
    assert sorted(edit.order) == list(range(12))
    assert edit.order != tuple(range(12))
    assert in_words(edit, run) == "words shuffled"
