"""The page of the key/value cache: its steps, table and measurement, and all of it in the real window."""

from functools import partial

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLabel, QPushButton

from engine.sequences.speed import Speed, measure
from engine.trace import never_stop
from gui.panes.memory import MemoryPane
from gui.results_of_desks import Measured
from gui.rooms import memory
from gui.session import Session
from gui.state import State
from gui.view import opened
from gui.widgets.line_chart import LineChart
from gui.widgets.matrix_view import MatrixView
from gui.widgets.readout_table import ReadoutTable
from gui.widgets.segments import Segments
from gui.widgets.sentence_edit import SentenceEdit
from gui.widgets.terms_table import TermsTable
from gui.widgets.token_strip import TokenStrip

WRITTEN = ("<s>", *"我吃了一个苹果。")
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def shown(live_memory, exposed):
    """A pane on a session that follows every choice."""

    def make(**choices):
        session = live_memory(**choices)
        return exposed(MemoryPane(session), 900, 700), session

    return make


def part(pane, kind, name):
    return pane.findChild(kind, f"memory.{name}")


def said(pane, name):
    return part(pane, QLabel, name).text()


def click(qtbot, view, row, col):
    box = view.arranged.cell(row, col, view.offset())
    qtbot.mouseClick(view.viewport(), LEFT, pos=box.center())


# --- step by step -------------------------------------------------------------------------------------------


def test_the_tokens_that_are_read_can_be_chosen(shown, qtbot):
    pane, session = shown()
    strip = part(pane, TokenStrip, "tokens")
    assert strip.tokens == WRITTEN
    assert strip.query == 8
    assert "keys of all 9 tokens so far" in said(pane, "cache.said")
    assert "values of the 8 before it were kept" in said(pane, "cache.said")
    qtbot.keyClick(strip, Qt.Key.Key_Left)
    assert session.state.mem_step == 7
    assert "values of the 7 before it were kept" in said(pane, "cache.said")
    qtbot.keyClick(strip, Qt.Key.Key_Home)
    assert "no keys and values were kept before it" in said(pane, "cache.said")
    assert "keys and values of the source" in said(pane, "cache.said")


def test_what_the_cache_saves_is_said_with_the_numbers_of_the_step(shown):
    pane, session = shown(mem_step=5)
    step = session.results.ledger.steps[5]
    with_it, without = step.cached.multiply_adds, step.again.multiply_adds
    words = said(pane, "cache.said")
    assert (
        f"one token is computed instead of 6, with {with_it:,} multiply-adds instead of {without:,}" in words
    )
    assert f"({without / with_it:.1f} times fewer)" in words
    assert f"The price: {step.grown_bytes:,} bytes of memory." in words
    assert "no token looks at a later one" in said(pane, "same")


def test_what_is_computed_and_kept_once_for_the_source_is_counted_too(shown):
    pane, session = shown(mem_step=0)
    found = session.results.ledger
    rows = dict(line.split("\t", 1) for line in part(pane, ReadoutTable, "cost").tsv().splitlines()[1:])
    ways = found.cached, found.again, found.recurrent
    first = found.steps[0].cached, found.steps[0].again, found.steps[0].recurrent
    assert rows["… so far"].split("\t") == [
        f"{way.multiply_adds + one.multiply_adds:,}" for way, one in zip(ways, first, strict=True)
    ]
    assert (
        rows["… so far"].split("\t")[0] == rows["… so far"].split("\t")[1]
    )  # of one token both cost the same
    assert rows["… of the source"].split("\t") == [f"{way.bytes:,}" for way in ways]


def test_the_values_that_are_kept_are_shown_too(shown, qtbot):
    pane, session = shown(mem_step=4)
    qtbot.mouseClick(part(pane, Segments, "kept.what").buttons()[1], LEFT)
    assert session.state.mem_kept == "v"
    view = part(pane, MatrixView, "keys")
    trace = session.results.ledger.run.steps[4]
    np.testing.assert_array_equal(view.data.values, trace["decoder.t4.blocks.0.attn.v"][0])
    assert (view.data.title, view.data.role) == ("Values kept", "v")
    click(qtbot, view, 2, 3)
    assert session.state.cell == ("decoder.t4.blocks.0.attn.v", (0, 2, 3))


def test_what_is_computed_is_drawn_both_ways(shown):
    pane, _ = shown()
    cached, again = (part(pane, MatrixView, f"computed.{name}") for name in ("cached", "again"))
    later = np.triu(np.ones((9, 9), bool), k=1)
    np.testing.assert_array_equal(cached.data.values, np.eye(9))
    assert (again.data.values[~later] == 1).all()
    for view in (cached, again):
        np.testing.assert_array_equal(view.data.masked, later)
        assert view.data.row_labels == WRITTEN
    assert cached.describe((5, 2)) == "when “个” is read, keys and values of “吃” are kept"
    assert again.describe((5, 2)) == "when “个” is read, keys and values of “吃” are computed"


def test_a_click_on_a_row_goes_to_its_step_and_the_numbers_follow(shown, qtbot):
    pane, session = shown()
    click(qtbot, part(pane, MatrixView, "computed.again"), 3, 1)
    assert session.state.mem_step == 3
    step = session.results.ledger.steps[3]
    rows = dict(line.split("\t", 1) for line in part(pane, ReadoutTable, "cost").tsv().splitlines()[1:])
    assert rows["tokens computed"] == "1\t4\t1"
    assert rows["multiply-adds"].split("\t")[:2] == [
        f"{w.multiply_adds:,}" for w in (step.cached, step.again)
    ]
    assert rows["numbers kept"] == f"{step.grown:,}\t0\t256"
    assert rows["bytes kept"] == f"{4 * step.grown:,}\t0\t1,024"


def test_the_keys_of_a_head_grow_by_a_row_and_open(shown, qtbot):
    pane, session = shown(mem_step=4)
    keys = part(pane, MatrixView, "keys")
    assert keys.data.row_labels == WRITTEN[:5]
    combo = part(pane, QComboBox, "head")
    qtbot.keyClick(combo, Qt.Key.Key_Down)
    assert session.state.mem_head == 1
    trace = session.results.ledger.run.steps[4]
    np.testing.assert_array_equal(keys.data.values, trace["decoder.t4.blocks.0.attn.k"][1])
    click(qtbot, keys, 2, 3)
    assert session.state.cell == ("decoder.t4.blocks.0.attn.k", (1, 2, 3))
    assert session.results.opened.derivation.output.value == float(keys.data.values[2, 3])


def test_a_kept_number_leads_to_the_step_and_place_where_it_was_kept(shown):
    pane, session = shown(mem_step=8, mem_cache="table")
    before = session.state.seq_place, session.state.seq_layer, session.state.seq_head
    session.set(**opened(session.state, None, "decoder.t3.blocks.2.attn.v", (4, 1, 5)))
    state = session.state
    assert (state.mem_cache, state.mem_step, state.mem_layer, state.mem_head) == ("steps", 3, 2, 4)
    assert state.mem_kept == "v"
    assert (state.seq_place, state.seq_layer, state.seq_head) == before
    view = part(pane, MatrixView, "keys")
    assert view.current == (1, 5)
    assert view.data.values[1, 5] == session.results.opened.derivation.output.value


def test_a_step_that_is_not_there_gives_way_to_the_last(shown):
    pane, session = shown(mem_step=100, mem_layer=9, mem_head=9)
    assert part(pane, TokenStrip, "tokens").query == 8
    trace = session.results.ledger.run.steps[8]
    keys = part(pane, MatrixView, "keys").data.values
    np.testing.assert_array_equal(keys, trace["decoder.t8.blocks.2.attn.k"][7])


# --- table --------------------------------------------------------------------------------------------------


def test_the_table_has_a_line_per_token_in_whole_numbers(shown):
    pane, session = shown(mem_cache="table")
    lines = [line.split("\t") for line in part(pane, TermsTable, "table").tsv().splitlines()]
    steps = session.results.ledger.steps
    assert len(lines) - 1 >= len(steps) == 9
    body = lines[-9:]
    assert [line[1] for line in body] == list(WRITTEN)
    for line, step in zip(body, steps, strict=True):
        assert line[4:6] == [str(step.cached.multiply_adds), str(step.again.multiply_adds)]
        assert line[6:9] == [str(step.grown), str(step.grown_bytes), "1024"]


def test_what_grows_and_what_stays_is_drawn(shown):
    pane, session = shown(mem_cache="table", mem_step=2)
    work, kept = part(pane, LineChart, "work").chart, part(pane, LineChart, "kept").chart
    assert [y for _, y in kept.lines[0].points] == [step.grown_bytes for step in session.results.ledger.steps]
    assert {y for _, y in kept.lines[1].points} == {1024}
    assert len(work.lines[1].points) == 9
    assert (work.marked, kept.marked) == (3, 3)


# --- speed --------------------------------------------------------------------------------------------------


def test_speed_is_measured_when_asked_for(shown, qtbot, monkeypatch):
    monkeypatch.setattr(memory, "measure", partial(measure, lengths=(2, 4)))
    pane, session = shown(mem_cache="speed")
    button = part(pane, QPushButton, "measure")
    assert "Nothing has been measured" in said(pane, "speed.said")
    assert not part(pane, LineChart, "speed").isVisible()
    qtbot.mouseClick(button, LEFT)
    assert session.state.mem_measuring == 1
    found = session.results.speeds
    assert [one.length for one in found.found] == [2, 4]
    assert part(pane, LineChart, "speed").chart.lines[0].points[1] == (4, found.found[1].cached)
    assert "In a text of 4 tokens, en-zh.transformer writes" in said(pane, "speed.said")
    qtbot.mouseClick(button, LEFT)
    assert session.state.mem_measuring == 2
    assert session.results.speeds.request == 2
    assert session.results.speeds.found is not found.found


def test_a_measurement_that_runs_can_be_stopped(exposed, qtbot, workroom):
    session = Session(state=State(desk="memory", mem_cache="speed", mem_measuring=3))
    session.publish(ledger=workroom.ledger(session.state, never_stop))
    pane = exposed(MemoryPane(session), 900, 700)
    session.publish(speeds=Measured(2, "en-zh.transformer", (Speed(8, 30.0, 20.0),)))
    button = part(pane, QPushButton, "measure")
    assert button.text() == "&Stop"
    assert "Measuring" in said(pane, "speed.said")
    qtbot.mouseClick(button, LEFT)
    assert session.state.mem_measuring == -3
    assert button.text() == "&Measure"
    qtbot.mouseClick(button, LEFT)
    assert session.state.mem_measuring == 4


def test_a_cache_that_does_not_pay_is_said_so(shown):
    pane, session = shown(mem_cache="speed")
    session.publish(speeds=Measured(0, "en-zh.transformer", (Speed(8, 90.0, 100.0),)))
    assert said(pane, "speed.said").endswith("90 tokens a second with the cache and 100 without it.")


# --- the real window ----------------------------------------------------------------------------------------


def test_the_page_in_the_real_window_by_mouse_and_keyboard(window, qtbot, monkeypatch):
    monkeypatch.setattr(memory, "measure", partial(measure, lengths=(2, 4)))
    window.session.set(desk="memory")
    window.settle()
    pane = window.findChild(MemoryPane)
    edit = part(pane, SentenceEdit, "text")
    edit.setFocus()
    edit.selectAll()
    qtbot.keyClicks(edit, "How are you?")
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    window.settle()
    strip = part(pane, TokenStrip, "tokens")
    assert strip.tokens == ("<s>", *"你们好吗？")
    qtbot.mouseClick(strip.viewport(), LEFT, pos=strip.box(2).center())
    assert window.session.state.mem_step == 2
    click(qtbot, part(pane, MatrixView, "keys"), 1, 0)
    window.settle()
    assert window.findChild(QLabel, "inspector.verdict").text().endswith("agrees")
    views = part(pane, Segments, "cache")
    qtbot.mouseClick(views.buttons()[2], LEFT)
    qtbot.mouseClick(part(pane, QPushButton, "measure"), LEFT)
    window.settle()
    assert "times as fast" in said(pane, "speed.said") or "without it." in said(pane, "speed.said")
    window.session.undo_stack.undo()
    window.settle()
    assert strip.tokens == WRITTEN


def test_a_measurement_in_the_real_window_stops_at_once(window, qtbot, monkeypatch):
    monkeypatch.setattr(
        memory, "measure", partial(measure, lengths=(100_000,))
    )  # for hours, if nobody stops it
    window.session.set(desk="memory", mem_cache="speed")
    window.settle()
    pane = window.findChild(MemoryPane)
    button = part(pane, QPushButton, "measure")
    qtbot.mouseClick(button, LEFT)
    assert button.text() == "&Stop"
    window.session.set(mem_text="How are you?")  # nothing else waits for it
    qtbot.waitUntil(lambda: part(pane, TokenStrip, "tokens").tokens == ("<s>", *"你们好吗？"), timeout=20_000)
    assert button.text() == "&Stop"
    qtbot.keyClick(button, Qt.Key.Key_Space)
    window.settle()
    assert button.text() == "&Measure"
    assert window.session.results.speeds is None
