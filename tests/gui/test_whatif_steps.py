"""What-if at its steps: the training view, score functions, padding, masks of cells, another token in a place."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QLineEdit, QSpinBox, QToolButton

from engine.edits import Padding, ReplaceToken, SetCells, SetParameter, Training
from gui import whatif
from gui.parts.replace_token import ReplaceTokenDialog, spelling_in_words
from gui.parts.token_menu import TokenMenu
from gui.view import view_of

AT = "blocks.3.attn."
MASKED = float("-inf")


def told(window):
    return window.findChild(QLabel, "attention.sentence").text()


def of_carried(window):
    return window.findChild(QLabel, "attention.carried")


def looked_at(window):
    return view_of(window.session.state, window.session.results.overview.run)


def set_box(window, qtbot, name, text):
    box = window.findChild(QLineEdit, f"attention.parameter.{name}")
    box.setText(text)
    qtbot.keyClick(box, Qt.Key.Key_Return)
    window.settle()


# --- dropout --------------------------------------------------------------------------------------------------


def test_dropout_is_said_to_be_off_and_turned_on_beside_its_step(window, qtbot):
    window.session.set(stage="dropout", step="")
    switch = window.findChild(QToolButton, "attention.training")
    rate = window.findChild(QLineEdit, "attention.parameter.rate")
    assert "Dropout is off: nothing is changed." in told(window)
    assert (switch.isVisible(), switch.isChecked(), rate.isVisible()) == (True, False, False)
    switch.click()
    window.settle()
    assert window.session.state.changes == (Training(0.1, 0),)
    assert (rate.isVisible(), rate.text()) == (True, "0.1")
    drawn = window.attention.steps.output.data
    assert drawn.masked_as == "dropped"
    assert np.array_equal(drawn.masked, drawn.values == 0)
    assert f"{int(drawn.masked.sum())} of 4,608" in told(window)
    switch.click()
    window.settle()
    assert window.session.state.changes == ()
    assert window.attention.steps.output.data.masked is None


def test_rate_and_seed_are_one_change_for_all_layers(window, qtbot):
    window.session.set(stage="feed_forward", step="mlp.dropped", changes=(Training(),))
    window.settle()
    set_box(window, qtbot, "rate", "0.5")
    set_box(window, qtbot, "seed", "12")
    assert window.session.state.changes == (Training(0.5, 12),)
    chips = window.attention.findChild(object, "attention.changes")
    assert list(chips.words) == ["training: dropout 0.5, seed 12"]
    set_box(window, qtbot, "rate", "0.99")
    assert window.session.state.changes == (Training(0.5, 12),)
    assert "outside its limits" in window.findChild(QLabel, "attention.notice").text()
    set_box(window, qtbot, "seed", "1.5")
    assert window.session.state.changes == (Training(0.5, 12),)
    assert "whole number" in window.findChild(QLabel, "attention.notice").text()


def test_a_dropped_number_says_so_where_it_is_opened(window):
    window.session.set(stage="dropout", step="", changes=(Training(0.5, 1),))
    window.settle()
    gone = window.attention.steps.output.data.masked
    for dropped, said in (
        (True, "dropped: it becomes 0"),
        (False, "kept: divided by the share that stays, 0.5"),
    ):
        row, col = map(int, np.argwhere(gone == dropped)[0])
        window.session.set(cell=(f"{AT}dropped", (row, col)))
        window.settle()
        assert said in window.findChild(QLabel, "inspector.parts").text()
        assert "agrees" in window.findChild(QLabel, "inspector.verdict").text()


# --- score functions --------------------------------------------------------------------------------------------


def test_another_score_function_is_chosen_at_the_scores_and_told(window):
    window.session.set(stage="scores", step="")
    box = window.findChild(QComboBox, "attention.parameter.function")
    assert (box.isVisible(), box.currentData()) == (True, "dot")
    box.setCurrentIndex(box.findData("cosine"))
    box.activated.emit(box.currentIndex())
    window.settle()
    assert window.session.state.changes == (SetParameter(f"{AT}scores.function", "cosine"),)
    assert "cosine" in told(window)
    assert np.abs(window.attention.steps.output.data.values).max() <= 1.0001
    window.session.set(stage="scale", step="")
    assert "All cosines are divided by 5.66" in told(window)
    chips = window.attention.findChild(object, "attention.changes")
    assert list(chips.words) == ["scores by cosine in layer 4"]
    window.session.set(stage="scores")
    box.setCurrentIndex(box.findData("dot"))
    box.activated.emit(box.currentIndex())
    window.settle()
    assert window.session.state.changes == ()


# --- padding and order ------------------------------------------------------------------------------------------


def test_padding_is_set_at_the_mask_and_what_it_does_is_compared(window, qtbot):
    window.session.set(stage="mask", step="")
    count, masked = (
        window.findChild(QSpinBox, "attention.padding"),
        window.findChild(QCheckBox, "attention.padding.masked"),
    )
    count.setValue(2)
    window.settle()
    assert window.session.state.changes == (Padding(2, "[PAD]", 0),)
    assert window.attention.strip.tokens[-2:] == ("[PAD]", "[PAD]")
    assert "changes no output of the other tokens" in of_carried(window).text()
    masked.click()
    window.settle()
    assert window.session.state.changes == (Padding(2, "[PAD]", 0, seen=True),)
    assert "padding changes the outputs" in of_carried(window).text()
    window.session.set(changes=(*window.session.state.changes, SetCells("mask", (None, 13), MASKED)))
    window.settle()
    count.setValue(1)
    window.settle()
    assert window.session.state.changes == (Padding(1, "[PAD]", 0, seen=True),)
    count.setValue(0)
    window.settle()
    assert window.session.state.changes == ()
    assert not of_carried(window).isVisible()


def test_padding_that_is_taken_away_takes_the_changes_of_its_tokens_with_it(window):
    window.session.set(changes=(Padding(2, "[PAD]", 0, seen=True), SetCells("mask", (None, 12), MASKED)))
    window.settle()
    chips = window.attention.findChild(object, "attention.changes")
    chips.removed.emit(("2 padding tokens, seen",))
    window.settle()
    assert window.session.state.changes == ()
    assert len(window.session.results.overview.run.tokens) == 12


def test_a_padding_token_is_masked_but_neither_cut_nor_replaced(window, qtbot):
    window.session.set(changes=(Padding(1, "[PAD]", 0, seen=True),))
    window.settle()
    menu = TokenMenu(window.attention, looked_at(window), 12)
    qtbot.addWidget(menu)
    assert len(menu.actions()) == 2


def test_shuffled_words_are_compared_with_and_without_positions(window):
    window.findChild(QAction, "whatif.shuffle").trigger()
    window.settle()
    assert "do more than change places" in of_carried(window).text()
    assert "Positions are on" in of_carried(window).text()
    window.findChild(QAction, "whatif.positions").trigger()
    window.settle()
    assert "only change places" in of_carried(window).text()
    window.session.set(stage="dropout", step="", changes=(*window.session.state.changes, Training()))
    window.settle()
    assert "do more than change places" in of_carried(window).text()  # dropout falls on places, not on words


# --- masks of cells ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stage", "place", "path", "where"),
    [
        ("mask", 1, "mask", (7, 2)),
        ("mask", -1, f"{AT}masked", (1, 7, 2)),
        ("scores", -1, f"{AT}scores", (1, 7, 2)),
        ("scale", -1, f"{AT}scaled", (1, 7, 2)),
    ],
)
def test_the_key_masks_the_current_cell_and_lets_it_be_seen_again(window, qtbot, stage, place, path, where):
    window.session.set(stage=stage, step="")
    window.activateWindow()
    matrix = window.attention.steps.shown_views()[place]
    matrix.setFocus()
    matrix.set_current((7, 2))
    qtbot.keyClick(matrix, Qt.Key.Key_M)
    window.settle()
    assert window.session.state.changes == (SetCells(path, where, MASKED),)
    assert np.array(window.attention.strip.weights)[2] == 0
    matrix = window.attention.steps.shown_views()[place]
    matrix.set_current((7, 2))
    qtbot.keyClick(matrix, Qt.Key.Key_M)
    window.settle()
    assert window.session.state.changes == ()
    assert np.array(window.attention.strip.weights)[2] == pytest.approx(0.5647, abs=1e-3)


def test_a_cell_that_something_else_masks_is_let_be_seen_by_the_mask(window):
    window.session.set(stage="mask", step="", changes=(SetCells("mask", (None, 2), MASKED),))
    window.settle()
    shown = window.session.results.trace
    changes = whatif.mask_turned(
        window.session.state.changes, f"{AT}masked", (1, 7, 2), shown.trace, shown.run.tokens
    )
    window.session.set(changes=changes)
    window.settle()
    assert changes[-1] == SetCells("mask", (7, 2), 0.0)
    assert np.array(window.attention.strip.weights)[2] > 0.5


def test_the_menu_of_a_cell_masks_it_and_that_of_a_weight_only_opens(window, qtbot):
    window.session.set(stage="softmax", step="")
    cells, steps = window.attention._matrices.cells, window.attention.steps
    assert not any("ask" in action.text() for action in cells.menu(steps.output, (7, 2)).actions())
    opens, masks = cells.menu(steps.shown_views()[0], (7, 2)).actions()[:2]
    assert "from it, to cat" in masks.text()
    opens.trigger()
    assert window.session.state.cell == (f"{AT}masked", (1, 7, 2))
    masks.trigger()
    assert window.session.state.changes == (SetCells(f"{AT}masked", (1, 7, 2), MASKED),)


# --- another token ----------------------------------------------------------------------------------------------


@pytest.fixture
def dialog(window, qtbot):
    window.session.set(query=9, anchor=None)
    window.findChild(QAction, "whatif.replace").trigger()
    return window.findChild(ReplaceTokenDialog)


def test_a_token_is_replaced_by_one_token_of_the_model(window, qtbot, dialog):
    qtbot.keyClicks(dialog.entry, "Sweet")
    window.settle()
    assert dialog.remark.text() == "One token: “sweet”."
    qtbot.keyClick(dialog.entry, Qt.Key.Key_Return)
    window.settle()
    (change,) = window.session.state.changes
    assert (type(change), change.position, change.text) == (ReplaceToken, 9, "sweet")
    assert window.attention.strip.tokens[9] == "sweet"
    assert np.array(window.attention.strip.weights).shape == (12,)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("unbelievably small", "falls into 6: un · ##bel · ##ie · ##va · ##bly · small"),
        ("☃", "does not know"),
        (" ", ""),
    ],
)
def test_what_is_not_one_token_is_said_and_not_taken(window, qtbot, dialog, typed, said):
    dialog.entry.setText(typed)
    window.settle()
    assert said in dialog.remark.text()
    assert bool(dialog.remark.text()) == bool(said)
    qtbot.keyClick(dialog.entry, Qt.Key.Key_Return)
    assert dialog.isVisible()
    assert window.session.state.changes == ()
    qtbot.keyClick(dialog.entry, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_a_fresh_layer_takes_known_words_only(made):
    overview = made(source="fresh").overview
    spell = overview.run.model.spell
    assert "has no vector" in spelling_in_words(spell("qwzx"), False)
    assert spelling_in_words(spell("dog"), False) == "One token: “dog”."
