"""A box for one word, with completions: it shows the chosen word until another one is typed and taken."""

from PySide6.QtCore import Slot
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QWidget

from gui.widgets.suggestions import SearchBox


class WordBox(SearchBox):
    """``entered`` and ``chosen`` carry the word that is to be; what is left half typed by Escape is forgotten."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._word = ""
        self.setMinimumWidth(60)
        self.editingFinished.connect(self._on_left)

    def set_word(self, word: str) -> None:
        """Show another word, whatever was typed; what was offered for that is of no use any more."""
        self._word = word
        self.close_list()
        self.setText(word)
        self.setCursorPosition(0)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.selectAll()

    def _enter(self) -> None:
        """An emptied box shows its word again."""
        if self.text().strip():
            super()._enter()
        else:
            self.set_word(self._word)

    @Slot()
    def _on_left(self) -> None:
        """Leaving the box takes what stands there, but never nothing."""
        typed = self.text().strip()
        if not typed:
            self.set_word(self._word)
        elif typed != self._word:
            self.entered.emit(typed)
