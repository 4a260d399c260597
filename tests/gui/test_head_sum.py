"""One head's sum: the published arrows end to end, what they say, and where a click leads."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QGuiApplication, QTextDocument
from PySide6.QtWidgets import QLabel, QToolButton

from engine.edits import SetCells
from engine.errors import EmptySentenceError
from gui.parts.head_sum import HeadSumPart
from gui.session import Session
from gui.state import State
from gui.theme import DARK, LIGHT
from gui.widgets.sum_picture import MOST_LABELS, Chain
from gui.widgets.sum_plot import SumPlot

KEY = Qt.Key
LAYER, HEAD, QUERY, CAT = 3, 1, 7, 2


@pytest.fixture
def part(made, exposed):
    def make(session=None, **choices):
        if session is None:
            session = Session(state=State(plane_page="sum", **choices))
            session.results = made(plane_page="sum", **choices)
        return exposed(HeadSumPart(session), 640, 420)

    return make


@pytest.fixture
def plot(exposed):
    def make(arrows, weights=None, **choices):
        made = exposed(SumPlot(), 500, 320)
        arrows = np.array(arrows, float).reshape(-1, 2)
        weights = np.full(len(arrows), 0.05) if weights is None else np.array(weights)
        joints = np.concatenate([np.zeros((1, 2)), np.cumsum(arrows, axis=0)])
        labels = tuple(f"word{i} {weight:.2f}" for i, weight in enumerate(weights))
        made.set_data(Chain(joints, 2 * arrows, weights, labels, "z", lambda thing: f"{thing}", **choices))
        return made

    return make


def caption(part):
    document = QTextDocument()
    document.setHtml(part.findChild(QLabel, "plane.sum.caption").text())
    return document.toPlainText()


def message(part):
    label = part.findChild(QLabel, "plane.sum.message")
    return label.text() if label.isVisible() else ""


def click(plot, qtbot, at):
    qtbot.mouseClick(plot.viewport(), Qt.MouseButton.LeftButton, pos=at.toPoint())


def test_the_arrows_lead_to_z_the_largest_weight_first(part):
    part = part()
    found, data = part.session.results.head_sum, part.plot.data
    assert data.joints[0].tolist() == [0, 0]
    assert data.joints[-1] == pytest.approx(found.z, abs=2e-6)
    assert data.joints[1] == pytest.approx(found.arrows[CAT])
    assert data.labels[:3] == ("cat 0.56", "[CLS] 0.14", "milk 0.12")
    assert data.weights.tolist() == sorted(found.weights, reverse=True)
    assert (data.total, data.z) == ("z", None)
    assert caption(part).startswith(
        "it, layer 4, head 2: weight × value, end to end, is z; the plane keeps 53.7 %."
    )
    assert "53.7 % of the values’ and 66.5 % of z’s." in caption(part)
    assert "Direction 1: 33.8 % of squared length" in part.plot.getAxis("bottom").labelText


def test_in_the_order_of_the_sentence_they_lead_to_the_same_place(part, qtbot):
    part = part()
    before = part.plot.data
    qtbot.mouseClick(part.findChild(QToolButton, "plane.sum.order"), Qt.MouseButton.LeftButton)
    assert part.session.state.sum_order == "place"
    assert part.plot.data.labels[:3] == ("[CLS] 0.14", "the₂ 0.03", "cat 0.56")
    assert part.plot.data.joints[-1] == pytest.approx(before.joints[-1], abs=1e-12)
    qtbot.mouseClick(part.findChild(QToolButton, "plane.sum.order"), Qt.MouseButton.LeftButton)
    assert part.plot.data.labels == before.labels


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_arrows_and_sum_are_drawn_where_they_lie(plot, theme):
    plot = plot([[4.0, 0.0], [0.0, 3.0]])
    plot.set_theme(theme)
    image = plot.viewport().grab().toImage()
    assert image.pixelColor(plot.laid.middle(0).toPoint()) == theme.colour("v")
    assert image.pixelColor(plot.laid.middle(1).toPoint()) == theme.colour("v")
    middle = (plot.laid.joint(0) + plot.laid.joint(-1)) * 0.5
    assert image.pixelColor(middle.toPoint()) == theme.colour("result")


def test_labels_do_not_lie_on_each_other_and_those_without_room_are_counted(part):
    plot = part().plot
    labels = list(plot.laid.labels.values())
    assert not any(a.intersects(b) for i, a in enumerate(labels) for b in labels[:i])
    assert {0, 1, 2, plot.data.count} <= set(plot.laid.labels)
    assert len(labels) - 1 + plot.laid.hidden == 12
    assert plot.note() == f"{plot.laid.hidden} without a label: zoom in"
    assert not any(box.intersects(plot.note_box()) for box in labels)


def test_a_heavy_arrow_is_labelled_even_when_it_is_short(plot):
    plot = plot([[4.0, 0.0], [0.01, 0.0], [0.0, 0.01], [0.0, 0.0]], [0.5, 0.3, 0.05, 0.15])
    assert set(plot.laid.labels) == {0, 1, 3, 4}
    assert plot.laid.hidden == 1


def test_tooltips_have_the_exact_numbers(part):
    part = part()
    found, plot = part.session.results.head_sum, part.plot
    tip = plot.tell(0)
    assert tip.startswith("from it to cat\nweight 0.564727\n")
    x, y = found.arrows[CAT]
    assert f"weight × value ({x:.6f}, {y:.6f})".replace("-", "−") in tip
    assert f"{found.lengths[CAT]:.6f} in 32 dimensions" in tip
    assert f"{found.value_lengths[CAT]:.6f} in 32 dimensions" in tip
    whole = plot.tell(12)
    assert whole.startswith("sum of all arrows of it, Layer 4, head 2\n")
    assert f"{found.z_length:.6f} in 32 dimensions" in whole


@pytest.mark.parametrize(("order", "place"), [("weight", 0), ("place", CAT)])
def test_a_click_on_an_arrow_opens_its_weight(part, qtbot, order, place):
    part = part()
    part.session.set(sum_order=order)
    click(part.plot, qtbot, part.plot.laid.middle(place))
    assert part.session.state.cell == (f"blocks.{LAYER}.attn.weights", (HEAD, QUERY, CAT))


def test_a_click_on_the_sum_shows_the_step_that_makes_it(part, qtbot):
    part = part()
    click(part.plot, qtbot, part.plot.laid.labels[12].center())
    assert (part.session.state.stage, part.session.state.step) == ("weighted_sum", "attn.z")
    assert part.session.state.cell is None


def test_keys_lead_from_arrow_to_arrow_and_to_the_sum(part, qtbot):
    part = part()
    plot = part.plot
    plot.setFocus()
    plot.go_to(plot.first())
    walked = [plot.current]
    for key in (KEY.Key_Left, KEY.Key_Right, KEY.Key_Down, KEY.Key_Up):
        qtbot.keyClick(plot, key)
        walked.append(plot.current)
    assert walked == [0, 0, 1, 2, 1]
    assert plot.accessibleDescription().startswith("from it to [CLS]")
    for _ in range(20):
        qtbot.keyClick(plot, KEY.Key_Right)
    assert plot.current == 12
    qtbot.keyClick(plot, KEY.Key_Left)
    qtbot.keyClick(plot, KEY.Key_Return)
    last = int(np.argsort(-part.session.results.head_sum.weights, kind="stable")[-1])
    assert part.session.state.cell == (f"blocks.{LAYER}.attn.weights", (HEAD, QUERY, last))


def test_a_sum_changed_by_hand_is_drawn_apart(part):
    off = SetCells(f"blocks.{LAYER}.attn.z", (HEAD, None, None), 0.0)
    part = part(changes=(off,))
    data = part.plot.data
    assert (data.total, data.z, data.z_label) == ("sum", (0.0, 0.0), "z, changed")
    assert part.plot.laid.z == part.plot.laid.joint(0)
    assert part.plot.laid.z_label is not None
    assert "no longer leads to z, which was changed by hand" in caption(part)


def test_the_value_behind_an_arrow_is_shown_while_it_is_pointed_at(plot):
    plot = plot([[1.0, 0.0], [0.0, 1.0]])
    assert plot._value() is None
    plot._set_hover(plot.at(plot.laid.middle(1)))
    assert plot.hover == 1
    end, start, tip = plot._value(), plot.laid.joint(1), plot.laid.joint(2)
    assert (end.x(), end.y()) == pytest.approx((tip.x(), start.y() + 2 * (tip.y() - start.y())))
    assert not plot.grab().isNull()
    plot._set_hover(plot.data.count)
    assert plot._value() is None


def test_before_and_instead_of_results(part):
    part = part(Session(state=State(plane_page="sum")))
    assert "Adding up" in message(part)
    part.session.publish(failed={"overview": EmptySentenceError()})
    assert "The sentence is empty" in message(part)


def test_without_any_value_there_is_nothing_to_add(part):
    nothing = SetCells(f"blocks.{LAYER}.attn.v", (HEAD, None, None), 0.0)
    part = part(changes=(nothing,))
    assert "Every value of this head is zero" in message(part)
    assert not part.findChild(QLabel, "plane.sum.caption").isVisible()


def test_five_hundred_arrows_have_few_labels_and_the_rest_is_counted(plot):
    draw = np.random.default_rng(3)
    plot = plot(draw.normal(size=(512, 2)), draw.random(512) / 256)
    laid = plot.laid
    assert 5 < len(laid.labels) <= MOST_LABELS + 1
    assert len(laid.labels) - 1 + laid.hidden + laid.outside == 512


@pytest.mark.parametrize("scale", [0.0, 1e-300, 1e12])
def test_whatever_comes_is_painted(plot, scale):
    arrows = scale * np.random.default_rng(3).normal(size=(3, 2))
    plot = plot(arrows, [0.5, 0.3, 0.2], z=(0.0, scale), z_label="z, changed")
    for thing in (0, 3):
        plot._set_hover(thing)
        for factor in (1, 1.5, 1 / 9, 100):
            plot.zoom(factor)
            assert not plot.grab().isNull()
    assert plot.at(QPointF(-5, -5)) is None


def test_coordinates_are_copied_in_full(plot):
    plot = plot([[0.1 + 0.2, 0.0], [1.0, -2.0]])
    plot.copy_table()
    copied = QGuiApplication.clipboard().text().splitlines()
    assert copied == [
        "arrow\tx\ty\tend x\tend y",
        "word0 0.05\t0.30000000000000004\t0.0\t0.30000000000000004\t0.0",
        "word1 0.05\t1.0\t-2.0\t1.3\t-2.0",
    ]
