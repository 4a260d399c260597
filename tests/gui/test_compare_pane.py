"""The comparison: what is said is what was computed, every choice goes to the session, bad input is said in words."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtWidgets import QDoubleSpinBox, QLabel

from engine.errors import EmptySentenceError
from engine.examples import HUNGRY, PAIRS, TIRED, WIDE
from gui.panes.compare import ComparePane
from gui.parts.compare_page import PAGES
from gui.session import Session
from gui.state import State
from gui.widgets.bars import Bar, Bars
from gui.widgets.matrix_view import MatrixView
from gui.widgets.painting import SMALL
from gui.widgets.ranked_list import RankedList
from gui.widgets.segments import Segments
from gui.widgets.trio import Trio


@pytest.fixture
def open_pane(made, qtbot):
    def make(**choices):
        session = Session(state=State(comparing=True, **choices))
        session.results = made(comparing=True, **choices)
        pane = ComparePane(session)
        qtbot.addWidget(pane)
        pane.resize(440, 300)
        pane.show()
        return pane

    return make


def said(pane, name):
    return pane.findChild(QLabel, f"compare.{name}").text()


def test_where_they_part_is_said_and_follows_the_threshold(open_pane):
    pane = open_pane()
    assert said(pane, "parting").startswith(
        "The shared tokens first differ by more than 0.05 at layer 1, Softmax, head 2: by 0.0662"
    )
    pane.findChild(QDoubleSpinBox, "compare.threshold").setValue(1.0)
    assert pane.session.state.threshold == 1.0
    parting = pane.session.results.comparison.parting(1.0)
    assert f"layer {parting.at.layer + 1}, Scores, head {parting.head + 1}" in said(pane, "parting")
    pane.session.set(threshold=100.0)
    assert "never differ by more than 100" in said(pane, "parting")
    assert not pane.session.undo_stack.canUndo()


def test_a_click_on_a_stage_goes_there_and_the_ring_stays_where_they_part(open_pane):
    pane = open_pane()
    view = pane.findChild(MatrixView, "compare.steps")
    largest = max(step.largest for step in pane.session.results.comparison.steps if step.layer == 3)
    assert view.data.values[3].max() == pytest.approx(largest)
    assert view.current == (0, 5)
    view.activated.emit(2, 1)
    assert (pane.session.state.layer, pane.session.state.stage) == (2, "qkv")
    assert "attn." in pane.session.state.step
    assert view.current == (0, 5)


def test_shared_tokens_are_counted_and_the_others_named(open_pane):
    assert said(open_pane(), "shared") == "11 shared tokens. Only in A: hungry. Only in B: sweet."


def test_the_same_sentence_parts_nowhere(open_pane):
    pane = open_pane(other=HUNGRY)
    assert said(pane, "shared") == "A and B are the same sentence."
    assert "part nowhere" in said(pane, "parting")


def test_what_the_model_cannot_tell_apart_is_said(open_pane):
    pane = open_pane(text="The CAT", other="the cat")
    assert said(pane, "shared") == "A and B become the same tokens: the model cannot tell them apart."
    assert not said(pane, "notice")


@pytest.mark.parametrize("page", PAGES)
def test_two_words_that_are_one_unknown_token_are_named_on_every_page(open_pane, page):
    pane = open_pane(text="a \U00012000 b", other=f"a {'x' * 300} b", compare_page=page)
    notice = pane.findChild(QLabel, "compare.notice")
    assert notice.isVisibleTo(pane)
    assert notice.text() == (
        f"“\U00012000” in A and “{'x' * 16}…” in B are both [UNK]: the model cannot tell them apart."
    )
    assert "x" * 300 in notice.toolTip()


def test_the_same_unknown_word_in_both_is_no_warning(open_pane):
    pane = open_pane(text="a \U00012000 b", other="a \U00012000 c")
    assert not said(pane, "notice")


def test_only_special_tokens_shared(open_pane):
    pane = open_pane(text="Cats sleep", other="Dogs bark loudly", query=0)
    assert said(pane, "shared").startswith("Only the special tokens are shared.")


def test_no_shared_token_is_said_on_every_page(open_pane):
    pane = open_pane(source="fresh", text="cats sleep", other="dogs bark", query=0)
    assert "share no token" in said(pane, "parting")
    for page in PAGES:
        pane.session.set(compare_page=page)
    assert "share no token" in said(pane, "heads.note")
    assert "share no token" in said(pane, "caption")
    assert "no “cats”" in said(pane, "row.caption")
    assert "in sentence A only" in said(pane, "word")


def test_an_error_is_said_in_words(open_pane):
    pane = open_pane()
    pane.session.publish(failed={"comparison": EmptySentenceError()})
    assert said(pane, "notice").startswith("Sentence B: The sentence is empty.")
    pane.session.publish(failed={"comparison": EmptySentenceError(), "overview": EmptySentenceError()})
    assert said(pane, "notice").startswith("Sentence A:")
    pane.session.publish(failed={})
    assert said(pane, "notice") == ""


def test_without_a_comparison_nothing_is_claimed(open_pane):
    pane = open_pane()
    pane.session.publish(comparison=None)
    assert said(pane, "shared") == "Comparing…"
    assert not pane._stack.isVisible()


def test_the_sentence_and_the_pairs_are_edits(open_pane):
    pane = open_pane()
    pane.edit.committed.emit("Another one.")
    assert pane.session.state.other == "Another one."
    pane._on_pair(1)
    assert (pane.session.state.text, pane.session.state.other) == (TIRED, WIDE) == PAIRS[1]
    pane.session.undo_stack.undo()
    assert (pane.session.state.text, pane.session.state.other) == (HUNGRY, "Another one.")
    assert pane.edit.text() == "Another one."


def test_pages_are_chosen_through_the_session(open_pane):
    pane = open_pane()
    for place, page in enumerate(PAGES):
        pane.findChild(Segments, "compare.page").chosen.emit(place)
        assert pane.session.state.compare_page == page
        assert pane._stack.currentIndex() == place


def test_the_head_that_changes_most_is_first_and_a_click_chooses(open_pane):
    pane = open_pane(compare_page="heads")
    ranking = pane.findChild(RankedList, "compare.heads")
    assert (ranking.rows[0].name, ranking.rows[0].number) == ("layer 4, head 2: it → cat", "0.56 ⇒ 0.02")
    assert len(ranking.rows) == 72
    ranking.chosen.emit(4, 11)
    state = pane.session.state
    assert (state.layer, state.head, state.query, state.stage) == (4, 11, 7, "softmax")


def test_matrices_one_at_a_time_or_side_by_side(open_pane):
    pane = open_pane(compare_page="matrices", compare_side="a")
    trio = pane.findChild(Trio)
    a, b, gap = trio.views
    assert a.isVisible()
    assert not b.isVisible()
    assert np.array_equal(gap.data.values, b.data.values - a.data.values)
    trio.chosen.emit(2)
    assert pane.session.state.compare_side == "difference"
    assert gap.isVisible()
    assert not a.isVisible()
    pane.resize(900, 400)
    assert all(view.isVisible() for view in trio.views)
    assert not trio.switch.isVisible()


def test_pointing_at_a_cell_rings_it_in_the_other_two(open_pane):
    pane = open_pane(compare_page="matrices")
    a, b, gap = pane.findChild(Trio).views
    a.hovered.emit((7, 2))
    assert (b.current, gap.current) == ((7, 2), (7, 2))
    a.hovered.emit(None)
    assert (b.current, gap.current) == (None, None)


def test_a_click_on_a_row_looks_from_its_token(open_pane):
    pane = open_pane(compare_page="matrices")
    pane.findChild(Trio).activated.emit(9, 0)
    assert pane.session.state.query == 10  # hungry, which is not shared, stands at 9


def test_it_looks_elsewhere_in_the_other_sentence(open_pane):
    pane = open_pane(compare_page="row")
    values = pane.findChild(MatrixView, "compare.row").data.values
    assert values[0, 2] == pytest.approx(0.56, abs=5e-3)
    assert values[1, 5] == pytest.approx(0.49, abs=5e-3)
    assert said(pane, "row.caption") == "From it, layer 4, head 2, Softmax"
    assert "cat, from 0.5647 in A to 0.0202 in B" in said(pane, "row.most")


def test_a_row_of_features(open_pane):
    pane = open_pane(compare_page="row", stage="add")
    assert pane.findChild(MatrixView, "compare.row").data.values.shape == (2, 384)
    assert said(pane, "row.caption") == "The row of it, layer 4, Add 1"


def test_a_token_that_b_lacks_has_no_row(open_pane):
    pane = open_pane(compare_page="row", query=9)
    assert "no “hungry”" in said(pane, "row.caption")
    assert not pane.findChild(MatrixView, "compare.row").isVisible()


def test_the_same_word_after_each_layer(open_pane):
    pane = open_pane(compare_page="word")
    bars = pane.findChild(Bars, "compare.cosines").bars
    assert [bar.name for bar in bars] == ["input", *(f"after layer {i}" for i in range(1, 7))]
    assert tuple(bar.value for bar in bars) == pane.session.results.same_word.cosines
    assert "“this” 0.91" in said(pane, "static")
    assert "space of its own" in said(pane, "static")


def test_changes_in_force_are_said(open_pane):
    pane = open_pane()
    run = pane.session.results.comparison.a
    run_with = type(run)(run.model, run.tokens, (), None, ("a change",))
    pane.session.publish(comparison=replace(pane.session.results.comparison, a=run_with))
    assert "A has changes in force" in said(pane, "shared")


def test_bars_are_as_long_as_their_numbers(qtbot):
    bars = Bars()
    qtbot.addWidget(bars)
    bars.resize(400, 60)
    bars.show_bars([Bar("one", 1.0), Bar("half", 0.5), Bar("none", None)])
    bars.show()
    image = bars.viewport().grab().toImage()
    line, accent = bars.line_height(), bars.theme.colour("accent").rgb()
    lengths = [
        sum(image.pixel(x, i * line + line // 2) == accent for x in range(image.width())) for i in range(3)
    ]
    assert lengths[0] > 100
    assert lengths[1] == pytest.approx(lengths[0] / 2, abs=1)
    assert lengths[2] == 0
    assert bars.accessibleDescription() == "one: 1.0000; half: 0.5000; none: undefined"


@pytest.mark.parametrize("height", [260, 300, 500])
def test_the_page_buttons_stay_where_they_are(open_pane, height):
    pane = open_pane()
    pane.resize(440, height)
    places = set()
    for page in PAGES:
        pane.session.set(compare_page=page)
        pane.layout().activate()
        places.add(pane.pages.y())
    assert len(places) == 1


def test_titles_of_stages_are_whole_or_written_short(open_pane, dressed):
    pane, written = open_pane(), []
    steps = pane.findChild(MatrixView, "compare.steps")
    for height in (280, 700):
        pane.resize(430, height)
        pane.layout().activate()
        layout, labels = steps.arranged, steps.data.col_labels
        assert layout.rotated
        assert all(steps.texts.width(label, SMALL) <= layout.top - layout.title_h - 6 for label in labels)
        written.append("Softmax" in labels)
    assert written == [False, True]


def test_weights_of_both_are_on_a_logarithmic_scale_and_their_difference_is_not(open_pane):
    pane = open_pane(log_colour=True, compare_page="matrices")
    pane.resize(1200, 500)
    a, b, less = (view.data for view in pane.findChild(Trio).views)
    assert (a.log, b.log, less.log) == (True, True, False)
    assert a.ends == b.ends == (0.001, 1.0)
    assert less.ends[0] == -less.ends[1]
