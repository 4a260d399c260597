"""One word's view in place of the matrices, for the stages from its query to its sum, and the switch to it."""

from dataclasses import replace
from typing import ClassVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QVBoxLayout

from gui.one_word import STAGES, told, word_story
from gui.panes.base import Pane
from gui.playing import filled_to
from gui.theme import THEMES
from gui.view import View, view_of
from gui.widgets.segments import Segments
from gui.widgets.word_view import WordView
from gui.wording import numbered


class OneWordPart(Pane):
    """Its ``switch`` is left to whoever places the part."""

    watches: ClassVar[frozenset[str]] = frozenset(
        {"trace", "theme", "layer", "head", "query", "anchor", "stage", "step", "cell"}
        | {"difference", "one_word", "direction", "filled"}
    )

    def build(self) -> None:
        self.switch = Segments(self.parentWidget(), vertical=True)
        self.switch.setObjectName("attention.view")
        self.switch.chosen.connect(self._on_switched)
        self.word = WordView(self)
        self.word.setObjectName("attention.word")
        self.word.opened.connect(self._on_opened)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.word)

    def refresh(self) -> None:
        state, shown = self.session.state, self.session.results.trace
        self.word.set_theme(THEMES[state.theme])
        view = view_of(state, shown.run) if shown else None
        self._show_switch(view)
        if shown and view and view.layer == shown.layer and told(state, view):
            story = word_story(shown.trace, view, filled_to(state, view))
            note = self._about_direction(view) if state.direction == "looked_at" else ""
            self.word.set_story(replace(story, note=note), state.cell)

    def _about_direction(self, view: View) -> str:
        """The table ends in one token's sum, so it tells where that looks, whichever way the sentence is lit."""
        token = numbered(view.run.tokens.texts, view.query)
        return self.tr("Here: where “{0}” looks. For who looks at it, see Matrices.").format(token)

    def _show_switch(self, view: View | None) -> None:
        state = self.session.state
        if view is None or view.stage not in STAGES:
            self.switch.hide()
            return
        shown = state.one_word and not state.difference
        self.switch.show_titles((self.tr("One word"), self.tr("Matrices")), 0 if shown else 1)
        self.switch.setEnabled(not state.difference)
        reason = self.tr("Differences are shown as matrices")
        self.switch.setToolTip(
            reason if state.difference else self.tr("One word on its way through the head, or all at once")
        )

    @Slot(int)
    def _on_switched(self, place: int) -> None:
        self.session.set(one_word=place == 0)

    @Slot(object)
    def _on_opened(self, address: object) -> None:
        self.session.set(cell=address, trail=())
