"""The inspector shows the arithmetic behind a number, and its operands lead on."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QToolButton

from engine.trace import never_stop
from gui.panes.inspector import InspectorPane
from gui.session import Session
from gui.state import State
from gui.widgets import numbers
from gui.workroom import Workroom

CELL = ("blocks.3.attn.scores", (1, 7, 2))


@pytest.fixture
def pane(made, workroom, qtbot):
    session = Session()
    session.results = made()
    shown = InspectorPane(session)
    qtbot.addWidget(shown)
    shown.show()
    open_cell(shown, workroom, CELL)
    return shown


def open_cell(pane, workroom, cell):
    pane.session.set(cell=cell)
    pane.session.publish(opened=Workroom.opened(workroom, State(cell=cell), never_stop))


def texts(pane):
    model = pane.table.model()
    columns = range(model.columnCount())
    return [[model.data(model.index(row, col)) for col in columns] for row in range(model.rowCount())]


def text_of(pane, name):
    return pane.findChild(QLabel, name).text()


def test_it_says_where_the_number_is_and_that_it_agrees(pane):
    place = text_of(pane, "inspector.place")
    assert "layer 4, head 2, from it, to cat" in place
    assert "agrees" in text_of(pane, "inspector.verdict")
    assert "attn_q @ attn_k" in pane.findChild(QLineEdit, "inspector.numpy").text()


def test_the_running_sum_ends_at_the_result_in_either_order(pane):
    shown = pane.session.results.opened.derivation.arithmetic.result
    orders = []
    for order in (0, 1):
        pane.findChild(QComboBox, "inspector.order").setCurrentIndex(order)
        rows = texts(pane)
        assert len(rows) == 32
        assert float(rows[-1][-1].replace("−", "-")) == pytest.approx(shown, abs=1e-5)
        orders.append([row[0] for row in rows])
    assert orders[0] != orders[1]
    assert sorted(orders[0]) == sorted(orders[1])


def test_an_operand_leads_on_and_back_returns(pane, workroom):
    model = pane.table.model()
    pane.table.doubleClicked.emit(model.index(0, 1))
    path, cell = pane.session.state.cell
    assert path == "blocks.3.attn.k"
    assert cell[:2] == (1, 2)
    assert pane.session.state.trail == (CELL,)
    assert pane.session.state.stage == "qkv"
    pane.findChild(QToolButton, "inspector.back").click()
    assert pane.session.state.cell == CELL
    assert pane.session.state.trail == ()
    assert pane.session.state.stage == "scores"


def test_softmax_shows_maximum_exponential_and_sum(pane, workroom):
    open_cell(pane, workroom, ("blocks.3.attn.weights", (1, 7, 2)))
    parts = text_of(pane, "inspector.parts")
    assert "maximum of the row" in parts
    assert "sum of the exponentials" in parts
    assert "0.5647" in text_of(pane, "inspector.verdict")


def test_a_weight_stands_for_itself(pane, workroom):
    open_cell(pane, workroom, ("blocks.3.attn.W_Q", (0, 0)))
    assert "given" in pane.findChild(QLineEdit, "inspector.numpy").text()
    assert not pane.table.isVisible()


def test_a_cell_that_is_gone_empties_the_pane(pane, workroom):
    open_cell(pane, workroom, ("blocks.3.attn.weights", (1, 400, 2)))
    assert "Click any number" in text_of(pane, "inspector.place")
    assert not pane.table.isVisible()


def test_a_long_sum_folds_its_small_terms_into_one_line_that_adds_up(pane, workroom):
    open_cell(pane, workroom, ("blocks.3.mlp.out", (7, 100)))
    shown = pane.session.results.opened.derivation.arithmetic
    rows = texts(pane)
    assert len(shown.terms) == 1537
    assert len(rows) == 41
    assert rows[-1][0] == "1497 smaller terms"
    assert float(rows[-1][-1].replace("−", "-")) == pytest.approx(shown.result, abs=1e-5)
    pane.findChild(QComboBox, "inspector.order").setCurrentIndex(1)
    assert len(texts(pane)) == 1537


@pytest.mark.parametrize(
    ("cell", "headers"),
    [
        (("blocks.3.norm1", (7, 2)), ["resid_mid", "norm1_mean", "norm1_scale", "norm1_gamma"]),
        (("blocks.3.attn.masked", (1, 7, 2)), ["operand"]),
        (("blocks.3.attn.scores", (1, 7, 2)), ["attn_q [it]", "attn_k [cat]"]),
    ],
)
def test_columns_are_headed_by_the_arrays_of_their_operands(pane, workroom, cell, headers):
    open_cell(pane, workroom, cell)
    model = pane.table.model()
    across = Qt.Orientation.Horizontal
    shown = [model.headerData(i, across, Qt.ItemDataRole.DisplayRole) for i in range(model.columnCount())]
    assert shown[:-2] == headers


@pytest.mark.parametrize(
    ("cell", "parts"),
    [
        (("blocks.3.norm1.scale", (7, 0)), ("variance", "epsilon")),
        (("blocks.3.norm1", (7, 2)), ("normalised",)),
        (
            ("blocks.3.attn.weights", (1, 7, 5)),
            ("maximum of the row", "exponential of this cell", "sum of the", "÷"),
        ),
    ],
)
def test_what_lies_between_operands_and_result_is_a_number_in_sight(pane, workroom, cell, parts):
    open_cell(pane, workroom, cell)
    told, arithmetic = text_of(pane, "inspector.parts"), pane.session.results.opened.derivation.arithmetic
    assert pane.findChild(QLabel, "inspector.parts").isVisible()
    assert all(part in told for part in parts)
    assert all(numbers.reading(value, 6) in told for _, value in arithmetic.parts)


def test_a_normalised_number_shows_mean_deviation_gain_and_shift(pane, workroom):
    open_cell(pane, workroom, ("blocks.3.norm1", (7, 2)))
    trace = pane.session.results.trace.trace
    rows = " ".join(text for row in texts(pane) for text in row)
    for name, cell in (("mean", (7, 0)), ("scale", (7, 0)), ("gamma", (2,)), ("beta", (2,))):
        assert numbers.reading(float(trace[f"blocks.3.norm1.{name}"][cell]), 4) in rows


def test_back_and_forward_walk_the_trail(pane, workroom):
    model = pane.table.model()
    forward, back = (pane.findChild(QToolButton, f"inspector.{name}") for name in ("forward", "back"))
    assert not forward.isEnabled()
    pane.table.doubleClicked.emit(model.index(0, 1))
    key = pane.session.state.cell
    back.click()
    assert forward.isEnabled()
    forward.click()
    assert (pane.session.state.cell, pane.session.state.trail, pane.session.state.ahead) == (key, (CELL,), ())
    back.click()
    pane.table.doubleClicked.emit(model.index(1, 1))
    assert not forward.isEnabled(), "another operand leads another way"


@pytest.mark.parametrize("width", [640, 430])
def test_the_line_of_code_stands_beside_the_controls_where_it_has_room(pane, width):
    line, back = pane.findChild(QLineEdit, "inspector.numpy"), pane.findChild(QToolButton, "inspector.back")
    for now in (430, 640, width):
        pane.resize(now, 300)
        pane.layout().activate()
    beside = line.y() <= back.geometry().center().y() <= line.geometry().bottom()
    assert beside is (width == 640)
    assert line.width() > 100
