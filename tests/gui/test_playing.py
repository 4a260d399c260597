"""Playing fills each step row by row and goes on; it can be paused, hurried, and stopped from anywhere."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLabel, QToolButton

from gui import playing
from gui.panes.attention import AttentionPane
from gui.session import Session
from gui.state import State
from gui.view import view_of
from gui.widgets.word_story import Slot

WEIGHTS = "blocks.3.attn.weights"


@pytest.fixture
def pane(made, qtbot):
    session = Session()
    session.results = made()
    shown = AttentionPane(session)
    qtbot.addWidget(shown)
    shown.resize(840, 460)
    shown.show()
    shown.session.set(stage="softmax", one_word=False)
    yield shown
    shown.walk.stop()


def place(pane):
    return pane.session.state.layer, pane.session.state.step or pane.session.state.stage


def tick(pane, times=1):
    for _ in range(times):
        pane.walk.tick()


def test_rows_come_one_by_one_and_then_the_next_step(pane):
    pane.play()
    for row in range(12):
        assert pane.session.state.filled == (WEIGHTS, row)
        assert pane.steps.output.marks.revealed == row
        assert [view.marks.row for view in pane.steps.shown_views()] == [row, row]
        tick(pane)
    assert place(pane) == (3, "attn.z")
    assert pane.session.state.playing
    assert pane.steps.output.marks.revealed == 0
    assert [view.marks.row for view in pane.steps.shown_views()] == [0, None, 0], (
        "values have no row of their own"
    )


def test_a_row_that_has_not_come_is_not_painted(pane):
    def colour(row):
        output = pane.steps.output
        box = output.arranged.cell(row, 0, output.offset())
        return output.viewport().grab().toImage().pixelColor(box.topLeft() + QPoint(2, 2)).name()

    whole = [colour(row) for row in (3, 5)]
    pane.play()
    tick(pane, 3)
    ground = pane.steps.output.theme.panel
    assert colour(3) == whole[0] != ground
    assert colour(5) == ground != whole[1]


def test_every_step_of_a_layer_is_played_once(pane, made):
    pane.session.set(layer=3, stage="input", step="")
    pane.play()
    seen = [pane.session.state.filled]
    while pane.session.state.layer == 3:
        tick(pane)
        seen.append(pane.session.state.filled)
    assert len(set(seen)) == len(seen)
    run = pane.session.results.trace.run
    rows = {step.output: 12 for step in run.model.recipe(3)}
    assert seen[:-1] == [(path, row) for path, count in rows.items() for row in range(count)]
    assert seen[-1] == ("blocks.4.resid_pre", 0)
    tick(pane, 5)
    assert pane.session.state.filled == ("blocks.4.resid_pre", 0), "it waits for the layer's numbers"
    pane.session.publish(trace=made(layer=4).trace)
    tick(pane)
    assert pane.session.state.filled == ("blocks.4.resid_pre", 1)


def test_pause_keeps_the_place(pane):
    pane.play()
    tick(pane, 4)
    pane.play()
    assert not pane.session.state.playing
    assert not pane.walk._timer.isActive()
    assert pane.steps.output.marks.revealed == 4
    pane.play()
    assert pane.walk._timer.isActive()
    assert pane.session.state.filled == (WEIGHTS, 4)


def test_the_end_is_the_end_and_from_there_the_layer_begins_anew(pane, made):
    pane.session.set(layer=5, stage="norm_2", step="norm2")
    pane.session.publish(trace=made(layer=5).trace)
    assert pane.findChild(QLabel, "attention.place").text().endswith(" · Layer 6 of 6 · the end")
    pane.session.set(playing=True)
    tick(pane, 12)
    assert pane.session.state.filled == ("blocks.5.norm2", 11)
    tick(pane)
    assert not pane.session.state.playing
    assert pane.steps.output.marks.revealed is None
    pane.play()
    assert place(pane) == (5, "resid_pre")


@pytest.mark.parametrize("how", ["escape", "click", "walk", "hide"])
def test_it_stops_and_shows_the_step_whole(pane, qtbot, how):
    pane.play()
    tick(pane, 2)
    if how == "escape":
        qtbot.keyClick(pane.strip, Qt.Key.Key_Escape)
    elif how == "click":
        qtbot.mouseClick(pane.findChild(QLabel, "attention.sentence"), Qt.MouseButton.LeftButton)
    elif how == "walk":
        pane.session.set(stage="scores", step="")
    else:
        pane.hide()
    state = pane.session.state
    assert (state.playing, state.filled) == (False, None)
    assert not pane.walk._timer.isActive()
    assert pane.steps.output.marks.revealed is None


def test_clicks_on_play_and_speed_do_not_stop(pane, qtbot):
    button = pane.findChild(QToolButton, "stage.play")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert pane.session.state.playing
    tick(pane, 2)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert (pane.session.state.playing, pane.session.state.filled) == (False, (WEIGHTS, 2))


def test_space_plays_and_plus_hurries(pane, qtbot):
    qtbot.keyClick(pane.bar, Qt.Key.Key_Space)
    assert pane.session.state.playing
    waits = [pane.walk._timer.interval()]
    for key in (Qt.Key.Key_Plus, Qt.Key.Key_Plus, Qt.Key.Key_Minus, Qt.Key.Key_Minus):
        qtbot.keyClick(pane.bar, key)
        tick(pane)
        waits.append(pane.walk._timer.interval())
    assert pane.session.state.pace == "slow"
    assert waits[1] == waits[2] < waits[3] == waits[0] < waits[4]
    qtbot.keyClick(pane.bar, Qt.Key.Key_Space)
    assert not pane.session.state.playing
    assert pane.findChild(QToolButton, "stage.pace").text() == "½×"


def test_the_speed_is_no_edit(pane):
    pane.findChild(QToolButton, "stage.pace").chosen.emit("fast")
    assert pane.session.state.pace == "fast"
    pane.play()
    assert pane.session.undo_stack.count() == 0


def test_many_rows_come_faster_but_no_faster_than_a_screen():
    usual = playing.PACES["usual"]
    assert usual.wait(12, last=False) == usual.row
    assert usual.wait(70, last=False) == usual.step // 70 < usual.row
    assert usual.wait(512, last=False) == playing.QUICKEST
    assert all(pace.wait(12, last=True) > pace.wait(12, last=False) for pace in playing.PACES.values())


def test_one_word_s_view_tells_its_story_line_by_line(pane):
    pane.session.set(one_word=True, stage="weighted_sum")
    view = pane.one.word
    pane.play()
    tick(pane, 4)
    assert view.story.filled == 4
    assert view.story.there("v", 4)
    assert not view.story.there("v", 5)
    assert not view.story.there("z", 0), "the sum comes after all its terms"
    assert view.story.there("weights", 11), "what was there before stays"
    assert view.slot_at(view.arranged.box(Slot("v", 4, 0)).center()) == Slot("v", 4, 0)
    assert view.slot_at(view.arranged.box(Slot("v", 5, 0)).center()) is None
    tick(pane, 7)
    assert view.story.there("z", 0)


def test_the_query_of_one_word_is_a_single_row(made):
    trace = made().trace
    rows = []
    for step, one_word in (("attn.q", True), ("attn.k", True), ("attn.q", False)):
        state = State(stage="qkv", step=step, one_word=one_word)
        rows.append(playing.rows_of(state, view_of(state, trace.run), trace.trace))
    assert rows == [1, 12, 12]


def test_steps_are_counted_in_the_layer_and_layers_in_the_model(pane, made):
    label = pane.findChild(QLabel, "attention.place")
    steps = [step.output for step in pane.session.results.trace.run.model.recipe(3)]
    assert label.isVisible()
    assert label.text() == f"Step {steps.index(WEIGHTS) + 1} of {len(steps)} · Layer 4 of 6"
    pane.session.set(stage="norm_2", step="norm2")
    assert label.text() == f"Step {len(steps)} of {len(steps)} · Layer 4 of 6"
    results = made(source="fresh")
    pane.session.set(source="fresh")
    pane.session.publish(overview=results.overview, trace=results.trace)
    assert label.text().endswith("Layer 1 of 1 · the end")


def test_where_one_is_takes_no_room_from_the_window(pane):
    label = pane.findChild(QLabel, "attention.place")
    full = label.text()
    label.setMinimumWidth(0)
    wide = label.fontMetrics().horizontalAdvance(full)
    label.resize(wide, label.height())
    assert label.shown() == full
    label.resize(wide - 1, label.height())
    assert label.shown() == full.split(" · ")[0]
    assert label.toolTip() == full
    assert label.minimumSizeHint().width() < wide
