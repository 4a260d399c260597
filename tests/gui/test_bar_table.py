"""A table of numbers with bars: what it shows, opens, picks, edits and copies."""

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLineEdit

from gui.theme import DARK, LIGHT
from gui.widgets.bar_rows import BarColumn, BarRows
from gui.widgets.bar_table import ROW_HEIGHT, BarTable
from gui.widgets.copying import rows_of

KEY = Qt.Key
COLUMNS = (
    BarColumn("dot", "adds products", (2.0, -1.0, 0.0, 0.123456789)),
    BarColumn("cosine", "of directions", (None, 0.5, 0.25, None), "undefined", limit=1.0),
    BarColumn("value", "typed", (1.0, 2.0, 3.0, None), limit=0.0, editable=True, notes=("", "given", "")),
)
ROWS = BarRows(("a", "b", "c", "sum"), COLUMNS, below=1, tips=("the first",))


@pytest.fixture
def table(exposed):
    made = exposed(BarTable(), 400, 160)
    made.show_rows(ROWS, picked=1)
    made.activateWindow()
    return made


def texts(table):
    model = table.model()
    return [
        [model.index(row, col).data() for col in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def centre(table, row, col):
    return table.visualRect(table.model().index(row, col)).center()


def ink(table, row, col, where):
    """The colour of a cell at a share of its width, a little below its top."""
    box = table.visualRect(table.model().index(row, col))
    image = table.viewport().grab().toImage()
    return image.pixelColor(round(box.x() + where * box.width()), box.y() + 5).name()


def test_numbers_stand_in_their_places(table):
    assert texts(table)[0] == ["2.000", "undefined", "1.000"]
    assert texts(table)[1] == ["−1.000", "0.500", "2.000"]
    assert texts(table)[3] == ["0.123", "undefined", ""]
    header = table.model().headerData
    assert [header(i, Qt.Orientation.Horizontal) for i in range(3)] == ["dot", "cosine", "value"]
    assert "adds products" in header(0, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
    assert "the first" in header(0, Qt.Orientation.Vertical, Qt.ItemDataRole.ToolTipRole)
    assert "0.12345679" in table.model().index(3, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert "given" in table.model().index(1, 2).data(Qt.ItemDataRole.ToolTipRole)


def test_bars_are_as_long_as_the_numbers_say(table):
    """In a column with numbers below zero, zero is in the middle; -1 reaches half as far left as 2 does right."""
    up, down, panel = LIGHT.positive[0], LIGHT.negative[0], LIGHT.panel
    assert [ink(table, 0, 0, at) for at in (0.3, 0.6, 0.9)] == [panel, up, up]
    assert [ink(table, 1, 0, at) for at in (0.2, 0.35, 0.9)] == [panel, down, panel]
    assert [ink(table, 2, 0, at) for at in (0.3, 0.6)] == [panel, panel]
    assert [ink(table, 1, 1, at) for at in (0.1, 0.4, 0.6)] == [
        up,
        up,
        LIGHT.raised,
    ]  # 0.5 of 1; its column is picked
    assert ink(table, 1, 2, 0.1) == panel  # no bars there
    assert ink(table, 3, 0, 0.1) == LIGHT.raised  # a sum has none


def test_weights_have_a_colour_of_their_own_and_themes_change_it(table):
    table.show_rows(BarRows(("a",), (BarColumn("w", "", (1.0,), weights=True),)))
    assert ink(table, 0, 0, 0.5) == LIGHT.weights[1]
    table.set_theme(DARK)
    assert ink(table, 0, 0, 0.5) == DARK.weights[1]


def test_a_click_and_enter_open_a_number_but_not_a_sum(table, qtbot):
    opened = []
    table.opened.connect(lambda row, col: opened.append((row, col)))
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=centre(table, 1, 0))
    assert opened == [(1, 0)]
    table.setFocus()
    qtbot.keyClick(table, KEY.Key_Right)
    qtbot.keyClick(table, KEY.Key_Return)
    assert opened == [(1, 0), (1, 1)]
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=centre(table, 3, 0))
    assert len(opened) == 2


def test_a_title_and_space_pick_a_column(table, qtbot):
    picked = []
    table.picks.connect(picked.append)
    header = table.horizontalHeader()
    at = header.sectionViewportPosition(2) + 5
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(at, 8))
    table.setCurrentIndex(table.model().index(0, 1))
    qtbot.keyClick(table, KEY.Key_Space)
    assert picked == [2, 1]


def test_the_picked_title_is_bold(table):
    weights = [
        table.model().headerData(i, Qt.Orientation.Horizontal, Qt.ItemDataRole.FontRole).weight()
        for i in range(3)
    ]
    assert weights[1] > weights[0] == weights[2]


def test_only_the_column_that_says_so_can_be_typed_over(table, qtbot):
    edited = []
    table.edited.connect(lambda *change: edited.append(change))
    index = table.model().index(1, 2)
    table.setFocus()
    table.setCurrentIndex(index)
    qtbot.keyClick(table, KEY.Key_F2)
    editor = table.viewport().findChild(QLineEdit)
    editor.selectAll()
    qtbot.keyClicks(editor, "7.5")
    qtbot.keyClick(editor, KEY.Key_Return)
    qtbot.waitUntil(lambda: edited == [(1, 2, "7.5")])
    assert texts(table)[1][2] == "2.000"  # until its owner shows another one
    editable = [
        bool(table.model().flags(table.model().index(r, c)) & Qt.ItemFlag.ItemIsEditable)
        for r in (0, 3)
        for c in range(3)
    ]
    assert editable == [False, False, True, False, False, False]


def test_all_digits_are_copied(table, qtbot):
    assert rows_of(table.tsv())[:2] == [["", "dot", "cosine", "value"], ["a", "2.0", "undefined", "1.0"]]
    table.setFocus()
    table.setCurrentIndex(table.model().index(3, 0))
    qtbot.keyClick(table, KEY.Key_C, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert QGuiApplication.clipboard().text() == "0.123456789"
    table.setCurrentIndex(QModelIndex())
    assert table.number() == ""


def test_it_is_as_high_as_its_rows_and_shrinks(table):
    assert table.rowHeight(0) == ROW_HEIGHT
    tall = table.sizeHint().height()
    table.show_rows(BarRows(("a",), (BarColumn("w", "", (1.0,)),)))
    assert tall - table.sizeHint().height() == 3 * ROW_HEIGHT
    assert table.minimumSizeHint().height() <= table.sizeHint().height()


def test_an_empty_table_is_no_trouble(table):
    table.show_rows(BarRows((), ()))
    assert table.tsv().strip() == ""
    assert table.number() == ""
