"""Two sentences side by side: where they part, which heads change, the matrices, one token's row, the same word."""

from collections.abc import Sequence
from itertools import chain
from typing import ClassVar

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QStackedWidget

from engine.compare import Comparison
from engine.examples import PAIRS
from gui.panes.base import Pane
from gui.parts.compare_heads import HeadChangesPart
from gui.parts.compare_matrices import MatricesPart, RowPart
from gui.parts.compare_page import PAGES, ComparePage
from gui.parts.compare_parting import PartingPart
from gui.parts.compare_word import SameWordPart
from gui.widgets.menu_button import MenuButton
from gui.widgets.notice import clipped
from gui.widgets.plain import tooltip, visible
from gui.widgets.rows import NARROW, column, row, titled
from gui.widgets.segments import Segments
from gui.widgets.sentence_edit import SentenceEdit
from gui.wording import numbered, sentence

PARTS: tuple[type[ComparePage], ...] = (PartingPart, HeadChangesPart, MatricesPart, RowPart, SameWordPart)
ROOMY = 330  # height from which what is shared is said on every page
SHORT = 16  # characters of a word that is named; the whole of it is in the tooltip
NAMED = 4  # tokens that are named of those that one sentence has alone


class ComparePane(Pane):
    """Sentence A is the session's text; B is typed here."""

    watches: ClassVar[frozenset[str]] = frozenset({"comparison", "other", "compare_page", "failed"})

    def build(self) -> None:
        self.edit = SentenceEdit(self)
        self.edit.setObjectName("compare.sentence")
        self.edit.setPlaceholderText(self.tr("Type a second sentence"))
        self.edit.setToolTip(self.tr("Sentence B, compared with the sentence that attention reads"))
        self.edit.committed.connect(self._on_committed)
        ready = MenuButton(self.tr("Pairs"), self)
        ready.setObjectName("compare.pairs")
        ready.setToolTip(self.tr("Take both sentences from a ready-made pair"))
        ready.set_entries([f"{a}  |  {b}" for a, b in PAIRS])
        ready.chosen.connect(self._on_pair)
        self._notice, self._shared = QLabel(self), QLabel(self)
        for label, name, tone in ((self._notice, "notice", "warning"), (self._shared, "shared", "muted")):
            label.setObjectName(f"compare.{name}")
            label.setProperty("tone", tone)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            label.setMinimumWidth(NARROW)
        self.pages = Segments(self)
        self.pages.setObjectName("compare.page")
        self.pages.chosen.connect(self._on_page)
        self._stack = QStackedWidget(self)
        for part in PARTS:
            self._stack.addWidget(part(self.session, self._stack))
        layout = column(self)
        layout.setContentsMargins(10, 6, 10, 6)
        layout.addLayout(row(titled(self.tr("Sentence &B"), self.edit), self.edit, ready))
        for widget in (
            self._notice,
            self.pages,
            self._shared,
        ):  # what comes and goes leaves the buttons in place
            layout.addWidget(widget)
        layout.addWidget(self._stack, 1)

    def refresh(self) -> None:
        state, results = self.session.state, self.session.results
        self.edit.set_sentence(state.other)
        titles = (
            self.tr("Parting"),
            self.tr("Heads"),
            self.tr("Matrices"),
            self.tr("One row"),
            self.tr("Same word"),
        )
        self.pages.show_titles(titles, PAGES.index(state.compare_page))
        self._stack.setCurrentIndex(PAGES.index(state.compare_page))
        problem, found = self._problem(), results.comparison
        if problem and found:
            problem += " " + self.tr("Below are still the last two that worked.")
        merged = found.merged if found and not problem else ()
        self._notice.setText(problem or self._merged(merged))
        self._notice.setToolTip(tooltip("\n".join(map(visible, chain(*merged)))))
        self._notice.setVisible(bool(problem or merged))
        self._stack.setVisible(found is not None)
        said = problem or (merged and found and found.same_tokens)
        self._shared.setText("" if said else self._about(found) if found else self.tr("Comparing…"))
        self._make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """Say what is shared where there is room for it: always on the first page."""
        roomy = self.session.state.compare_page == PAGES[0] or self.height() >= ROOMY
        waiting = self.session.results.comparison is None
        self._shared.setVisible(bool(self._shared.text()) and (roomy or waiting))

    def _problem(self) -> str:
        failed = self.session.results.failed
        if "comparison" not in failed:
            return ""
        which = self.tr("Sentence A: {0}") if "overview" in failed else self.tr("Sentence B: {0}")
        return which.format(sentence(failed["comparison"]))

    def _merged(self, merged: Sequence[tuple[str, str]]) -> str:
        """Words that the model reads as one: said on every page."""
        if not merged:
            return ""
        a, b = (clipped(word, SHORT) for word in merged[0])
        said = self.tr("“{0}” in A and “{1}” in B are both [UNK]: the model cannot tell them apart.").format(
            a, b
        )
        more = len(merged) - 1
        return f"{said} {self.tr('So it is with {0} more words.').format(more)}" if more else said

    def _about(self, found: Comparison) -> str:
        """What the sentences share, in a line."""
        if found.same_tokens:
            same = self.session.state.text == self.session.state.other
            return (
                self.tr("A and B are the same sentence.")
                if same
                else self.tr("A and B become the same tokens: the model cannot tell them apart.")
            )
        a, b = found.a.tokens, found.b.tokens
        words = [i for i, _ in found.pairs if not a.special[i]]
        if found.pairs and not words:
            text = self.tr("Only the special tokens are shared.")
        else:
            text = self.tr("{0} shared tokens.").format(len(found.pairs))
        alone = [i for i in range(len(a)) if i not in dict(found.pairs)], _without(found)
        for name, tokens, places in zip("AB", (a, b), alone, strict=True):
            if places:
                named = ", ".join(numbered(tokens.texts, i) for i in places[:NAMED])
                few = self.tr("Only in {0}: {1}.")
                many = self.tr("Only in {0}: {1} and {2} more.")
                pattern = many if len(places) > NAMED else few
                text += " " + pattern.format(name, named, len(places) - NAMED)
        if any(i != j for i, j in found.pairs):
            text += " " + self.tr("Some stand in another place.")
        if found.a.changes:
            text += " " + self.tr("A has changes in force, B has none.")
        return text

    @Slot(str)
    def _on_committed(self, text: str) -> None:
        self.session.set(other=text)

    @Slot(int)
    def _on_pair(self, place: int) -> None:
        text, other = PAIRS[place]
        self.session.set(text=text, other=other)

    @Slot(int)
    def _on_page(self, place: int) -> None:
        self.session.set(compare_page=PAGES[place])


def _without(found: Comparison) -> list[int]:
    """Positions of B's tokens that are not shared."""
    shared = {j for _, j in found.pairs}
    return [j for j in range(len(found.b.tokens)) if j not in shared]
