"""The sentence as the model sees it, lit up by the weights between one token and all others."""

from typing import ClassVar

from PySide6.QtCore import QPoint, Qt, Slot
from PySide6.QtWidgets import QVBoxLayout

from engine.edits import Edit
from engine.names import block
from engine.pieces import Place
from engine.text import Tokens
from gui.panes.base import Pane
from gui.parts.reading import ScalePart
from gui.parts.replace_token import ReplaceTokenDialog
from gui.parts.token_menu import TokenMenu
from gui.reading import SWITCHES, lit, told
from gui.theme import THEMES
from gui.view import View, view_of
from gui.whatif import added
from gui.widgets.lit_sentence import LitSentence
from gui.widgets.plain import visible
from gui.widgets.token_chip import Badge


class SentenceLitPart(Pane):
    """A click looks from a token; its menu masks it or cuts it."""

    watches: ClassVar[frozenset[str]] = frozenset(
        {"trace", "head", "query", "anchor", "direction", "theme", *SWITCHES}
    )

    def build(self) -> None:
        self._shown: tuple[Tokens, tuple[Place, ...]] | None = None
        self.lit = LitSentence(self)
        self.strip = self.lit.strip
        self.strip.setObjectName("attention.tokens")
        self.strip.chosen.connect(self._on_query)
        self.strip.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.strip.customContextMenuRequested.connect(self._on_menu)
        self.scale = ScalePart(self.session, self)
        self.scale.menu.setObjectName("attention.scale")
        self.lit.add_legend(self.scale)
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
        found = lit(weights, view, looked_at)
        self._show_tokens(view.run.tokens, found.places)
        self.lit.light(found.weights, found.chosen, looked_at, view.log, found.hidden)
        self.lit.set_flag(told(view.run.tokens, state.reading))

    def _show_tokens(self, tokens: Tokens, places: tuple[Place, ...]) -> None:
        if self._shown is not None and tokens is self._shown[0] and places == self._shown[1]:
            return
        self._shown, badges = (tokens, places), self._badges(tokens)
        self.strip.set_tokens(
            [place.text for place in places],
            [badges[place.first] for place in places],
            [(place.first, place.end) for place in places],
        )

    def _badges(self, tokens: Tokens) -> list[Badge | None]:
        special = Badge(self.tr("a special token of the model, not a word of the sentence"))
        padding = Badge(self.tr("padding: it fills the sentence up"))
        unknown = self.tr("the model has no pieces for “{0}” and reads [UNK] instead")
        return [
            Badge(unknown.format(visible(tokens.source(i))), warning=True)
            if tokens.unknown[i]
            else padding
            if tokens.is_padding(i)
            else special
            if tokens.special[i]
            else None
            for i in range(len(tokens))
        ]

    def _view(self) -> View | None:
        shown = self.session.results.trace
        return view_of(self.session.state, shown.run) if shown else None

    @Slot(int)
    def _on_query(self, place: int) -> None:
        if self._shown:
            self.session.set(query=self._shown[1][place].first, anchor=None)

    @Slot(int)
    def _on_direction(self, place: int) -> None:
        self.session.set(direction=("looks", "looked_at")[place])

    @Slot(QPoint)
    def _on_menu(self, point: QPoint) -> None:
        """What can be done to the token under the mouse, or to the query."""
        if view := self._view():
            menu = TokenMenu(self, view, self._token(self.strip.index_at(point), view))
            menu.chosen.connect(self._on_edit)
            menu.replacing.connect(self.replace)
            menu.addSeparator()
            menu.addActions(list(self.strip.copies.actions))
            menu.popup(self.strip.viewport().mapToGlobal(point))

    def _token(self, chip: int | None, view: View) -> int:
        """The token of a chip: of a whole word the one that is looked from, or its first."""
        if chip is None or self._shown is None:
            return view.query
        place = self._shown[1][chip]
        return view.query if place.first <= view.query < place.end else place.first

    @Slot(int)
    def replace(self, place: int | None = None) -> None:
        """Ask what is to stand in the place of a token, or of the query."""
        if view := self._view():
            dialog = ReplaceTokenDialog(self.session, view, view.query if place is None else place, self)
            dialog.chosen.connect(self._on_edit)
            dialog.open()

    @Slot(object)
    def _on_edit(self, edit: Edit) -> None:
        self.session.set(changes=added(self.session.state.changes, edit))
