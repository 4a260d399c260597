"""The small table: what is read is rounded, what is copied is not."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from gui.widgets.readout_table import ReadoutRow, ReadoutTable

ROWS = (
    ReadoutRow("angle", "between <two>", (28.076051, None), "°"),
    ReadoutRow("distance", "from tip to tip", (1 / 3, -1234.5678)),
)


@pytest.fixture
def table(qtbot):
    made = ReadoutTable()
    qtbot.addWidget(made)
    made.show_rows(("here", "there"), ROWS)
    made.resize(240, 80)
    made.show()
    return made


def texts(table):
    return [[table.item(i, j).text() for j in (0, 1)] for i in (0, 1)]


def test_four_digits_a_unit_and_undefined(table):
    assert texts(table) == [["28.0761°", "undefined"], ["0.3333", "−1234.57"]]
    table.show_rows(("here", "there"), (*ROWS, ReadoutRow("other", "", (180.0, -1e-9), "°")))
    assert [table.item(i, 0).text() for i in range(3)] == ["28.0761°", "0.3333", "180.0000°"]
    assert [table.item(i, 1).text() for i in range(3)] == ["undefined", "−1234.57", "0.00°"]
    table.show_rows(("here", "there"), ROWS)
    assert "0.3333333333333333" in table.item(1, 0).toolTip()
    assert "&lt;two&gt;" in table.verticalHeaderItem(0).toolTip()


def test_ctrl_c_copies_the_selected_numbers_in_full(table, qtbot):
    table.setFocus()
    table.setCurrentCell(1, 0)
    qtbot.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "0.3333333333333333"
    table.selectAll()
    table.copy_selected()
    assert QGuiApplication.clipboard().text() == "28.076051\tundefined\n0.3333333333333333\t-1234.5678"


def test_the_whole_table_as_tsv(table):
    assert (
        table.tsv()
        == "\there\tthere\nangle\t28.076051\tundefined\ndistance\t0.3333333333333333\t-1234.5678\n"
    )


def test_nothing_selected_copies_nothing(table):
    QGuiApplication.clipboard().setText("before")
    table.clearSelection()
    table.copy_selected()
    assert QGuiApplication.clipboard().text() == "before"


def test_other_rows_replace_the_old_ones(table):
    table.show_rows(("here",), [ReadoutRow("sum", "", (2.0,))])
    assert (table.rowCount(), table.columnCount()) == (1, 1)
    assert table.item(0, 0).text() == "2.0000"
    assert table.tsv() == "\there\nsum\t2.0\n"
