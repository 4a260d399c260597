"""Side by side: translations token by token, where they part, contexts, alignments, and the recorded scores."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QLabel

import gui.rooms.translation as room
from engine.errors import DataFileError
from engine.paths import TRANSLATION
from engine.sequences.beside import mean_likeness
from gui.parts.seq_beside import ROOMY, BesidePart
from gui.session import Session
from gui.state import State
from gui.widgets import numbers
from gui.widgets.copying import rows_of
from gui.widgets.notice import Notice
from gui.widgets.token_table import TokenTable
from gui.workroom import Workroom

HELD_OUT = "Did I tell you I got a new job?"  # the three translations part here
KINDS = ("fixed", "attention", "transformer")


@pytest.fixture
def part(live_translation, exposed):
    def make(session=None, width=1000, **choices):
        session = session or live_translation(**{"seq_page": "beside", "seq_text": HELD_OUT} | choices)
        return exposed(BesidePart(session), width, 620)

    return make


def said(part, name):
    document = QTextDocument()
    document.setHtml(part.findChild(QLabel, f"beside.{name}").text())
    return document.toPlainText()


def test_each_model_has_a_row_of_its_own_tokens_and_numbers(part):
    shown = part()
    made = shown.session.results.beside.translations
    assert [one.kind for one in made] == list(KINDS)
    for row, one in zip(shown.table.rows, made, strict=True):
        assert tuple(token.text for token in row.tokens) == one.run.output
        assert [token.numbers[0] for token in row.tokens] == [numbers.short(chance) for chance in one.chances]
        assert row.tokens[0].numbers[1] == "–"  # there is none before it
    assert {token.numbers[1] for token in shown.table.rows[0].tokens[1:]} == {"1.00"}
    assert len({token.numbers[1] for token in shown.table.rows[1].tokens[1:]}) > 3


def test_the_first_token_that_differs_is_marked(part):
    shown = part()
    outputs = [row.tokens for row in shown.table.rows]
    place = shown.table.marked
    assert place is not None
    assert len({tuple(token.text for token in tokens[:place]) for tokens in outputs}) == 1
    assert len({tokens[place].text for tokens in outputs}) > 1
    assert f"part at token {place + 1}" in said(shown, "vectors")


def test_where_all_write_the_same_that_is_said(part):
    shown = part(seq_text="I ate an apple.")
    assert shown.table.marked is None
    assert "All translations are the same." in said(shown, "vectors")


def test_how_much_each_context_moves_is_said(part):
    shown = part()
    for one in shown.session.results.beside.translations[1:]:
        assert numbers.short(mean_likeness(one)) in said(shown, "vectors")


def test_alignments_are_those_of_the_runs_and_of_the_head_looked_at(part):
    shown = part(seq_layer=2, seq_head=4)
    runs = {one.kind: one.run for one in shown.session.results.beside.translations}
    np.testing.assert_array_equal(shown.views["attention"].data.values, runs["attention"].alignment())
    np.testing.assert_array_equal(shown.views["transformer"].data.values, runs["transformer"].alignment(2, 4))
    assert shown.views["transformer"].data.title == "Transformer, layer 3, head 5"
    shown.session.set(seq_head=1)
    np.testing.assert_array_equal(shown.views["transformer"].data.values, runs["transformer"].alignment(2, 1))


def test_a_walk_through_a_model_without_layers_leaves_the_first_layer_in_sight(part):
    shown = part(seq_layer=-1)
    runs = {one.kind: one.run for one in shown.session.results.beside.translations}
    np.testing.assert_array_equal(shown.views["transformer"].data.values, runs["transformer"].alignment(0, 0))


def test_the_transformers_alignment_gives_way_where_there_is_no_room(part):
    assert part().views["transformer"].isVisible()
    narrow = part(width=ROOMY - 100)
    assert not narrow.views["transformer"].isVisible()
    assert narrow.views["attention"].isVisible()


def test_the_recorded_scores_are_below(part):
    shown = part()
    scores = shown.session.results.scores
    for kind in KINDS:
        assert numbers.short(scores.models[f"en-zh.{kind}"].test.bleu, 1) in said(shown, "scores")


@pytest.mark.parametrize(("method", "held"), [("greedy", 0), ("sample", 4)])
def test_a_click_on_a_token_leads_to_its_step(part, qtbot, method, held):
    shown = part(seq_method=method, seq_temperature=3.0)
    one = shown.session.results.beside.translations[2]
    qtbot.mouseClick(shown.table.viewport(), Qt.MouseButton.LeftButton, pos=shown.table.box((2, 4)).center())
    state = shown.session.state
    assert (state.seq_page, state.seq_model, state.seq_side, state.seq_place) == (
        "steps",
        "transformer",
        "decoder",
        4,
    )
    assert state.seq_prefix == one.run.written[:held]  # nothing is forced where it writes the same by itself
    assert shown.session.results.translation.run.written[:4] == one.run.written[:4]


def test_the_table_has_all_tokens_with_all_digits(part):
    shown = part()
    rows = rows_of(shown.table.tsv())
    made = shown.session.results.beside.translations
    assert len(rows) == 1 + sum(len(one.run.written) for one in made)
    assert rows[2][:3] == ["fixed", "2", made[0].run.output[1]]
    assert float(rows[2][3]) == made[0].chances[1]


def test_a_model_that_is_missing_is_named_and_the_others_are_shown(exposed, monkeypatch):
    real = room.load

    def load(name):
        if name == "en-zh.transformer":
            raise DataFileError(TRANSLATION / name / "model.safetensors", "file is damaged")
        return real(name)

    monkeypatch.setattr(room, "load", load)
    session = Session(state=State(desk="translation", seq_page="beside"))
    session.publish(beside=Workroom().beside(session.state, lambda: None))
    shown = exposed(BesidePart(session), 1000, 620)
    assert len(shown.table.rows) == 2
    assert "en-zh.transformer" in shown.findChild(Notice, "beside.notice").text()
    assert not shown.views["transformer"].isVisible()


def test_an_empty_sentence_is_said(part):
    assert "sentence is empty" in said(part(seq_text=" "), "message")


def test_from_the_page_to_a_token_by_keyboard(window, qtbot):
    """The real window: page, arrows along the tokens, Enter leads to the step."""
    window.session.set(desk="translation", seq_text=HELD_OUT)
    window.settle()
    pane = window.docks.here["translation"].widget()
    qtbot.mouseClick(pane.pages.buttons()[2], Qt.MouseButton.LeftButton)
    window.settle()
    table = window.findChild(TokenTable, "beside.tokens")
    assert table.isVisible()
    keys = Qt.Key
    for key in (keys.Key_Right, keys.Key_Down, keys.Key_Right, keys.Key_Right, keys.Key_Return):
        qtbot.keyClick(table, key)
    window.settle()
    state, run = window.session.state, window.session.results.translation.run
    assert (state.seq_page, state.seq_model, state.seq_place) == ("steps", "attention", 2)
    assert run.model.kind == "attention"
    assert window.session.results.beside is None  # no longer in sight
