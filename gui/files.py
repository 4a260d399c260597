"""What is taken out of the window: tables, pictures, vectors, the walk-through."""

from pathlib import Path
from weakref import ref

from PySide6.QtCore import QObject, QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget

from gui.asking import ask_for_file
from gui.exporting.picture_dialog import PictureDialog
from gui.exporting.pictures import Picture, paint_to
from gui.exporting.tables import write_csv
from gui.session import Session
from gui.theme import LIGHT
from gui.widgets.copying import rows_of
from gui.wording import sentence

PLANE, WORDS = "dock.plane", "dock.words"


class Files(QObject):
    """Asks where, has it written, and tells by ``said`` how it went.

    A table is a widget with ``tsv``, a picture one with ``picture``: the one that has the focus, or else the largest
    in the same pane.
    """

    said = Signal(str)

    def __init__(self, session: Session, window: QMainWindow) -> None:
        super().__init__(window)
        self._session, self._window = session, window
        self._job = self._table = ""
        self._picture: tuple[ref[Picture], str, QSize, bool] | None = None

    def save_report(self) -> None:
        title, kind = self.tr("Save the walk-through"), self.tr("Web page (*.html)")
        self._ask("report", title, kind, "attention-report.html")

    def save_vectors(self) -> None:
        title, kinds = (
            self.tr("Save the chosen words’ vectors"),
            self.tr("NumPy array (*.npy);;Table (*.csv)"),
        )
        self._ask("save_vectors", title, kinds, "vectors.npy")

    def _ask(self, job: str, title: str, kinds: str, suggested: str) -> None:
        self._job = job
        ask_for_file(self._window, f"{job}.file", title, kinds, self._on_job_file, suggested)

    @Slot(str)
    def _on_job_file(self, path: str) -> None:
        self._session.requested.emit(self._job, path)

    def save_table(self) -> None:
        table = self._in_focus("tsv")
        if table is None:
            self.said.emit(self.tr("Click a table or a matrix first."))
            return
        self._table = table.tsv()  # type: ignore[attr-defined]
        title, kind = self.tr("Save the table"), self.tr("Table (*.csv)")
        ask_for_file(self._window, "table.file", title, kind, self._on_table_file, "table.csv")

    @Slot(str)
    def _on_table_file(self, path: str) -> None:
        try:
            write_csv(Path(path), rows_of(self._table))
        except OSError as error:
            self.said.emit(sentence(error))
        else:
            self.said.emit(self.tr("Saved: {0}").format(path))

    def save_picture(self) -> None:
        """Of the plane where nothing else is meant."""
        found = self._in_focus("picture") or self._largest(self._dock(PLANE), "picture")
        if found is None:
            self.said.emit(self.tr("There is no picture yet."))
            return
        dialog = PictureDialog(found, self._window)  # type: ignore[arg-type]
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.wanted.connect(self._on_picture_wanted)
        dialog.open()

    @Slot(object, str, QSize, bool)
    def _on_picture_wanted(self, picture: Picture, kind: str, size: QSize, white: bool) -> None:
        self._picture = ref(picture), kind, size, white
        kinds = f"{kind.upper()} (*.{kind})"
        title = self.tr("Save picture")
        ask_for_file(self._window, "picture.file", title, kinds, self._on_picture_file, f"picture.{kind}")

    @Slot(str)
    def _on_picture_file(self, path: str) -> None:
        if self._picture is None:
            return
        found, kind, size, white = self._picture
        if (picture := found()) is None:  # it has gone while the box was open
            return
        try:
            paint_to(picture, Path(path), size, kind, LIGHT if white else None)
        except OSError as error:
            self.said.emit(sentence(error))
        else:
            self.said.emit(self.tr("Saved: {0}").format(path))

    def _in_focus(self, method: str) -> QWidget | None:
        """The widget that is meant; the chosen words are no picture of their own."""
        focused = self._window.focusWidget()
        dock = _dock_of(focused)
        if focused is None or dock is None or dock.objectName() == WORDS:
            return None
        return focused if hasattr(focused, method) else self._largest(dock, method)

    def _largest(self, dock: QDockWidget | None, method: str) -> QWidget | None:
        inside = dock.findChildren(QWidget) if dock else []
        fitting = [widget for widget in inside if widget.isVisible() and hasattr(widget, method)]
        return max(fitting, key=lambda widget: widget.width() * widget.height(), default=None)

    def _dock(self, name: str) -> QDockWidget | None:
        found = self._window.findChild(QDockWidget, name)
        return found if isinstance(found, QDockWidget) else None


def _dock_of(widget: QWidget | None) -> QDockWidget | None:
    while widget is not None and not isinstance(widget, QDockWidget):
        widget = widget.parentWidget()
    return widget
