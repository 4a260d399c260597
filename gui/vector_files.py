"""Opening a person's own word vectors: by command, by dropping a file, from the list of recent ones."""

import json
from dataclasses import asdict, replace
from pathlib import Path

from PySide6.QtCore import QObject, QSettings, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow, QMenu, QMessageBox

from engine.errors import ChooseError, WordListError
from gui.asking import ask_for_file
from gui.exporting.whole import write_whole
from gui.parts.opening_choice import ChoiceDialog
from gui.parts.opening_report import ReportDialog
from gui.results import Importing, OwnVectors
from gui.session import Session
from gui.state import VectorsFile
from gui.widgets.notice import clipped
from gui.wording import sentence

RECENT = "vectors/recent"  # of the settings
MOST = 8  # recent files
LISTS = (".words", ".vocab", ".lst", ".tsv", ".txt")  # what lists of words may be called, the likeliest first
LISTED = 50
HEAD = 4096  # bytes by which a session is told from vectors


class VectorFiles(QObject):
    """``said`` carries what there is to announce; ``coming``: there is something to see in the words pane."""

    said = Signal(str)
    coming = Signal()

    def __init__(self, session: Session, window: QMainWindow, settings: QSettings | None) -> None:
        super().__init__(window)
        self._session, self._window, self._settings = session, window, settings
        self._title = window.windowTitle()
        self._news: object = None  # what was last acted upon
        self._asked = VectorsFile()
        self._text = ""
        self.recent_menu = QMenu(self.tr("Recent word vectors"), window)
        self.recent_menu.setObjectName("menu.recent_vectors")
        self.recent_menu.aboutToShow.connect(self._fill_recent)
        session.changed.connect(self._on_changed)

    # what the commands call

    def open(self) -> None:
        """Ask which file."""
        kinds = self.tr("Word vectors (*.txt *.vec *.bin *.csv *.tsv *.gz *.zip *.npy *.safetensors)")
        kinds += ";;" + self.tr("All files (*)")
        ask_for_file(self._window, "vectors.open", self.tr("Open word vectors"), kinds, self.open_file)

    @Slot(str)
    def open_file(self, path: str) -> None:
        self._request(VectorsFile(str(Path(path).absolute())))

    def load_file(self, path: str) -> None:
        """As `open_file`, but ask only where something of it is lost: the person has named it already."""
        self._session.requested.emit("load_vectors", VectorsFile(str(Path(path).absolute())))

    def use_shipped(self) -> None:
        self._session.set(vectors_file=VectorsFile())

    def about(self) -> None:
        """What was found in the file in use."""
        own = self._session.results.imported
        if own is not None:
            self._show_report(own, deciding=False)
            return
        box = QMessageBox(self._window)
        box.setObjectName("opening.shipped")
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setWindowTitle(self.tr("About these word vectors"))
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(self._about_shipped())
        box.open()

    def _about_shipped(self) -> str:
        vectors = self._session.results.vectors
        if vectors is None:
            return self.tr("The word vectors are still being read.")
        text = self.tr("These word vectors ship with the program: GloVe, {0:,} words of {1:,} numbers each.")
        return text.format(len(vectors), vectors.dim)

    # what comes of it

    @Slot(frozenset)
    def _on_changed(self, names: frozenset[str]) -> None:
        results = self._session.results
        if names & {"importing", "failed"} and results.importing is not None:
            self._look_at(results.importing)
        if "imported" in names:
            self._show_in_use(results.imported)

    def _look_at(self, importing: Importing) -> None:
        """Ask once about what was found or is not clear; the rest is seen in the words pane."""
        error = self._session.results.failed.get("importing")
        news = importing.found or error or importing.file
        if news is self._news:
            return
        self._news = news
        if importing.found is not None:
            self._show_report(importing.found, deciding=True)
        elif isinstance(error, ChooseError):
            self._ask_which(importing.file, error)
        elif isinstance(error, WordListError):
            self._ask_for_words(importing.file, error)
        else:
            self.coming.emit()

    def _show_in_use(self, own: OwnVectors | None) -> None:
        name = clipped(Path(own.file.path).name) if own else ""
        self._window.setWindowTitle(f"{name} – {self._title}" if own else self._title)
        if own is not None:
            self._remember(own.file)
            size = self.tr("{0:,} words of {1:,} numbers each").format(own.report.rows, own.report.dimensions)
            self.said.emit(f"{name}: {size}")
        else:
            self.said.emit(self.tr("The shipped word vectors are in use again."))

    def _show_report(self, own: OwnVectors, deciding: bool) -> None:
        dialog = ReportDialog(own, deciding, self._window)
        dialog.saving.connect(self._on_save)
        if deciding:
            dialog.accepted.connect(self._on_load)
            dialog.rejected.connect(self._on_forget)
        dialog.open()

    @Slot()
    def _on_load(self) -> None:
        self._session.requested.emit("use_vectors", None)

    @Slot()
    def _on_forget(self) -> None:
        self._session.requested.emit("forget_vectors", None)

    @Slot(str)
    def _on_save(self, text: str) -> None:
        self._text = text
        title, kinds = self.tr("Save the report"), self.tr("Text (*.txt)")
        ask_for_file(self._window, "opening.file", title, kinds, self._on_report_file, "vectors-report.txt")

    @Slot(str)
    def _on_report_file(self, path: str) -> None:
        try:
            write_whole(Path(path), self._text.encode("utf-8", "replace"))
        except OSError as error:
            self.said.emit(sentence(error))
        else:
            self.said.emit(self.tr("Saved: {0}").format(path))

    # questions

    def _ask_which(self, file: VectorsFile, error: ChooseError) -> None:
        self._asked = file
        dialog = ChoiceDialog(sentence(error), error.names, "", self._window)
        dialog.chosen.connect(self._on_which)
        dialog.rejected.connect(self._on_forget)
        dialog.open()

    @Slot(str)
    def _on_which(self, name: str) -> None:
        self._request(replace(self._asked, choose=name))

    def _ask_for_words(self, file: VectorsFile, error: WordListError) -> None:
        """Which list; the texts beside the file can be taken at once."""
        self._asked = file
        beside = lists_beside(Path(file.path))
        dialog = ChoiceDialog(sentence(error), beside, self.tr("Another file…"), self._window)
        dialog.chosen.connect(self._on_list_beside)
        dialog.elsewhere.connect(self._on_elsewhere)
        dialog.rejected.connect(self._on_forget)
        dialog.open()

    @Slot(str)
    def _on_list_beside(self, name: str) -> None:
        self._on_list(str(Path(self._asked.path).parent / name))

    @Slot()
    def _on_elsewhere(self) -> None:
        self._on_forget()
        title, kinds = self.tr("Open the list of words"), self.tr("All files (*)")
        ask_for_file(self._window, "vectors.words", title, kinds, self._on_list)

    @Slot(str)
    def _on_list(self, path: str) -> None:
        self._request(replace(self._asked, words=path))

    def _request(self, file: VectorsFile) -> None:
        self._session.requested.emit("open_vectors", file)

    # recent files

    def recent(self) -> list[VectorsFile]:
        """The newest first; what cannot be read is passed over."""
        if self._settings is None:
            return []
        try:
            kept = json.loads(str(self._settings.value(RECENT, "[]")))
            return [VectorsFile(**{name: str(value) for name, value in each.items()}) for each in kept]
        except (ValueError, TypeError, AttributeError):
            return []

    def _remember(self, file: VectorsFile) -> None:
        if self._settings is not None:
            kept = [file, *(other for other in self.recent() if other != file)][:MOST]
            self._settings.setValue(RECENT, json.dumps([asdict(each) for each in kept]))

    @Slot()
    def _fill_recent(self) -> None:
        self.recent_menu.clear()
        for file in self.recent():
            action = self.recent_menu.addAction(
                clipped(" › ".join(filter(None, (Path(file.path).name, file.choose))))
            )
            action.setToolTip(file.path)
            action.setData(file)
            action.triggered.connect(self._on_recent)
        if not self.recent_menu.actions():
            self.recent_menu.addAction(self.tr("None yet")).setEnabled(False)

    @Slot()
    def _on_recent(self) -> None:
        sender = self.sender()
        assert isinstance(sender, QAction)
        self._request(sender.data())


def lists_beside(path: Path) -> list[str]:
    """Names of files in the same folder that may be lists of words."""
    try:
        found = [each for each in path.parent.iterdir() if each.suffix.lower() in LISTS and each != path]
    except OSError:
        return []
    found.sort(key=lambda each: (LISTS.index(each.suffix.lower()), each.name))
    return [each.name for each in found[:LISTED]]


def is_session(path: str) -> bool:
    """Whether a file is text that begins as JSON does; everything else may be vectors."""
    try:
        with Path(path).open("rb") as file:
            head = file.read(HEAD)
    except OSError:
        return False
    return b"\0" not in head and head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{")
