"""What is typed into the translation, and what is said of it: odd sentences, models that fail, where it is from."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLabel, QPushButton

from engine.edits import SetCells
from engine.errors import DataFileError
from engine.paths import TRANSLATION
from gui.panes.translation import TranslationPane
from gui.parts.seq_steps import StepsPart
from gui.results import Results
from gui.session import Session
from gui.state import State
from gui.widgets.notice import Notice
from gui.widgets.segments import Segments
from gui.widgets.token_strip import TokenStrip

LEFT = Qt.MouseButton.LeftButton
WRITING = {"seq_side": "decoder", "seq_place": 5, "seq_stage": "softmax"}


@pytest.fixture
def pane(translation_pane):
    return translation_pane


def find(pane, kind, name):
    return pane.findChild(kind, f"translation.{name}")


def test_words_outside_the_vocabulary_are_named_and_marked(pane):
    shown = pane(seq_text="The zebraic apple ate me.")
    assert "zebraic" in find(shown, Notice, "notice").text()
    source = find(shown, TokenStrip, "source")
    assert source.tokens[1] == "zebraic <unk>"
    assert source.badges[1].warning
    assert shown.session.results.translation.run.ended


def test_the_other_language_is_noticed_and_a_button_swaps_the_direction(pane, qtbot):
    shown = pane(seq_text="我吃了一个苹果。")
    swap = find(shown, QPushButton, "swap")
    assert swap.isVisible()
    assert "This is Chinese, but the model reads English." in find(shown, Notice, "notice").text()
    qtbot.mouseClick(swap, LEFT)
    assert shown.session.state.seq_source == "zh"
    assert shown.session.state.seq_text == "我吃了一个苹果。"
    assert not swap.isVisible()


def test_full_width_signs_are_read_as_the_narrow_ones(pane):
    shown = pane(seq_text="Ｉ ｌｏｖｅ ｙｏｕ！")
    assert find(shown, TokenStrip, "source").tokens == ("i", "love", "you", "!", "</s>")
    assert not find(shown, Notice, "notice").isVisible()


def test_more_than_sixty_words_are_cut_and_it_is_said(pane):
    shown = pane(seq_text=" ".join(["you"] * 70))
    assert "Only the first 60 tokens are read; 10 more were left out." in find(shown, Notice, "notice").text()
    assert len(find(shown, TokenStrip, "source").tokens) == 61


def test_endless_repetition_stops_at_the_limit_and_it_is_said(pane):
    shown = pane()
    token = shown.session.results.translation.run.written[0]
    shown.session.set(seq_prefix=(token,) * 60)
    assert "Stopped after 60 tokens" in find(shown, Notice, "notice").text()


def test_an_empty_sentence_says_what_to_do(pane):
    shown = pane(seq_text="")
    assert "There is nothing to translate" in find(shown, Notice, "notice").text()
    assert not shown.findChild(StepsPart).lit.isVisible()
    shown.session.set(seq_text="I love you.")
    assert shown.findChild(StepsPart).lit.isVisible()
    assert not find(shown, Notice, "notice").isVisible()


def test_missing_weights_are_said_in_place(exposed):
    session = Session(state=State(desk="translation", seq_model="transformer"))
    path = TRANSLATION / "en-zh.transformer" / "model.safetensors"
    session.results = Results(failed={"translation": DataFileError(path, "file is missing")})
    shown = exposed(TranslationPane(session), 900, 500)
    said = find(shown, Notice, "notice").text()
    assert "data/translation/en-zh.transformer/model.safetensors" in said
    assert "Choose another model" in said


def test_where_the_sentence_is_from_is_said_with_a_persons_translation(pane):
    shown = pane()
    origin = find(shown, QLabel, "origin")
    assert "Model: 我吃了一个苹果。" in origin.text()
    assert "(in the training data)" in origin.text()
    shown.session.set(seq_text="I've had a busy day.")
    assert "Person: 今天我一直很忙。" in origin.text()
    assert "no model has learnt from it" in origin.text()


def test_examples_say_whether_they_were_learnt(pane):
    shown = pane()
    menu = shown.source.examples.menu()
    texts = [action.text() for action in menu.actions()]
    assert "I ate an apple.   (in the training data)" in texts
    assert "I've had a busy day.   (held out)" in texts
    menu.actions()[texts.index("I've had a busy day.   (held out)")].trigger()
    assert shown.session.state.seq_text == "I've had a busy day."


def test_turned_round_an_example_becomes_its_own_translation(pane):
    shown = pane()
    direction = find(shown, QComboBox, "direction")
    direction.setCurrentIndex(1)
    direction.activated.emit(1)
    assert (shown.session.state.seq_source, shown.session.state.seq_text) == ("zh", "我吃了一个苹果。")


def test_turned_round_a_sentence_that_is_in_the_language_already_stays(pane):
    shown = pane(seq_text="我爱你。")
    find(shown, QComboBox, "direction").activated.emit(1)
    assert (shown.session.state.seq_source, shown.session.state.seq_text) == ("zh", "我爱你。")


def test_turned_round_any_other_sentence_becomes_what_the_model_made_of_it(pane):
    shown = pane(seq_text="I ate my apple.")
    made = shown.session.results.translation.run.text
    find(shown, QComboBox, "direction").activated.emit(1)
    assert (shown.session.state.seq_source, shown.session.state.seq_text) == ("zh", made)


def test_another_sentence_or_model_takes_changes_and_chosen_tokens_away(pane):
    change = SetCells("decoder.t5.attn.scores", (0, 0, 1), 30.0)
    shown = pane(**WRITING, seq_changes=(change,), seq_prefix=(5,))
    shown.session.set(seq_model="fixed")
    assert (shown.session.state.seq_changes, shown.session.state.seq_prefix) == ((), ())
    shown.session.undo_stack.undo()
    assert (shown.session.state.seq_changes, shown.session.state.seq_prefix) == ((change,), (5,))


def test_the_page_of_the_language_model_takes_the_place_of_the_others(pane, qtbot):
    shown = pane()
    qtbot.mouseClick(find(shown, Segments, "model").buttons()[3], LEFT)
    assert shown.session.state.seq_model == "language"
    assert not shown.pages.isVisible()
    assert not shown.source.isVisible()


def test_sampling_shows_its_temperature_and_its_seed(pane):
    shown = pane()
    boxes = [shown.choice.width_box, shown.choice.temperature, shown.choice.seed]
    for method, visible in (("greedy", []), ("beam", boxes[:1]), ("sample", boxes[1:])):
        shown.session.set(seq_method=method)
        assert [box for box in boxes if box.isVisible()] == visible
    shown.choice.seed.setValue(7)
    shown.choice.temperature.setValue(0.5)
    assert (shown.session.state.seq_seed, shown.session.state.seq_temperature) == (7, 0.5)


def test_the_keys_pass_the_choices_as_they_stand(pane):
    choice = pane(seq_method="sample").choice
    expected = [choice.direction, *choice.models.buttons(), choice.method, choice.temperature, choice.seed]
    chain = [choice.direction]
    while choice.isAncestorOf(chain[-1]):
        chain.append(chain[-1].nextInFocusChain())
    assert [widget for widget in chain if widget in expected] == expected
