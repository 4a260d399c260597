"""Beam: all that the search kept is drawn, the winner explained, a hypothesis read and taken over."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QLabel, QSpinBox, QToolButton

from engine.edits import SetCells
from engine.errors import DataFileError
from engine.paths import TRANSLATION
from engine.sequences.searching import mean_log_chance
from gui.parts.seq_beam import BeamPart
from gui.session import Session
from gui.state import State
from gui.widgets import numbers
from gui.widgets.beam_tree import BeamTree
from gui.widgets.copying import rows_of

HELD_OUT = "I've had a busy day."  # greedy and beam part here


@pytest.fixture
def part(live_translation, exposed):
    def make(session=None, **choices):
        session = session or live_translation(**{"seq_page": "beam", "seq_text": HELD_OUT} | choices)
        return exposed(BeamPart(session), 900, 480)

    return make


def said(part, name):
    document = QTextDocument()
    document.setHtml(part.findChild(QLabel, f"beam.{name}").text())
    return document.toPlainText()


def click(qtbot, tree, place):
    qtbot.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=tree.box(place).center())


def test_every_hypothesis_is_drawn_with_its_numbers(part):
    shown = part()
    found = shown.session.results.searched
    words = found.start.model.target_words.tokens
    assert [len(kept) for kept in shown.tree.levels] == [len(kept) for kept in found.beam.levels]
    for step, kept in enumerate(found.beam.levels):
        for rank, one in enumerate(kept):
            node = shown.tree.levels[step][rank]
            assert (node.token, node.parent, node.ended) == (words[one.token], one.parent, one.ended)
            assert node.chance == numbers.short(one.chance)
            assert node.total.endswith(numbers.short(one.log_chance))
            assert bool(node.mean) == one.ended
    assert tuple(rank for _, rank in shown.tree.winner) == found.beam.way


def test_the_winner_and_what_greedy_writes_instead_are_said(part):
    shown = part()
    found = shown.session.results.searched
    best, greedy = (run.text for run in (found.beam.best, found.greedy))
    assert best != greedy
    text = said(shown, "winner")
    for quoted in (
        best,
        greedy,
        *(numbers.short(mean_log_chance(run), 4) for run in (found.beam.best, found.greedy)),
    ):
        assert quoted in text
    assert f"part at token {found.parting + 1}" in text


def test_with_a_width_of_one_greedy_is_the_same(part, qtbot):
    shown = part()
    shown.findChild(QSpinBox, "beam.width").setValue(1)
    assert shown.session.state.seq_width == 1
    assert {len(kept) for kept in shown.tree.levels} == {1}
    assert "writes the same" in said(shown, "winner")


def test_a_click_takes_a_hypothesis_over(part, qtbot):
    shown = part()
    found = shown.session.results.searched
    assert not shown.findChild(QToolButton, "beam.go").isEnabled()
    click(qtbot, shown.tree, (2, 1))
    written = found.beam.written(2, 1)
    assert shown.session.state.seq_prefix == written
    assert (shown.session.state.seq_side, shown.session.state.seq_place) == ("decoder", 2)
    assert shown.tree.choice == (2, 1)
    text = "".join(found.start.model.target_words.decode(written))
    assert f"“{text}”" in said(shown, "current")
    assert "now begins with it" in said(shown, "current")
    qtbot.mouseClick(shown.findChild(QToolButton, "beam.go"), Qt.MouseButton.LeftButton)
    assert shown.session.state.seq_page == "steps"


def test_the_line_below_follows_the_keys(part, qtbot):
    shown = part()
    assert "click takes it over" in said(shown, "current")
    for key in (Qt.Key.Key_Home, Qt.Key.Key_End):
        qtbot.keyClick(shown.tree, key)
    found = shown.session.results.searched
    assert f"“{found.beam.best.text}”" in said(shown, "current")
    assert shown.session.state.seq_prefix == ()
    qtbot.keyClick(shown.tree, Qt.Key.Key_Return)
    assert shown.session.state.seq_prefix == found.beam.best.written


def test_a_tooltip_has_the_whole_hypothesis_and_its_fate(part):
    shown = part()
    found, last = shown.session.results.searched, len(shown.tree.winner) - 1
    tip = shown.tree.describe(shown.tree.winner[-1])
    assert tip.startswith(found.beam.best.text)
    assert tip.endswith("the winner")
    assert "begins so" in shown.tree.describe(shown.tree.winner[0])
    lost = next(
        place
        for place in (((s, r)) for s in range(last) for r in range(len(shown.tree.levels[s])))
        if not shown.tree.levels[place[0]][place[1]].ended and not shown.tree.arranged.children(place)
    )
    assert "not gone on with" in shown.tree.describe(lost)


def test_the_table_has_every_hypothesis_with_all_digits(part):
    shown = part()
    found = shown.session.results.searched
    rows = rows_of(shown.tree.tsv())
    assert len(rows) == 1 + sum(map(len, found.beam.levels))
    first = found.beam.levels[0][0]
    assert rows[1][:3] == ["1", "1", "0"]
    assert float(rows[1][4]) == first.chance
    assert float(rows[1][5]) == first.log_chance


@pytest.mark.parametrize("text", ["", "   "])
def test_an_empty_sentence_is_said(part, text):
    assert "sentence is empty" in said(part(seq_text=text), "message")


def test_missing_weights_are_said(part):
    session = Session(state=State(desk="translation", seq_page="beam"))
    path = TRANSLATION / "en-zh.attention" / "model.safetensors"
    session.publish(failed={"searched": DataFileError(path, "file is missing")})
    shown = part(session)
    assert "en-zh.attention/model.safetensors cannot be used: file is missing" in said(shown, "message")


def test_unknown_words_and_sixty_words_are_searched_too(part):
    shown = part(seq_text="zyzzyva " * 70)
    assert len(shown.session.results.searched.start.source) == 61
    assert shown.tree.levels


def test_nothing_is_searched_while_another_page_is_looked_at(live_translation):
    session = live_translation(seq_page="beside")
    assert session.results.searched is None
    session.set(seq_page="beam")
    found = session.results.searched
    session.set(seq_page="beside")
    assert session.results.searched is None
    session.set(seq_page="beam")
    assert session.results.searched is found  # it is not made twice
    session.set(seq_width=2)
    assert session.results.searched is not found


def test_numbers_that_were_set_by_hand_are_said_not_to_count(part):
    shown = part()
    assert "set by hand" not in said(shown, "caption")
    before = shown.session.results.searched
    shown.session.set(seq_changes=(SetCells("decoder.t0.logits", (0, 5), 50.0),))
    assert shown.session.results.searched is before
    assert "Without the numbers that you have set by hand" in said(shown, "caption")


def test_from_a_click_in_the_beam_to_the_step(window, qtbot):
    """The real window: width chosen, a hypothesis taken, its step shown."""
    window.session.set(desk="translation", seq_text=HELD_OUT)
    window.settle()
    pane = window.docks.here["translation"].widget()
    qtbot.mouseClick(pane.pages.buttons()[1], Qt.MouseButton.LeftButton)
    window.settle()
    box = window.findChild(QSpinBox, "beam.width")
    box.setFocus()
    box.selectAll()
    qtbot.keyClicks(box, "3")
    qtbot.keyClick(box, Qt.Key.Key_Return)
    window.settle()
    tree = window.findChild(BeamTree, "beam.tree")
    assert max(map(len, tree.levels)) == 3
    qtbot.keyClick(tree, Qt.Key.Key_Home)
    qtbot.keyClick(tree, Qt.Key.Key_Down)
    qtbot.keyClick(tree, Qt.Key.Key_Return)
    window.settle()
    taken = window.session.results.searched.beam.written(0, 1)
    assert window.session.results.translation.run.written[:1] == taken
    qtbot.mouseClick(window.findChild(QToolButton, "beam.go"), Qt.MouseButton.LeftButton)
    window.settle()
    assert window.session.state.seq_page == "steps"
    window.session.undo_stack.undo()
    assert window.session.state.seq_prefix == ()
