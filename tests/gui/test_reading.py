"""Weights that are read in another way: the numbers are those of the reading, it is said, and cells open what ran."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QLabel

from engine.pieces import Reading, places, read
from gui.colormaps import log_levels, sequential_levels
from gui.panes.attention import AttentionPane
from gui.panes.inspector import InspectorPane
from gui.reading import SWITCHES, labels, lit, read_face, told
from gui.state import State
from gui.theme import LIGHT
from gui.view import view_of
from gui.widgets.arcs import LEAST, WIDEST
from gui.widgets.scale_menu import ScaleMenu
from gui.widgets.token_chip import CHIP

PIECES = "The xylophonists embarrassed the disreputable conductor."
JOINED = Reading(join=True)
LIVE = ("overview", "trace", "opened")
WAYS = [
    Reading(True),
    Reading(False, True),
    Reading(True, True),
    Reading(True, True, True),
    Reading(False, False, True),
]


@pytest.fixture
def shown(made):
    """The results of a sentence and the view of it."""

    def results(**choices):
        found = made(**choices)
        return found, view_of(State(**choices), found.trace.run)

    return results


@pytest.fixture
def open_pane(live, qtbot):
    """A pane of a kind whose results follow every choice."""

    def make(kind, **choices):
        widget = kind(live(LIVE, **choices))
        qtbot.addWidget(widget)
        widget.resize(900, 620)
        widget.show()
        return widget

    return make


def weights_of(found, head=1):
    return found.trace.trace["blocks.3.attn.weights"][head]


@pytest.mark.parametrize("reading", WAYS)
@pytest.mark.parametrize("looked_at", [False, True])
def test_the_lit_sentence_has_the_row_or_the_column_that_is_read(shown, reading, looked_at):
    found, view = shown(text=PIECES, query=3)
    view, weights = replace(view, reading=reading), weights_of(found)
    line, tokens = lit(weights, view, looked_at), view.run.tokens
    expected, kept = read(weights, tokens, reading)[0], places(tokens, reading)
    at = next(i for i, place in enumerate(kept) if place.first <= 3 < place.end)
    given = [weight for i, weight in enumerate(line.weights) if i not in line.hidden]
    assert given == (expected[:, at] if looked_at else expected[at]).tolist()
    assert len(line.places) - len(line.hidden) == len(kept)
    assert line.places[line.chosen].first <= 3 < line.places[line.chosen].end
    assert all(np.isnan(line.weights[i]) for i in line.hidden)
    if not looked_at:
        assert sum(given) == pytest.approx(1, abs=1e-5)


def test_from_a_hidden_token_nothing_is_lit(shown):
    found, view = shown(query=0, hide_special=True)
    line = lit(weights_of(found), view, looked_at=False)
    assert line.hidden == frozenset(range(12))
    assert np.isnan(line.weights).all()


def test_a_row_with_nothing_left_is_undefined_and_not_zero(shown):
    found, view = shown(hide_special=True)
    weights = weights_of(found).copy()
    weights[7] = 0
    weights[7, 0] = 1
    line = lit(weights, view, looked_at=False)
    assert line.hidden == {0, 11}
    assert np.isnan(line.weights).all()
    seen = lit(weights, replace(view, query=2), looked_at=True).weights
    assert [i for i, weight in enumerate(seen) if np.isnan(weight)] == [0, 7, 11]


@pytest.mark.parametrize("reading", WAYS)
def test_the_matrix_is_the_one_that_is_read_and_says_so(shown, reading):
    found, view = shown(text=PIECES)
    view, trace = replace(view, reading=reading), found.trace.trace
    face = read_face(trace, "blocks.3.attn.weights", view, True)
    assert np.array_equal(face.data.values, read(weights_of(found), view.run.tokens, reading)[0])
    assert face.data.values.sum(axis=1) == pytest.approx(1, abs=1e-5)
    assert face.data.title.startswith("Attention A: ")
    assert told(view.run.tokens, reading) in face.data.meaning
    assert len(face.data.row_labels) == len(face.data.col_labels) == len(face.data.values)


@pytest.mark.parametrize("reading", WAYS)
def test_a_number_opens_a_cell_that_has_a_part_in_it(shown, reading):
    found, view = shown(text=PIECES)
    face = read_face(found.trace.trace, "blocks.3.attn.weights", replace(view, reading=reading), True)
    weights = weights_of(found)
    for row, col in np.ndindex(face.data.values.shape):
        head, query, key = face.cell(row, col)
        rows, cols = face.places[row], face.places[col]
        block = weights[rows.first : rows.end, cols.first : cols.end]
        assert head == 1
        assert weights[query, key] == block.max()
        assert face.place((head, query, key)) == (row, col)
        assert face.place((head + 1, query, key)) is None
        assert face.token(row) == rows.first
        assert {face.row(token) for token in range(rows.first, rows.end)} == {row}
    hidden = set(range(len(weights))) - {i for place in face.places for i in range(place.first, place.end)}
    assert {face.row(token) for token in hidden} <= {None}
    assert all(face.place((1, token, 3)) is None for token in hidden)


def test_other_arrays_and_plain_weights_are_as_they_ran(shown):
    found, view = shown(text=PIECES, hide_special=True, join_pieces=True)
    trace = found.trace.trace
    assert read_face(trace, "blocks.3.attn.masked", view, True).data.values.shape == (16, 16)
    raw = read_face(trace, "blocks.3.attn.weights", replace(view, reading=Reading()), True)
    assert np.array_equal(raw.data.values, weights_of(found))
    assert raw.data.title == "Attention A"


def test_what_a_change_makes_is_the_difference_of_what_is_read(shown):
    found, view = shown(text=PIECES, join_pieces=True)
    now = found.trace.trace
    edited = now.what_if({"blocks.3.attn.scores": now["blocks.3.attn.scores"] * np.float32(2)})
    face = read_face(edited, "blocks.3.attn.weights", view, True, now)
    expected = [
        read(trace["blocks.3.attn.weights"][1], view.run.tokens, JOINED)[0] for trace in (edited, now)
    ]
    assert np.array_equal(face.data.values, expected[0] - expected[1])
    assert face.data.scale == "signed"


def test_a_cell_set_by_hand_marks_the_word_it_is_of(shown):
    found, view = shown(text=PIECES, join_pieces=True)
    trace = found.trace.trace
    edited = trace["blocks.3.attn.weights"].copy()
    edited[1, 4, 10] = 0.5
    face = read_face(trace.what_if({"blocks.3.attn.weights": edited}), "blocks.3.attn.weights", view, True)
    marks = [(face.places[row].text, face.places[col].text) for row, col in np.argwhere(face.data.marked)]
    assert marks == [("xylophonists", "disreputable")]


def test_what_a_reading_does_is_said(shown):
    found, _ = shown(text=PIECES)
    plain, _ = shown()
    with_pieces, without = found.trace.run.tokens, plain.trace.run.tokens
    assert told(with_pieces, Reading()) == ""
    assert (
        told(with_pieces, Reading(True, True))
        == "Word pieces joined; [CLS], [SEP] hidden; the rest shares 1."
    )
    assert told(without, JOINED) == "No word here has several pieces to join."
    assert told(without, Reading(False, False, True)) == "[CLS] hidden; the rest shares 1."
    nothing, _ = shown(text="")
    assert "hides every token" in told(nothing.trace.run.tokens, Reading(hide_special=True))


def test_a_word_that_stands_twice_has_the_number_of_its_token(shown):
    found, _ = shown(text=PIECES)
    assert labels(places(found.trace.run.tokens, Reading(True, True)))[:4] == (
        "the₂",
        "xylophonists",
        "embarrassed",
        "the₉",
    )


def softmax(pane):
    return pane.steps.output.data


def flag(pane):
    return pane.findChild(QLabel, "attention.reading")


def test_the_switches_hold_for_sentence_and_matrix(open_pane):
    pane = open_pane(AttentionPane)
    raw = softmax(pane).values
    assert np.array_equal(raw, weights_of(pane.session.results))
    assert not flag(pane).isVisible()
    pane.session.set(hide_special=True)
    rest = raw[1:-1, 1:-1] / raw[1:-1, 1:-1].sum(axis=1, keepdims=True)
    assert softmax(pane).values == pytest.approx(rest, abs=1e-6)
    assert pane.strip.weights[1:-1] == pytest.approx(rest[6], abs=1e-6)
    assert pane.strip.hidden == {0, 11}
    assert "hidden tokens are left out" in pane.strip.describe(0)
    assert {(arc.query, arc.key) for arc in pane.lit.arcs.drawn()}.isdisjoint({(7, 0), (7, 11)})
    assert flag(pane).isVisible()
    assert flag(pane).text() == "[CLS], [SEP] hidden; the rest shares 1."
    assert [view.marks.row for view in pane.steps.shown_views()] == [7, 6]
    pane.session.set(hide_special=False)
    assert np.array_equal(softmax(pane).values, raw)
    assert not flag(pane).isVisible()


@pytest.mark.parametrize("direction", ["looks", "looked_at"])
@pytest.mark.parametrize(("layer", "head", "query"), [(3, 1, 7), (0, 2, 3), (5, 11, 0)])
def test_arcs_and_shades_are_the_weights_that_ran(open_pane, direction, layer, head, query):
    pane = open_pane(AttentionPane, direction=direction, layer=layer, head=head, query=query)
    weights = pane.session.results.trace.trace[f"blocks.{layer}.attn.weights"][head]
    line = weights[:, query] if direction == "looked_at" else weights[query]
    assert pane.strip.weights == tuple(map(float, line))
    drawn = pane.lit.arcs.drawn()
    assert {(arc.query, arc.key): arc.width for arc in drawn} == {
        (i, query) if direction == "looked_at" else (query, i): pytest.approx(WIDEST * weight)
        for i, weight in enumerate(line)
        if weight >= LEAST
    }
    for arc in drawn:
        assert arc.weight == weights[arc.query, arc.key]
    image = pane.strip.viewport().grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    for i, level in enumerate(sequential_levels(line, 0, 1)):
        box = pane.strip.box(i)
        assert image.pixel(box.center().x(), box.y() + CHIP - 3) == int(LIGHT.lut("weights")[level])


def test_what_goes_into_the_weighted_sum_stays_what_ran(open_pane):
    pane = open_pane(AttentionPane, text=PIECES, stage="weighted_sum", join_pieces=True, hide_special=True)
    assert np.array_equal(pane.steps.views[0].data.values, weights_of(pane.session.results))


def test_words_are_chips_and_a_click_looks_from_the_first_piece(open_pane):
    pane = open_pane(AttentionPane, text=PIECES, join_pieces=True, query=4)
    assert pane.strip.tokens[1:3] == ("the", "xylophonists")
    assert pane.strip.query == 2
    assert "tokens 3 to 7 of 16" in pane.strip.describe(2)
    assert "token 16 of 16" in pane.strip.describe(8)
    pane.strip.chosen.emit(5)
    assert pane.session.state.query == 9
    pane.session.set(join_pieces=False)
    assert len(pane.strip.tokens) == 16
    assert pane.strip.query == 9


def test_a_click_on_a_joined_number_opens_a_cell_that_ran(open_pane):
    pane = open_pane(AttentionPane, text=PIECES, join_pieces=True)
    pane.steps.activated.emit(1, 2, 2)
    path, cell = pane.session.state.cell
    weights = weights_of(pane.session.results)
    assert (path, cell[0]) == ("blocks.3.attn.weights", 1)
    assert weights[cell[1:]] == weights[2:7, 2:7].max()
    assert pane.session.state.query == 2
    assert pane.steps.output.current == (2, 2)
    assert pane.session.results.opened.derivation.output.value == weights[cell[1:]]


def test_logarithmic_colours_and_their_ends(open_pane):
    pane = open_pane(AttentionPane)
    weights = softmax(pane).values
    assert softmax(pane).ends == (0, 1)
    assert np.array_equal(softmax(pane).levels, sequential_levels(weights, 0, 1))
    pane.session.set(log_colour=True)
    assert softmax(pane).ends == (0.001, 1)
    assert np.array_equal(softmax(pane).levels, log_levels(weights, 0.001, 1))
    assert softmax(pane).beyond == (False, False)
    assert (pane.strip.limits, pane.strip.log) == ((0.001, 1), True)
    assert pane.scale.limits == (0.001, 1)
    assert "logarithmic from 0.001 to 1" in pane.scale.toolTip()
    assert not flag(pane).isVisible()  # the numbers are what ran


def test_the_legend_beside_the_sentence_is_a_switch(open_pane, qtbot):
    pane = open_pane(AttentionPane)
    menu = pane.findChild(ScaleMenu, "attention.scale")
    actions = {action.data(): action for action in menu.menu().actions()}
    assert set(actions) == set(SWITCHES)
    actions["join_pieces"].trigger()
    assert pane.session.state.join_pieces
    before = menu.grab().toImage()
    actions["log_colour"].trigger()
    assert menu.grab().toImage() != before
    menu.show_scale(LIGHT, False)
    assert "linear from 0 to 1" in menu.accessibleName()


def inspector(open_pane, **choices):
    pane = open_pane(InspectorPane, **choices)
    return pane, pane.findChild(QLabel, "inspector.reading")


def test_an_opened_weight_says_what_the_matrix_shows_in_its_place(open_pane):
    pane, label = inspector(open_pane, cell=("blocks.3.attn.weights", (1, 7, 2)))
    assert not label.isVisible()
    pane.session.set(hide_special=True)
    weights = weights_of(pane.session.results)
    rest = weights[7, 1:-1].sum()
    assert label.isVisible()
    assert f"{weights[7, 2] / rest:.4f} = {weights[7, 2]:.4f} ÷ {rest:.4f}" in label.text()
    assert "all but [CLS], [SEP]" in label.text()
    pane.session.set(cell=("blocks.3.attn.weights", (1, 7, 0)))
    assert "hidden in the matrix" in label.text()
    pane.session.set(cell=("blocks.3.attn.scores", (1, 7, 2)))
    assert not label.isVisible()


def test_a_joined_number_lists_its_cells_as_links_and_they_add_up(open_pane):
    pane, label = inspector(
        open_pane, text=PIECES, join_pieces=True, cell=("blocks.3.attn.weights", (1, 3, 4))
    )
    weights = weights_of(pane.session.results)
    mean = weights[2:7, 2:7].sum() / 5
    assert f"{mean:.4f} is 1/5 of the sum of" in label.text()
    assert label.text().count("<a href") == 4
    named = np.sort(weights[2:7, 2:7].ravel())[::-1]
    assert f"22 others {named[3:].sum():.4f}" in label.text()
    label.linkActivated.emit("all")
    assert label.text().count("<a href") == 24
    assert label.text().count("<b>") == 1
    label.linkActivated.emit("5,6")
    assert pane.session.state.cell == ("blocks.3.attn.weights", (1, 5, 6))
    assert pane.session.state.trail == (("blocks.3.attn.weights", (1, 3, 4)),)
    assert pane.session.results.opened.derivation.output.value == weights[5, 6]
