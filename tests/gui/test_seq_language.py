"""Writing on: what may come next, tokens written and taken back, what each looks at."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QComboBox, QLabel, QSpinBox, QToolButton

from engine.edits import SetCells
from engine.sequences.decode import drawn, greedy
from engine.sequences.run import SequenceRun
from engine.translation_text import END
from gui.parts.seq_language import LanguagePart
from gui.parts.seq_language_heads import LanguageHeadsPart, LanguageStripPart, weights_path
from gui.parts.seq_language_said import why
from gui.widgets.heads_grid import HeadsGrid
from gui.widgets.matrix_view import MatrixView
from gui.widgets.token_strip import TokenStrip

PROMPT = "You should"


@pytest.fixture
def part(language_part):
    return language_part


@pytest.fixture(scope="session")
def model(workroom):
    return workroom.sequence_model("language", "")


def begun(model, *more):
    """The model's own run over the beginning and more tokens."""
    return SequenceRun.begin(model, written=(*model.target_words.encode(["you", "should"]), *more))


def press(qtbot, part, name):
    button = part.findChild(QToolButton, f"language.{name}")
    assert button.isEnabled()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def said(part, name):
    document = QTextDocument()
    document.setHtml(part.findChild(QLabel, f"language.{name}").text())
    return document.toPlainText()


def strip(part):
    return part.findChild(TokenStrip, "language.tokens")


def test_the_ten_likeliest_are_those_of_the_model(part, model):
    shown, values = part(), begun(model).probabilities
    order = np.argsort(-values, kind="stable")[:10]
    assert [row.head[1] for row in shown.chances.rows] == order.tolist()
    assert [row.name for row in shown.chances.rows] == model.target_words.decode(order)
    assert [row.share for row in shown.chances.rows] == values[order].tolist()
    assert shown.chances.choice == (0, int(values.argmax()))
    assert f"“{model.target_words.tokens[values.argmax()]}”" in said(shown, "coming")
    assert "the likeliest" in said(shown, "coming")


def test_a_walk_through_a_model_without_layers_leaves_the_first_layer_in_sight(part):
    """Such a walk has no layer: it leaves -1."""
    shown, first = part(seq_layer=-1), part(seq_layer=0)
    assert strip(shown).weights == strip(first).weights


def test_next_back_and_from_the_beginning(part, model, qtbot):
    shown = part()
    for _ in range(2):
        press(qtbot, shown, "step")
    first = int(begun(model).probabilities.argmax())
    second = int(begun(model, first).probabilities.argmax())
    assert shown.session.state.seq_prefix == (first, second)
    assert strip(shown).tokens == ("<s>", "you", "should", *model.target_words.decode([first, second]))
    press(qtbot, shown, "back")
    assert shown.session.state.seq_prefix == (first,)
    press(qtbot, shown, "over")
    assert shown.session.state.seq_prefix == ()
    assert not shown.findChild(QToolButton, "language.back").isEnabled()


def test_to_the_end_is_greedy_and_stops_at_the_end_mark(part, model, qtbot):
    shown = part()
    press(qtbot, shown, "end")
    whole = greedy(begun(model))
    assert shown.session.results.writing.run.written == whole.written
    assert not shown.findChild(QToolButton, "language.step").isEnabled()
    assert whole.ended
    assert "The sentence has ended" in said(shown, "coming")
    press(qtbot, shown, "back")
    assert shown.session.results.writing.run.written == whole.written[:-1]
    assert not shown.session.state.seq_to_end


def test_another_token_is_chosen_by_click_and_by_enter(part, model, qtbot):
    shown = part()
    third = shown.chances.rows[2].head[1]
    qtbot.mouseClick(shown.chances.viewport(), Qt.MouseButton.LeftButton, pos=shown.chances.box(2).center())
    assert shown.session.state.seq_prefix == (third,)
    second = shown.chances.rows[1].head[1]
    for key in (Qt.Key.Key_Home, Qt.Key.Key_Down, Qt.Key.Key_Return):
        qtbot.keyClick(shown.chances, key)
    assert shown.session.state.seq_prefix == (third, second)


def test_the_marked_token_can_be_chosen_too_again_and_again(part, model, qtbot):
    shown = part()
    for count in (1, 2):
        marked = shown.chances.choice[1]
        row = [row.head[1] for row in shown.chances.rows].index(marked)
        qtbot.mouseClick(
            shown.chances.viewport(), Qt.MouseButton.LeftButton, pos=shown.chances.box(row).center()
        )
        assert len(shown.session.state.seq_prefix) == count
        assert shown.session.state.seq_prefix[-1] == marked


def test_after_the_end_another_token_takes_the_place_of_the_end_mark(part, qtbot):
    shown = part(seq_to_end=True)
    ended = shown.session.results.writing.added
    assert ended[-1] == END
    assert shown.chances.choice == (0, END)
    other = next(i for i, row in enumerate(shown.chances.rows) if row.head[1] != END)
    token = shown.chances.rows[other].head[1]
    qtbot.mouseClick(
        shown.chances.viewport(), Qt.MouseButton.LeftButton, pos=shown.chances.box(other).center()
    )
    assert shown.session.state.seq_prefix == (*ended[:-1], token)


def test_a_seed_draws_and_is_named(part, model):
    shown = part(seq_method="sample", seq_temperature=1.5, seq_seed=11)
    run = begun(model)
    assert shown.chances.choice == (0, drawn(run.logits, 1.5, 11, 2))
    assert "temperature 1.5 and seed 11" in said(shown, "coming")
    seen = set()
    for seed in range(12):
        shown.session.set(seq_seed=seed)
        seen.add(shown.session.results.writing.following)
    assert len(seen) > 1
    shown.session.set(seq_temperature=0.0)
    assert shown.chances.choice == (0, int(run.probabilities.argmax()))


def test_the_tokens_are_lit_by_what_the_last_one_looks_at(part):
    shown = part(seq_layer=1, seq_head=3, seq_to_end=True)
    run = shown.session.results.writing.run
    weights = run.target_trace[weights_path(1)][3]
    last = len(run.read) - 1
    assert strip(shown).query == last
    np.testing.assert_allclose(strip(shown).weights, weights[last])
    shown.session.set(seq_looker=2)
    np.testing.assert_allclose(strip(shown).weights[:3], weights[2, :3])
    assert set(strip(shown).weights[3:]) == {-np.inf}  # what comes later is masked


def test_a_click_looks_from_another_token_and_writing_looks_from_the_last_again(part, qtbot):
    shown = part()
    qtbot.mouseClick(strip(shown).viewport(), Qt.MouseButton.LeftButton, pos=strip(shown).box(1).center())
    assert shown.session.state.seq_looker == 1
    press(qtbot, shown, "step")
    assert shown.session.state.seq_looker is None
    assert strip(shown).query == 3


def test_the_matrix_is_the_chosen_head_and_hides_what_comes_later(part, qtbot):
    shown = part(seq_to_end=True)
    run, view = shown.session.results.writing.run, shown.findChild(MatrixView, "language.weights")
    grid, count = shown.findChild(HeadsGrid, "language.heads"), len(shown.session.results.writing.run.read)
    assert grid.count == (run.model.sizes.layers, run.model.sizes.heads)
    for _ in range(2):
        qtbot.keyClick(grid, Qt.Key.Key_Down)
    qtbot.keyClick(grid, Qt.Key.Key_Return)
    assert (shown.session.state.seq_layer, shown.session.state.seq_head) == (2, 0)
    np.testing.assert_array_equal(view.data.values, run.target_trace[weights_path(2)][0])
    assert (view.data.hidden == np.triu(np.ones((count, count), bool), 1)).all()
    np.testing.assert_allclose(view.data.values.sum(axis=1), 1, atol=1e-5)


def test_a_number_of_the_matrix_opens(part, qtbot):
    shown = part(seq_layer=1, seq_head=2)
    view = shown.findChild(MatrixView, "language.weights")
    view.activated.emit(2, 1)
    state = shown.session.state
    assert state.cell == ("decoder.blocks.1.attn.weights", (2, 2, 1))
    assert state.seq_looker == 2
    opened, run = shown.session.results.opened, shown.session.results.writing.run
    assert opened.run is run
    assert opened.derivation.output.value == run.target_trace[weights_path(1)][2, 2, 1]
    assert opened.derivation.agrees
    assert view.current == (2, 1)


def test_a_change_is_computed_said_and_taken_back(part, model, qtbot):
    change = SetCells("decoder.logits", (2, 5), 99.0)
    shown = part()
    before = shown.session.results.writing.following
    shown.session.set(seq_changes=(change,))
    assert shown.session.results.writing.following == 5 != before
    assert "99" in said(shown, "changed")
    press(qtbot, shown, "unchange")
    assert shown.session.results.writing.following == before
    assert not shown.findChild(QLabel, "language.changed").isVisible()


def test_from_you_should_to_an_opened_number(window, qtbot):
    """The real window: the model chosen, a token by keyboard, the rest by itself, drawn by a seed, a weight opened."""
    window.session.set(desk="translation")
    window.settle()
    pane = window.docks.here["translation"].widget()
    qtbot.mouseClick(pane.choice.models.buttons()[3], Qt.MouseButton.LeftButton)
    window.settle()
    part = window.findChild(LanguagePart)
    assert strip(part).tokens == ("<s>", "you", "should")
    for key in (Qt.Key.Key_Home, Qt.Key.Key_Down, Qt.Key.Key_Return):
        qtbot.keyClick(part.chances, key)
    window.settle()
    assert len(strip(part).tokens) == 4
    press(qtbot, part, "end")
    window.settle()
    assert window.session.results.writing.run.full
    method = window.findChild(QComboBox, "translation.method")
    method.setCurrentIndex(2)
    method.activated.emit(2)
    window.findChild(QSpinBox, "translation.seed").setValue(4)
    window.settle()
    assert "seed 4" in why(window.session.state)
    view = part.findChild(MatrixView, "language.weights")
    qtbot.mouseClick(
        view.viewport(), Qt.MouseButton.LeftButton, pos=view.arranged.cell(1, 0, view.offset()).center()
    )
    window.settle()
    assert window.session.results.opened.derivation.agrees
    assert "agrees" in window.findChild(QLabel, "inspector.verdict").text()
    assert part.findChild(LanguageHeadsPart).isVisible()
    assert part.findChild(LanguageStripPart).isVisible()
    window.session.undo_stack.undo()
    window.settle()
    assert window.session.state.seq_seed == 0
