"""The desk for distances in the real window, by mouse and keyboard alone: one way through each of its pages."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLabel, QSlider, QSpinBox

from gui.widgets.cell_table import CellTable
from gui.widgets.matrix_view import MatrixView
from gui.widgets.nets_view import NetsView
from gui.widgets.segments import Segments
from gui.widgets.sentence_edit import SentenceEdit
from gui.widgets.word_bars import WordBars
from tests.gui.person import Person
from tests.gui.told import part, said

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
PAGES = ("path", "forgetting", "mixing", "counting")


@pytest.fixture
def person(window, qtbot):
    made = Measuring(window, qtbot)
    made.click(window.findChild(Segments, "desk").buttons()[2])
    return made


class Measuring(Person):
    """At the desk for distances."""

    def find(self, kind, name):
        return part(self.window, kind, name)

    def turn_to(self, page):
        self.click(self.find(Segments, "page").buttons()[PAGES.index(page)])

    def type(self, name, text):
        box = self.find(SentenceEdit, name)
        self.write(box, text)
        self.qtbot.keyClick(box, Qt.Key.Key_Return)
        self.window.settle()

    def read(self, name):
        assert self.find(QLabel, name).isVisible(), name
        return said(self.window, name)


def test_from_one_clicked_word_to_another(person):
    person.type("sentence", "The keys of the old house are lost.")
    nets = person.find(NetsView, "path.nets")
    person.click(nets.viewport(), nets.bands[0].word(1).center().toPoint())
    person.click(nets.viewport(), nets.bands[0].word(6).center().toPoint(), SHIFT)
    assert person.read("path.said").startswith(
        "From keys to are, 5 words on: 5 steps in the recurrent net, 5 layers through convolutions, 1 layer"
    )
    width = person.find(QSpinBox, "path.width")
    width.setFocus()
    width.selectAll()
    person.qtbot.keyClicks(width, "6")
    person.qtbot.keyClick(width, Qt.Key.Key_Return)
    person.window.settle()
    assert "2 layers through convolutions" in person.read("path.said")
    assert person.read("costs.said").startswith("At n = 9 attention is the cheaper one")
    assert person.find(CellTable, "costs.table").cells[0][2].text == "k n d²"


def test_what_is_left_of_a_word_and_a_push_that_explodes(person):
    person.turn_to("forgetting")
    person.type("sentence", "the old man saw the old man who saw the old man")
    bars = person.find(WordBars, "forgetting.state").bars
    olds = [bar.value for bar in bars if bar.word == "old"]
    assert olds == sorted(olds)
    assert "The recurrent net answers most to “man” (word 12)" in person.read("forgetting.said")
    slider = person.find(QSlider, "fading.slider")
    slider.setFocus()
    for _ in range(5):
        person.qtbot.keyClick(slider, Qt.Key.Key_PageUp)
    person.window.settle()
    assert person.session.state.far_radius == 1.4
    assert person.read("fading.said").endswith("it explodes.")


def test_weights_made_for_the_sentence_beside_those_that_stay(person):
    person.turn_to("mixing")
    assert "it looks most at “cat” in A, at “milk” in B" in person.read("mixing.said")
    person.type("other", "The cat drank the milk because it was hungry.")
    assert person.read("mixing.said").startswith("From sentence A to B 0.0 % of this head’s weight")
    box = person.find(QComboBox, "mixing.head")
    box.setFocus()
    person.qtbot.keyClick(box, Qt.Key.Key_Down)
    person.window.settle()
    assert person.session.state.far_head == 2
    assert "head 3 of 12" in person.read("mixing.attention.caption")
    a, b = (person.find(MatrixView, f"mixing.attention.{side}").data.values for side in "ab")
    assert (a == b).all()


def test_what_came_next_is_counted_in_the_background_and_back_off_is_said(person):
    person.turn_to("counting")
    person.type("counting.prefix", "You should have")
    assert person.read("counting.said").startswith("“should have” was seen")
    person.click(person.find(Segments, "counting.order").buttons()[4])
    assert person.read("counting.said").startswith(
        "“you should have” at the beginning of a sentence was seen"
    )
    person.type("counting.prefix", "Purple cats should")
    assert "was never seen, so there is nothing to count; below is what came after “should”" in person.read(
        "counting.said"
    )
    person.window.undo()
    assert person.find(SentenceEdit, "counting.prefix").text() == "You should have"
