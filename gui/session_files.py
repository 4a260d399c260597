"""Saving and opening sessions: by command, by dropping a file, and from the command line."""

from pathlib import Path

from PySide6.QtCore import QMimeData, QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QMainWindow, QMessageBox

from gui.asking import ask_for_file
from gui.remarks import SessionRead
from gui.results import Saved
from gui.session import Session
from gui.state import OF_THE_RUN, VectorsFile
from gui.wording import remarks_in_words
from gui.workroom import RECIPES


class SessionFiles(QObject):
    """``said`` carries what there is to announce; ``path`` is that of the session that was opened or saved last."""

    said = Signal(str)

    def __init__(self, session: Session, window: QMainWindow) -> None:
        super().__init__(window)
        self._session, self._window = session, window
        self.path: Path | None = None
        self._saving: Path | None = None
        self._awaiting: SessionRead | None = None  # whose vectors are not at hand yet
        session.changed.connect(self._on_changed)

    def open(self) -> None:
        """Ask which one."""
        kinds = f"{self.tr('Session (*.json)')};;{self.tr('All files (*)')}"
        ask_for_file(self._window, "session.open", self.tr("Open a session"), kinds, self.open_file)

    @Slot(str)
    def open_file(self, path: str) -> None:
        """What cannot be opened changes nothing."""
        self._session.requested.emit("open_session", path)

    def save(self) -> None:
        """Where it was opened or saved last; else ask where."""
        if self.path is None:
            self.save_as()
        else:
            self._on_file(str(self.path))

    def save_as(self) -> None:
        name = self.path.name if self.path else "attention-session.json"
        title, kinds = self.tr("Save the session"), self.tr("Session (*.json)")
        ask_for_file(self._window, "session.file", title, kinds, self._on_file, name)

    @Slot(str)
    def _on_file(self, path: str) -> None:
        self._saving = Path(path)
        self._session.requested.emit("save_session", path)

    @Slot(frozenset)
    def _on_changed(self, names: frozenset[str]) -> None:
        results = self._session.results
        if "session_read" in names and (found := results.session_read) is not None:
            if found.choices:
                self._take(found)
            self.tell(self.tr("About the session {0}").format(found.path.name), found)
        if "saved" in names and isinstance(results.saved, Saved) and results.saved.path == self._saving:
            self.path, self._saving = self._saving, None
        if "imported" in names and self._awaiting is not None:
            self._compare(self._awaiting)

    def _compare(self, awaiting: SessionRead) -> None:
        """Have vectors looked at that a session waited for, once they are in use."""
        own = self._session.results.imported
        if awaiting.choices["vectors_file"] == (own.file if own else VectorsFile()):
            self._awaiting = None
            self._session.requested.emit("compare_vectors", awaiting)

    def _take(self, found: SessionRead) -> None:
        """Choose what the file holds: one edit, which undo takes back."""
        self._awaiting = found if found.awaited else None
        state = self._session.state
        changes = {name: value for name, value in found.choices.items() if value != getattr(state, name)}
        if OF_THE_RUN & changes.keys():  # which would otherwise take what-if changes away
            changes["changes"] = found.choices["changes"]
        if "cell" in changes:
            changes["ahead"] = found.choices["ahead"]
        if RECIPES["plane"][0] & changes.keys():  # the file says how the map is turned, not the map before it
            self._session.keep_turn()
        self._session.set(**changes)
        self.path = found.path
        self.said.emit(self.tr("Opened: {0}").format(found.path))

    def tell(self, title: str, found: SessionRead) -> None:
        """Say what there is to say about a file, in a box that stops nothing."""
        if not found.remarks:
            return
        box = QMessageBox(self._window)
        box.setObjectName("session.remarks")
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setIcon(QMessageBox.Icon.Information)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setWindowTitle(title)
        box.setText(title)
        box.setInformativeText("\n\n".join(remarks_in_words(found)))
        box.open()


def dropped_file(data: QMimeData) -> str | None:
    """The one file, or folder, that is being dragged; None for anything else."""
    urls = data.urls()
    path = urls[0].toLocalFile() if len(urls) == 1 else ""
    return path if path and Path(path).exists() else None
