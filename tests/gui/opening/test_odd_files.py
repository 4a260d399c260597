"""What is no vectors is said in place; what is not clear is asked; nothing is lost."""

import zipfile
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFileDialog,
    QLabel,
    QPushButton,
)

from engine.errors import ChangedFileError
from gui import opening
from gui.parts.opening_choice import ChoiceDialog
from gui.vector_files import lists_beside
from tests.gui.opening.steps import WORDS, press, shown, text

ODD = {
    "empty": (b"", "is empty"),
    "picture": (b"\x89PNG\r\n\x1a\n" + bytes(50), "It is a picture"),
    "prose": (b"It was a dark night.\n" * 20, "text whose lines are not a word and its numbers"),
    "not gzip": (b"\x1f\x8b\x08 nothing of the kind", "cannot be unpacked"),
    "no array": (b"\x93NUMPY\x01\x00", "begins like a NumPy array"),
    "pickle": (b"\x80\x04\x95" + bytes(20), "could run a program"),
    "no rows": (b"a nan 1 2\nb 1 nan 2\n", "has no row that can be used"),
}


@pytest.mark.parametrize("what", ODD)
def test_what_is_no_vectors_is_said_and_nothing_is_lost(window, qtbot, file, what):
    content, words = ODD[what]
    before, state = window.session.results.vectors, window.session.state
    window.vectors.open_file(str(file(content)))
    window.settle()
    notice = window.findChild(QLabel, "opening.error")
    assert notice.isVisible()
    assert words in notice.text()
    assert "The word vectors in use stay." in notice.text()
    assert (window.session.results.vectors, window.session.state) == (before, state)
    notice.linkActivated.emit("close")
    assert not notice.isVisible()
    assert "importing" not in window.session.results.failed


def test_a_folder_and_a_file_that_is_gone(window, qtbot, tmp_path):
    notice = window.findChild(QLabel, "opening.error")
    for path, words in ((tmp_path, "is a folder"), (tmp_path / "none.txt", "is not there")):
        window.vectors.open_file(str(path))
        window.settle()
        assert words in notice.text()


def test_a_file_that_changes_while_it_is_read(window, qtbot, file, monkeypatch):
    path = file()

    def changed(*given):
        raise ChangedFileError(path, "changed")

    monkeypatch.setattr(opening, "open_file", changed)
    window.vectors.open_file(str(path))
    window.settle()
    assert "was changed while it was being read" in window.findChild(QLabel, "opening.error").text()


def test_an_archive_of_two_files_asks_which(window, qtbot, tmp_path):
    path = tmp_path / "two.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("small.txt", text(("florida", "texas")))
        archive.writestr("large.txt", text())
    window.vectors.open_file(str(path))
    window.settle()
    (dialog,) = shown(window, ChoiceDialog)
    assert not window.findChild(QLabel, "opening.error").isVisible()
    assert [dialog.list.item(i).text() for i in range(dialog.list.count())] == ["small.txt", "large.txt"]
    qtbot.keyClick(dialog.list, Qt.Key.Key_Down)
    press(window, qtbot, "opening.choice.open")
    window.settle()
    press(window, qtbot, "opening.report.load")
    window.settle()
    assert window.session.results.vectors.words == WORDS
    assert window.session.state.vectors_file.choose == "large.txt"


def test_an_array_asks_for_its_words(window, qtbot, tmp_path):
    path = tmp_path / "numbers.npy"
    np.save(path, np.arange(24, dtype=np.float32).reshape(8, 3))
    (tmp_path / "mine.lst").write_text("\n".join(WORDS))
    (tmp_path / "too-short.txt").write_text("a\nb\n")
    window.vectors.open_file(str(path))
    window.settle()
    (dialog,) = shown(window, ChoiceDialog)
    assert [dialog.list.item(i).text() for i in range(dialog.list.count())] == ["mine.lst", "too-short.txt"]
    dialog.list.setCurrentRow(1)
    press(window, qtbot, "opening.choice.open")
    window.settle()
    (again,) = shown(window, ChoiceDialog)
    question = again.findChild(QLabel, "opening.choice.question").text()
    assert "the list has 2 words, the file 8 rows" in question
    again.findChild(QPushButton, "opening.choice.more").click()
    asking = window.findChild(QFileDialog, "vectors.words")
    asking.fileSelected.emit(str(tmp_path / "mine.lst"))
    asking.close()
    window.settle()
    press(window, qtbot, "opening.report.load")
    window.settle()
    assert window.session.results.vectors.exact("texas").tolist() == [6, 7, 8]


def test_leaving_a_question_leaves_everything(window, qtbot, tmp_path):
    path = tmp_path / "numbers.npy"
    np.save(path, np.ones((2, 3), np.float32))
    before = window.session.results.vectors
    window.vectors.open_file(str(path))
    window.settle()
    (dialog,) = shown(window, ChoiceDialog)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert window.session.results.importing is None
    assert not window.session.results.failed
    assert window.session.results.vectors is before


def test_lists_of_words_beside_a_file(tmp_path):
    for name in ("b.txt", "a.txt", "z.words", "picture.png", "self.tsv"):
        (tmp_path / name).touch()
    assert lists_beside(tmp_path / "self.tsv") == ["z.words", "a.txt", "b.txt"]
    assert lists_beside(Path("nowhere") / "at-all.npy") == []
