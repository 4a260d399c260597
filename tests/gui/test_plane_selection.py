"""Selecting words on the map by lasso, click and key, and what can be done with them."""

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QMouseEvent, QPolygonF
from PySide6.QtWidgets import QApplication, QLabel, QToolButton

from gui.parts.plane_words import PlaneWordsPart

SHIFT, CTRL, NONE = (getattr(Qt.KeyboardModifier, f"{name}Modifier") for name in ("Shift", "Control", "No"))
FAMILY = ("king", "queen", "man", "woman", "prince", "princess", "boy", "girl", "dog", "cat")


@pytest.fixture
def pane(live_words, qtbot):
    def make():
        made = PlaneWordsPart(live_words(words=FAMILY, pair=("king", "queen")))
        qtbot.addWidget(made)
        made.resize(620, 460)
        made.show()
        qtbot.waitExposed(made)
        return made

    return make


def drag(plot, line, modifier=SHIFT):
    left, no = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
    kinds = QEvent.Type
    steps = [(kinds.MouseButtonPress, line[0], left, left)]
    steps += [(kinds.MouseMove, point, no, left) for point in line[1:]]
    steps.append((kinds.MouseButtonRelease, line[-1], left, no))
    for kind, at, button, held in steps:
        event = QMouseEvent(kind, at, plot.viewport().mapToGlobal(at), button, held, modifier)
        QApplication.sendEvent(plot.viewport(), event)


def around(plot, *words):
    """Four corners of a box around some tips."""
    box = QPolygonF([plot.laid.tips[word] for word in words]).boundingRect().adjusted(-4, -4, 4, 4)
    return [box.topLeft(), box.topRight(), box.bottomRight(), box.bottomLeft()]


def click(pane, qtbot, name):
    button = pane.findChild(QToolButton, f"plane.selection.{name}")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def said(pane):
    return pane.findChild(QLabel, "plane.selection.said").text()


def test_a_line_around_words_selects_those_inside(pane):
    pane = pane()
    plot, view = pane.plot, pane.plot.view
    line = around(plot, "dog", "cat")
    inside = {word for word, tip in plot.laid.tips.items() if QPolygonF(line).boundingRect().contains(tip)}
    drag(plot, line)
    assert {"dog", "cat"} <= inside
    assert set(pane.session.state.selected) == inside
    assert plot.data.selected == inside
    assert said(pane) == f"{len(inside)} words selected:"
    assert plot.view == view, "the plane stays where it is"


def test_a_line_is_a_line_and_not_its_box(pane):
    """A triangle leaves out what lies in the other half of its box."""
    pane = pane()
    plot = pane.plot
    tips = plot.laid.tips
    apart = {w: QPointF(t) for w, t in tips.items()}
    left, right = min(apart, key=lambda w: apart[w].x()), max(apart, key=lambda w: apart[w].x())
    a, b = apart[left], apart[right]
    sliver = [
        a + QPointF(-4, 0),
        a + QPointF(0, -6),
        b + QPointF(4, -3),
        b + QPointF(4, 3),
        a + QPointF(0, 6),
    ]
    drag(plot, sliver)
    shape = QPolygonF(sliver)
    expected = {word for word, tip in tips.items() if shape.containsPoint(tip, Qt.FillRule.OddEvenFill)}
    assert {left, right} <= expected < set(FAMILY)
    assert set(pane.session.state.selected) == expected


def test_dragging_draws_the_line_when_the_lasso_is_on(pane):
    pane = pane()
    line = around(pane.plot, "dog", "cat")
    drag(pane.plot, line, NONE)
    assert pane.session.state.selected == ()
    pane.plot.fit()
    pane.show_menu.switched.emit("map_lasso", True)
    drag(pane.plot, around(pane.plot, "dog", "cat"), NONE)
    assert {"dog", "cat"} <= set(pane.session.state.selected)
    assert pane.plot.fitted
    middle = pane.plot.frame.topLeft() + QPointF(3, 60)
    drag(pane.plot, [middle], NONE)
    assert pane.session.state.selected == (), "a click beside all words selects nothing"


def test_with_shift_a_click_still_makes_a(pane, qtbot):
    pane = pane()
    at = pane.plot.laid.tips["dog"].toPoint()
    qtbot.mouseClick(pane.plot.viewport(), Qt.MouseButton.LeftButton, SHIFT, at)
    assert pane.session.state.pair == ("dog", "queen")
    assert pane.session.state.selected == ()


def test_ctrl_and_a_click_select_one_more_or_less(pane, qtbot):
    pane = pane()
    for word, expected in (("dog", ("dog",)), ("cat", ("dog", "cat")), ("dog", ("cat",))):
        at = pane.plot.laid.tips[word].toPoint()
        qtbot.mouseClick(pane.plot.viewport(), Qt.MouseButton.LeftButton, CTRL, at)
        assert pane.session.state.selected == expected
    assert said(pane) == "1 word selected:"
    assert pane.session.state.pair == ("king", "queen")


def test_all_of_it_by_keys(pane, qtbot):
    pane = pane()
    plot = pane.plot
    plot.setFocus()
    plot.go_to("dog")
    qtbot.keyClick(plot, Qt.Key.Key_Space)
    assert pane.session.state.selected == ("dog",)
    qtbot.keyClick(plot, Qt.Key.Key_Space)
    assert pane.session.state.selected == ()
    qtbot.keyClick(plot, Qt.Key.Key_A, CTRL)
    assert set(pane.session.state.selected) == set(FAMILY)
    qtbot.keyClick(plot, Qt.Key.Key_Escape)
    assert pane.session.state.selected == ()


def test_the_selected_ones_are_kept_or_removed_and_undo_brings_all_back(pane, qtbot):
    pane = pane()
    for name, expected in (("keep", ("dog", "cat")), ("remove", FAMILY[:-2])):
        pane.session.set(selected=("cat", "dog"))
        click(pane, qtbot, name)
        assert pane.session.state.words == expected
        assert pane.session.state.selected == ()
        assert not pane.bar.isVisible()
        pane.session.undo_stack.undo()
        assert pane.session.state.words == FAMILY


def test_those_that_are_not_chosen_are_added(pane, qtbot):
    pane = pane()
    pane.session.set(selected=("dog", "horse", "cow"))
    click(pane, qtbot, "add")
    assert pane.session.state.words == (*FAMILY, "horse", "cow")
    pane.session.set(selected=("dog",))
    assert not pane.findChild(QToolButton, "plane.selection.add").isEnabled()


def test_they_are_copied_one_a_line(pane, qtbot):
    pane = pane()
    pane.session.set(selected=("cat", "dog"))
    click(pane, qtbot, "copy")
    assert QGuiApplication.clipboard().text() == "cat\ndog\n"
    assert pane.session.state.selected == ("cat", "dog")
    click(pane, qtbot, "nothing")
    assert pane.session.state.selected == ()


def test_the_bar_lies_within_a_narrow_plane(pane):
    pane = pane()
    pane.session.set(selected=("cat", "dog"))
    for width in (620, 380):
        pane.resize(width, 300)
        QApplication.processEvents()
        assert pane.plot.rect().contains(pane.bar.geometry())
        assert pane.bar.buttons["nothing"].isVisible()
