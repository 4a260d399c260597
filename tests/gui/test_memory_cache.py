"""The page of the key/value cache: its steps, table and measurement, odd texts, and all of it in the real window."""

from functools import partial

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLabel, QPushButton, QStackedWidget

from engine.errors import DataFileError
from engine.models.base import Sizes
from engine.names import NAMES, key
from engine.paths import TRANSLATION
from engine.sequences.model import SequenceModel
from engine.sequences.speed import Speed, measure
from engine.trace import never_stop
from gui.panes.memory import MemoryPane
from gui.results_of_desks import Measured
from gui.rooms import memory
from gui.session import Session
from gui.state import State
from gui.widgets.line_chart import LineChart
from gui.widgets.matrix_view import MatrixView
from gui.widgets.notice import Notice
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
    assert "8 tokens before it" in said(pane, "cache.said")
    qtbot.keyClick(strip, Qt.Key.Key_Left)
    assert session.state.mem_step == 7
    assert "7 tokens before it" in said(pane, "cache.said")
    qtbot.keyClick(strip, Qt.Key.Key_Home)
    assert "nothing to keep yet" in said(pane, "cache.said")


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
    assert rows["rows computed"] == "1\t4\t1"
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
    assert "en-zh.transformer: in a text of 4 tokens" in said(pane, "speed.said")
    qtbot.mouseClick(button, LEFT)
    assert session.state.mem_measuring == 2


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
    assert said(pane, "speed.said").endswith("90 tokens a second with the cache, 100 without it.")


# --- odd texts ----------------------------------------------------------------------------------------------


def notice(pane):
    return part(pane, Notice, "cache.notice")


def test_without_a_text_the_last_one_stays(shown):
    pane, session = shown()
    assert not notice(pane).isVisible()
    session.set(mem_text="  ")
    assert notice(pane).text() == (
        "There is nothing to translate: type a sentence.<br>Below is still the last text that worked."
    )
    assert part(pane, TokenStrip, "tokens").tokens == WRITTEN
    session.set(mem_text="How are you?")
    assert not notice(pane).isVisible()


def test_words_outside_of_the_vocabulary_and_too_many_are_said(shown):
    pane, session = shown(mem_text="A xqzzt " + "the cat " * 32)
    assert "&lt;unk&gt;" in notice(pane).text()
    assert "“xqzzt”" in notice(pane).text()
    assert "At most 60 tokens are read" in notice(pane).text()
    assert len(session.results.ledger.run.source) == 61


def test_a_text_without_end_stops_at_the_limit(shown, tiny_language, monkeypatch):
    pane, session = shown(mem_model="language")
    assert "The text stops at 60 tokens" in notice(pane).text()
    assert len(session.results.ledger.steps) == 61


def test_a_model_that_is_missing_is_said_and_nothing_else_is_shown(shown, workroom, monkeypatch):
    def missing(kind, source):
        raise DataFileError(TRANSLATION / "en.language" / "model.safetensors", "file is missing")

    monkeypatch.setattr(workroom, "sequence_model", missing)
    pane, _ = shown(mem_model="language", mem_prompt="nobody has asked for this yet")
    assert "data/translation/en.language/model.safetensors" in notice(pane).text()
    assert not pane.findChild(QStackedWidget).currentWidget().findChild(QStackedWidget).isVisible()
    assert notice(pane).height() < 100


@pytest.fixture
def tiny_language(workroom, monkeypatch):
    """A language model of the English vocabulary that says `the` for ever."""
    english = workroom.sequence_model("transformer", "en").source_words
    model = never_ending(english)
    monkeypatch.setattr(workroom, "sequence_model", lambda kind, source: model)
    monkeypatch.setattr(workroom, "_last_ledger", None)
    return model


def never_ending(words):
    sizes = Sizes(1, 2, 2, 4, 2, 4, 60)
    bare = SequenceModel("en.language", "language", "", "en", sizes, {}, None, words)
    lengths = {"vocab": len(words), "d_model": 4, "d_attn": 4, "d_kv": 4, "d_mlp": 4}
    recipe = bare.target_recipe()
    made = {step.output for step in recipe} | {f"decoder.{name}" for name in ("tokens", "positions", "mask")}
    wanted = {path for step in recipe for path in step.inputs} - made
    weights = {
        path: np.zeros([lengths[axis] for axis in NAMES[key(path)].axes], np.float32) for path in wanted
    }
    weights["decoder.b_unembed"] = np.eye(1, len(words), words.encode(["the"])[0], dtype=np.float32)[0]
    return SequenceModel("en.language", "language", "", "en", sizes, weights, None, words)


def test_the_language_model_goes_on_from_a_beginning(shown, tiny_language):
    pane, session = shown(mem_model="language", mem_prompt="You should")
    assert part(pane, TokenStrip, "tokens").tokens[:4] == ("<s>", "you", "should", "the")
    assert session.results.ledger.state_bytes is None
    table = part(pane, ReadoutTable, "cost").tsv()
    assert "recurrent net" not in table
    session.set(mem_prompt="")
    assert part(pane, TokenStrip, "tokens").tokens[:2] == ("<s>", "the")


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
