"""The chosen words in the plane: published coordinates, the pair and its angle, and what is said without a plane."""

import numpy as np
import pytest
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QLabel, QToolButton

from engine.errors import DataFileError
from engine.paths import GLOVE
from engine.vectors import WordVectors
from engine.words import describe
from gui.parts.plane_words import PlaneWordsPart
from gui.session import Session
from gui.state import State


@pytest.fixture
def pane(live_words, qtbot):
    def make(session=None, **choices):
        made = PlaneWordsPart(session or live_words(**choices))
        qtbot.addWidget(made)
        made.resize(410, 300)
        made.show()
        qtbot.waitExposed(made)
        return made

    return make


def caption(pane):
    document = QTextDocument()
    document.setHtml(pane.findChild(QLabel, "plane.caption").text())
    return document.toPlainText()


def message(pane):
    label = pane.findChild(QLabel, "plane.message")
    return label.text() if label.isVisible() else ""


def test_the_arrows_are_the_published_coordinates(pane):
    data = pane().plot.data
    florida, truth = data.get("florida"), data.get("truth")
    assert (florida.x, florida.y) == pytest.approx((-2.40062016, 0.00478901), abs=1e-8)
    assert (truth.x, truth.y) == pytest.approx((4.17067881, -2.38762552), abs=1e-8)
    assert "(−2.40062016, 0.00478901)" in florida.tip
    assert "2.40062493 in the plane" in florida.tip
    assert "from the middle of the chosen words" in florida.tip


def test_axes_say_how_much_they_keep(pane):
    plot = pane().plot
    assert "Component 1: 64.7 % of variance" in plot.getAxis("bottom").labelText
    assert "Component 2: 21.0 % of variance" in plot.getAxis("left").labelText


def test_the_angle_in_the_plane_is_told_from_the_true_one(pane):
    pane = pane()
    assert (pane.plot.data.a, pane.plot.data.b) == ("florida", "texas")
    assert pane.plot.data.angle == "3.4° in the plane"
    said = "florida and texas: 3.4° seen from the words’ middle, 28.1° in 100 dimensions."
    assert said in caption(pane)


def test_picking_changes_the_pair(pane):
    pane = pane()
    pane.plot.picked.emit("truth", False)
    assert pane.session.state.pair == ("texas", "truth")
    pane.plot.picked.emit("politics", True)
    assert pane.session.state.pair == ("politics", "truth")
    assert (pane.plot.data.a, pane.plot.data.b) == ("politics", "truth")
    pane.plot.picked.emit("politics", False)
    assert pane.session.state.pair == ("truth", "politics")


def test_a_word_that_was_typed_with_a_capital_is_found_again(pane):
    pane = pane(words=("Florida", "Texas", "truth"), pair=("Florida", "Texas"))
    assert (pane.plot.data.a, pane.plot.data.b) == ("florida", "texas")
    pane.plot.picked.emit("truth", True)
    assert pane.session.state.pair == ("truth", "Texas")


def test_two_words_lie_opposite_and_it_is_said_why(pane):
    pane = pane(words=("king", "queen"))
    assert pane.plot.data.angle == "180° in the plane"
    assert "two words always lie opposite" in caption(pane)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "Choose two words"),
        (("king",), "One word alone"),
        (("qween",), "Choose two words"),
        (("king", "qween"), "needs two words that have a vector"),
        (("king", "king"), "needs two words that have a vector"),
    ],
)
def test_without_two_known_words_there_is_no_plane_and_it_is_said_so(pane, words, said):
    pane = pane(words=words)
    assert said in message(pane)
    assert caption(pane) == "" or not pane.findChild(QLabel, "plane.caption").isVisible()


def test_an_unknown_word_in_the_pair_leaves_the_others_standing(pane):
    pane = pane(words=("king", "qween", "queen"))
    assert [arrow.word for arrow in pane.plot.data.arrows] == ["king", "queen"]
    assert (pane.plot.data.a, pane.plot.data.b) == ("king", None)
    assert "Click two words" in caption(pane)


def test_words_with_one_and_the_same_vector(pane):
    matrix = np.ones((3, 4), np.float32)
    vectors = WordVectors(("one", "two", "three"), matrix)
    session = Session(state=State(words=vectors.words, pair=("one", "two")))
    report = describe(vectors, vectors.words)
    session.publish(vectors=vectors, described=report, plane=report.plane)
    pane = pane(session)
    assert "no angle in the plane" in caption(pane)
    assert pane.plot.getAxis("bottom").labelText == "Component 1"
    assert pane.plot.data.angle == ""


def test_before_and_instead_of_results(pane):
    pane = pane(Session())
    assert "Reading" in message(pane)
    pane.session.publish(failed={"vectors": DataFileError(GLOVE / "vectors.npy", "file is missing")})
    assert message(pane) == "No word vectors.", "the words pane says the whole of it"


def test_the_button_fits_the_view_again(pane):
    pane = pane()
    before = pane.plot.view.width()
    pane.plot.zoom(4)
    pane.findChild(QToolButton, "plane.fit").click()
    assert pane.plot.view.width() == pytest.approx(before)


def test_it_follows_the_theme(pane):
    pane = pane()
    light = pane.plot.grab().toImage().pixelColor(200, 20).lightness()
    pane.session.set(theme="dark")
    assert pane.plot.grab().toImage().pixelColor(200, 20).lightness() < light
