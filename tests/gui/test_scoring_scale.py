"""Why scale?: curves and table say what was sampled, settings draw anew, and what takes long can be stopped."""

from threading import Event

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QSpinBox, QToolButton

from engine.scaling import WIDTHS, ScalingSettings, sample_scaling
from gui.compute import Compute
from gui.panes.scoring import ScoringPane
from gui.session import Session
from gui.state import State
from gui.widgets.cell_table import CellTable
from gui.widgets.curves import Curves
from gui.widgets.line_chart import LineChart
from gui.widgets.notice import Notice
from gui.widgets.segments import Segments
from gui.workroom import RECIPES

SMALL = {"lab_count": 8, "lab_samples": 60}


@pytest.fixture
def pane(live_lab, exposed):
    def make(session=None, **choices):
        given = session or live_lab(lab_page="scale", **(SMALL | choices))
        return exposed(ScoringPane(given), 860, 700)

    return make


def child(pane, kind, name):
    found = pane.findChild(kind, f"scoring.scale.{name}")
    assert found is not None, name
    return found


def said(pane):
    return child(pane, Notice, "found").text()


def test_curves_are_what_was_measured_and_theory_is_beside_them(pane):
    pane = pane()
    found = pane.session.results.lab_scaling
    measured, theory, scaled, one = child(pane, Curves, "variance").chart.curves
    assert [y for _, y in measured.points] == found.raw.variance.tolist()
    assert [x for x, _ in measured.points] == list(WIDTHS)
    assert all(x == y for x, y in theory.points)
    assert [y for _, y in scaled.points] == found.scaled.variance.tolist()
    assert {y for _, y in one.points} == {1}
    for name, most in (("entropy", 3.0), ("largest", 1 / 8)):
        raw, divided, alike = child(pane, LineChart, name).chart.lines
        assert [y for _, y in raw.points] == getattr(found.raw, name).tolist()
        assert [y for _, y in divided.points] == getattr(found.scaled, name).tolist()
        assert {y for _, y in alike.points} == {most}


def test_the_table_has_a_row_for_each_width(pane):
    pane = pane()
    cells, found = child(pane, CellTable, "table").cells, pane.session.results.lab_scaling
    assert [row[0].text for row in cells] == [str(d) for d in WIDTHS]
    assert [float(row[1].exact) for row in cells] == found.raw.variance.tolist()
    assert [row[2].text for row in cells] == [str(d) for d in WIDTHS]
    assert [float(row[7].exact) for row in cells] == found.scaled.largest.tolist()
    assert "± " in cells[3][1].tip


def test_what_was_found_is_told(pane):
    pane = pane()
    found = pane.session.results.lab_scaling
    largest = f"{found.raw.largest[-1]:.2f}"
    assert f"At d = 512 the largest weight is {largest} on average" in said(pane)
    assert "measured from 480 scores" in said(pane)
    assert "variance d" in child(pane, QLabel, "told").text()


def test_settings_draw_anew(pane, qtbot):
    pane = pane()
    first = pane.session.results.lab_scaling
    child(pane, QSpinBox, "keys").setValue(2)
    assert pane.session.results.lab_scaling.settings == ScalingSettings(2, 60, 0)
    assert child(pane, LineChart, "entropy").chart.lines[2].points[0][1] == 1  # bit
    child(pane, QSpinBox, "samples").setValue(5)
    button = child(pane, QToolButton, "again")
    assert button.text() == "Draw again"
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert child(pane, QSpinBox, "seed").value() == 1
    child(pane, QSpinBox, "seed").setValue(999_999)
    child(pane, QSpinBox, "keys").setValue(8)
    child(pane, QSpinBox, "samples").setValue(60)
    assert pane.session.results.lab_scaling.settings == ScalingSettings(8, 60, 999_999)
    assert pane.session.results.lab_scaling.raw.variance.tolist() != first.raw.variance.tolist()


def test_one_key_leaves_nothing_to_choose(pane):
    pane = pane(lab_count=1)
    assert {y for _, y in child(pane, LineChart, "largest").chart.lines[0].points} == {1}
    assert {y for _, y in child(pane, LineChart, "entropy").chart.lines[0].points} == {0}


def test_while_numbers_are_drawn_they_can_be_stopped_and_the_last_ones_stay(pane, qtbot):
    session = Session(state=State(desk="scoring", lab_page="scale", **SMALL))
    session.publish(lab_scaling=sample_scaling(ScalingSettings(4, 10, 0)))
    pane = pane(session)
    button = child(pane, QToolButton, "again")
    assert (said(pane), button.text()) == ("Drawing numbers…", "Stop")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert session.state.lab_halted
    assert "Stopped. Below is what was drawn before, with 4 keys and 10 samples." in said(pane)
    assert button.text() == "Draw again"
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert (session.state.lab_halted, session.state.lab_sample_seed) == (False, 1)


def test_stopped_before_the_first_numbers_nothing_is_shown(pane):
    pane = pane(Session(state=State(desk="scoring", lab_page="scale", lab_halted=True)))
    assert said(pane) == "Stopped before there was anything to show."
    assert not child(pane, Curves, "variance").isVisibleTo(pane)
    assert not child(pane, CellTable, "table").isVisibleTo(pane)


def test_a_running_draw_ends_when_it_is_halted(qtbot):
    """On the thread where it runs: it is asked to stop between two pieces, and the window waits for nothing."""
    begun, ended = Event(), Event()
    names = {"lab_scaling": RECIPES["lab_scaling"]}
    _, make = names["lab_scaling"]

    def watched(room, state, stop):
        def told():
            begun.set()
            stop()

        try:
            return make(room, state, told)
        finally:
            ended.set()

    session = Session(state=State(desk="scoring", lab_page="scale", lab_count=128, lab_samples=5_000))
    compute = Compute(session, {"lab_scaling": (names["lab_scaling"][0], watched)})
    try:
        compute.start()
        assert begun.wait(20)
        session.set(lab_halted=True)
        qtbot.waitUntil(lambda: not compute.busy, timeout=20_000)
        assert ended.is_set()
        assert session.results.lab_scaling is None, "what was halted is not published"
    finally:
        compute.shutdown()


def test_from_the_switch_to_other_numbers_in_the_real_window(window, qtbot):
    window.session.set(desk="scoring")
    window.settle()
    pane = window.findChild(ScoringPane)
    pages = pane.findChild(Segments, "scoring.page")
    qtbot.mouseClick(pages.buttons()[1], Qt.MouseButton.LeftButton)
    window.settle()
    chart = child(pane, Curves, "variance")
    qtbot.waitUntil(chart.isVisible)
    before = chart.chart.curves[0].points
    qtbot.mouseClick(child(pane, QToolButton, "again"), Qt.MouseButton.LeftButton)
    window.settle()
    assert window.session.state.lab_sample_seed == 1
    assert chart.chart.curves[0].points != before
    assert child(pane, CellTable, "table").rowCount() == len(WIDTHS)
