"""The dictionary: three answers to one look-up, values that can be typed over, and what has no answer."""

import math

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDoubleSpinBox, QLabel, QLineEdit, QToolButton

from engine.dictionary import look_up
from engine.examples import WORDS
from engine.vectors import WordVectors
from gui.panes.scoring import ScoringPane
from gui.session import Session
from gui.state import State
from gui.widgets.bar_table import BarTable
from gui.widgets.notice import Notice
from gui.widgets.segments import Segments
from gui.widgets.word_box import WordBox

KEY = Qt.Key
VALUE, SCORE, WEIGHT, SHARE = range(4)
SMALL = WordVectors(("a", "b", "c", "zero"), np.array([[1, 0], [0, 1], [1, 1], [0, 0]], np.float32))


@pytest.fixture
def pane(live_lab, exposed):
    def make(session=None, **choices):
        made = exposed(ScoringPane(session or live_lab(lab_page="dictionary", **choices)), 860, 700)
        made.activateWindow()
        return made

    return make


def child(pane, kind, name):
    found = pane.findChild(kind, f"scoring.{name}")
    assert found is not None, name
    return found


def answers(pane):
    """As they are read, without markup."""
    shown = [child(pane, QLabel, name).text() for name in ("exact", "nearest", "soft")]
    return [text.split(">")[1].split("<")[0] if "<" in text else text for text in shown]


def said(pane, name):
    return child(pane, QLabel, f"{name}.said").text()


def column(pane, place):
    return list(child(pane, BarTable, "dictionary").shown.columns[place].values)


def type_over(pane, qtbot, row, text):
    table = child(pane, BarTable, "dictionary")
    table.setFocus()
    table.setCurrentIndex(table.model().index(row, VALUE))
    qtbot.keyClick(table, KEY.Key_Return)
    editor = table.viewport().findChild(QLineEdit)
    editor.clear()
    qtbot.keyClicks(editor, text)
    qtbot.keyClick(editor, KEY.Key_Return)
    qtbot.waitUntil(lambda: table.viewport().findChild(QLineEdit) is None)


def published(query, keys, *how):
    session = Session(state=State(desk="scoring", lab_page="dictionary", lab_query=query, lab_keys=keys))
    session.publish(vectors=SMALL, lab_look=look_up(SMALL, query, keys, {}, *how))
    return session


def test_a_word_that_is_no_key_has_no_exact_answer(pane):
    pane = pane()
    found = pane.session.results.lab_look
    assert answers(pane) == ["no answer", "10.00", f"{found.answer:.2f}"]
    assert said(pane, "exact") == "“miami” is not among the keys."
    assert "nearest to “miami” is “florida”" in said(pane, "nearest")
    assert "The largest weight is that of “florida”" in said(pane, "soft")
    assert column(pane, VALUE) == [10, 20, 30, 40, 50]
    assert column(pane, SCORE) == pytest.approx(found.scores.tolist())
    assert sum(column(pane, WEIGHT)) == pytest.approx(1)
    assert sum(column(pane, SHARE)) == pytest.approx(found.answer, abs=1e-4)


def test_a_key_itself_is_answered_exactly(pane, qtbot):
    pane = pane()
    box = child(pane, WordBox, "query")
    box.setFocus()
    qtbot.waitUntil(box.hasFocus)
    box.selectAll()
    qtbot.keyClicks(box, "texas")
    qtbot.keyClick(box, KEY.Key_Return)
    assert answers(pane)[:2] == ["30.00", "30.00"]
    assert said(pane, "exact") == "“texas” is a key."


def test_a_value_can_be_typed_over_and_undone(pane, qtbot):
    pane = pane()
    before = answers(pane)[2]
    type_over(pane, qtbot, 0, "-2,5")
    assert pane.session.state.lab_values == (("florida", -2.5),)
    assert column(pane, VALUE)[0] == -2.5
    assert answers(pane)[1] == "−2.50"
    assert answers(pane)[2] != before
    assert child(pane, BarTable, "dictionary").shown.columns[VALUE].notes[0] == "given by you"
    pane.session.undo_stack.undo()
    assert answers(pane)[2] == before
    pane.session.undo_stack.redo()
    qtbot.mouseClick(child(pane, QToolButton, "plain_values"), Qt.MouseButton.LeftButton)
    assert answers(pane)[2] == before
    assert not child(pane, QToolButton, "plain_values").isEnabled()


def test_an_emptied_value_is_the_default_again(pane, qtbot):
    pane = pane(lab_values=(("florida", 5.0), ("texas", 6.0)))
    type_over(pane, qtbot, 0, "")
    assert pane.session.state.lab_values == (("texas", 6.0),)
    assert column(pane, VALUE) == [10, 20, 6, 40, 50]


@pytest.mark.parametrize("text", ["ten", "1e9", "inf", "nan"])
def test_what_is_no_number_is_refused_beside_the_table(pane, qtbot, text):
    pane = pane()
    type_over(pane, qtbot, 1, text)
    assert pane.session.state.lab_values == ()
    assert column(pane, VALUE)[1] == 20
    notice = child(pane, Notice, "dictionary.notice")
    assert notice.isVisibleTo(pane)
    assert f"“{text}” is not a number" in notice.text()


def test_temperature_moves_the_soft_answer(pane):
    pane = pane()
    box = child(pane, QDoubleSpinBox, "temperature")
    box.setValue(0)
    assert answers(pane)[2] == "10.00"
    assert column(pane, WEIGHT) == [1, 0, 0, 0, 0]
    box.setValue(1000)
    assert float(answers(pane)[2]) == pytest.approx(30, abs=0.5)  # the mean of all
    assert max(column(pane, WEIGHT)) < 0.21


def test_the_metric_is_chosen(pane):
    pane = pane()
    child(pane, Segments, "metric").buttons()[1].click()
    assert pane.session.state.lab_function == "cosine"
    assert column(pane, SCORE)[0] == pytest.approx(0.812, abs=1e-3)
    child(pane, Segments, "metric").buttons()[2].click()
    rows = pane.session.results.vectors.stack(("miami", *WORDS))
    assert column(pane, SCORE) == pytest.approx(
        [-(math.dist(rows[0], row) ** 2) / 2 for row in rows[1:]], rel=1e-5
    )


def test_scores_weights_and_the_answer_open(pane, qtbot):
    pane = pane()
    table = child(pane, BarTable, "dictionary")
    for place, path, cell in (
        (SCORE, "lab.look.scores", (0, 0, 3)),
        (WEIGHT, "lab.look.weights", (0, 0, 3)),
        (SHARE, "lab.look.answer", (0, 0, 0)),
    ):
        box = table.visualRect(table.model().index(3, place))
        qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=box.center())
        assert pane.session.state.cell == (path, cell)
        assert pane.session.results.opened.derivation.agrees
    pane.session.set(cell=None)
    child(pane, QLabel, "soft").linkActivated.emit("answer")
    derivation = pane.session.results.opened.derivation
    assert derivation.output.name == "lab.look.answer"
    assert f"{derivation.arithmetic.result:.2f}" == answers(pane)[2]


def test_an_unknown_word_has_no_nearest_and_no_soft_answer(pane):
    pane = pane(lab_query="blorple")
    assert answers(pane) == ["no answer", "undefined", "undefined"]
    for name in ("nearest", "soft"):
        assert said(pane, name) == "“blorple” has no vector: nothing is near to it or far from it."
    assert column(pane, SCORE) == [None] * 5
    assert column(pane, VALUE) == [10, 20, 30, 40, 50]


def test_an_unknown_word_that_is_a_key_is_found_exactly(pane):
    pane = pane(lab_query="blorple", lab_keys=("texas", "blorple"))
    assert answers(pane) == ["20.00", "undefined", "undefined"]
    assert "left out of what is computed: “blorple”" in child(pane, Notice, "notice").text()


def test_a_key_without_a_vector_is_left_out_of_what_is_near(pane, qtbot):
    pane = pane(lab_keys=("blorple", "texas"))
    assert column(pane, SCORE)[0] is None
    assert column(pane, WEIGHT) == [None, 1]
    table = child(pane, BarTable, "dictionary")
    box = table.visualRect(table.model().index(0, SCORE))
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=box.center())
    assert pane.session.state.cell is None


def test_without_keys_nothing_answers(pane):
    pane = pane(lab_keys=())
    assert answers(pane) == ["no answer", "undefined", "undefined"]
    assert said(pane, "nearest") == "No key has a vector to compare with."
    assert "There are no keys" in child(pane, Notice, "notice").text()


def test_a_zero_vector_has_no_cosine(pane):
    pane = pane(published("zero", ("a", "b"), "cosine"))
    assert answers(pane) == ["no answer", "undefined", "undefined"]
    assert "it has no direction" in said(pane, "soft")


def test_equally_near_keys_are_named(pane):
    pane = pane(published("c", ("a", "b"), "dot", 0.0))
    assert answers(pane) == ["no answer", "10.00", "15.00"]
    assert said(pane, "nearest") == "Equally near: “a”, “b”, with the score 1.000. The first of them answers."


def test_from_a_typed_word_to_the_opened_answer_in_the_real_window(window, qtbot):
    window.session.set(desk="scoring")
    window.settle()
    pane = window.findChild(ScoringPane)
    qtbot.mouseClick(child(pane, Segments, "page").buttons()[2], Qt.MouseButton.LeftButton)
    window.settle()
    keys = child(pane, QLineEdit, "keys")
    keys.setFocus()
    keys.selectAll()
    qtbot.keyClicks(keys, "paris, london, tokyo")
    qtbot.keyClick(keys, KEY.Key_Return)
    box = child(pane, WordBox, "query")
    box.setFocus()
    box.selectAll()
    qtbot.keyClicks(box, "japan")
    qtbot.keyClick(box, KEY.Key_Return)
    window.settle()
    assert answers(pane)[:2] == ["no answer", "30.00"]
    type_over(pane, qtbot, 2, "100")
    window.settle()
    assert answers(pane)[1] == "100.0"
    child(pane, QLabel, "soft").linkActivated.emit("answer")
    window.settle()
    place = window.inspector.findChild(QLabel, "inspector.place")
    assert place.text().endswith("from japan")
    terms = window.session.results.opened.derivation.arithmetic.terms
    assert [term.operands[1].value for term in terms] == [10, 20, 100]
