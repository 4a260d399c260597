"""Translation in the real window, by mouse and keyboard: typed, walked through, another token, a number changed."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QLineEdit, QToolButton

from engine.edits import SetCells
from gui.parts.seq_steps import StepsPart
from gui.widgets.notice import Notice
from gui.widgets.segments import Segments
from gui.widgets.sentence_edit import SentenceEdit
from gui.widgets.stage_bar import StageBar
from gui.widgets.token_list import TokenList
from gui.widgets.token_strip import TokenStrip
from tests.gui.person import Person

LEFT = Qt.MouseButton.LeftButton
ALT, CTRL = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def person(window, qtbot):
    made = Translating(window, qtbot)
    made.click(window.findChild(Segments, "desk").buttons()[1])
    return made


class Translating(Person):
    """At the desk for translation."""

    def find(self, kind, name):
        return self.window.findChild(kind, f"translation.{name}")

    def type(self, text):
        self.write(self.find(SentenceEdit, "sentence"), text)
        self.qtbot.waitUntil(lambda: self.session.state.seq_text == text)  # the pause after typing
        self.window.settle()

    def click_stage(self, title):
        buttons = self.find(StageBar, "step").buttons()
        self.click(next(button for button in buttons if button.text() == title))

    @property
    def page(self):
        return self.window.findChild(StepsPart)

    @property
    def run(self):
        return self.session.results.translation.run

    def choose_token(self, place):
        tokens = self.find(TokenList, "likeliest")
        tokens.verticalScrollBar().setValue(0)
        self.click(tokens.viewport(), tokens.box(place).center())

    def set_number(self, text):
        box = self.window.findChild(QLineEdit, "inspector.value")
        self.qtbot.waitUntil(lambda: box.isVisible() and box.isEnabled())
        self.click(box)
        self.qtbot.keyClicks(box, text)
        self.qtbot.keyClick(box, Qt.Key.Key_Return)
        self.window.settle()

    def said(self, name):
        return self.window.findChild(QLabel, f"inspector.{name}").text()


def test_from_a_typed_sentence_to_a_changed_score_and_back(person):
    person.type("Where are you?")
    assert person.run.text == "你在哪里？"
    for _ in range(4):  # the first word: forward, backward, both; then the second one
        person.press(Qt.Key.Key_Right, ALT)
    assert (person.session.state.seq_word, person.session.state.seq_stage) == (1, "read")
    output = person.find(TokenStrip, "output")
    person.click(output.viewport(), output.box(3).center())
    assert (person.session.state.seq_place, person.session.state.seq_stage) == (2, "softmax")
    free = person.run

    person.choose_token(1)
    other = person.session.state.seq_prefix[-1]
    assert person.run.written[:3] == (*free.written[:2], other)
    assert other != free.written[2]
    person.press(Qt.Key.Key_Z, CTRL)
    assert person.run.written == free.written

    person.click_stage("Scores")
    scores = person.page.matrices.steps.output
    scores.show_cell(0, 1)
    person.click(scores.viewport(), scores.arranged.cell(0, 1, scores.offset()).center())
    assert person.session.state.cell == ("decoder.t2.attn.scores", (0, 0, 1))
    assert person.said("verdict").endswith("agrees")
    assert "from 在" in person.said("place")
    person.set_number("50")
    change = SetCells("decoder.t2.attn.scores", (0, 0, 1), 50.0)
    assert person.session.state.seq_changes == (change,)
    assert person.run.alignment()[2].argmax() == 1
    assert "without the changes" in person.said("verdict")
    assert person.page.changed.isVisible()
    person.click(person.find(QToolButton, "unchange"))
    assert person.run.written == free.written
    assert np.array_equal(person.run.alignment(), free.alignment())


def test_a_score_opens_to_its_terms_and_leads_back_through_time(person):
    person.click_stage("Scores")
    person.session.set(seq_place=3)
    scores = person.page.matrices.steps.output
    person.click(scores.viewport(), scores.arranged.cell(0, 0, scores.offset()).center())
    inspector = person.window.inspector
    opened = person.session.results.opened
    assert len(opened.derivation.arithmetic.terms) == 256
    assert {operand.name for operand in opened.derivation.arithmetic.terms[0].operands} == {
        *("decoder.t3.attn.q", "decoder.attn.k", "decoder.attn.v_a")
    }
    inspector.table.opened.emit(("decoder.t3.attn.q", (0, 0, 5)))
    person.window.settle()
    assert person.session.state.seq_step == "attn.q"
    inspector.table.opened.emit(("decoder.t3.gru.before", (0, 5)))
    person.window.settle()
    inspector.table.opened.emit(("decoder.t2.gru.state", (0, 5)))
    person.window.settle()
    assert (person.session.state.seq_place, person.session.state.seq_step) == (2, "gru.state")
    assert person.session.results.opened.derivation.agrees
    person.press(Qt.Key.Key_Backspace)
    assert person.session.state.seq_place == 3


def test_the_menus_commands_do_their_work_here(person):
    state = person.session.state
    assert (state.seq_side, state.seq_word) == ("encoder", 0)
    person.press(Qt.Key.Key_Right, ALT | SHIFT)
    assert person.session.state.seq_word == 1
    person.press(Qt.Key.Key_End, ALT)
    assert (person.session.state.seq_side, person.session.state.seq_stage) == ("decoder", "predict")
    person.press(Qt.Key.Key_Home, ALT)
    assert person.session.state.seq_side == "encoder"
    person.click(person.find(Segments, "model").buttons()[2])
    person.press(Qt.Key.Key_Up, ALT)
    person.press(Qt.Key.Key_PageDown, ALT)
    assert (person.session.state.seq_layer, person.session.state.seq_head) == (1, 1)
    person.press(Qt.Key.Key_H, CTRL)
    assert person.session.state.seq_changes == (SetCells("encoder.blocks.1.attn.z", (1, None, None), 0.0),)
    assert person.session.state.changes == ()  # those of the other desk are left alone
    person.press(Qt.Key.Key_0, CTRL)
    assert person.session.state.seq_changes == ()
    person.press(Qt.Key.Key_L, CTRL)
    assert person.window.focusWidget() is person.find(SentenceEdit, "sentence")
    assert not person.window.findChild(QAction, "whatif.cut").isEnabled()
    person.press(Qt.Key.Key_Space, CTRL)
    assert person.session.state.seq_playing
    assert not person.session.state.playing
    person.press(Qt.Key.Key_Space, CTRL)
    assert not person.session.state.seq_playing


def test_what_the_engine_cannot_make_is_taken_back_and_said(person):
    person.session.set(seq_side="decoder", seq_place=1, seq_stage="scores")
    person.session.set(cell=("decoder.t1.attn.scores", (0, 0, 0)))
    person.window.settle()
    person.set_number("nan")
    assert person.session.state.seq_changes == ()
    assert "only finite numbers can be set" in person.find(Notice, "notice").text()
    person.set_number("2")
    assert not person.find(Notice, "notice").isVisible()
    assert len(person.session.state.seq_changes) == 1


def test_each_desk_keeps_its_place_and_its_changes(person):
    person.session.set(seq_side="decoder", seq_place=4, seq_stage="softmax")
    person.click(person.window.findChild(Segments, "desk").buttons()[0])
    assert person.session.results.translation is None
    person.click(person.window.findChild(Segments, "desk").buttons()[1])
    assert person.session.state.seq_place == 4
    assert person.run.text == "我吃了一个苹果。"


def test_in_a_small_window_numbers_come_first_and_nothing_is_wider_than_it(person):
    person.window.resize(900, 600)
    person.session.set(seq_side="decoder", seq_place=4, seq_stage="softmax", seq_model="transformer")
    person.window.settle()
    person.session.set(cell=("decoder.blocks.0.cross_attn.weights", (0, 4, 1)))
    person.window.settle()
    assert person.window.width() == 900
    assert not person.page.formula.isVisible()
    assert person.page.matrices.steps.output.isVisible()
    person.session.set(seq_method="sample")
    person.window.settle()
    assert person.window.width() == 900
    right = person.find(Segments, "model").mapTo(
        person.window, person.find(Segments, "model").rect().topRight()
    )
    assert right.x() < 900
