"""A text that takes effect when the typing pauses, on Enter, or when it is left."""

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QWidget

from gui.widgets.undoing import is_undo

PAUSE = 250  # ms
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
AROUND = 10  # points above and below the text: padding and outline, and one that Qt keeps


class SentenceEdit(QPlainTextEdit):
    """Shows a text from outside; what is typed is told by `committed`, once for every pause.

    As high as ``lines`` lines, into which a text is wrapped; one line is not wrapped.  What was committed belongs to
    whoever listened, and so does its undoing.
    """

    committed = Signal(str)

    def __init__(self, parent: QWidget | None = None, lines: int = 1) -> None:
        super().__init__(parent)
        self._lines = lines
        self._outside: str | None = None
        self._typed = False
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        if lines == 1:
            self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(0)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE)
        self._pause.timeout.connect(self._commit)
        self.textChanged.connect(self._on_changed)

    def text(self) -> str:
        """Every character as it was typed or pasted, where Qt's own plain text has spaces for some of them, and
        PySide leaves out lone halves of characters."""
        document = self.document()
        text, units = document.toRawText(), document.characterCount() - 1
        if len(text.encode("utf-16-le")) != 2 * units:
            halves = "".join(map(document.characterAt, range(units)))
            text = halves.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
        return text.replace("\u2029", "\n")

    def setText(self, text: str) -> None:
        """Show a text as one from outside, from its beginning."""
        self._pause.stop()
        self.setPlainText(text)
        self._pause.stop()
        self._typed = False

    def set_sentence(self, text: str) -> None:
        """Show ``text``.  What is being typed gives way only to a text that is new from outside."""
        if text == self._outside:
            return
        self._outside = text
        self._pause.stop()
        if text != self.text():
            self.setText(text)

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self._lines * self.fontMetrics().lineSpacing() + AROUND)

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self.sizeHint().height())

    def event(self, event: QEvent) -> bool:
        """Undo is the window's unless something was typed that has not taken effect."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and is_undo(event):
            event.setAccepted(self._typed)
            return True
        return bool(super().event(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER:
            self._commit()
            self.moveCursor(QTextCursor.MoveOperation.Start)
        elif is_undo(event) and not self._typed:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._commit()

    @Slot()
    def _on_changed(self) -> None:
        self._typed = True
        self._pause.start()

    @Slot()
    def _commit(self) -> None:
        self._pause.stop()
        if not self._typed:
            return
        self._typed = False
        self.document().clearUndoRedoStacks()
        if self.text() != self._outside:
            self._outside = self.text()
            self.committed.emit(self._outside)
