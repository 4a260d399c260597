"""The sentence as the model sees it, lit up by the weights between one token and all others."""

from typing import ClassVar

from PySide6.QtCore import QPoint, Qt, Slot
from PySide6.QtWidgets import QVBoxLayout

from engine.edits import Edit
from engine.names import block
from engine.text import Tokens
from gui.panes.base import Pane
from gui.parts.token_menu import TokenMenu
from gui.theme import THEMES
from gui.view import View, view_of
from gui.widgets.lit_sentence import LitSentence
from gui.widgets.token_strip import Badge


class SentenceLitPart(Pane):
    """A click looks from a token; its menu masks it or cuts it."""

    watches: ClassVar[frozenset[str]] = frozenset({"trace", "head", "query", "anchor", "direction", "theme"})

    def build(self) -> None:
        self._shown: Tokens | None = None
        self.lit = LitSentence(self)
        self.strip = self.lit.strip
        self.strip.setObjectName("attention.tokens")
        self.strip.chosen.connect(self._on_query)
        self.strip.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.strip.customContextMenuRequested.connect(self._on_menu)
        self.lit.directions.chosen.connect(self._on_direction)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.lit)

    def refresh(self) -> None:
        state, shown = self.session.state, self.session.results.trace
        self.lit.set_theme(THEMES[state.theme])
        if shown is None:
            return
        view = view_of(state, shown.run)
        weights = shown.trace[f"{block(shown.layer)}attn.weights"][view.head]
        looked_at = state.direction == "looked_at"
        if view.run.tokens is not self._shown:
            self._shown = view.run.tokens
            self.strip.set_tokens(self._shown.texts, self._badges(self._shown))
        self.lit.light(weights[:, view.query] if looked_at else weights[view.query], view.query, looked_at)

    def _badges(self, tokens: Tokens) -> list[Badge | None]:
        special = Badge(self.tr("a special token of the model, not a word of the sentence"))
        unknown = Badge(self.tr("the model has no token for this sign"), warning=True)
        return [
            unknown if token_unknown else special if token_special else None
            for token_unknown, token_special in zip(tokens.unknown, tokens.special, strict=True)
        ]

    def _view(self) -> View | None:
        shown = self.session.results.trace
        return view_of(self.session.state, shown.run) if shown else None

    @Slot(int)
    def _on_query(self, place: int) -> None:
        self.session.set(query=place, anchor=None)

    @Slot(int)
    def _on_direction(self, place: int) -> None:
        self.session.set(direction=("looks", "looked_at")[place])

    @Slot(QPoint)
    def _on_menu(self, point: QPoint) -> None:
        """What can be done to the token under the mouse, or to the query."""
        if view := self._view():
            place = self.strip.index_at(point)
            menu = TokenMenu(self, view, view.query if place is None else place)
            menu.chosen.connect(self._on_edit)
            menu.popup(self.strip.viewport().mapToGlobal(point))

    @Slot(object)
    def _on_edit(self, edit: Edit) -> None:
        self.session.set(changes=(*self.session.state.changes, edit))
