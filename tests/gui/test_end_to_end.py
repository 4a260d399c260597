"""The real window by mouse and keyboard alone: a typed sentence, an opened cell, an edit, its consequence, undo."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QToolButton

from gui.widgets.sentence_edit import SentenceEdit

SENTENCE = "The cat drank the milk because it was sweet."
IT, MILK = 7, 5
LAYER = 3  # where the window starts
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def person(window, qtbot):
    return Person(window, qtbot)


class Person:
    """Looks at the window, clicks and types.  Only what was seen is returned."""

    def __init__(self, window, qtbot):
        self.window, self.qtbot = window, qtbot
        self.session, self.pane = window.session, window.attention
        self.output = window.attention.steps.output
        window.activateWindow()

    def type_sentence(self, text):
        box = self.window.findChild(SentenceEdit, "words.sentence")
        self.qtbot.mouseClick(box.viewport(), LEFT)
        self.qtbot.keyClick(box, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        self.qtbot.keyClicks(box, text)
        self.qtbot.waitUntil(lambda: self.session.state.text == text)  # the pause after typing
        self.window.settle()

    def click_cell(self, row, col):
        self.output.show_cell(row, col)
        at = self.output.arranged.cell(row, col, self.output.offset()).center()
        assert self.output.arranged.body.contains(at)
        self.qtbot.mouseClick(self.output.viewport(), LEFT, pos=at)
        self.window.settle()

    def set_number(self, text):
        box = self.window.findChild(QLineEdit, "inspector.value")
        self.qtbot.waitUntil(lambda: box.isVisible() and box.isEnabled())
        self.qtbot.mouseClick(box, LEFT)
        self.qtbot.keyClicks(box, text)
        self.qtbot.keyClick(box, Qt.Key.Key_Return)
        self.window.settle()

    def press(self, key, modifier=Qt.KeyboardModifier.NoModifier):
        self.pane.bar.setFocus()
        self.qtbot.keyClick(self.pane.bar, key, modifier)
        self.window.settle()

    def said(self, name):
        return self.window.findChild(QLabel, f"inspector.{name}").text()

    def matrix(self):
        """What comes out of the step that is looked at."""
        return np.array(self.output.data.values)

    def walk(self):
        """By keyboard: the first and the last array of the layer, and the first of the next one.  By mouse: back."""
        seen = []
        for key in (Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_Right):
            self.press(key)
            seen.append(self.matrix())
        assert self.session.state.layer == LAYER + 1
        self.press(Qt.Key.Key_Left)
        buttons = self.pane.bar.findChildren(QToolButton)
        button = next(one for one in buttons if one.isVisible() and one.text() == "Softmax")
        self.qtbot.mouseClick(button, LEFT)
        self.window.settle()
        return seen

    def streams(self):
        """The output of every layer."""
        run = self.session.results.overview.run
        return [run.stream(layer).tobytes() for layer in range(run.model.sizes.layers)]


def rows_that_differ(one, other):
    return np.unique(np.argwhere(one != other)[:, 0]).tolist()


def test_from_a_typed_sentence_to_an_edit_its_consequence_and_undo(person):
    person.type_sentence(SENTENCE)
    assert person.pane.strip.tokens[IT] == "it"
    weights, streams = person.matrix(), person.streams()
    assert weights[IT, MILK] == pytest.approx(0.486, abs=2e-3)
    first, last, following = person.walk()
    assert np.array_equal(person.matrix(), weights)

    person.click_cell(IT, MILK)
    assert person.said("place").endswith("layer 4, head 2, from it, to milk")
    assert person.said("verdict").endswith("agrees")

    person.set_number("0.9")
    changed = person.matrix()
    assert changed[IT, MILK] == np.float32(0.9)
    assert np.argwhere(changed != weights).tolist() == [[IT, MILK]]
    assert person.window.findChild(QLineEdit, "inspector.numpy").text() == "This number was set by hand."
    first_now, last_now, following_now = person.walk()
    assert np.array_equal(first_now, first), "what comes before the change stays"
    assert rows_that_differ(last_now, last) == [IT], "in its layer it reaches its own row"
    assert rows_that_differ(following_now, following) == [IT], "the next layer begins with that"
    assert person.streams()[:LAYER] == streams[:LAYER]
    assert not set(person.streams()[LAYER:]) & set(streams[LAYER:]), "all later layers differ"

    person.press(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert not person.session.state.changes
    assert person.session.state.text == SENTENCE, "one step back, no further"
    assert person.matrix().tobytes() == weights.tobytes()
    assert person.streams() == streams
    assert [array.tobytes() for array in person.walk()] == [
        array.tobytes() for array in (first, last, following)
    ]
