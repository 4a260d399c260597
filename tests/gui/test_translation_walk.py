"""The walk through a translation: by its bar, by its keys, and by itself."""

import pytest
from PySide6.QtCore import Qt

from gui.parts.seq_steps import StepsPart
from gui.widgets.stage_bar import StageBar

WRITING = {"seq_side": "decoder", "seq_place": 5, "seq_stage": "softmax"}


@pytest.fixture
def pane(translation_pane):
    return translation_pane


def find(pane, kind, name):
    return pane.findChild(kind, f"translation.{name}")


def test_the_stage_bar_walks_from_stage_to_stage_and_from_token_to_token(pane, qtbot):
    shown = pane(**WRITING)
    bar = find(shown, StageBar, "step")
    bar.setFocus()
    seen = []
    for _ in range(6):
        qtbot.keyClick(bar, Qt.Key.Key_Right)
        seen.append((shown.session.state.seq_place, shown.session.state.seq_stage))
    assert seen == [
        *((5, "context"), (5, "write"), (5, "readout"), (5, "predict")),
        *((6, "state"), (6, "scores")),
    ]
    qtbot.keyClick(bar, Qt.Key.Key_Home)
    assert (shown.session.state.seq_side, shown.session.state.seq_word) == ("encoder", 0)
    qtbot.keyClick(bar, Qt.Key.Key_End)
    assert (shown.session.state.seq_place, shown.session.state.seq_stage) == (8, "predict")


def test_walking_computes_nothing_again(pane, qtbot):
    shown = pane(**WRITING)
    run = shown.session.results.translation
    qtbot.keyClick(find(shown, StageBar, "step"), Qt.Key.Key_Right)
    assert shown.session.results.translation is run


def test_playing_goes_on_by_itself_and_a_step_by_hand_stops_it(pane, qtbot):
    shown = pane(**WRITING, pace="fast")
    shown.play()
    qtbot.waitUntil(lambda: shown.session.state.seq_stage == "write", timeout=5000)
    assert shown.session.state.seq_playing
    qtbot.keyClick(find(shown, StageBar, "step"), Qt.Key.Key_Left)
    assert not shown.session.state.seq_playing
    shown.session.set(seq_place=8, seq_stage="predict")
    shown.session.set(seq_playing=True)
    qtbot.waitUntil(lambda: not shown.session.state.seq_playing, timeout=5000)  # the end
    assert shown.session.state.seq_stage == "predict"


@pytest.mark.parametrize("kind", ["fixed", "attention", "transformer"])
def test_every_place_of_the_walk_can_be_shown(pane, kind):
    shown = pane(seq_model=kind, seq_text="I love you.")
    page = shown.findChild(StepsPart)
    bar = find(shown, StageBar, "step")
    while bar.isVisible():
        assert page.guide.text()
        assert page.sentence.text()
        assert page.formula.latex
        before = shown.session.state
        bar.moved.emit("next")
        if shown.session.state == before:
            break
    assert shown.session.state.seq_stage == "predict"


def test_the_line_above_says_where_one_is_counted_from_one(pane):
    shown = pane(**WRITING)
    guide = shown.findChild(StepsPart).guide
    assert guide.text().startswith("Writing token 6 of 9, “苹”.")
    shown.session.set(seq_side="encoder", seq_word=3, seq_stage="forward")
    assert guide.text().startswith("Reading word 4 of 6, “apple”.")
    assert "This is the end." not in guide.text()
    shown.session.set(seq_side="decoder", seq_place=8, seq_stage="predict")
    assert guide.text().startswith("Writing token 9 of 9, “</s>”.")
    assert guide.text().endswith("This is the end.")


def test_from_the_end_playing_begins_anew(pane):
    shown = pane(seq_side="decoder", seq_place=8, seq_stage="predict")
    page = shown.findChild(StepsPart)
    page.walk.play()
    state = shown.session.state
    assert state.seq_playing
    assert (state.seq_side, state.seq_word, state.seq_stage) == ("encoder", 0, "read")
    page.walk.play()
    assert not shown.session.state.seq_playing
