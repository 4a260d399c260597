"""A file that is dropped on a box for text is the window's: its address is not what was meant to be typed."""

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QTextEdit, QWidget

from gui.session_files import dropped_file


class FileDrops(QObject):
    """``dropped`` carries the path.  All else that is dragged over the boxes stays theirs."""

    dropped = Signal(str)

    def watch(self, window: QWidget) -> None:
        """All boxes for text that the window has now."""
        boxes: list[QWidget] = list(window.findChildren(QLineEdit))
        boxes += [box.viewport() for kind in (QTextEdit, QPlainTextEdit) for box in window.findChildren(kind)]
        for box in boxes:
            box.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        path = dropped_file(event.mimeData()) if isinstance(event, QDropEvent) else None
        if path is None or not isinstance(event, QDropEvent):
            return False
        event.acceptProposedAction()
        if event.type() == QEvent.Type.Drop:
            self.dropped.emit(path)
        return True
