"""One word's view: the story is that of the trace, drawn as it is, told step by step."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QToolButton

from engine.edits import MaskLater, SetCells
from gui.colormaps import ZERO, word
from gui.one_word import TITLES, word_story
from gui.panes.attention import AttentionPane
from gui.session import Session
from gui.theme import LIGHT, THEMES
from gui.view import view_of
from gui.widgets.copying import rows_of
from gui.widgets.word_layout import WEIGHT
from gui.widgets.word_painter import bar_width, colours_of, written
from gui.widgets.word_story import COLUMNS, Slot

LAYER, HEAD, QUERY = 3, 1, 7
STAGES = ("qkv", "scores", "scale", "mask", "softmax", "weighted_sum")


def story_of(results, state):
    return word_story(results.trace.trace, view_of(state, results.trace.run))


@pytest.fixture
def pane(made, qtbot):
    session = Session()
    session.results = made()
    session.set(one_word=True, stage="weighted_sum")
    shown = AttentionPane(session)
    qtbot.addWidget(shown)
    shown.resize(840, 460)
    shown.show()
    return shown


@pytest.fixture
def view(pane):
    return pane.one.word


def colour_at(view, slot):
    """The colour in the middle of a cell."""
    box = view.arranged.box(slot)
    return view.viewport().grab().toImage().pixel(box.center())


def test_the_story_holds_what_the_trace_holds(made):
    results = made()
    trace, state = results.trace.trace, replace(Session().state, stage="weighted_sum")
    story = story_of(results, state)
    assert story.tokens[QUERY] == "it"
    at = f"blocks.{LAYER}.attn."
    for name, part in story.parts.items():
        assert part.path == at + name
        for row in range(len(part.values)):
            for col in range(part.values.shape[1]):
                cell = part.cell(row, col)
                assert part.values[row, col] == trace[part.path][cell]
                assert part.place(cell) == (row, col)
                assert cell[0] == HEAD
                assert name in ("k", "v") or cell[1] == QUERY
    assert story.parts["scores"].place((HEAD, QUERY + 1, 2)) is None
    assert story.parts["q"].place((HEAD + 1, QUERY, 2)) is None


def test_weighted_values_add_up_to_the_sum_on_one_scale(made):
    story = story_of(made(), replace(Session().state, stage="weighted_sum"))
    v, z = story.parts["v"], story.parts["z"]
    np.testing.assert_allclose(v.shades.sum(axis=0), z.values[0], atol=1e-5)
    assert v.limit == z.limit >= np.abs(v.shades).max()
    assert "× weight 0.564727 = 0.053746" in v.tell(2, 0)


@pytest.mark.parametrize("stage", STAGES)
def test_the_story_is_told_as_far_as_one_has_stepped(made, stage):
    story = story_of(made(), replace(Session().state, stage=stage))
    shown = {name for name, part in story.parts.items() if part.shown}
    added = dict(zip(STAGES, (set(), {"scores"}, {"scaled"}, {"masked"}, {"weights"}, {"z"}), strict=True))
    expected = {"q", "k", "v"}.union(*(added[s] for s in STAGES[: STAGES.index(stage) + 1]))
    assert shown == expected
    now = {name for name, part in story.parts.items() if part.moment == "now"}
    assert now == {"qkv": {"q"}, "weighted_sum": {"v", "z"}}.get(stage, added[stage])
    assert (story.parts["v"].moment == "waiting") == (stage in STAGES[1:5])
    assert {slot.part for slot in story.line(0)} == expected & set(COLUMNS)


def test_each_part_of_the_first_stage_has_its_step(made):
    for step in ("q", "k", "v"):
        story = story_of(made(), replace(Session().state, stage="qkv", step=f"attn.{step}"))
        assert [name for name, part in story.parts.items() if part.moment == "now"] == [step]


def test_a_number_set_by_hand_is_marked(made):
    path, cell = f"blocks.{LAYER}.attn.scores", (HEAD, QUERY, 5)
    changes = (SetCells(path, cell, 9.0),)
    results = made(changes=changes)
    story = story_of(results, replace(Session().state, changes=changes))
    assert np.argwhere(story.parts["scores"].marked).tolist() == [[5, 0]]
    assert story.parts["scores"].values[5, 0] == 9
    assert [story.parts["scores"].tell(row, 0).endswith("changed by hand") for row in (4, 5)] == [False, True]
    assert story.parts["weights"].marked is None


def test_strips_have_the_colours_of_their_values(pane, view):
    for theme in THEMES.values():
        pane.session.set(theme=theme.name)
        for name, row in (("q", 0), ("k", 2), ("v", 2), ("v", 4), ("z", 0)):
            part = view.story.parts[name]
            drawn = [colour_at(view, Slot(name, row, col)) for col in range(part.values.shape[1])]
            assert drawn == colours_of(part, row, theme)[0].tolist()
            level = ZERO + np.rint(part.shades[row] / part.limit * 127).astype(int)
            assert drawn == theme.lut("signed")[level].tolist()


def test_what_comes_later_is_blank_and_cannot_be_opened(pane, view, qtbot):
    pane.session.set(stage="scores")
    assert colour_at(view, Slot("z", 0, 3)) == word(LIGHT.panel)
    layout = view.arranged
    for name in ("scaled", "masked", "weights"):
        assert view.slot_at(layout.box(Slot(name, 2, 0)).center()) is None
    assert view.slot_at(layout.box(Slot("scores", 2, 0)).center()) == Slot("scores", 2, 0)
    with qtbot.assertNotEmitted(view.opened):
        qtbot.mouseClick(
            view.viewport(), Qt.MouseButton.LeftButton, pos=layout.box(Slot("weights", 2, 0)).center()
        )


def test_bars_are_as_long_as_their_weights(view):
    part, layout = view.story.parts["weights"], view.arranged
    image = view.viewport().grab().toImage()
    for row in range(12):
        box = layout.box(Slot("weights", row, 0))
        line = [image.pixel(x, box.center().y()) for x in range(box.x() + WEIGHT, box.right() + 1)]
        drawn, room = line.count(word(LIGHT.accent)), box.width() - WEIGHT - 4
        assert drawn == bar_width(room, float(part.values[row, 0]))
        assert drawn / room == pytest.approx(part.values[row, 0], abs=0.5 / room + 1e-9)
    assert written("weights", float(part.values[2, 0])) == "0.5647"
    assert written("masked", -np.inf) == "masked"


def test_a_click_opens_the_number_under_the_mouse(pane, view, qtbot):
    trace = pane.session.results.trace.trace
    expected = {
        Slot("q", 0, 3): ("q", (HEAD, QUERY, 3)),
        Slot("k", 2, 31): ("k", (HEAD, 2, 31)),
        Slot("scores", 2, 0): ("scores", (HEAD, QUERY, 2)),
        Slot("weights", 11, 0): ("weights", (HEAD, QUERY, 11)),
        Slot("v", 4, 0): ("v", (HEAD, 4, 0)),
        Slot("z", 0, 9): ("z", (HEAD, QUERY, 9)),
    }
    for slot, (name, cell) in expected.items():
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.arranged.box(slot).center())
        assert pane.session.state.cell == (f"blocks.{LAYER}.attn.{name}", cell)
        assert view.ringed == slot
        assert f"{trace[f'blocks.{LAYER}.attn.{name}'][cell]:.6f}".lstrip("-") in view.describe(slot)
    assert pane.session.state.query == QUERY


def test_all_lines_of_a_short_sentence_are_seen(view):
    view.window().resize(840, 460)
    assert view.height() >= 225
    assert view.verticalScrollBar().maximum() == 0
    assert view.horizontalScrollBar().maximum() == 0
    assert view.arranged.box(Slot("z", 0, 31)).bottom() < view.viewport().height()
    assert view.arranged.row >= 16  # room for 11 pixels of text


def test_keys_move_over_lines_and_columns(pane, view, qtbot):
    view.setFocus()
    qtbot.mouseClick(
        view.viewport(),
        Qt.MouseButton.LeftButton,
        pos=view.arranged.box(Slot("k", 0, 31)).center(),
    )

    def after(key, modifier=Qt.KeyboardModifier.NoModifier):
        qtbot.keyClick(view, key, modifier)
        return tuple(view.current)

    assert after(Qt.Key.Key_Right) == ("scores", 0, 0)
    assert after(Qt.Key.Key_Left) == ("k", 0, 31)
    assert after(Qt.Key.Key_Up) == ("q", 0, 31)
    assert after(Qt.Key.Key_Up) == ("q", 0, 31)
    assert after(Qt.Key.Key_Down) == ("k", 0, 31)
    assert after(Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier) == ("scores", 0, 0)
    assert after(Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier) == ("k", 0, 0)
    assert after(Qt.Key.Key_End) == ("v", 0, 31)
    for _ in range(11):
        after(Qt.Key.Key_Down)
    assert tuple(view.current) == ("v", 11, 31)
    assert after(Qt.Key.Key_Down) == ("z", 0, 31)
    assert after(Qt.Key.Key_Home) == ("z", 0, 0)
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert pane.session.state.cell == (f"blocks.{LAYER}.attn.z", (HEAD, QUERY, 0))
    assert "layer 4, head 2, from it, feature 1" in view.accessibleDescription()


def test_a_long_sentence_scrolls_between_query_and_sum(pane, made, view, qtbot):
    text = "The cat drank the milk because it was hungry. " * 12
    results = made(text=text)
    pane.session.set(text=text)
    pane.session.publish(overview=results.overview, trace=results.trace)
    keys = len(results.trace.run.tokens)
    assert view.verticalScrollBar().maximum() > 0
    view.setFocus()
    qtbot.mouseClick(
        view.viewport(), Qt.MouseButton.LeftButton, pos=view.arranged.box(Slot("k", 0, 0)).center()
    )
    for _ in range(keys - 1):
        qtbot.keyClick(view, Qt.Key.Key_Down)
    assert tuple(view.current) == ("k", keys - 1, 0)
    assert view.arranged.keys_box.contains(view.arranged.box(view.current))
    assert view.slot_at(view.arranged.box(view.current).center()) == view.current
    assert view.slot_at(view.arranged.box(Slot("q", 0, 0)).center()) == Slot("q", 0, 0)


def test_the_switch_turns_between_the_views(pane, qtbot):
    one, matrices = (pane.findChild(QToolButton, f"attention.view.{i}") for i in (0, 1))
    assert pane.one.isVisible()
    assert not pane.steps.isVisible()
    qtbot.mouseClick(matrices, Qt.MouseButton.LeftButton)
    assert pane.session.state.one_word is False
    assert pane.steps.isVisible()
    assert pane.steps.output.data.values.shape == (12, 32)
    qtbot.mouseClick(one, Qt.MouseButton.LeftButton)
    assert pane.session.state.one_word is True
    assert pane.one.isVisible()
    pane.session.set(stage="output")
    assert pane.steps.isVisible()
    assert not one.isVisible()


def test_differences_are_shown_as_matrices(pane):
    pane.session.set(changes=(MaskLater(),), difference=True)
    assert pane.steps.isVisible()
    assert not pane.one.switch.isEnabled()
    pane.session.set(difference=False)
    assert pane.one.isVisible()
    assert pane.one.switch.isEnabled()


def test_another_word_has_another_story(pane, view):
    pane.strip.chosen.emit(2)
    assert view.story.query == 2
    weights = pane.session.results.trace.trace[f"blocks.{LAYER}.attn.weights"]
    assert view.story.parts["weights"].values[:, 0].tolist() == weights[HEAD, 2].tolist()
    assert list(view.story.parts) == list(TITLES)


def test_the_table_is_copied_with_all_digits(pane, view, qtbot):
    trace, at = pane.session.results.trace.trace, f"blocks.{LAYER}.attn."
    head, query, *keys, total = rows_of(view.tsv())
    width = trace[f"{at}k"].shape[-1]
    assert len(head) == 1 + width + 4 + width
    assert head[1:3] == ["k 1", "k 2"]
    assert head[width + 1 : width + 5] == ["q · k", "scaled", "masked", "weight"]
    assert tuple(row[0] for row in keys) == view.story.tokens
    read = np.array([row[1:] for row in keys], np.float32)
    assert np.array_equal(read[:, :width], trace[f"{at}k"][HEAD])
    assert np.array_equal(read[:, width + 3], trace[f"{at}weights"][HEAD, QUERY])
    assert np.array_equal(read[:, -width:], trace[f"{at}v"][HEAD])
    assert np.array_equal(np.array(query[1 : width + 1], np.float32), trace[f"{at}q"][HEAD, QUERY])
    assert np.array_equal(np.array(total[-width:], np.float32), trace[f"{at}z"][HEAD, QUERY])
    assert set(query[width + 1 :]) == set(total[1:-width]) == {""}
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == view.tsv()


def test_what_the_story_has_not_come_to_is_not_copied(pane, view):
    pane.session.set(stage="scores", filled=(f"blocks.{LAYER}.attn.scores", 3))
    head, _, *keys, total = rows_of(view.tsv())
    assert head[-1] != "weight"
    scores = [row[head.index("q · k")] for row in keys]
    assert [bool(score) for score in scores] == [True] * 4 + [False] * (len(keys) - 4)
    assert not any(total[1:])


@pytest.mark.parametrize("query", [0, QUERY])
def test_both_directions_light_up_the_sentence(pane, qtbot, query):
    weights = pane.session.results.trace.trace[f"blocks.{LAYER}.attn.weights"][HEAD]
    pane.session.set(query=query)
    assert pane.strip.weights == tuple(map(float, weights[query]))
    qtbot.mouseClick(pane.findChild(QToolButton, "attention.direction.1"), Qt.MouseButton.LeftButton)
    assert pane.session.state.direction == "looked_at"
    assert pane.strip.weights == tuple(map(float, weights[:, query]))
    assert {(arc.query, arc.weight) for arc in pane.lit.arcs.drawn()} == {
        (i, float(weight)) for i, weight in enumerate(weights[:, query]) if weight >= 0.01
    }
    assert {arc.key for arc in pane.lit.arcs.drawn()} == {query}
    qtbot.mouseClick(pane.findChild(QToolButton, "attention.direction.0"), Qt.MouseButton.LeftButton)
    assert pane.session.state.direction == "looks"
    assert {arc.query for arc in pane.lit.arcs.drawn()} == {query}


def test_chips_are_shaded_by_the_weights_of_the_direction(pane):
    weights = pane.session.results.trace.trace[f"blocks.{LAYER}.attn.weights"][HEAD]
    for direction, shown in (("looks", weights[QUERY]), ("looked_at", weights[:, QUERY])):
        pane.session.set(direction=direction)
        image = pane.strip.viewport().grab().toImage()
        for i, weight in enumerate(shown):
            box = pane.strip.box(i)
            level = int(np.clip(weight * 255 + 0.5, 0, 255))
            assert image.pixel(box.center().x(), box.y() + 23) == int(LIGHT.lut("weights")[level])


def test_arcs_are_drawn_where_there_is_room(pane):
    assert pane.lit.arcs.isVisible()
    pane.session.set(one_word=False)
    assert not pane.lit.arcs.isVisible()
    pane.resize(840, 640)
    assert pane.lit.arcs.isVisible()
    pane.session.set(one_word=True)
    pane.resize(840, 400)
    assert not pane.lit.arcs.isVisible()


def test_the_table_says_which_direction_it_tells(pane, view):
    assert view.story.note == ""
    pane.session.set(direction="looked_at")
    assert "where “it” looks" in view.story.note
    pane.session.set(one_word=False, stage="softmax", step="")
    marks = [matrix.marks for matrix in pane.steps.shown_views()]
    assert [(mark.row, mark.col) for mark in marks] == [(QUERY, QUERY), (QUERY, QUERY)]
    pane.session.set(direction="looks")
    assert [matrix.marks.col for matrix in pane.steps.shown_views()] == [None, None]
