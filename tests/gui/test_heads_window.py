"""Heads are found in the real window: two words, the heads that look from one to the other, and the file of them."""

import csv

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QFileDialog, QToolButton

from engine.examples import SWEET
from gui.widgets.ranked_list import RankedList


def choose(window, name, text):
    box = window.findChild(QComboBox, name)
    box.setCurrentIndex(box.findText(text))
    box.activated.emit(box.currentIndex())
    window.settle()


def best(window, count):
    rows = window.findChild(RankedList, "heads.ranking").rows
    return [(row.head, row.number[:4]) for row in rows[:count]]


def from_to(window, qtbot):
    qtbot.mouseClick(window.findChild(QToolButton, "heads.view.2"), Qt.MouseButton.LeftButton)
    window.settle()


def test_from_it_to_cat(window, qtbot):
    from_to(window, qtbot)
    choose(window, "heads.from", "it")
    choose(window, "heads.to", "cat")
    assert best(window, 2) == [((3, 1), "0.56"), ((5, 11), "0.55")]
    qtbot.mouseClick(window.findChild(QToolButton, "heads.turn"), Qt.MouseButton.LeftButton)
    window.settle()
    assert best(window, 1)[0][0] != (3, 1)


def test_from_it_to_milk_in_the_sweet_sentence(window, qtbot):
    window.session.set(text=SWEET)
    from_to(window, qtbot)
    choose(window, "heads.from", "it")
    choose(window, "heads.to", "milk")
    row = window.findChild(RankedList, "heads.ranking").rows[0]
    assert row.head == (3, 1)
    assert round(float(row.number), 2) == 0.49


def test_the_ranking_is_a_file_and_the_window_says_so(window, qtbot, tmp_path):
    from_to(window, qtbot)
    choose(window, "heads.to", "cat")
    window.heads.pair._export.chosen.emit(1)
    dialog, target = window.findChild(QFileDialog, "heads.file"), tmp_path / "heads.csv"
    dialog.fileSelected.emit(str(target))
    dialog.reject()
    qtbot.waitUntil(lambda: "heads.csv" in window.announcement.text(), timeout=20_000)
    rows = list(csv.DictReader(target.read_text(encoding="utf-8").splitlines()))
    assert [(row["layer"], row["head"], row["from"], row["to"]) for row in rows[:2]] == [
        ("4", "2", "it", "cat"),
        ("6", "12", "it", "cat"),
    ]
