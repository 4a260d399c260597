"""What a person types and chooses: the sentence, the search over the vocabulary, the chosen words."""

from PySide6.QtWidgets import QVBoxLayout

from gui.panes.base import Pane
from gui.parts.chosen import ChosenPart
from gui.parts.search import SearchPart
from gui.parts.sentence import SentencePart


class WordsPane(Pane):
    """The three parts, one above the other."""

    def build(self) -> None:
        self._sentence, self._search = SentencePart(self.session, self), SearchPart(self.session, self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 3, 10, 1)
        layout.setSpacing(3)
        layout.addWidget(self._sentence)
        layout.addWidget(self._search)
        layout.addWidget(ChosenPart(self.session, self), 1)

    def refresh(self) -> None:
        """Each part does so itself."""

    def focus_sentence(self) -> None:
        """Ready to type a sentence over the one that is there."""
        self._sentence.edit.setFocus()
        self._sentence.edit.selectAll()

    def focus_search(self) -> None:
        """Ready to type a word."""
        self._search.box.setFocus()
        self._search.box.selectAll()
