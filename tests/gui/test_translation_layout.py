"""The walk through a translation at sizes small and large: what gives way, and what stays in sight."""

import pytest
from PySide6.QtWidgets import QToolButton

from engine.edits import SetParameter
from gui.parts.seq_scores import LOWEST, ScoresPart
from gui.parts.seq_steps import StepsPart
from gui.widgets.ranked_list import ROW

SCORES = {"seq_side": "decoder", "seq_place": 3, "seq_stage": "scores", "seq_step": "attn.scores"}


@pytest.fixture
def pane(translation_pane):
    return translation_pane


def columns(page):
    """The inputs of the step as they stand: those that lie below each other together."""
    views = page.matrices.steps.shown_views()[:-1]
    return {view: view.mapTo(page, view.rect().topLeft()).x() for view in views}


def test_what_is_added_to_the_query_stands_below_it_where_there_is_room(pane, qtbot):
    shown = pane(**SCORES)
    page = shown.findChild(StepsPart)
    assert len(set(columns(page).values())) == 1
    output = page.matrices.steps.output
    _, cols = output.arranged.visible(output.offset())
    assert len(cols) == len(shown.session.results.translation.run.source)
    shown.resize(1000, 600)
    qtbot.waitUntil(lambda: len(set(columns(page).values())) == 2)
    for view in page.matrices.steps.shown_views():
        assert view.arranged.body.height() >= 10  # the numbers of each can be seen


@pytest.mark.parametrize("height", [900, 740])
def test_the_ten_likeliest_are_all_in_sight(pane, qtbot, height):
    shown = pane(**SCORES)
    shown.resize(1000, height)
    found = shown.findChild(StepsPart).likeliest.list
    assert len(found.rows) == 10
    full = 10 * ROW
    qtbot.waitUntil(lambda: (found.viewport().height() >= full) == (height > 800))  # else they are lower
    assert found.box(9).bottom() < found.viewport().height()
    assert [found.row_at(found.box(place).center()) for place in range(10)] == list(range(10))


def test_the_numbers_stay_where_they_are_from_stage_to_stage(pane, qtbot):
    shown = pane(seq_side="decoder", seq_place=3, seq_stage="state")
    page = shown.findChild(StepsPart)
    tops = set()
    for stage in ("state", "scores", "softmax", "context", "write", "readout", "predict"):
        shown.session.set(seq_stage=stage, seq_step="")
        qtbot.waitUntil(lambda: page.sentence.height() >= page.sentence.heightForWidth(page.sentence.width()))
        tops.add(page.matrices.mapTo(shown, page.matrices.rect().topLeft()).y())
    assert len(tops) == 1


def test_a_low_pane_leaves_the_ends_of_the_scales_out(pane, qtbot):
    shown = pane(**SCORES)
    page = shown.findChild(StepsPart)
    views = (*page.alignment.views[:1], page.matrices.steps.output)
    assert all(view.arranged.legend_h for view in views)
    shown.resize(1000, 420)
    qtbot.waitUntil(lambda: not any(view.arranged.legend_h for view in views))
    shown.resize(1000, 760)
    qtbot.waitUntil(lambda: all(view.arranged.legend_h for view in views))


def test_where_changes_take_the_room_the_formula_gives_way_to_the_numbers(pane, qtbot):
    shown = pane(**SCORES)
    page = shown.findChild(StepsPart)
    shown.resize(1000, 580)
    assert page.formula.isVisible()
    shown.session.set(seq_changes=(SetParameter("decoder.attn.softmax.temperature", 2.0),))
    assert page.changed.isVisible()
    assert not page.formula.isVisible()
    shown.session.set(seq_changes=())
    assert page.formula.isVisible()


def test_a_recurrent_model_has_no_heads_to_speak_of(pane):
    shown = pane(**SCORES)
    page = shown.findChild(StepsPart)
    query, keys = (face.data for face in page.matrices.faces[:2])
    assert (query.size, keys.size) == ("1 × 256", "6 × 256")
    assert query.col_axis == "feature of the score"
    shown.session.set(seq_model="transformer", seq_stage="cross_scores", seq_step="")
    assert page.matrices.faces[1].data.size == "8 heads × 6 × 24"
    assert page.matrices.faces[1].data.col_axis == "feature of the head"


def test_the_ends_of_the_walk_are_named_as_what_they_are(pane):
    page = pane().findChild(StepsPart)
    tips = [
        page.walk.bar.findChild(QToolButton, f"stage.{name}").toolTip() for name in ("first", "last", "play")
    ]
    assert tips[0].startswith("To the first word")
    assert tips[1].startswith("To the last token")
    assert tips[2].startswith("Play: stage by stage")


def test_charts_keep_their_height_and_the_rest_is_scrolled_to(pane):
    shown = pane(seq_page="lengths")
    shown.resize(900, 420)
    page = shown.findChild(ScoresPart)
    assert page.bars.height() >= LOWEST
    assert page.lines.height() >= LOWEST
    assert page.area.verticalScrollBar().maximum() > 0
