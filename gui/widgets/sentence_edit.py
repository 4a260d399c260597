"""A line of text that takes effect when the typing pauses, on Enter, or when it is left."""

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtWidgets import QLineEdit, QWidget

PAUSE = 250  # ms
LONGEST = 2**31 - 1  # Qt's own limit would cut long texts off without a word


class SentenceEdit(QLineEdit):
    """Shows a text from outside; what is typed is told by `committed`, once for every pause."""

    committed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMaxLength(LONGEST)
        self._outside: str | None = None
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE)
        self._pause.timeout.connect(self._commit)
        self.textEdited.connect(self._pause.start)
        self.editingFinished.connect(self._commit)

    def set_sentence(self, text: str) -> None:
        """Show ``text``.  What is being typed gives way only to a text that is new from outside."""
        if text == self._outside:
            return
        self._outside = text
        self._pause.stop()
        if text != self.text():
            self.setText(text)
            self.setCursorPosition(0)

    @Slot()
    def _commit(self) -> None:
        self._pause.stop()
        if self.text() != self._outside:
            self._outside = self.text()
            self.committed.emit(self.text())
