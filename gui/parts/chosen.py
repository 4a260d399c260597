"""The chosen words as chips, and how to get many or none."""

from typing import ClassVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QPushButton

from engine.text import words_of
from gui.chosen import add, clicked
from gui.panes.base import Pane
from gui.parts.remark import Remark, outcome
from gui.theme import THEMES
from gui.widgets.chips import ChipList
from gui.widgets.notice import Notice
from gui.widgets.rows import column, row

LINES = 1  # of chips that must be seen; they take all the room that is left


class ChosenPart(Pane):
    """The chosen words as chips, and how to get many or none."""

    watches: ClassVar[frozenset[str]] = frozenset({"words", "pair", "text", "theme"})

    def build(self) -> None:
        self._remark = Remark()
        self._hint = Notice(self)
        self._hint.setObjectName("words.hint")
        self._chips = ChipList(self)
        self._chips.setObjectName("words.chosen")
        self._chips.setAccessibleName(self.tr("Chosen words"))
        self._chips.shown_lines = LINES
        self._from_sentence = QPushButton(self.tr("Words of the sentence"), self)
        self._from_sentence.setObjectName("words.from_sentence")
        self._from_sentence.setToolTip(self.tr("Replace the chosen words with those of the sentence"))
        self._clear = QPushButton(self.tr("Clear"), self)
        self._clear.setObjectName("words.clear")
        self._clear.setToolTip(self.tr("Remove all words. Undo brings them back."))
        layout = column(self)
        layout.addWidget(self._hint)
        layout.addWidget(self._chips, 1)
        layout.addLayout(row(self._from_sentence, None, self._clear))
        self._chips.removed.connect(self._on_removed)
        self._chips.selected.connect(self._on_selected)
        self._chips.reordered.connect(self._on_reordered)
        self._from_sentence.clicked.connect(self._on_from_sentence)
        self._clear.clicked.connect(self._on_clear)

    def refresh(self) -> None:
        state = self.session.state
        self._chips.set_theme(THEMES[state.theme])
        if self._chips.words != state.words:
            self._chips.set_words(state.words)
        self._chips.set_selected(state.pair)
        self._clear.setEnabled(bool(state.words))
        self._from_sentence.setEnabled(bool(state.text.strip()))
        said = self._remark.about(state.words)
        self._hint.say(said or self._next_step(len(state.words)), "warning" if said else "muted")

    def _next_step(self, count: int) -> list[str]:
        if count == 0:
            return [
                self.tr("Choose two words to compare them: search for them above, or take a ready-made set.")
            ]
        return [self.tr("Add a second word, and the two can be compared.")] if count == 1 else []

    @Slot(str)
    def _on_removed(self, word: str) -> None:
        self.session.set(words=tuple(other for other in self.session.state.words if other != word))

    @Slot(object)
    def _on_selected(self, pair: tuple[str, ...]) -> None:
        now = self.session.state.pair
        touched = [word for word in pair if word not in now] or [word for word in now if word not in pair]
        if touched:
            self.session.set(pair=clicked(now, touched[-1]))
        self._chips.set_selected(self.session.state.pair)

    @Slot(object)
    def _on_reordered(self, words: tuple[str, ...]) -> None:
        self.session.set(words=words)

    @Slot()
    def _on_clear(self) -> None:
        self.session.set(words=())

    @Slot()
    def _on_from_sentence(self) -> None:
        vectors = self.session.results.vectors
        found = [word for word, _ in words_of(self.session.state.text) if any(c.isalnum() for c in word)]
        known = [word for word in found if vectors is None or word in vectors]
        addition = add((), known)
        words = addition.words or self.session.state.words
        lines = [] if known else [self.tr("No word of the sentence has a vector.")]
        self._remark = Remark(words, lines + outcome(addition))
        self.session.set(words=words)
        self.refresh()
