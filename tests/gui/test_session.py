"""The session: what is said when, what undo brings back, and that results never look like choices."""

from dataclasses import fields

import pytest

from gui.results import Results
from gui.session import Session
from gui.state import EDITS, State, settled


@pytest.fixture
def session(qapp):
    return Session()


def test_setting_the_same_value_says_nothing(session, qtbot):
    with qtbot.assertNotEmitted(session.changed):
        session.set(metric="cosine")


def test_changed_names_exactly_what_differs(session, qtbot):
    with qtbot.waitSignal(session.changed) as seen:
        session.set(text="a b", metric="cosine")
    assert seen.args == [frozenset({"text"})]


def test_publishing_the_same_result_says_nothing(session, qtbot):
    with qtbot.assertNotEmitted(session.changed):
        session.publish(hits=(), failed={})


def test_undo_brings_back_words_but_not_where_you_look(session):
    before = session.state.words
    session.set(words=("king", "queen"))
    session.set(layer=1, stage="scores")
    session.undo_stack.undo()
    assert session.state.words == before
    assert (session.state.layer, session.state.stage) == (1, "scores")
    session.undo_stack.redo()
    assert session.state.words == ("king", "queen")
    assert session.state.layer == 1


def test_undo_of_one_edit_leaves_later_edits_of_other_fields_alone(session):
    session.set(text="one")
    session.set(words=("king",))
    session.undo_stack.undo()
    assert session.state.text == "one"


def test_looking_leaves_no_undo_entry(session):
    session.set(head=3)
    assert not session.undo_stack.canUndo()


def test_the_pair_stays_within_the_chosen_words():
    assert settled(State(words=("a", "b", "c"), pair=("b", "gone"))).pair == ("b", "a")
    assert settled(State(words=("a",), pair=("a", "b"))).pair == ("a",)
    assert settled(State(words=(), pair=("a", "b"))).pair == ()


def test_removing_a_word_of_the_pair_says_so(session, qtbot):
    gone, kept = session.state.pair
    with qtbot.waitSignal(session.changed) as seen:
        session.set(words=tuple(word for word in session.state.words if word != gone))
    assert seen.args == [frozenset({"words", "pair"})]
    assert session.state.pair[0] == kept


def test_state_and_results_share_no_name():
    assert not {field.name for field in fields(State)} & {field.name for field in fields(Results)}


def test_every_edit_is_a_field_of_the_state():
    assert {field.name for field in fields(State)} >= EDITS
