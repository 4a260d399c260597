"""The plane's pages: a switch between them, each made only while it is looked at."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton

from gui.panes.plane import PARTS, PlanePane
from gui.parts.plane_page import PAGES
from gui.session import Session


@pytest.fixture
def pane(made, qtbot):
    def make():
        session = Session()
        session.results = made()
        shown = PlanePane(session)
        qtbot.addWidget(shown)
        shown.resize(520, 300)
        shown.show()
        qtbot.waitExposed(shown)
        return shown

    return make


def button(pane, page):
    return pane.findChild(QToolButton, f"plane.page.{PAGES.index(page)}")


def test_every_page_has_a_part():
    assert tuple(PARTS) == PAGES


def test_the_switch_chooses_a_page_and_builds_it_then(pane, qtbot):
    pane = pane()
    assert set(pane.parts) == {"words"}
    for page in ("path", "sum", "words"):
        qtbot.mouseClick(button(pane, page), Qt.MouseButton.LeftButton)
        assert pane.session.state.plane_page == page
        assert [name for name, part in pane.parts.items() if part.isVisible()] == [page]
    assert set(pane.parts) == set(PAGES)
    assert not pane.session.undo_stack.canUndo(), "where one looks is no edit"


def test_the_order_of_arrows_is_offered_with_them_only(pane):
    pane = pane()
    pane.session.set(plane_page="sum")
    order = pane.findChild(QToolButton, "plane.sum.order")
    assert order.isVisible()
    pane.session.set(plane_page="path")
    assert not order.isVisible()


def test_paths_and_sum_are_made_only_while_they_are_looked_at(made):
    results = made()
    assert (results.journey, results.head_sum) == (None, None)
    results = made(plane_page="path")
    assert results.journey.run is results.overview.run
    assert results.head_sum is None
    results = made(plane_page="sum")
    assert (results.head_sum.layer, results.head_sum.head, results.head_sum.query) == (3, 1, 7)
    assert results.journey is None


def test_in_the_real_window(window, qtbot):
    plane = window.findChild(PlanePane)
    qtbot.mouseClick(button(plane, "path"), Qt.MouseButton.LeftButton)
    window.settle()
    assert plane.parts["path"].plot.data.points.shape == (7, 12, 2)
    qtbot.mouseClick(button(plane, "sum"), Qt.MouseButton.LeftButton)
    window.settle()
    window.session.set(head=4, query=2)
    window.settle()
    found = window.session.results.head_sum
    assert (found.head, found.query) == (4, 2)
    assert plane.parts["sum"].plot.data.count == 12
    assert window.session.results.journey is None
