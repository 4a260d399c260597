"""New vectors take over when they are wanted and not before; what depends on them follows; undo brings back."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFileDialog,
    QLabel,
    QLineEdit,
    QPushButton,
)

from engine.edits import SetCells
from gui.parts.opening_report import ReportDialog
from gui.state import State, VectorsFile
from tests.gui.opening.steps import WORDS, open_and_load, press, shown, text

OFF = SetCells("blocks.0.attn.z", (1, None, None), 0.0)


def test_new_vectors_take_over_once_they_are_wanted(window, qtbot, file):
    session = window.session
    before = session.results.vectors
    run = session.results.overview
    window.vectors.open_file(str(file(text(("florida", "truth", "Texas", "it")))))
    window.settle()
    (dialog,) = shown(window, ReportDialog)
    assert "4 words of 3 numbers" in window.findChild(QLabel, "opening.report.title").text()
    assert dialog.page.toPlainText().count("none") == 1  # the header
    assert session.results.vectors is before, "the ones before stay until then"
    assert session.state.vectors_file == VectorsFile()
    press(window, qtbot, "opening.report.load")
    window.settle()
    results = session.results
    assert results.vectors.words == ("florida", "truth", "Texas", "it")
    assert session.state.words == State().words, "chosen words stay, by their names"
    assert results.described.words == ("florida", "truth")
    assert results.described.unknown_near["texas"] == ("Texas",)
    assert "Texas" in window.findChild(QLabel, "words.notice").text()
    assert results.matrix.words == ("florida", "truth")
    assert set(results.plane.coordinates) == {"florida", "truth"}
    assert {near.word for near in results.neighbours[0].found} == {"truth", "Texas", "it"}
    assert window.findChild(QLineEdit, "words.search").placeholderText() == "Search 4 words"
    assert window.windowTitle() == "own.txt – Attention Explorer"
    assert results.overview is run, "the trained model has its own"


def test_search_and_density_are_of_the_vectors_in_use(window, qtbot, file):
    window.session.set(map_all=True, search="tru")
    window.settle()
    assert len(window.session.results.hits) > 1
    open_and_load(window, qtbot, file())
    assert [hit.word for hit in window.session.results.hits if hit.kind == "prefix"] == ["truth"]
    assert window.session.results.crowd.words == WORDS


def test_what_was_found_is_said_line_by_line_and_can_be_saved(window, qtbot, file, tmp_path):
    path = file("9 3\nflorida 1 2 3\ntexas 1 2\ntexas 3 4 5\nflorida 5 6 7\nking nan 1 2\n")
    window.vectors.open_file(str(path))
    window.settle()
    (dialog,) = shown(window, ReportDialog)
    assert window.findChild(QPushButton, "opening.report.load").text() == "Load anyway"
    said = dialog.page.toPlainText()
    assert "it says 9 rows of 3, there are 5 of 3" in said
    assert "left out: 1 (“florida”)" in said
    assert "skipped: 2" in said
    press(window, qtbot, "opening.report.save")
    asking = window.findChild(QFileDialog, "opening.file")
    target = tmp_path / "report.txt"
    asking.fileSelected.emit(str(target))
    asking.close()
    lines = target.read_text(encoding="utf-8").splitlines()
    assert str(path) in lines[0]
    assert "  3: 2 instead of 3 numbers" in lines
    assert "  6: “king” has a number that is not finite (nan or inf)" in lines
    press(window, qtbot, "opening.report.load")
    window.settle()
    assert window.session.results.vectors.words == ("florida", "texas")
    window.vectors.about()
    (about,) = shown(window, ReportDialog)
    assert about.page.toPlainText() == said, "it can be read again"
    about.close()


def test_esc_leaves_everything_as_it_is(window, qtbot, file):
    before, state = window.session.results.vectors, window.session.state
    window.vectors.open_file(str(file("florida 1 2 3\ntexas 1 2\n")))
    window.settle()
    (dialog,) = shown(window, ReportDialog)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    window.settle()
    assert not shown(window, ReportDialog)
    assert window.session.results.importing is None
    assert (window.session.results.vectors, window.session.state) == (before, state)
    assert window.session.undo_stack.count() == 0


def test_a_file_that_was_opened_before_comes_at_once(window, qtbot, file, cache):
    path = file()
    open_and_load(window, qtbot, path)
    window.vectors.use_shipped()
    window.settle()
    assert len(window.session.results.vectors) == 50_000
    assert list(cache.iterdir())
    window.vectors.open_file(str(path))
    window.settle()
    assert not shown(window, ReportDialog)
    assert window.session.results.imported.known
    assert window.session.results.vectors.words == WORDS


def test_undo_and_redo_change_the_vectors(window, qtbot, file):
    open_and_load(window, qtbot, file())
    window.undo()
    window.settle()
    assert len(window.session.results.vectors) == 50_000
    assert window.windowTitle() == "Attention Explorer"
    assert window.announcement.text() == "The shipped word vectors are in use again."
    window.redo()
    window.settle()
    assert window.session.results.vectors.words == WORDS
    assert window.session.results.imported.file == window.session.state.vectors_file


def test_a_fresh_layer_reads_the_vectors_in_use(window, qtbot, file):
    session = window.session
    session.set(source="fresh", text="it was florida.")
    session.set(changes=(OFF,))
    window.settle()
    assert session.results.overview.run.model.sizes.d_model == 100
    open_and_load(window, qtbot, file(text(dimensions=5)))
    run = session.results.overview.run
    assert run.model.sizes.d_model == 5
    assert session.results.trace.run is run
    assert session.results.trace.trace["embed"].shape == (4, 5)
    assert session.state.changes == (), "they were changes of another run"
    window.undo()
    window.settle()
    assert session.state.changes == (OFF,)
    assert session.results.overview.run.model.sizes.d_model == 100


def test_changes_of_the_trained_model_stay(window, qtbot, file):
    window.session.set(changes=(OFF,), layer=2)
    window.settle()
    open_and_load(window, qtbot, file())
    assert window.session.state.changes == (OFF,)
    assert window.session.state.layer == 2
