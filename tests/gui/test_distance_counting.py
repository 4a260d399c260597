"""Counting: the next words are those of the training sentences, and what was never seen is said."""

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from gui.widgets.cell_table import CellTable
from gui.widgets.curves import Curves
from gui.widgets.segments import Segments
from gui.widgets.sentence_edit import SentenceEdit
from tests.gui.told import part, said


def table(pane, name):
    return [[cell.copied for cell in line] for line in part(pane, CellTable, f"counting.{name}").cells]


def test_the_next_words_are_counted(distance_pane):
    pane = distance_pane(far_page="counting")
    found = pane.session.results.far_counting.seen
    assert found.context == ("you", "should")
    assert table(pane, "next")[:2] == [
        ["'ve", "17", str(17 / 132)],
        ["have", "16", str(16 / 132)],
    ]
    assert len(table(pane, "next")) == len(found.next) == 49
    assert said(pane, "counting.said") == (
        "“you should” was seen 132 times, with 49 different words after it. Of 45,535,504 contexts of 2 words that "
        "could be, 47,741 were ever seen: 0.1 %."
    )


def test_a_prefix_is_typed_and_n_is_chosen(distance_pane, qtbot: QtBot):
    pane = distance_pane(far_page="counting")
    edit = part(pane, SentenceEdit, "counting.prefix")
    edit.setPlainText("I am")
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    assert pane.session.state.far_prefix == "I am"
    part(pane, Segments, "counting.order").buttons()[1].click()
    assert pane.session.state.far_order == 2
    assert said(pane, "counting.said").startswith("“am” was seen")
    assert pane.session.results.far_counting.seen.context == ("am",)
    pane.session.undo_stack.undo()
    assert edit.text() == "You should"


def test_a_context_that_was_never_seen_is_said_and_has_no_numbers(distance_pane):
    pane = distance_pane(far_page="counting", far_prefix="zebra should", far_order=3)
    assert said(pane, "counting.said").startswith(
        "“zebra should” was never seen, so there is nothing to count; below is what came after “should”."
    )
    assert said(pane, "counting.notice") == "Never seen in the training sentences: “zebra”."
    assert [line[1] for line in table(pane, "contexts")] == [
        "218,274",
        "330",
        "never seen",
        "never seen",
        "never seen",
    ]


def test_what_is_counted_instead_is_named_within_its_sentence(distance_pane):
    text = said(distance_pane(far_page="counting", far_prefix="zzzq", far_order=2), "counting.said")
    assert text.startswith(
        "“zzzq” was never seen, so there is nothing to count; below is what came after any word"
    )


def test_without_a_prefix_sentences_begin(distance_pane):
    pane = distance_pane(far_page="counting", far_prefix="", far_order=3)
    assert said(pane, "counting.said").startswith("The beginning of a sentence was seen 26,039 times")
    part(pane, Segments, "counting.order").buttons()[0].click()
    assert said(pane, "counting.said").startswith(
        "With no word before it, every word counts: 218,274 of them, 6,749 different ones."
    )
    assert table(pane, "next")[0][:2] == ["(end of the sentence)", "26039"]
    assert len(table(pane, "next")) == 200


def test_a_short_prefix_stands_at_the_beginning(distance_pane):
    pane = distance_pane(far_page="counting", far_prefix="you", far_order=3)
    assert said(pane, "counting.said").startswith("“you” at the beginning of a sentence was seen")


def test_possible_contexts_grow_and_seen_ones_do_not_keep_up(distance_pane):
    pane = distance_pane(far_page="counting")
    contexts = table(pane, "contexts")
    assert [line[3] for line in contexts] == [str(6748**n) for n in range(5)]
    assert [line[2] for line in contexts] == ["1", "6748", "47741", "86569", "92501"]
    possible, seen = part(pane, Curves, "counting.curves").chart.curves
    assert [y for _, y in possible.points] == [float(6748**n) for n in range(5)]
    assert [y for _, y in seen.points] == [1, 6748, 47741, 86569, 92501]
