"""The laboratory: eight ways to score and six to align, on words, a head and a step of a translation."""

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QScrollArea, QSpinBox, QToolButton

from engine.errors import DataFileError
from engine.examples import MIAMI, WORDS
from engine.laboratory import ALIGNINGS, SCORINGS, Given, laboratory
from engine.laboratory_parameters import LabSettings
from engine.names import NAMES, key
from engine.pasted import MOST
from gui.panes.scoring import ScoringPane
from gui.results_of_desks import Laid
from gui.session import Session
from gui.state import State
from gui.terms import term_rows
from gui.widgets import numbers
from gui.widgets.bar_table import BarTable
from gui.widgets.formula_view import FormulaView
from gui.widgets.notice import Notice
from gui.widgets.segments import Segments
from gui.widgets.word_box import WordBox
from gui.wording.laboratory import ALIGNINGS as ALIGN_WORDS
from gui.wording.laboratory import SCORINGS as SCORE_WORDS

KEY = Qt.Key


@pytest.fixture
def pane(live_lab, exposed):
    def make(session=None, size=(860, 760), **choices):
        made = exposed(ScoringPane(session or live_lab(**choices)), *size)
        made.activateWindow()
        return made

    return make


def child(pane, kind, name):
    found = pane.findChild(kind, f"scoring.{name}")
    assert found is not None, name
    return found


def column(pane, table, place):
    shown = child(pane, BarTable, table).shown.columns[place]
    return list(shown.values)


def open_cell(pane, qtbot, table, row, col):
    view = child(pane, BarTable, table)
    box = view.visualRect(view.model().index(row, col))
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=box.center())


def notice(pane, name):
    found = child(pane, Notice, name)
    return found.text() if found.isVisibleTo(pane) else ""


def laid(query, keys, texts, **settings):
    given = Given(np.array(query, np.float32), np.array(keys, np.float32), "q", texts, {})
    return Laid("words", laboratory(given, LabSettings(**settings)), ("q",), 0, ())


def published(found, **choices):
    session = Session(state=State(desk="scoring", **choices))
    session.publish(lab_laid=found)
    return session


# --- what is shown ------------------------------------------------------------------------------------------


def test_every_way_has_a_column_with_its_numbers(pane):
    pane = pane()
    lab = pane.session.results.lab_laid.lab
    scores, weights = child(pane, BarTable, "scores").shown, child(pane, BarTable, "weights").shown
    assert [c.title for c in scores.columns] == [SCORE_WORDS[name].title for name in SCORINGS]
    assert [c.title for c in weights.columns] == [ALIGN_WORDS[name].title for name in ALIGNINGS]
    assert scores.titles == tuple(f"{i}  {word}" for i, word in enumerate(WORDS, start=1))
    for place, name in enumerate(SCORINGS):
        assert column(pane, "scores", place) == pytest.approx(lab.scores(name).tolist())
    for place, name in enumerate(ALIGNINGS):
        assert column(pane, "weights", place)[:5] == pytest.approx(lab.weights("scaled", name).tolist())


def test_every_column_says_what_it_means(pane):
    pane = pane()
    for table, told in (("scores", SCORE_WORDS), ("weights", ALIGN_WORDS)):
        for shown, way in zip(child(pane, BarTable, table).shown.columns, told.values(), strict=True):
            assert way.sense in shown.tip
            assert way.source in shown.tip


@pytest.mark.parametrize("place", range(len(SCORINGS)))
def test_the_chosen_score_is_told_with_its_formulas(pane, place):
    pane = pane(lab_scoring=SCORINGS[place])
    assert SCORE_WORDS[SCORINGS[place]].sense.split("’")[0] in child(pane, QLabel, "scores.said").text()
    shown = [child(pane, FormulaView, f"scores.formula.{i}") for i in range(3)]
    keys = [view.key for view in shown if view.isVisibleTo(pane)]
    assert keys[-1].startswith(f"lab.{SCORINGS[place]}")
    assert all(view.latex for view in shown if view.isVisibleTo(pane)), "each formula was baked"


def test_the_sums_below_the_weights_are_those_of_the_columns(pane):
    pane = pane(lab_aligning="gaussian")
    for place, name in enumerate(ALIGNINGS):
        *weights, total, bits, largest = column(pane, "weights", place)
        assert total == pytest.approx(sum(weights))
        assert largest == max(weights)
        if name == "gaussian":
            assert bits is None
        else:
            assert bits == pytest.approx(-sum(w * np.log2(w) for w in weights if w), abs=1e-6)
    total = numbers.short(column(pane, "weights", ALIGNINGS.index("gaussian"))[5], 3)
    assert f"Around place 3 with σ = 1 the weights sum to {total}" in notice(pane, "weights.notice")


def test_room_for_all_is_used_to_tell_of_all(pane):
    tall = pane(size=(1100, 960))
    said = child(tall, QLabel, "scores.said").text()
    assert all(way.sense.split("’")[0] in said for way in SCORE_WORDS.values())
    low = pane(size=(1100, 700))
    assert SCORE_WORDS["dot"].sense not in child(low, QLabel, "scores.said").text()


def test_nothing_scrolls_where_there_is_room_for_all(pane):
    made = pane(size=(1300, 1040))
    area = made.findChild(QScrollArea)
    for choices in ({"lab_scoring": "additive"}, {"lab_across": True, "lab_aligning": "gaussian"}):
        made.session.set(**choices)
        QCoreApplication.sendPostedEvents()
        body = area.widget()
        assert body.minimumSizeHint().height() <= body.layout().heightForWidth(body.width())
        assert area.verticalScrollBar().maximum() == 0
    assert pane(size=(860, 400)).findChild(QScrollArea).verticalScrollBar().maximum() > 0


# --- what is clicked ----------------------------------------------------------------------------------------


def test_a_score_opens_and_its_way_is_chosen(pane, qtbot):
    pane = pane()
    open_cell(pane, qtbot, "scores", 1, SCORINGS.index("additive"))
    state = pane.session.state
    assert (state.cell, state.lab_scoring) == (("lab.additive", (0, 0, 1)), "additive")
    derivation = pane.session.results.opened.derivation
    assert derivation.agrees
    assert derivation.output.value == pytest.approx(column(pane, "scores", 6)[1])
    assert child(pane, BarTable, "scores").marked == (1, 6)
    assert "of the scores “additive”" in child(pane, QLabel, "weights.of").text()


@pytest.mark.parametrize("place", range(len(ALIGNINGS)))
def test_a_weight_opens_and_so_does_what_it_is_made_of(pane, qtbot, place):
    pane = pane(lab_reach=4)
    open_cell(pane, qtbot, "weights", 0, place)
    name = ALIGNINGS[place]
    assert pane.session.state.cell == (f"lab.of_scaled.{name}", (0, 0, 0))
    assert pane.session.state.lab_aligning == name
    seen, open_paths = set(), [pane.session.state.cell]
    while open_paths:  # down to the vectors
        path, cell = open_paths.pop()
        if path in seen:
            continue
        seen.add(path)
        pane.session.set(cell=(path, cell))
        derivation = pane.session.results.opened.derivation
        assert derivation.agrees, path
        assert key(path) in NAMES
        terms = derivation.arithmetic.terms if derivation.step else ()
        open_paths += [(o.name, o.cell) for term in terms for o in term.operands]
    assert {"lab.query", "lab.keys"} <= seen


def test_a_title_chooses_the_scores_that_weights_are_made_of(pane):
    pane = pane()
    child(pane, BarTable, "scores").picks.emit(SCORINGS.index("cosine"))
    assert pane.session.state.lab_scoring == "cosine"
    lab = pane.session.results.lab_laid.lab
    assert column(pane, "weights", 0)[:5] == pytest.approx(lab.weights("cosine", "softmax").tolist())
    assert pane.session.state.cell is None


def test_all_scores_beside_each_other_under_one_alignment(pane, qtbot):
    pane = pane(lab_aligning="sparsemax")
    child(pane, Segments, "across").buttons()[1].click()
    lab = pane.session.results.lab_laid.lab
    assert len(child(pane, BarTable, "weights").shown.columns) == len(SCORINGS)
    for place, name in enumerate(SCORINGS):
        assert column(pane, "weights", place)[:5] == pytest.approx(lab.weights(name, "sparsemax").tolist())
    open_cell(pane, qtbot, "weights", 2, 0)
    assert pane.session.state.cell == ("lab.of_dot.sparsemax", (0, 0, 2))
    assert "by sparsemax" in child(pane, QLabel, "weights.of").text()


def test_weights_that_a_number_is_drawn_from_are_added_in_order(pane):
    pane = pane(cell=("lab.of_scaled.drawn", (0, 0, 2)))
    opened = pane.session.results.opened
    rows = term_rows(opened, largest_first=True)
    assert [rows.text(row, 0).split()[0] for row in range(rows.count)] == ["florida", "california", "texas"]
    drawn = dict(opened.derivation.arithmetic.parts)["drawn"]
    assert float(rows.exact(1, 2)) <= drawn < float(rows.exact(2, 2))


# --- what is set --------------------------------------------------------------------------------------------


def test_window_and_draw_are_set_and_places_count_from_one(pane, qtbot):
    pane = pane()
    centre, reach, draw = (child(pane, QSpinBox, name) for name in ("centre", "reach", "draw"))
    assert (centre.value(), reach.value(), centre.maximum()) == (3, 2, 5)
    centre.setValue(5)
    reach.setValue(0)
    assert (pane.session.state.lab_centre, pane.session.state.lab_reach) == (4, 0)
    for name in ("local", "gaussian"):
        assert column(pane, "weights", ALIGNINGS.index(name))[:5] == [0, 0, 0, 0, 1]
    drawn = set()
    for _ in range(12):
        qtbot.mouseClick(child(pane, QToolButton, "again"), Qt.MouseButton.LeftButton)
        drawn.add(tuple(column(pane, "weights", ALIGNINGS.index("drawn"))[:5]))
    assert draw.value() == 12
    assert len(drawn) > 1
    assert all(sorted(row) == [0, 0, 0, 0, 1] for row in drawn)


def test_parameters_are_drawn_by_a_shown_seed_or_plain(pane):
    pane = pane()
    assert "Untrained" in child(pane, QLabel, "parameters").text()
    before = column(pane, "scores", SCORINGS.index("general"))
    child(pane, QSpinBox, "seed").setValue(999_999)
    assert column(pane, "scores", SCORINGS.index("general")) != before
    child(pane, Segments, "start").buttons()[1].click()
    assert column(pane, "scores", SCORINGS.index("general")) == column(pane, "scores", 0)
    pane.session.set(lab_scoring="additive")
    tip = child(pane, BarTable, "scores").shown.columns[SCORINGS.index("additive")].tip
    assert child(pane, QLabel, "scores.said").text().endswith(tip.splitlines()[-1])
    assert "Untrained: W 100 × 100, U 100 × 100, b 100, v 100." in tip


def test_query_and_keys_are_typed(pane, qtbot):
    pane = pane()
    box, keys = child(pane, WordBox, "query"), child(pane, QLineEdit, "keys")
    box.setFocus()
    qtbot.waitUntil(box.hasFocus)
    box.selectAll()
    qtbot.keyClicks(box, "parisi")
    qtbot.keyClick(box, KEY.Key_Return)
    assert pane.session.state.lab_query == "parisian", "the most frequent word that begins so"
    keys.setFocus()
    keys.selectAll()
    qtbot.keyClicks(keys, "london; berlin, Rome")
    qtbot.keyClick(keys, KEY.Key_Return)
    assert pane.session.state.lab_keys == ("london", "berlin", "rome")
    assert child(pane, BarTable, "scores").shown.titles == ("1  london", "2  berlin", "3  rome")
    pane.session.undo_stack.undo()
    assert keys.text() == ", ".join(WORDS)


def test_an_emptied_query_is_the_last_one_again(pane, qtbot):
    pane = pane()
    box = child(pane, WordBox, "query")
    box.setFocus()
    qtbot.waitUntil(box.hasFocus)
    box.selectAll()
    qtbot.keyClick(box, KEY.Key_Delete)
    qtbot.keyClick(box, KEY.Key_Return)
    assert (box.text(), pane.session.state.lab_query) == (MIAMI, MIAMI)
    assert not pane.session.undo_stack.canUndo()


def test_what_was_offered_for_a_word_goes_when_another_one_is_shown(pane, qtbot):
    pane = pane(lab_query="paris")
    box = child(pane, WordBox, "query")
    box.setFocus()
    qtbot.waitUntil(box.hasFocus)
    qtbot.keyClicks(box, "zzqq")
    qtbot.waitUntil(box.list.isVisible)
    pane.session.set(lab_query="london")
    assert box.text() == "london"
    assert not box.list.isVisible()


def test_keys_for_which_there_is_no_room_are_counted(pane, qtbot):
    pane = pane()
    words = pane.session.results.vectors.words
    keys = child(pane, QLineEdit, "keys")
    keys.setFocus()
    qtbot.waitUntil(keys.hasFocus)
    keys.setText(" ".join(words[1000:1400] + words[2000:2103]) + " qzqzqz")
    keys.setModified(True)
    qtbot.keyClick(keys, KEY.Key_Return)
    assert len(pane.session.state.lab_keys) == MOST
    assert "Only the first 500 keys are taken; 4 more were left out." in notice(pane, "notice")
    child(pane, QToolButton, "sets").chosen.emit(4)
    assert notice(pane, "notice") == ""


def test_the_chosen_words_and_sets_are_one_click_away(pane, qtbot):
    pane = pane(words=("king", "queen"))
    qtbot.mouseClick(child(pane, QToolButton, "chosen"), Qt.MouseButton.LeftButton)
    assert pane.session.state.lab_keys == ("king", "queen")
    child(pane, QToolButton, "sets").chosen.emit(4)
    assert pane.session.state.lab_keys[0] == "monday"


# --- runs as sources ----------------------------------------------------------------------------------------


def test_a_head_is_scored_as_the_model_scores_it(pane):
    pane = pane(lab_source="head")
    run, state = pane.session.results.overview.run, pane.session.state
    own = run.trace(state.layer)[f"blocks.{state.layer}.attn.scaled"][state.head, state.query]
    assert column(pane, "scores", SCORINGS.index("scaled")) == pytest.approx(own.tolist(), abs=1e-4)
    assert not child(pane, WordBox, "query").isVisibleTo(pane)
    assert child(pane, QSpinBox, "layer").value() == state.layer + 1
    assert "The head itself scores by scaled dot" in child(pane, QLabel, "parameters").text()


def test_another_head_and_token_are_chosen(pane):
    pane = pane(lab_source="head")
    before = column(pane, "scores", 0)
    child(pane, QSpinBox, "head").setValue(12)
    assert pane.session.state.head == 11
    assert column(pane, "scores", 0) != before
    asking = child(pane, QComboBox, "asking")
    assert asking.currentText() == "it"
    asking.setCurrentIndex(2)
    asking.activated.emit(2)
    assert pane.session.state.query == 2


def test_a_step_of_the_translation_is_scored_by_its_own_parameters(pane, workroom):
    pane = pane(lab_source="translation", lab_step=2)
    translation = workroom._attending(pane.session.state, lambda: None)
    pane.session.set(lab_scoring="additive")
    own = translation.alignment()[2]
    assert column(pane, "weights", 0)[: len(own)] == pytest.approx(own.tolist(), abs=1e-5)
    assert "Additive has the model’s own, trained parameters" in child(pane, QLabel, "parameters").text()
    tip = child(pane, BarTable, "scores").shown.columns[SCORINGS.index("additive")].tip
    assert "Trained: W 256 × 256, U 512 × 256, b 256, v 256." in tip
    assert child(pane, QComboBox, "asking").currentIndex() == 2


def test_a_translation_begins_with_the_scores_of_its_model(pane):
    pane = pane()
    for place, scoring in ((1, "scaled"), (2, "additive"), (0, "additive")):
        child(pane, Segments, "source").buttons()[place].click()
        assert pane.session.state.lab_scoring == scoring
    pane.session.set(lab_scoring="location")
    child(pane, Segments, "source").buttons()[2].click()
    assert pane.session.state.lab_scoring == "location"


def test_without_a_sentence_to_translate_it_is_said_where_to_write_one(pane):
    pane = pane(lab_source="translation", seq_text="")
    assert notice(pane, "source.notice") == (
        "There is no sentence to translate: write one on the desk Translation."
    )
    assert not child(pane, QComboBox, "asking").isVisibleTo(pane)
    pane.session.set(seq_text="I ate an apple.")
    assert notice(pane, "source.notice") == ""
    assert child(pane, QComboBox, "asking").isVisibleTo(pane)


def test_what_needs_vectors_of_one_width_says_so(pane, qtbot):
    pane = pane(lab_source="translation", lab_scoring="dot")
    assert column(pane, "scores", 0) == [None] * len(pane.session.results.lab_laid.lab.given.keys)
    assert "the query has 256 numbers and the keys have 512" in notice(pane, "scores.notice")
    assert "no scores of this kind" in notice(pane, "weights.notice")
    open_cell(pane, qtbot, "scores", 0, 0)
    open_cell(pane, qtbot, "weights", 0, 0)
    assert pane.session.state.cell is None


# --- odd input ----------------------------------------------------------------------------------------------


def test_a_query_without_a_vector_is_named_with_words_to_take(pane):
    pane = pane(lab_query="califrnia")
    assert "“califrnia” has no vector. Try" in notice(pane, "notice")
    assert not child(pane, BarTable, "scores").isVisibleTo(pane)
    child(pane, Notice, "notice").linkActivated.emit("california")
    assert child(pane, BarTable, "scores").isVisibleTo(pane)
    assert notice(pane, "notice") == ""


def test_keys_without_vectors_are_named_and_left_out(pane):
    pane = pane(lab_keys=("florida", "xyzzyx", "texas"))
    assert child(pane, BarTable, "scores").shown.titles == ("1  florida", "2  texas")
    assert "left out of what is computed: “xyzzyx”" in notice(pane, "notice")


def test_an_empty_query_is_asked_for(pane):
    assert "Write the word that asks" in notice(pane(lab_query=""), "notice")


def test_missing_vectors_are_told_here_too(pane):
    session = Session(state=State(desk="scoring"))
    session.publish(failed={"lab_laid": DataFileError(Path("vectors.npy"), "file is missing")})
    assert "vectors.npy" in notice(pane(session), "notice")


@pytest.mark.parametrize("keys", [(), ("xyzzyx",)])
def test_without_keys_there_is_no_table(pane, keys):
    pane = pane(lab_keys=keys)
    assert not child(pane, BarTable, "scores").isVisibleTo(pane)
    assert not child(pane, BarTable, "weights").isVisibleTo(pane)
    assert notice(pane, "notice")


def test_one_key_takes_all(pane):
    pane = pane(lab_keys=("texas",))
    for place in range(len(ALIGNINGS)):
        weight, total, bits, largest = column(pane, "weights", place)
        assert (weight, total, largest) == pytest.approx((1, 1, 1))
        assert bits == pytest.approx(0)


def test_the_cosine_of_a_zero_vector_is_undefined_and_said(pane):
    found = laid((1, 0), ((0, 0), (1, 1)), ("nothing", "x"))
    pane = pane(published(found, lab_scoring="cosine"))
    place = SCORINGS.index("cosine")
    assert column(pane, "scores", place) == [None, pytest.approx(0.5**0.5)]
    assert "A zero vector has no direction" in notice(pane, "scores.notice")


def test_equal_scores_are_named(pane):
    found = laid((1, 1), ((0, 1), (2, 1), (1, 2)), ("a", "b", "c"))
    pane = pane(published(found, lab_scoring="dot", lab_aligning="hard"))
    assert notice(pane, "scores.notice") == "Equal largest scores: “b”, “c”"
    assert "the first of them gets all" in notice(pane, "weights.notice")
    assert column(pane, "weights", ALIGNINGS.index("hard"))[:3] == [0, 1, 0]


def test_names_are_shown_as_they_are(pane):
    found = laid((1,), ((1,), (1,)), ("<b>&", "<b>&"))
    pane = pane(published(found, lab_scoring="dot"))
    assert "“&lt;b&gt;&amp;”" in notice(pane, "scores.notice")
    assert child(pane, BarTable, "scores").shown.titles == ("1  <b>&₁", "2  <b>&₂")


def test_a_failed_run_is_told(pane):
    session = Session(state=State(desk="scoring", lab_source="translation"))
    session.publish(failed={"lab_laid": DataFileError(Path("<model>"), "file is missing")})
    assert "&lt;model&gt;" in notice(pane(session), "source.notice")


def test_what_is_not_looked_at_is_not_made(live_lab):
    session = live_lab(lab_page="dictionary")
    assert (session.results.lab_laid, session.results.lab_scaling) == (None, None)
    session.set(desk="attention")
    assert session.results.lab_look is None


# --- in the real window -------------------------------------------------------------------------------------


def test_from_the_switch_to_an_opened_number(window, qtbot):
    window.session.set(desk="scoring")
    window.settle()
    pane = window.findChild(ScoringPane)
    qtbot.waitUntil(pane.isVisible)
    box = child(pane, WordBox, "query")
    box.setFocus()
    box.selectAll()
    qtbot.keyClicks(box, "houston")
    qtbot.keyClick(box, KEY.Key_Return)
    window.settle()
    scores = column(pane, "scores", 0)
    assert scores.index(max(scores)) == WORDS.index("texas")
    open_cell(pane, qtbot, "scores", 2, SCORINGS.index("scaled"))
    window.settle()
    opened = window.session.results.opened.derivation
    assert opened.output.name == "lab.scaled"
    assert opened.agrees
    place = window.inspector.findChild(QLabel, "inspector.place")
    assert place.text() == "scores: scaled dot product: from houston, to texas"
    window.inspector.table.opened.emit(("lab.scaled.product", (0, 0, 2)))
    window.settle()
    products = window.session.results.opened.derivation
    assert len(products.arithmetic.terms) == 100
    assert products.output.value == pytest.approx(opened.output.value * 10, rel=1e-5)
