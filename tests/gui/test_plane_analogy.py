"""What the plane says when its map cannot be made, and how it shows the analogy that is looked at."""

import pytest
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QLabel

from gui.parts.plane_words import PlaneWordsPart
from gui.widgets.arrow_picture import Link

FOUR = ("king", "man", "woman", "queen")
LINES = (Link("man", "king", "analogy"), Link("woman", "queen", "analogy"))


@pytest.fixture
def pane(live_words, qtbot):
    def make(**choices):
        made = PlaneWordsPart(live_words(**choices))
        qtbot.addWidget(made)
        made.resize(620, 460)
        made.show()
        qtbot.waitExposed(made)
        return made

    return make


def text(pane, name):
    document = QTextDocument()
    document.setHtml(pane.findChild(QLabel, f"plane.{name}").text())
    return document.toPlainText().replace("\u00a0", " ")


def test_the_analogy_that_is_looked_at_is_drawn_from_b_to_a_and_from_c_to_the_answer(pane):
    pane = pane(words=(*FOUR, "cat"), likeness_page="analogy")
    assert pane.plot.data.links == LINES
    assert "man → king, woman → queen: alike if the analogy holds" in text(pane, "caption")
    assert not pane.plot.grab().isNull()
    pane.session.set(likeness_page="pair")
    assert pane.plot.data.links == ()
    assert "analogy" not in text(pane, "caption")


@pytest.mark.parametrize("choices", [{"words": FOUR[:3]}, {"words": FOUR, "map_method": "mds"}], ids=str)
def test_it_is_not_drawn_without_its_answer_or_where_parallels_mean_nothing(pane, choices):
    assert pane(likeness_page="analogy", **choices).plot.data.links == ()


@pytest.mark.parametrize(
    ("axes", "said"),
    [
        ((("", "woman"), ("good", "bad")), "Write a word into each of the four boxes."),
        ((("<b>", "woman"), ("good", "bad")), "“<b>” has no vector."),
    ],
)
def test_a_map_that_cannot_be_made_leaves_the_one_before_and_says_so(pane, axes, said):
    pane = pane(words=FOUR)
    assert text(pane, "notice") == ""
    pane.session.set(map_method="axes", map_axes=axes)
    assert text(pane, "notice") == f"{said} The map is still the one before."
    assert pane.plot.data.words == set(FOUR)


def test_a_first_map_that_cannot_be_made_is_not_waited_for(pane):
    pane = pane(words=FOUR, map_method="axes", map_axes=(("man", "man"), ("good", "bad")))
    assert "give no direction" in text(pane, "notice")
    assert text(pane, "message") == ""


def test_without_a_map_before_what_is_wrong_is_said_once(pane):
    pane = pane(words=("king", "qwzxv"), map_method="pair")
    assert text(pane, "notice") == "“qwzxv” has no vector."
    assert text(pane, "message") == "A plane needs two words that have a vector. Choose some more."
