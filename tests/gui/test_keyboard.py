"""The whole walk by keyboard alone, in the real window: steps, cells, operands, the trail back and forward."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QToolButton

from gui.widgets.chips import ChipList
from gui.widgets.matrix_view import MatrixView

CTRL, ALT, SHIFT = (getattr(Qt.KeyboardModifier, f"{name}Modifier") for name in ("Control", "Alt", "Shift"))
WEIGHT = ("blocks.3.attn.weights", (1, 7, 2))


@pytest.fixture
def press(window, qtbot):
    """Presses a key where the focus is, and waits for the engine."""
    window.activateWindow()

    def pressed(key, modifiers=Qt.KeyboardModifier.NoModifier, times=1):
        for _ in range(times):
            qtbot.keyClick(window.focusWidget(), key, modifiers)
        window.settle()
        return window.session.state

    return pressed


@pytest.fixture
def at_weight(window, press):
    """The weight from "it" to "cat" is opened in the matrix of the softmax."""
    window.session.set(stage="softmax", one_word=False, cell=WEIGHT)
    window.settle()
    press(Qt.Key.Key_F6, SHIFT)
    assert window.focusWidget() is window.attention.steps.output
    assert window.attention.steps.output.current == (7, 2)
    return window.attention.steps.output


def test_arrows_move_in_a_matrix_and_enter_opens(window, press, at_weight):
    assert press(Qt.Key.Key_Right).cell == WEIGHT, "moving opens nothing yet"
    assert at_weight.current == (7, 3)
    assert press(Qt.Key.Key_Return).cell == ("blocks.3.attn.weights", (1, 7, 3))
    press(Qt.Key.Key_Up, times=2)
    state = press(Qt.Key.Key_Return)
    assert (state.cell[1], state.query) == ((1, 5, 3), 5)
    assert window.session.results.opened.derivation.output.cell == (1, 5, 3)


def test_an_operand_is_chosen_and_followed_down_to_the_embedding_and_back(window, press, at_weight):
    steps = [press(Qt.Key.Key_F6).cell]
    assert window.focusWidget() is window.inspector.table
    for _ in range(400):
        if window.session.results.opened.derivation.step is None:
            break
        steps.append(press(Qt.Key.Key_Return).cell)
    assert steps[0] == WEIGHT
    assert not steps[-1][0].startswith("blocks."), "the trail ends at a row of a table or a given number"
    assert window.session.state.trail == tuple(steps[:-1])
    back = [press(Qt.Key.Key_Backspace).cell for _ in steps[1:]]
    assert back == steps[-2::-1]
    assert press(Qt.Key.Key_Backspace).cell == WEIGHT, "there is nothing before the first"
    forward = [press(Qt.Key.Key_Backspace, SHIFT).cell for _ in steps[1:]]
    assert forward == steps[1:]
    assert not window.session.state.ahead


def test_backspace_leads_back_from_the_matrix_too(window, press, at_weight):
    press(Qt.Key.Key_F6)
    press(Qt.Key.Key_Down)
    first = window.session.state.cell
    press(Qt.Key.Key_Return)
    second = window.session.state.cell
    assert second != first
    press(Qt.Key.Key_F6, SHIFT)
    assert isinstance(window.focusWidget(), MatrixView)
    assert press(Qt.Key.Key_Backspace).cell == first
    assert window.session.state.stage == "softmax"
    assert press(Qt.Key.Key_Backspace, SHIFT).cell == second
    press(Qt.Key.Key_Backspace)
    press(Qt.Key.Key_Down)
    assert not press(Qt.Key.Key_Return).ahead, "another number leads another way"


def test_down_chooses_another_operand(window, press, at_weight):
    press(Qt.Key.Key_F6)
    table = window.inspector.table
    assert table.currentIndex().row() == 0
    press(Qt.Key.Key_Down, times=2)
    press(Qt.Key.Key_Right)
    assert (table.currentIndex().row(), table.currentIndex().column()) == (2, 1)
    link = table.model().rows.link(2, 0)
    assert table.model().rows.link(2, 1) is None
    assert press(Qt.Key.Key_Return).cell == link, "a term leads to its operand"
    assert table.hasFocus()
    assert table.currentIndex().row() == 0


def test_the_table_is_copied(window, press, at_weight):
    press(Qt.Key.Key_F6)
    press(Qt.Key.Key_C, CTRL)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert len(lines) == 13
    assert lines[1].split("\t")[-1] == "1.0"


def test_alt_and_arrows_move_a_chosen_word_instead_of_the_step(window, press):
    chips = window.findChild(ChipList, "words.chosen")
    chips.setFocus()
    press(Qt.Key.Key_Home)
    before, layer = window.session.state.stage, window.session.state.layer
    assert press(Qt.Key.Key_Right, ALT).words[:2] == ("california", "florida")
    assert press(Qt.Key.Key_Left, ALT).words[:2] == ("florida", "california")
    assert press(Qt.Key.Key_Down, ALT).layer == layer
    assert window.session.state.stage == before
    press(Qt.Key.Key_A, CTRL)
    assert press(Qt.Key.Key_Backspace).words == ()
    assert press(Qt.Key.Key_Z, CTRL).words, "undo brings all of them back at once"


def test_backspace_in_a_box_only_deletes(window, press):
    window.session.set(cell=WEIGHT, trail=(("blocks.3.attn.masked", (1, 7, 2)),))
    window.settle()
    press(Qt.Key.Key_F, CTRL)
    press(Qt.Key.Key_A)
    assert press(Qt.Key.Key_Backspace).cell == WEIGHT
    assert window.focusWidget().text() == ""


def test_views_heads_layers_and_tokens_are_turned_by_keys(press):
    assert press(Qt.Key.Key_1, CTRL).one_word
    assert not press(Qt.Key.Key_2, CTRL).one_word
    assert press(Qt.Key.Key_4, CTRL).direction == "looked_at"
    assert press(Qt.Key.Key_3, CTRL).direction == "looks"
    assert press(Qt.Key.Key_Right, ALT | SHIFT).query == 8
    assert press(Qt.Key.Key_Left, ALT | SHIFT, times=20).query == 0
    assert press(Qt.Key.Key_Up, ALT).layer == 4
    assert press(Qt.Key.Key_PageDown, ALT).head == 2
    assert press(Qt.Key.Key_Right, ALT).stage == "weighted_sum"


def test_play_by_keys(window, press):
    assert press(Qt.Key.Key_Space, CTRL).playing
    assert not press(Qt.Key.Key_Space, CTRL).playing
    assert press(Qt.Key.Key_Space, CTRL).playing
    state = press(Qt.Key.Key_Escape)
    assert (state.playing, state.filled) == (False, None)


def test_tab_goes_through_the_pane_in_the_order_of_reading(window, press):
    window.session.set(stage="norm", step="", one_word=False)
    pane = window.attention
    pane.strip.setFocus()
    seen = []
    for _ in range(40):
        press(Qt.Key.Key_Tab)
        seen.append(QApplication.focusWidget())
        if seen[-1] is pane.steps.output:
            break
    check = pane.findChild(QToolButton, "attention.check")
    chosen = pane.parts.buttons()[0]  # arrows lead from there to the other parts
    wanted = [pane.bar, check, chosen, pane.steps.views[0], pane.steps.output]
    assert [widget for widget in seen if widget in wanted] == wanted
    assert all(pane.isAncestorOf(widget) for widget in seen)
