"""Analogies: the words are typed with completions, every switch changes what is computed, and the answer is told."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton, QTreeWidget

from engine.analogy import Analogy, AnalogySettings
from engine.errors import UndefinedError
from engine.examples import WORDS
from engine.vectors import Neighbour
from gui.panes.similarity import SimilarityPane
from gui.session import Session
from gui.state import State
from gui.widgets.notice import Notice
from gui.widgets.segments import Segments
from gui.widgets.value_list import VALUE, ValueList
from gui.widgets.word_box import WordBox

KEY = Qt.Key
KING = ("king", "man", "woman")


@pytest.fixture
def pane(live_words, qtbot):
    def make(session=None, **choices):
        made = SimilarityPane(session or live_words(likeness_page="analogy", **choices))
        qtbot.addWidget(made)
        made.resize(438, 424)
        made.show()
        qtbot.waitExposed(made)
        made.activateWindow()
        return made

    return make


def child(pane, kind, name):
    found = pane.window().findChild(kind, f"similarity.analogy.{name}")
    assert found is not None, name
    return found


def answers(pane):
    shown = child(pane, ValueList, "answers")
    return [(shown.item(i).text(), shown.item(i).data(VALUE)) for i in range(shown.count())]


def said(pane):
    return child(pane, Notice, "said").text().replace("<b>", "").replace("</b>", "")


def switch(pane, name, place):
    child(pane, Segments, name).buttons()[place].click()


def test_king_minus_man_plus_woman(pane):
    pane = pane()
    assert [box.text() for box in (child(pane, WordBox, name) for name in "abc")] == list(KING)
    assert answers(pane)[:3] == [("queen", "0.7699"), ("monarch", "0.6843"), ("throne", "0.6756")]
    assert said(pane) == (
        "king − man + woman ≈ queen (0.7699), ahead of monarch by 0.0855. "
        "Unit vectors, score: cosine; the three words themselves are left out."
    )


def test_with_inputs_and_raw_vectors_an_input_wins_and_it_is_said_so(pane):
    pane = pane()
    switch(pane, "inputs", 1)
    switch(pane, "units", 1)
    assert answers(pane)[:2] == [("king", "0.8552"), ("queen", "0.7834")]
    assert "Raw vectors" in said(pane)
    assert "one of them wins" in said(pane)


def test_the_other_method_says_what_it_does_and_knows_no_raw_vectors(pane):
    pane = pane()
    switch(pane, "method", 1)
    first = answers(pane)[0]
    assert first[0] == "queen"
    assert first[1] != "0.7699"
    assert "3CosMul; the three words themselves are left out." in said(pane)
    assert not child(pane, Segments, "units").isEnabled()


def test_examples_are_one_click_away(pane, qtbot):
    pane = pane()
    button = child(pane, QToolButton, "example.1")
    assert button.text() == "paris − france + germany"
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert answers(pane)[0] == ("berlin", "0.8846")
    assert child(pane, WordBox, "a").text() == "paris"
    switch(pane, "units", 1)
    assert answers(pane)[0] == ("berlin", "0.8810")


def test_a_box_completes_as_the_search_does(pane, qtbot):
    pane = pane()
    box = child(pane, WordBox, "c")
    box.setFocus()
    qtbot.waitUntil(box.hasFocus)
    box.selectAll()
    qtbot.keyClicks(box, "quee")
    shown = child(pane, QTreeWidget, "c.suggestions")
    assert shown.isVisible()
    assert shown.topLevelItem(0).text(0) == "begins with it"
    assert not child(pane, WordBox, "a").list.isVisible()
    assert pane.session.state.analogy_terms == KING, "nothing is taken yet"
    for key in (KEY.Key_Down, KEY.Key_Return):
        qtbot.keyClick(box, key)
    assert pane.session.state.analogy_terms == ("king", "man", "queen")
    assert (box.text(), pane.session.state.completing) == ("queen", "")
    assert not shown.isVisible()


def test_what_begins_so_is_taken_by_enter_and_leaving_takes_a_word_too(pane, qtbot):
    pane = pane()
    a, b = child(pane, WordBox, "a"), child(pane, WordBox, "b")
    a.setFocus()
    qtbot.waitUntil(a.hasFocus)
    a.selectAll()
    qtbot.keyClicks(a, "Quee")
    qtbot.keyClick(a, KEY.Key_Return)
    assert pane.session.state.analogy_terms == ("queen", "man", "woman")
    a.selectAll()
    qtbot.keyClicks(a, "prince")
    b.setFocus()
    assert pane.session.state.analogy_terms == ("prince", "man", "woman")


def test_an_empty_box_keeps_its_word(pane, qtbot):
    pane = pane()
    a, b = child(pane, WordBox, "a"), child(pane, WordBox, "b")
    a.setFocus()
    qtbot.waitUntil(a.hasFocus)
    a.selectAll()
    qtbot.keyClick(a, KEY.Key_Delete)
    b.setFocus()
    assert (a.text(), pane.session.state.analogy_terms) == ("king", KING)


def test_an_empty_box_is_to_be_filled(pane):
    pane = pane(analogy_terms=("king", "", "woman"))
    assert said(pane) == "Write a word into each of the three boxes."


def test_an_unknown_word_is_named_with_near_spellings_to_click(pane):
    pane = pane(analogy_terms=("king", "mxan", "woman"))
    assert answers(pane) == []
    assert "“mxan” has no vector. Try" in said(pane)
    child(pane, Notice, "said").linkActivated.emit("mxan\nman")
    assert pane.session.state.analogy_terms == KING
    assert answers(pane)[0][0] == "queen"
    assert child(pane, WordBox, "b").text() == "man"


def test_without_a_direction_the_answer_is_undefined(pane):
    session = Session(state=State(likeness_page="analogy"))
    session.publish(failed={"analogy": UndefinedError("analogy")})
    assert "Undefined" in said(pane(session))


def test_a_single_answer_has_no_runner_up(pane):
    found = Analogy(KING, AnalogySettings(), (Neighbour("queen", 3, 0.7699),), np.zeros(2))
    session = Session(state=State(likeness_page="analogy"))
    session.publish(analogy=found)
    assert said(pane(session)).startswith("king − man + woman ≈ queen (0.7699). Unit")


def test_all_four_words_are_chosen_for_the_plane(pane, qtbot):
    pane = pane()
    button = child(pane, QToolButton, "show")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert pane.session.state.words == (*WORDS, *KING, "queen")
    assert not button.isEnabled(), "they are there"
    shown = child(pane, ValueList, "answers")
    shown.setCurrentRow(1)
    qtbot.keyClick(shown, KEY.Key_Return)
    assert pane.session.state.words[-1] == "monarch"
