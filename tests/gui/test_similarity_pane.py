"""Similarity: the published numbers side by side, the matrix, the neighbours, and what is said when there are none."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QTextDocument
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QToolButton

from engine.errors import DataFileError, UndefinedError
from engine.examples import WORD_SETS, WORDS
from engine.paths import GLOVE
from engine.similarity import METRICS, matrix
from engine.vectors import WordVectors
from engine.words import describe
from gui.metrics import FACES
from gui.panes.similarity import SimilarityPane
from gui.results import LikenessMatrix
from gui.session import Session
from gui.state import State
from gui.theme import LIGHT
from gui.widgets.matrix_view import MatrixView
from gui.widgets.readout_table import ReadoutTable
from gui.widgets.value_list import VALUE, ValueList

SIZE = 560, 330


@pytest.fixture
def pane(live_words, exposed):
    def make(session=None, **choices):
        return exposed(SimilarityPane(session or live_words(**choices)), *SIZE)

    return make


def child(pane, kind, name):
    found = pane.findChild(kind, f"similarity.{name}")
    assert found is not None, name
    return found


def table(pane):
    shown = child(pane, ReadoutTable, "table")
    rows = range(shown.rowCount())
    return {
        shown.verticalHeaderItem(i).text(): (shown.item(i, 0).text(), shown.item(i, 1).text()) for i in rows
    }


def sentence(pane):
    document = QTextDocument()
    document.setHtml(child(pane, QLabel, "sentence").text())
    return document.toPlainText()


def neighbours(pane, letter):
    shown = child(pane, ValueList, f"neighbours_{letter}")
    items = [shown.item(i) for i in range(shown.count())]
    return [(item.text(), item.data(VALUE)) for item in items]


def test_the_published_numbers_stand_side_by_side(pane):
    assert table(pane()) == {
        "dot product": ("28.2587", "5.3951"),
        "norm of A": ("5.7180", "2.4006"),
        "norm of B": ("5.6012", "2.2514"),
        "cosine": ("0.8823", "0.9982"),
        "angle": ("28.0761°", "3.4152°"),
        "distance": ("2.7480", "0.2036"),
        "Manhattan": ("21.6075", "0.2874"),
    }


def test_all_digits_are_in_the_tooltip_and_on_the_clipboard(pane):
    pane = pane()
    shown = child(pane, ReadoutTable, "table")
    assert "28.258658" in shown.item(0, 0).toolTip()
    shown.copy_table()
    lines = [line.split("\t") for line in QGuiApplication.clipboard().text().splitlines()]
    assert lines[0] == ["", "100-d", "plane"]
    assert float(lines[1][1]) == pytest.approx(28.25865851, abs=1e-8)
    assert float(lines[1][2]) == pytest.approx(5.39512430, abs=1e-8)


def test_what_the_plane_loses_is_said_in_a_sentence(pane):
    assert sentence(pane()) == (
        "The plane keeps 85.7 % of the variance. From the words’ middle florida and texas are 3.4° apart, "
        "in truth 28.1°."
    )


def test_three_words_lose_nothing_and_the_middle_is_said_to_be_why_angles_differ(pane):
    said = sentence(pane(words=("florida", "politics", "truth")))
    assert "loses nothing, but its origin is the words’ middle" in said
    assert "variance" not in said


def test_missing_vectors_are_told_once_and_briefly(pane):
    pane = pane(Session())
    error = DataFileError(GLOVE / "vectors.npy", "file is missing")
    pane.session.publish(failed=dict.fromkeys(("vectors", "described", "matrix", "neighbours"), error))
    texts = [label.text() for label in pane.findChildren(QLabel)]
    assert texts.count("No word vectors.") == 1
    assert not any("vectors.npy" in text for text in texts)


def test_the_boxes_choose_the_pair(pane):
    pane = pane()
    a, b = child(pane, QComboBox, "a"), child(pane, QComboBox, "b")
    assert (a.currentText(), b.currentText()) == ("florida", "texas")
    b.activated.emit(WORDS.index("truth"))
    assert pane.session.state.pair == ("florida", "truth")
    a.activated.emit(WORDS.index("truth"))
    assert pane.session.state.pair == ("truth", "florida")
    assert (a.currentText(), b.currentText()) == ("truth", "florida")


def test_the_norms_change_places_with_the_words(pane, qtbot):
    pane = pane()
    before = table(pane)
    qtbot.mouseClick(child(pane, QToolButton, "swap"), Qt.MouseButton.LeftButton)
    assert pane.session.state.pair == ("texas", "florida")
    assert table(pane)["norm of A"] == before["norm of B"]
    assert table(pane)["dot product"] == before["dot product"]


def test_the_matrix_is_the_metric_s(pane):
    pane = pane()
    view = child(pane, MatrixView, "matrix")
    assert view.data.values[0, 2] == pytest.approx(0.88232365, abs=1e-8)
    assert view.current == (0, 2)
    assert "florida and texas: cosine 0.88232365" in view.describe((0, 2))
    child(pane, QComboBox, "metric").activated.emit(list(FACES).index("euclidean"))
    assert pane.session.state.metric == "euclidean"
    assert view.data.values[0, 2] == pytest.approx(2.7480, abs=1e-4)
    assert view.data.ends == (0.0, pytest.approx(view.data.values.max()))


@pytest.mark.parametrize("metric", list(FACES))
def test_which_colour_means_alike_is_told(pane, metric):
    """The darkest cell of a light matrix is a word with itself, or the two that are least alike: the label says it."""
    pane = pane(metric=metric)
    view, told = child(pane, MatrixView, "matrix"), child(pane, QLabel, "nearness").text()
    theme = LIGHT.lut(view.data.scale)[view.data.levels]
    same = theme[0, 0]
    lightness = sum((int(same) >> shift) & 0xFF for shift in (0, 8, 16)) / 3
    assert told == ("pale: alike" if lightness > 200 else "orange: alike")
    assert told in child(pane, QComboBox, "metric").toolTip()


def test_every_metric_has_a_face():
    assert set(FACES) == set(METRICS)


def test_a_click_in_the_matrix_takes_row_and_column_as_the_pair(pane):
    pane = pane()
    view = child(pane, MatrixView, "matrix")
    view.activated.emit(4, 1)
    assert pane.session.state.pair == ("truth", "california")
    view.activated.emit(3, 3)
    assert pane.session.state.pair == ("truth", "california"), "a word is no pair"


def test_the_nearest_words_of_both(pane):
    pane = pane()
    assert neighbours(pane, "a")[:5] == [
        ("texas", "0.8823"),
        ("carolina", "0.8348"),
        ("california", "0.8277"),
        ("arizona", "0.8264"),
        ("miami", "0.8123"),
    ]
    assert neighbours(pane, "b")[0] == ("florida", "0.8823")
    pane.session.set(metric="angle_degrees")
    assert neighbours(pane, "a")[0] == ("texas", "28.08°")
    assert "by angle" in child(pane, QLabel, "nearest_to_a").text()


def test_enter_and_a_double_click_add_a_neighbour(pane, qtbot):
    pane = pane()
    shown = child(pane, ValueList, "neighbours_a")
    shown.setCurrentRow(4)
    qtbot.keyClick(shown, Qt.Key.Key_Return)
    assert pane.session.state.words == (*WORDS, "miami")
    place = shown.visualItemRect(shown.item(1)).center()
    qtbot.mouseClick(shown.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.mouseDClick(shown.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert pane.session.state.words == (*WORDS, "miami", "carolina")


def test_a_neighbour_s_tooltip_has_rank_and_all_digits(pane):
    pane = pane()
    tip = child(pane, ValueList, "neighbours_a").item(1).toolTip()
    assert "0.8348" in tip
    assert f"number {pane.session.results.vectors.rank('carolina') + 1:,} by frequency" in tip
    assert "among the chosen" in child(pane, ValueList, "neighbours_a").item(0).toolTip()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "Choose two words"),
        (("king",), "Choose two words"),
        (("king", "<i>qween"), "“<i>qween” has no vector"),
        (("King", "king"), "the same word"),
    ],
)
def test_without_a_pair_it_is_said_in_place_why(pane, words, said):
    pane = pane(words=words)
    assert said in sentence(pane)
    assert not child(pane, ReadoutTable, "table").isVisible()


def test_one_word_has_neighbours_but_no_matrix(pane):
    pane = pane(words=("king",))
    assert neighbours(pane, "a")[0][0] == "prince"
    assert not child(pane, ValueList, "neighbours_b").isVisible()
    assert "two words or more" in child(pane, QLabel, "message").text()
    assert not child(pane, MatrixView, "matrix").isVisible()


def test_two_words_span_a_line_and_it_is_said_so(pane):
    assert "Two words span only a line" in sentence(pane(words=("king", "queen")))


def test_the_cosine_of_a_zero_vector_is_undefined(pane):
    vectors = WordVectors(("zero", "one", "two"), np.array([[0, 0], [1, 0], [0, 2]], np.float32))
    session = Session(state=State(words=vectors.words, pair=("zero", "one")))
    grid = matrix(vectors.stack(vectors.words), METRICS["cosine"])
    session.publish(
        vectors=vectors,
        described=describe(vectors, vectors.words),
        matrix=LikenessMatrix(vectors.words, "cosine", grid),
        failed={"neighbours": UndefinedError("cosine")},
    )
    pane = pane(session)
    assert table(pane)["cosine"][0] == "undefined"
    assert table(pane)["angle"][0] == "undefined"
    assert "without length makes no angle" in sentence(pane)
    assert "undefined" in child(pane, MatrixView, "matrix").describe((0, 1))
    assert "undefined" in child(pane, QLabel, "nearest_to_a").text()
    assert not pane.grab().isNull()


def test_before_any_result(qtbot):
    pane = SimilarityPane(Session())
    qtbot.addWidget(pane)
    assert "Reading" in sentence(pane)


@pytest.mark.parametrize("metric", list(FACES))
@pytest.mark.parametrize("name", [name for name, words in WORD_SETS.items() if len(words) <= 8])
@pytest.mark.usefixtures("dressed")
def test_eight_words_are_complete_without_scrolling(pane, name, metric):
    pane = pane(words=WORD_SETS[name], metric=metric)
    view, shown = child(pane, MatrixView, "matrix"), child(pane, ReadoutTable, "table")
    assert view.horizontalScrollBar().maximum() == 0
    assert view.verticalScrollBar().maximum() == 0
    assert view.arranged.number_px > 0
    assert shown.rowViewportPosition(6) + shown.rowHeight(6) <= shown.viewport().height()
    for letter in "ab":
        nearest = child(pane, ValueList, f"neighbours_{letter}")
        assert nearest.viewport().rect().contains(nearest.visualItemRect(nearest.item(9)).center())


@pytest.mark.parametrize("metric", list(FACES))
@pytest.mark.usefixtures("dressed")
def test_twelve_words_are_seen_at_once_in_a_narrow_pane(pane, metric):
    words = (*WORD_SETS["verbs in three forms"], "be", "was", "been")
    pane = pane(words=words, metric=metric)
    pane.resize(440, 424)
    QApplication.processEvents()
    view = child(pane, MatrixView, "matrix")
    assert view.arranged.content == view.arranged.body.size()
    assert view.horizontalScrollBar().maximum() == view.verticalScrollBar().maximum() == 0


@pytest.mark.usefixtures("dressed")
def test_neighbours_without_room_are_scrolled_to(pane):
    pane = pane()
    pane.resize(420, 320)
    QApplication.processEvents()
    shown = child(pane, ValueList, "neighbours_a")
    last = shown.item(9)
    assert not shown.viewport().rect().contains(shown.visualItemRect(last))
    assert shown.verticalScrollBar().isVisible()
    shown.verticalScrollBar().setValue(shown.verticalScrollBar().maximum())
    assert shown.viewport().rect().contains(shown.visualItemRect(last).center())


def test_the_current_neighbour_is_marked_and_stays_current(pane, qtbot):
    pane = pane()
    shown = child(pane, ValueList, "neighbours_a")
    shown.setCurrentRow(4)
    without = shown.grab().toImage()
    shown.setFocus(Qt.FocusReason.TabFocusReason)
    pane.activateWindow()
    qtbot.waitUntil(shown.hasFocus)
    box, picture = shown.visualItemRect(shown.item(4)), shown.grab().toImage()
    edge = [(x, box.y()) for x in range(box.x() + 1, box.x() + 60)]
    assert {picture.pixel(*at) for at in edge} == {shown.palette().highlight().color().rgb()}
    assert all(without.pixel(*at) != picture.pixel(*at) for at in edge)
    pane.session.set(words=(*WORDS, "miami"))
    assert shown.currentItem().text() == "miami"
