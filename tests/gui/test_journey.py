"""The path through the layers: the published points are drawn, numbered, pointed at and clicked."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QGuiApplication, QTextDocument
from PySide6.QtWidgets import QLabel

from engine.edits import Padding, SetCells
from engine.errors import EmptySentenceError
from gui.parts.journey import JourneyPart
from gui.session import Session
from gui.state import State
from gui.theme import DARK, LIGHT
from gui.widgets.journey_picture import MOST_NAMES, Paths
from gui.widgets.journey_plot import JourneyPlot

KEY = Qt.Key
QUERY, CAT = 7, 2
SWITCHED_OFF = SetCells("blocks.3.attn.z", (1, None, None), 0.0)


@pytest.fixture
def part(made, exposed):
    def make(session=None, size=(640, 420), **choices):
        if session is None:
            session = Session(state=State(plane_page="path", **choices))
            session.results = made(plane_page="path", **choices)
        return exposed(JourneyPart(session), *size)

    return make


@pytest.fixture
def plot(exposed):
    def make(points, **choices):
        made = exposed(JourneyPlot(), 500, 320)
        names = tuple(f"word{i}" for i in range(np.shape(points)[1]))
        made.set_data(
            Paths(np.array(points, float), names, 0, lambda token, layer: f"{token} {layer}", **choices)
        )
        return made

    return make


def caption(part):
    document = QTextDocument()
    document.setHtml(part.findChild(QLabel, "plane.path.caption").text())
    return document.toPlainText()


def message(part):
    label = part.findChild(QLabel, "plane.path.message")
    return label.text() if label.isVisible() else ""


def place(plot, token, layer):
    return QPointF(*plot.laid.points[layer, token])


def click(plot, qtbot, at):
    qtbot.mouseClick(plot.viewport(), Qt.MouseButton.LeftButton, pos=at.toPoint())


def boxes(plot):
    return [*plot.laid.numbers.values(), *plot.laid.names.values()]


def test_what_is_drawn_is_what_was_published(part):
    part = part()
    found, data = part.session.results.journey, part.plot.data
    assert data.points is found.points
    assert (data.chosen, data.layer, data.before) == (QUERY, 3, None)
    assert data.names[QUERY] == "it"
    assert data.names[1] == "the₂"
    assert caption(part).startswith(
        "it from the input (0) to layer 6; the plane keeps 26.7 % of the variance."
    )
    assert "Component 1: 16.4 % of variance" in part.plot.getAxis("bottom").labelText


def test_the_chosen_path_is_drawn_through_its_points_in_the_colour_of_the_query(part):
    part = part()
    for theme in (LIGHT, DARK):
        part.session.set(theme=theme.name)
        image = part.plot.viewport().grab().toImage()
        for layer in range(1, 7):
            at = place(part.plot, QUERY, layer).toPoint()
            assert image.pixelColor(at) == theme.colour("q")


def test_layers_are_numbered_and_no_label_lies_on_another(part):
    part = part()
    assert set(part.plot.laid.numbers) == set(range(7))
    placed = boxes(part.plot)
    assert not any(a.intersects(b) for i, a in enumerate(placed) for b in placed[:i])
    assert len(placed) + part.plot.laid.hidden == 7 + 12
    assert part.plot.note() == f"{part.plot.laid.hidden} labels hidden: zoom in"
    assert not any(box.intersects(part.plot.note_box()) for box in placed)


def test_a_click_on_a_path_looks_from_its_token(part, qtbot):
    part = part()
    click(part.plot, qtbot, place(part.plot, CAT, 6))
    assert (part.session.state.query, part.session.state.anchor) == (CAT, None)
    assert part.plot.data.chosen == CAT
    assert caption(part).startswith("cat from the input")
    milk = part.plot.laid.names[5]
    click(part.plot, qtbot, milk.center())
    assert part.session.state.query == 5
    click(part.plot, qtbot, part.plot.frame.topLeft() + QPointF(3, 3))
    assert part.session.state.query == 5


def test_the_middle_of_a_step_belongs_to_its_path(plot, qtbot):
    plot = plot([[[0, 0], [0, 1]], [[4, 0], [4, 1]], [[8, 0], [8, 1]]])
    quarter = place(plot, 1, 0) + (place(plot, 1, 1) - place(plot, 1, 0)) * 0.25
    assert plot.at(quarter) == (1, 0)
    assert plot.at(quarter + QPointF(0, 20)) is None
    assert plot.at(place(plot, 0, 1)) == (0, 1)
    picked = []
    plot.picked.connect(picked.append)
    click(plot, qtbot, quarter)
    assert picked == [1]


def test_keys_lead_along_a_path_to_other_tokens_and_pick(part, qtbot):
    part = part()
    plot = part.plot
    plot.setFocus()
    plot.go_to(plot.first())
    assert plot.current == (QUERY, 6)
    walked = []
    for key in (KEY.Key_Left, KEY.Key_Right, KEY.Key_Right, KEY.Key_Down, KEY.Key_Up, KEY.Key_Up):
        qtbot.keyClick(plot, key)
        walked.append(plot.current)
    assert walked == [(7, 5), (7, 6), (7, 6), (8, 6), (7, 6), (6, 6)]
    assert plot.accessibleDescription().startswith("because after layer 6 of 6")
    qtbot.keyClick(plot, KEY.Key_Return)
    assert part.session.state.query == 6


def test_tooltips_have_the_exact_numbers(part):
    part = part()
    found = part.session.results.journey
    tip = part.plot.tell((QUERY, 4))
    assert tip.startswith("it after layer 4 of 6\n")
    x, y = found.points[4, QUERY]
    assert f"({x:.6f}, {y:.6f})".replace("-", "−") in tip
    assert f"{found.lengths[4, QUERY]:.6f} in 384 dimensions" in tip
    assert f"layer 4 moved it by {found.steps[3, QUERY]:.6f}" in tip
    assert part.plot.tell((QUERY, 0)).startswith("it at the input of layer 1\n")
    assert "moved it" not in part.plot.tell((QUERY, 0))


def test_the_unchanged_path_stays_dashed_beside_the_changed_one(part):
    plain, part = part(), part(changes=(SWITCHED_OFF,))
    found, plot = part.session.results.journey, part.plot
    assert np.array_equal(plot.data.before, plain.plot.data.points)
    assert plot.data.before[6, QUERY].tolist() != plot.data.points[6, QUERY].tolist()
    assert "Dashed: without the changes." in caption(part)
    assert "Dashed" not in caption(plain)
    apart = found.unchanged.distances[6, QUERY]
    assert f"the changes moved it by {apart:.6f} in 384 dimensions" in plot.tell((QUERY, 6))


def test_a_token_that_is_new_has_no_other_path(part):
    part = part(changes=(Padding(1, "[PAD]", 0),))
    assert part.plot.data.new == {12}
    assert "without the changes it is not there" in part.plot.tell((12, 3))
    assert "not there" not in part.plot.tell((11, 3))


def test_it_is_dashed_on_the_screen(plot):
    points = [[[0, 0]], [[4, 0]]]
    plot = plot(points, before=np.array([[[0.0, 0]], [[4, 2]]]))
    image = plot.viewport().grab().toImage()
    start, end = (QPointF(*plot.laid.before[layer, 0]) for layer in (0, 1))
    line = [image.pixelColor((start + (end - start) * (i / 200)).toPoint()) for i in range(40, 200)]
    drawn = sum(colour.lightness() < 200 for colour in line)
    assert 40 < drawn < 140, "partly"
    plot.set_data(replace(plot.data, new=frozenset({0})))
    image = plot.viewport().grab().toImage()
    line = [image.pixelColor((start + (end - start) * (i / 200)).toPoint()) for i in range(40, 200)]
    assert not any(colour.lightness() < 200 for colour in line), "and not at all for a token that is new"


def test_a_page_that_is_not_looked_at_is_not_drawn(part):
    part = part()
    drawn = part.plot.data
    part.session.set(plane_page="sum", query=CAT)
    assert part.plot.data is drawn
    part.session.set(plane_page="path")
    assert part.plot.data.chosen == CAT


def test_before_and_instead_of_results(part):
    part = part(Session(state=State(plane_page="path")))
    assert "Following the tokens" in message(part)
    part.session.publish(failed={"overview": EmptySentenceError()})
    assert "The sentence is empty" in message(part)


def test_how_to_read_it_is_said_where_there_is_room(part):
    part = part()
    assert "A long step: that layer changes the vector much." in caption(part)
    part.resize(520, 200)
    assert "A long step" not in caption(part)
    assert "26.7 %" in caption(part)
    assert not part.plot.getAxis("bottom").isVisible(), "nor are there axes"


def test_five_hundred_tokens_have_few_names_and_the_rest_is_counted(plot):
    draw = np.random.default_rng(3)
    plot = plot(draw.normal(size=(7, 512, 2)))
    laid = plot.laid
    assert 10 < len(laid.names) <= MOST_NAMES + 1
    assert len(laid.names) + len(laid.numbers) + laid.hidden + laid.outside == 512 + 7
    placed = boxes(plot)
    assert not any(a.intersects(b) for i, a in enumerate(placed) for b in placed[:i])
    plot.zoom(6)
    assert plot.laid.outside > 0
    assert "out of view" in plot.note()
    plot.fit()
    assert plot.laid.outside == 0


def test_the_crowd_is_painted_once_while_the_mouse_moves(plot):
    plot = plot(np.random.default_rng(3).normal(size=(7, 20, 2)))
    plot.grab()
    crowd = plot._crowd
    plot._set_hover((5, 3))
    plot.grab()
    assert plot._crowd is crowd
    plot.zoom(2)
    plot.grab()
    assert plot._crowd is not crowd


@pytest.mark.parametrize("scale", [0.0, 1e-300, 1e12])
def test_whatever_comes_is_painted(plot, scale):
    plot = plot(scale * np.random.default_rng(3).normal(size=(2, 3, 2)), layer=0)
    plot.set_theme(DARK)
    plot._set_hover((1, 0))
    for factor in (1, 1.5, 1 / 9, 100):
        plot.zoom(factor)
        assert not plot.grab().isNull()
    assert plot.at(QPointF(-5, -5)) is None


def test_coordinates_are_copied_in_full(plot):
    plot = plot([[[0.1 + 0.2, 0]], [[1, -2]]])
    plot.copy_table()
    copied = QGuiApplication.clipboard().text().splitlines()
    assert copied == [
        "token\tplace\tlayer\tx\ty",
        "word0\t1\t0\t0.30000000000000004\t0.0",
        "word0\t1\t1\t1.0\t-2.0",
    ]
