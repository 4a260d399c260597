"""The chosen words as chips, and what to do while there are too few."""

from typing import ClassVar

from PySide6.QtCore import Slot

from gui.chosen import clicked, without
from gui.panes.base import Pane
from gui.theme import THEMES
from gui.widgets.chips import ChipList
from gui.widgets.notice import Notice
from gui.widgets.rows import column

LINES = 1  # of chips that must be seen; they take all the room that is left


class ChosenPart(Pane):
    """The chosen words as chips, and what to do while there are too few."""

    watches: ClassVar[frozenset[str]] = frozenset({"words", "pair", "theme", "described"})

    def build(self) -> None:
        self._hint = Notice(self)
        self._hint.setObjectName("words.hint")
        self._chips = ChipList(self)
        self._chips.setObjectName("words.chosen")
        self._chips.setAccessibleName(self.tr("Chosen words"))
        self._chips.setAccessibleDescription(
            self.tr(
                "Drag or Alt+arrow moves a word, Delete removes it; Ctrl+click and Shift+arrow mark several."
            )
        )
        self._chips.shown_lines = LINES
        layout = column(self)
        layout.setSpacing(3)
        layout.addWidget(self._hint)
        layout.addWidget(self._chips, 1)
        self._chips.removed.connect(self._on_removed)
        self._chips.selected.connect(self._on_selected)
        self._chips.reordered.connect(self._on_reordered)

    def refresh(self) -> None:
        state, report = self.session.state, self.session.results.described
        self._chips.set_theme(THEMES[state.theme])
        if self._chips.words != state.words:
            self._chips.set_words(state.words)
        self._chips.set_unknown(report.unknown if report else ())
        self._chips.set_selected(state.pair)
        self._hint.say(self._next_step(len(state.words)), "muted")

    def _next_step(self, count: int) -> list[str]:
        if count == 0:
            return [
                self.tr("Choose two words to compare them: search for them above, or take a ready-made set.")
            ]
        return [self.tr("Add a second word, and the two can be compared.")] if count == 1 else []

    @Slot(object)
    def _on_removed(self, gone: tuple[str, ...]) -> None:
        self.session.set(words=without(self.session.state.words, gone))

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
