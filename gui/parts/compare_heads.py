"""Which heads look elsewhere in the other sentence: all of them, those that change most first."""

from typing import ClassVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QLabel

from engine.compare import Comparison, HeadChange
from engine.text import Tokens
from gui.parts.compare_page import ComparePage
from gui.theme import THEMES
from gui.view import View
from gui.widgets import numbers
from gui.widgets.ranked_list import RankedList, Row
from gui.widgets.rows import column
from gui.wording import numbered


class HeadChangesPart(ComparePage):
    """A click goes to the head, and looks from the token whose weight changes most."""

    page: ClassVar[str] = "heads"
    watches: ClassVar[frozenset[str]] = frozenset({"comparison", "compare_page", "layer", "head", "theme"})

    def build(self) -> None:
        self._note = QLabel(self)
        self._note.setObjectName("compare.heads.note")
        self._note.setProperty("tone", "muted")
        self._note.setWordWrap(True)
        self.ranking = RankedList(self)
        self.ranking.setObjectName("compare.heads")
        self.ranking.chosen.connect(self._on_chosen)
        layout = column(self)
        layout.addWidget(self._note)
        layout.addWidget(self.ranking, 1)

    def show_comparison(self, found: Comparison, view: View) -> None:
        self.ranking.set_theme(THEMES[self.session.state.theme])
        self.ranking.set_rows([self._row(change, found.a.tokens) for change in found.changes])
        self.ranking.set_chosen(view.layer, view.head)
        self._note.setText(
            self.tr("Of each head, the weight between shared tokens that changes most, from A to B.")
            if found.changes
            else self.tr("The sentences share no token: there is nothing to compare.")
        )

    def _row(self, change: HeadChange, tokens: Tokens) -> Row:
        place = f"{numbered(tokens.texts, change.query)} → {numbered(tokens.texts, change.key)}"
        name = self.tr("layer {0}, head {1}: {2}").format(change.layer + 1, change.head + 1, place)
        change_of = f"{numbers.short(change.a)} ⇒ {numbers.short(change.b)}"
        exact = f"{numbers.exported(change.a)} {numbers.exported(change.b)}"
        return Row((change.layer, change.head), name, change_of, min(change.amount, 1.0), exact)

    @Slot(int, int)
    def _on_chosen(self, layer: int, head: int) -> None:
        found = self.session.results.comparison
        changes = found.changes if found else ()
        for change in changes:
            if (change.layer, change.head) == (layer, head):
                self.session.set(
                    layer=layer, head=head, query=change.query, anchor=None, stage="softmax", step=""
                )
