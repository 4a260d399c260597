"""A number of the pair is taken apart: its formula with the numbers, a bar and a row for every dimension."""

import csv
from io import StringIO

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QTextDocument
from PySide6.QtWidgets import QApplication, QLabel, QToolButton

from engine.pair_terms import pair_terms
from engine.vectors import WordVectors
from engine.words import describe
from gui.measures import MEASURES
from gui.panes.similarity import SimilarityPane
from gui.results import Behind
from gui.session import Session
from gui.state import State
from gui.widgets.formula_view import FormulaView
from gui.widgets.matrix_view import MatrixView
from gui.widgets.readout_table import ReadoutTable
from gui.widgets.segments import Segments
from gui.widgets.terms_chart import TermsChart
from gui.widgets.terms_table import TermsTable

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def pane(live_words, exposed):
    def make(session=None, size=(438, 424), **choices):
        return exposed(SimilarityPane(session or live_words(**choices)), *size)

    return make


def child(pane, kind, name):
    found = pane.findChild(kind, f"similarity.{name}")
    assert found is not None, name
    return found


def read(pane):
    document = QTextDocument()
    document.setHtml(child(pane, QLabel, "worked").text())
    return document.toPlainText().splitlines()


def plain(html):
    document = QTextDocument()
    document.setHtml(html)
    return document.toPlainText()


def click(pane, qtbot, row):
    shown = child(pane, ReadoutTable, "table")
    place = shown.visualItemRect(shown.item(row, 0)).center()
    qtbot.mouseClick(shown.viewport(), LEFT, pos=place)


def test_a_click_on_a_number_opens_it_and_another_closes_it(pane, qtbot):
    pane = pane()
    view, terms = child(pane, MatrixView, "matrix"), child(pane, TermsTable, "terms")
    assert (view.isVisible(), terms.isVisible()) == (True, False)
    click(pane, qtbot, 0)
    assert pane.session.state.measure == "dot"
    assert (view.isVisible(), terms.isVisible()) == (False, True)
    assert terms.model().rowCount() == 100
    click(pane, qtbot, 3)
    assert pane.session.state.measure == "cosine"
    assert child(pane, QLabel, "measure").text() == "cosine"
    click(pane, qtbot, 3)
    assert (view.isVisible(), terms.isVisible()) == (True, False)
    assert pane.session.undo_stack.count() == 0


def test_enter_opens_escape_and_the_cross_close(pane, qtbot):
    pane = pane()
    shown = child(pane, ReadoutTable, "table")
    shown.setCurrentCell(1, 0)
    qtbot.keyClick(shown, Qt.Key.Key_Return)
    assert pane.session.state.measure == "norm_a"
    qtbot.keyClick(child(pane, QToolButton, "close"), Qt.Key.Key_Escape)
    assert pane.session.state.measure == ""
    pane.session.set(measure="dot")
    qtbot.mouseClick(child(pane, QToolButton, "close"), LEFT)
    assert pane.session.state.measure == ""


@pytest.mark.parametrize("measure", MEASURES)
def test_formula_and_numbers_are_those_of_the_table(pane, measure):
    pane = pane(measure=measure)
    shown = child(pane, ReadoutTable, "table")
    row = list(MEASURES).index(measure)
    true, seen = (shown.item(row, column).text() for column in (0, 1))
    lines = read(pane)
    assert lines[0] == "In 100 dimensions"
    assert lines[1].endswith(f"= {true}")
    assert lines[2] == "In the plane"
    assert lines[3].endswith(f"= {seen}")
    formula = child(pane, FormulaView, "formula")
    assert formula.latex, "it is set, not written"
    assert MEASURES[measure].plain in shown.verticalHeaderItem(row).toolTip().replace("&lt;", "<")


def test_the_dot_product_in_the_plane_is_read_off_the_map_as_it_lies(pane):
    pane = pane(measure="dot")
    before = read(pane)[3]
    pane.session.set(map_swapped=True)
    after = read(pane)[3]
    assert after != before
    assert after.endswith("= 5.3951")


def test_terms_by_size_and_in_order_lead_to_the_same_sum(pane):
    pane = pane(measure="dot")
    model = child(pane, TermsTable, "terms").model()

    def column(place):
        return [model.rows.text(row, place) for row in range(100)]

    sizes = [abs(float(text.replace("−", "-"))) for text in column(3)]
    assert sizes == sorted(sizes, reverse=True)
    assert column(4)[-1] == "28.2587"
    child(pane, Segments, "by_size").buttons()[1].click()
    assert column(0) == [str(i) for i in range(1, 101)]
    assert column(4)[-1] == "28.2587"


def test_a_bar_and_its_row_belong_together(pane):
    pane = pane(measure="dot")
    chart, table = child(pane, TermsChart, "chart"), child(pane, TermsTable, "terms")
    chart.chosen.emit(7)
    assert table.currentIndex().row() == 7
    assert chart.current == 7
    table.setCurrentIndex(table.model().index(9, 2))
    assert chart.current == 9
    assert f"Dimension {table.model().rows.text(9, 0)}\n" in chart.describe(9)


def test_all_products_are_copied_with_all_digits(pane, qtbot, workroom):
    pane = pane(measure="dot")
    qtbot.mouseClick(child(pane, QToolButton, "copy_terms"), LEFT)
    head, *rows = csv.reader(StringIO(QGuiApplication.clipboard().text()))
    assert head[:3] == ["dimension", "florida", "texas"]
    a, b = workroom.open_vectors.stack(("florida", "texas"))
    copied = {int(row[0]): float(row[3]) for row in rows}
    assert [copied[i + 1] for i in range(100)] == (a * b).tolist()


def test_a_zero_vector_is_undefined(pane):
    vectors = WordVectors(("zero", "one"), np.array([[0, 0], [1, 0]], np.float32))
    rows = vectors.stack(vectors.words)
    session = Session(state=State(words=vectors.words, pair=("zero", "one"), measure="angle_degrees"))
    found = pair_terms("angle_degrees", *rows)
    described = describe(vectors, vectors.words)
    session.publish(vectors=vectors, described=described, behind=Behind(("zero", "one"), found, None))
    assert read(pane(session))[1] == "undefined: a vector without length has no direction"


def test_another_pair_or_page_leaves_nothing_stale(pane):
    pane = pane(measure="dot")
    pane.session.set(pair=("politics", "truth"))
    assert child(pane, TermsTable, "terms").model().rows.headers[1:3] == ("politics", "truth")
    pane.session.set(words=("king", "qween"))
    assert "no vector" in child(pane, QLabel, "sentence").text()
    assert not child(pane, TermsTable, "terms").isVisible()
    pane.session.set(likeness_page="matrix")
    assert not child(pane, TermsTable, "terms").isVisible()


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("size", [(438, 424), (662, 378), (884, 202)])
@pytest.mark.usefixtures("dressed")
def test_the_numbers_and_some_terms_are_in_sight(pane, measure, size):
    """In the usual, the large and the smallest window."""
    pane = pane(size=size, measure=measure)
    QApplication.processEvents()
    said, terms = child(pane, QLabel, "worked"), child(pane, TermsTable, "terms")
    assert said.height() >= said.heightForWidth(said.width())
    assert terms.rowAt(terms.viewport().height() - 1) >= 2
    assert pane.rect().contains(terms.mapTo(pane, terms.rect().bottomRight()))


def test_on_a_map_whose_origin_means_nothing_only_distances_are_read(pane):
    pane = pane(words=("king", "queen", "cat", "dog"), map_method="mds", measure="angle_degrees")
    table = child(pane, ReadoutTable, "table")
    shown = {key: table.item(row, 1).text() for row, key in enumerate(MEASURES)}
    meaningless = {key for key, text in shown.items() if text == "–"}
    assert meaningless == {"dot", "norm_a", "norm_b", "cosine", "angle_degrees"}
    assert float(shown["euclidean"]) > 0
    said = plain(child(pane, QLabel, "sentence").text())
    assert said == "On this map angles mean nothing; in truth king and queen are 41.3° apart."
    assert read(pane)[-1] == "On this map it means nothing."
    pane.session.set(measure="euclidean")
    assert "In the plane" in read(pane)


def test_taking_a_number_apart_moves_no_dock(window):
    """Old and new parts, seen at once for a moment, would ask for a wider one."""
    window.resize(1280, 800)
    window.show()
    window.settle()
    pane = window.findChild(SimilarityPane)
    before = pane.width()
    for measure in ("dot", "", "angle_degrees", ""):
        window.session.set(measure=measure)
        window.settle()
        assert pane.width() == before


@pytest.mark.parametrize("page", ["pair", "neighbours", "matrix", "group"])
def test_words_of_any_length_ask_for_no_wider_pane(pane, page):
    """A dock that has grown stays so."""
    made = pane(likeness_page=page, words=("x" * 300, "y" * 300, "king"))
    assert made.minimumSizeHint().width() <= 417, "as wide as the analogy's boxes"
