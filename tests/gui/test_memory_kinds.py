"""The page of the three kinds of memory: states, recall and bytes, odd settings, and all of it in the real window."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QSpinBox, QToolButton

from engine.memories.recipe import KINDS
from gui.panes.memory import MemoryPane
from gui.parts.mem_states import ARRAYS
from gui.widgets.formula_view import FormulaView
from gui.widgets.line_chart import LineChart
from gui.widgets.matrix_view import MatrixView
from gui.widgets.notice import Notice
from gui.widgets.segments import Segments
from gui.widgets.sentence_edit import SentenceEdit
from gui.widgets.token_strip import TokenStrip

LEFT = Qt.MouseButton.LeftButton
WORDS = ("the", "cat", "drank", "the", "milk", "because", "it", "was", "hungry", ".")


@pytest.fixture
def shown(live_memory, exposed):
    """A pane on a session that follows every choice."""

    def make(**choices):
        session = live_memory(**{"mem_page": "kinds"} | choices)
        return exposed(MemoryPane(session), 1000, 800), session

    return make


def part(pane, kind, name):
    return pane.findChild(kind, f"memory.{name}")


def said(pane, name):
    return part(pane, QLabel, name).text()


def notice(pane):
    return part(pane, Notice, "kinds.notice")


def click(qtbot, view, row, col):
    box = view.arranged.cell(row, col, view.offset())
    qtbot.mouseClick(view.viewport(), LEFT, pos=box.center())


def type_rate(qtbot, pane, text):
    edit = part(pane, QLineEdit, "rate")
    edit.setFocus()
    edit.selectAll()
    qtbot.keyClicks(edit, text)
    qtbot.keyClick(edit, Qt.Key.Key_Return)


def matrices(pane):
    """Every matrix of the pane that has numbers."""
    return [view for view in pane.findChildren(MatrixView) if view.data is not None]


# --- states -------------------------------------------------------------------------------------------------


def test_the_states_after_a_word_are_what_ran(shown):
    pane, session = shown(mem_word=4)
    trace = session.results.memories.traces[4]
    for kind in KINDS:
        for array in ARRAYS[kind]:
            values = trace[f"memory.t4.{array.name}"]
            flat = values[0] if values.ndim == 3 else values
            view = part(pane, MatrixView, array.name)
            np.testing.assert_array_equal(view.data.values, flat.T if array.upright else flat)
    assert part(pane, MatrixView, "list.k").data.row_labels == ("the₁", "cat", "drank", "the₄", "milk")


def test_sizes_say_what_grows_and_what_stays(shown):
    pane, session = shown(mem_word=4)
    assert said(pane, "bytes.recurrent") == "16 numbers, 64 bytes: always"
    assert said(pane, "bytes.list") == "160 numbers, 640 bytes: +128 a word"
    assert said(pane, "bytes.ttt") == "256 numbers, 1,024 bytes: always"
    session.set(mem_word=9)
    assert said(pane, "bytes.list") == "320 numbers, 1,280 bytes: +128 a word"
    assert said(pane, "bytes.ttt") == "256 numbers, 1,024 bytes: always"


def test_every_rule_is_set(shown):
    pane, _ = shown()
    for kind in KINDS:
        for rule in ("start", "update", "output"):
            assert part(pane, FormulaView, f"rule.{kind}.{rule}").latex


@pytest.mark.parametrize(
    ("name", "place", "cell"),
    [
        ("recurrent.state", (5, 0), (0, 5)),
        ("recurrent.z", (2, 0), (0, 2)),
        ("list.v", (1, 3), (0, 1, 3)),
        ("ttt.state", (7, 2), (0, 7, 2)),
        ("ttt.z", (0, 4), (0, 0, 4)),
    ],
)
def test_a_click_on_a_number_opens_it(name, place, cell, shown, qtbot):
    pane, session = shown(mem_word=3)
    view = part(pane, MatrixView, name)
    click(qtbot, view, *place)
    assert session.state.cell == (f"memory.t3.{name}", cell)
    assert view.current == place
    opened = session.results.opened.derivation
    assert opened.agrees
    assert opened.output.value == float(view.data.values[place])


def test_a_word_is_chosen_and_the_words_after_it_are_hidden(shown, qtbot):
    pane, session = shown()
    strip = part(pane, TokenStrip, "words")
    assert (strip.tokens, strip.query) == (WORDS, 9)
    qtbot.mouseClick(strip.viewport(), LEFT, pos=strip.box(2).center())
    assert session.state.mem_word == 2
    assert strip.hidden == frozenset(range(3, 10))
    weights = session.results.memories.traces[2]["memory.t2.list.weights"][0, 0]
    np.testing.assert_allclose(strip.weights[:3], weights)
    assert "After “drank” (word 3 of 10)" in said(pane, "kinds.said")
    session.set(mem_kinds="bytes")
    assert strip.weights is None


def test_settings_are_edits_and_can_be_undone(shown, qtbot):
    pane, session = shown()
    qtbot.mouseClick(part(pane, Segments, "maps").buttons()[1], LEFT)
    assert session.state.mem_maps == "identity"
    spin = part(pane, QSpinBox, "features")
    spin.setValue(8)
    assert part(pane, MatrixView, "ttt.state").data.values.shape == (8, 8)
    part(pane, QSpinBox, "seed").setValue(3)
    assert session.results.memories.settings.seed == 3
    for _ in range(3):
        session.undo_stack.undo()
    assert (session.state.mem_maps, session.state.mem_features, session.state.mem_seed) == ("drawn", 16, 0)
    assert spin.value() == 16


# --- the learning rate --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("typed", "rate"), [("0.05", 0.05), ("-0,01", -0.01), ("1e-3", 0.001), ("0", 0.0)])
def test_a_rate_is_taken(typed, rate, shown, qtbot):
    pane, session = shown()
    type_rate(qtbot, pane, typed)
    assert session.state.mem_rate == rate
    assert not part(pane, QLabel, "rate.wrong").isVisible()


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("abc", "This is not a number."),
        ("1_0", "This is not a number."),
        ("5000", "Between -1000 and 1000."),
        ("nan", "Between -1000 and 1000."),
        ("", "This is not a number."),
    ],
)
def test_a_rate_that_cannot_be_is_said_beside_its_box_and_the_last_one_stays(typed, words, shown, qtbot):
    pane, session = shown()
    edit = part(pane, QLineEdit, "rate")
    edit.setFocus()
    edit.selectAll()
    qtbot.keyClick(edit, Qt.Key.Key_Delete)
    qtbot.keyClicks(edit, typed)
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    assert session.state.mem_rate == 0.02
    assert part(pane, QLabel, "rate.wrong").isVisible()
    assert said(pane, "rate.wrong") == words
    type_rate(qtbot, pane, "0.03")
    assert session.state.mem_rate == 0.03
    assert not part(pane, QLabel, "rate.wrong").isVisible()


def test_the_rate_that_writes_exactly_can_be_taken(shown, qtbot):
    pane, session = shown()
    button = part(pane, QToolButton, "rate.exact")
    assert button.text() == "writes exactly: 0.024"
    qtbot.mouseClick(button, LEFT)
    assert session.state.mem_rate == 0.024
    assert part(pane, QLineEdit, "rate").text() == "0.024"


@pytest.mark.parametrize(
    ("rate", "words"),
    [
        (0.0, "learns nothing"),
        (1e-60, "learns nothing"),
        (-0.1, "goes uphill"),
        (0.5, "overshoots"),
        (0.02, ""),
    ],
)
def test_what_a_rate_does_is_said(rate, words, shown):
    pane, _ = shown(mem_rate=rate)
    assert words in notice(pane).text()
    assert notice(pane).isVisible() is bool(words)


@pytest.mark.parametrize("rate", [1000.0, -1000.0, 0.5])
@pytest.mark.parametrize("view", ["states", "recall", "bytes"])
def test_numbers_beyond_float32_are_said_and_never_painted(view, rate, shown, qtbot):
    pane, session = shown(
        mem_sentence="the cat drank the milk because it was hungry " * 4, mem_rate=rate, mem_kinds=view
    )
    burst = session.results.memories.burst
    assert burst is not None
    assert f"(word {burst + 1}) on the layer’s weights are beyond" in notice(pane).text()
    for word in (burst - 1, burst, 35):
        session.set(mem_word=word)
        pane.grab()
        assert all(np.isfinite(matrix.data.values).all() for matrix in matrices(pane))
        if view == "states":
            assert part(pane, MatrixView, "ttt.state").isVisible() is (word < burst)
            assert part(pane, MatrixView, "list.k").isVisible()
    if view == "states":
        assert said(pane, "bytes.ttt") == "It has left what float32 can hold."
    if view == "recall":
        assert said(pane, "found.ttt").endswith("no answer")
    if view == "bytes":
        assert len(part(pane, LineChart, "bytes").chart.lines[2].points) == burst


# --- recall and bytes ---------------------------------------------------------------------------------------


def test_what_each_memory_finds_again_is_counted_and_drawn(shown, qtbot):
    pane, session = shown(mem_kinds="recall", mem_maps="identity")
    found = session.results.recalled.found
    assert said(pane, "found.list") == "Key/value list: 10 of 10 found again"
    for kind in KINDS:
        view = part(pane, MatrixView, f"recall.{kind}")
        np.testing.assert_array_equal(view.data.masked, np.isnan(found.cosines[kind]))
        known = ~view.data.masked
        np.testing.assert_array_equal(view.data.values[known], found.cosines[kind][known])
        assert f": {found.rightly(kind, 9)} of 10 found" in said(pane, f"found.{kind}")
    view = part(pane, MatrixView, "recall.list")
    assert view.describe((2, 5)) == "after “drank”, asked for “because”: not read yet"
    assert view.describe((4, 1)).startswith("after “milk”, asked for “cat”: cosine 0.9")
    assert view.describe((4, 1)).endswith("found again")
    click(qtbot, view, 4, 1)
    assert session.state.mem_word == 4
    assert f": {found.rightly('ttt', 4)} of 5 found" in said(pane, "found.ttt")


def test_recall_is_computed_only_while_it_is_looked_at(shown):
    _, session = shown(mem_kinds="states")
    assert session.results.recalled is None
    session.set(mem_kinds="recall")
    assert session.results.recalled is not None


def test_bytes_are_drawn_and_the_crossing_is_said(shown):
    pane, session = shown(mem_kinds="bytes", mem_features=8)
    run = session.results.memories
    lines = part(pane, LineChart, "bytes").chart.lines
    for kind, line in zip(KINDS, lines, strict=True):
        assert line.points == tuple((t + 1, run.state_bytes(kind, t)) for t in range(10))
    assert "from word 5 on it is the largest" in said(pane, "bytes.said")
    assert run.state_bytes("list", 4) > run.state_bytes("ttt", 4) >= run.state_bytes("list", 3)


# --- odd sentences ------------------------------------------------------------------------------------------


def test_without_a_word_the_last_sentence_stays(shown):
    pane, session = shown()
    session.set(mem_sentence="")
    assert notice(pane).text().startswith("There is nothing to read: type a few words.")
    session.set(mem_sentence="xqzzt")
    assert "xqzzt" in notice(pane).text()
    assert "Below is still the last sentence that worked." in notice(pane).text()
    assert part(pane, TokenStrip, "words").tokens == WORDS


def test_with_nothing_at_all_only_the_boxes_are_there(shown):
    pane, _ = shown(mem_sentence="")
    assert notice(pane).isVisible()
    assert notice(pane).height() < 100
    assert not part(pane, TokenStrip, "words").isVisible()
    assert not part(pane, QToolButton, "rate.exact").isVisible()


def test_words_left_out_and_too_many_and_features_that_are_not_there_are_said(shown):
    pane, session = shown(mem_sentence="xqzzt " + "the cat " * 32, mem_features=300, mem_rate=0.001)
    assert "No vector, and left out: “xqzzt”" in notice(pane).text()
    assert "At most 60 words are read: 4 more were left out." in notice(pane).text()
    assert "These vectors have 100 features" in notice(pane).text()
    assert len(session.results.memories) == 60
    pane.grab()


# --- the real window ----------------------------------------------------------------------------------------


def test_the_page_in_the_real_window_by_mouse_and_keyboard(window, qtbot):
    window.session.set(desk="memory")
    window.settle()
    pane = window.findChild(MemoryPane)
    qtbot.mouseClick(part(pane, Segments, "page").buttons()[1], LEFT)
    window.settle()
    edit = part(pane, SentenceEdit, "sentence")
    edit.setFocus()
    edit.selectAll()
    qtbot.keyClicks(edit, "the dog slept")
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    window.settle()
    strip = part(pane, TokenStrip, "words")
    assert strip.tokens == ("the", "dog", "slept")
    strip.setFocus()
    qtbot.keyClick(strip, Qt.Key.Key_Left)
    view = part(pane, MatrixView, "ttt.state")
    view.setFocus()
    click(qtbot, view, 3, 2)
    window.settle()
    assert window.session.state.cell == ("memory.t1.ttt.state", (0, 3, 2))
    assert window.findChild(QLabel, "inspector.verdict").text().endswith("agrees")
    assert "learning rate" in window.findChild(QLabel, "inspector.parts").text()
    assert not window.findChild(QLineEdit, "inspector.value").isVisible()
    qtbot.mouseClick(part(pane, Segments, "kinds").buttons()[1], LEFT)
    window.settle()
    assert said(pane, "found.list") == "Key/value list: 2 of 2 found again"
    window.session.undo_stack.undo()
    window.settle()
    assert strip.tokens == WORDS
