"""Tables as CSV, vectors as files, and copying from whatever shows numbers."""

import csv

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from engine.opening import open_file
from engine.paths import GLOVE
from engine.vectors import WordVectors, open_vectors
from gui.exporting.tables import write_csv
from gui.exporting.vectors import write_vectors
from gui.exporting.whole import write_whole
from gui.widgets.bars import Bar, Bars
from gui.widgets.copying import rows_of, tsv
from gui.widgets.matrix_data import MatrixData
from gui.widgets.matrix_view import MatrixView
from gui.widgets.ranked_list import RankedList, Row
from gui.widgets.terms_table import TermRows, TermsTable
from gui.widgets.token_strip import TokenStrip
from gui.widgets.value_list import ValueList, WordValue

AWKWARD = [
    ["word", "value"],
    ["a, b", "1"],
    ['say "hi"', ""],
    ["nbsp\u00a0\u2028\x85end", "0.1"],
    ["王", "-1e-07"],
    [chr(34), "2"],
    [chr(34) * 2 + "x", "3"],
]


def read_csv(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def test_a_table_comes_back_from_csv_cell_by_cell(tmp_path):
    write_csv(tmp_path / "table.csv", rows_of(tsv(AWKWARD)))
    assert read_csv(tmp_path / "table.csv") == AWKWARD
    assert b'"a, b",1\n"say ""hi""",\n' in (tmp_path / "table.csv").read_bytes()


def test_what_would_break_a_row_is_written_out():
    assert rows_of(tsv([["a\tb\nc", "1"]])) == [["a\\tb\\nc", "1"]]


def test_a_quotation_mark_does_not_swallow_the_rows_after_it():
    table = [['"', "1"], ['"hi" she said', "2"], ['5"', "3"], ['""', "4"], ["last", "5"]]
    copied = tsv(table)
    assert list(csv.reader(copied.splitlines(), "excel-tab")) == table, "as programs for tables read it"
    assert rows_of(copied) == table


@pytest.fixture(scope="module")
def vectors():
    return open_vectors(GLOVE)


def test_vectors_come_back_with_their_words(tmp_path, vectors):
    write_vectors(tmp_path / "mine.npy", vectors, ["King", "no such word", "queen", "king"])
    array = np.load(tmp_path / "mine.npy")
    assert array.dtype == np.float32
    assert np.array_equal(array, vectors.matrix[[vectors.index("king"), vectors.index("queen")]])
    assert (tmp_path / "mine.words.txt").read_text(encoding="utf-8") == "king\nqueen\n"


def test_vectors_as_csv_lose_no_bit(tmp_path, vectors):
    write_vectors(tmp_path / "mine.csv", vectors, ["truth", "texas"])
    head, *rows = read_csv(tmp_path / "mine.csv")
    assert head[:2] == ["word", "d1"]
    assert len(head) == 101
    assert [row[0] for row in rows] == ["truth", "texas"]
    read = np.array([row[1:] for row in rows], np.float32)
    assert np.array_equal(read, vectors.matrix[[vectors.index("truth"), vectors.index("texas")]])


@pytest.mark.parametrize("name", ["mine.npy", "mine.csv"])
def test_what_was_saved_can_be_opened_and_nothing_is_asked(tmp_path, name):
    words = ('"', ",", "a b", "\u2028", "null", "7")
    kept = WordVectors(words, np.random.default_rng(0).normal(size=(6, 5)).astype(np.float32))
    write_vectors(tmp_path / name, kept, words)
    opened = open_file(tmp_path / name)
    assert opened.vectors.words == words
    assert np.array_equal(opened.vectors.matrix, kept.matrix)
    assert not opened.report.needs_decision


def test_no_words_make_an_empty_array(tmp_path):
    few = WordVectors(("a",), np.ones((1, 3), np.float32))
    write_vectors(tmp_path / "none.npy", few, [])
    assert np.load(tmp_path / "none.npy").shape == (0, 3)


def test_a_file_is_written_whole_or_stays_as_it_was(tmp_path):
    path = tmp_path / "kept.txt"
    write_whole(path, b"first")
    write_whole(path, b"second")
    assert path.read_bytes() == b"second"
    with pytest.raises(OSError, match="nowhere"):
        write_whole(tmp_path / "nowhere" / "kept.txt", b"third")
    assert list(tmp_path.iterdir()) == [path]


def matrix_view():
    view = MatrixView()
    view.set_data(MatrixData(np.array([[1 / 3, 2.0]], np.float32), ("r",), ("x", "y")))
    view.set_current((0, 0))
    return view, "0.33333334", [["", "x", "y"], ["r", "0.33333334", "2.0"]]


def ranked_list():
    view = RankedList()
    view.set_rows([Row((0, 1), "L1 H2", "0.33", 0.3, "0.3333333333333333")])
    view.current = 0
    return (
        view,
        "0.3333333333333333",
        [["rank", "layer", "head", "name", "value"], ["1", "1", "2", "L1 H2", "0.3333333333333333"]],
    )


def value_list():
    view = ValueList()
    view.show_words([WordValue("texas", "0.88", exact="0.8823456789")])
    view.setCurrentRow(0)
    return view, "0.8823456789", [["word", "value"], ["texas", "0.8823456789"]]


def terms_table():
    view = TermsTable()
    view.show_rows(TermRows(("a", "b"), 1, lambda r, c: "0.3", lambda r, c: c, lambda r, c: f"0.3{c}"))
    view.setCurrentIndex(view.model().index(0, 1))
    return view, "0.31", [["a", "b"], ["0.30", "0.31"]]


def token_strip():
    view = TokenStrip()
    view.set_tokens(["the", "cat"])
    view.set_weights([1 / 3, 2 / 3])
    view.set_query(1)
    return (
        view,
        "0.6666666666666666",
        [["token", "weight"], ["the", "0.3333333333333333"], ["cat", "0.6666666666666666"]],
    )


def bars():
    view = Bars()
    view.show_bars([Bar("input", 1 / 3), Bar("after layer 1", None)])
    return view, "before", [["input", "0.3333333333333333"], ["after layer 1", "undefined"]]


@pytest.mark.parametrize("make", [matrix_view, ranked_list, value_list, terms_table, token_strip, bars])
def test_numbers_and_tables_are_copied_with_all_digits(qtbot, make):
    view, number, table = make()
    qtbot.addWidget(view)
    view.resize(300, 200)
    view.show()
    view.activateWindow()
    view.setFocus()
    qtbot.waitUntil(view.isActiveWindow)
    clipboard = QGuiApplication.clipboard()
    clipboard.setText("before")
    keys = Qt.KeyboardModifier.ControlModifier
    qtbot.keyClick(view, Qt.Key.Key_C, keys | Qt.KeyboardModifier.ShiftModifier)
    assert clipboard.text() == number
    qtbot.keyClick(view, Qt.Key.Key_C, keys)
    assert rows_of(clipboard.text()) == table
    assert [action.text() for action in view.actions()] == ["Copy number", "Copy table"]
