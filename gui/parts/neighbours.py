"""The nearest of all words to A and to B."""

from html import escape
from typing import ClassVar

from PySide6.QtCore import Slot
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QToolTip

from engine.errors import DataFileError
from engine.vectors import Neighbour
from gui.chosen import add
from gui.metrics import FACES
from gui.parts.likeness_page import LikenessPage, in_colour
from gui.parts.remark import outcome
from gui.results import Neighbours
from gui.widgets import numbers
from gui.widgets.notice import clipped
from gui.widgets.value_list import ValueList, WordValue
from gui.wording import sentence


class NeighboursPart(LikenessPage):
    """Two lists side by side; a double click adds a word to the chosen ones."""

    pages: ClassVar[tuple[str, ...]] = ("pair",)
    watches: ClassVar[frozenset[str]] = frozenset(
        {"neighbours", "words", "pair", "likeness_page", "theme", "failed"}
    )

    def build(self) -> None:
        self._titles = [QLabel(self) for _ in "ab"]
        self._lists = [ValueList(self) for _ in "ab"]
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setHorizontalSpacing(12)
        layout.setVerticalSpacing(1)
        for place, (letter, title, words) in enumerate(zip("ab", self._titles, self._lists, strict=True)):
            title.setObjectName(f"similarity.nearest_to_{letter}")
            title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            words.setObjectName(f"similarity.neighbours_{letter}")
            words.chosen.connect(self._on_chosen)
            layout.addWidget(title, 0, place)
            layout.addWidget(words, 1, place)
            layout.setColumnStretch(place, 1)
        layout.setRowStretch(1, 1)

    def show_page(self) -> None:
        state, results = self.session.state, self.session.results
        failed = results.failed.get("neighbours")
        found = {one.word: one for one in results.neighbours or ()}
        for place, (letter, title, words) in enumerate(zip("ab", self._titles, self._lists, strict=True)):
            word = state.pair[place] if place < len(state.pair) else None
            near = found.get(word) if word else None
            title.setText(self._title(letter, near))
            words.setAccessibleName(self.tr("Nearest to {0}").format(clipped(near.word)) if near else "")
            words.show_words([self._entry(near, one) for one in near.found] if near else [])
            words.setVisible(near is not None)
        if failed and not isinstance(failed, DataFileError):  # which is told above
            self._titles[0].setText(escape(sentence(failed)))

    def _title(self, letter: str, near: Neighbours | None) -> str:
        if near is None:
            return ""
        word = in_colour(self.theme, letter, near.word)
        return self.tr("Nearest to {0} by {1}").format(word, escape(FACES[near.metric].name))

    def _entry(self, near: Neighbours, one: Neighbour) -> WordValue:
        face, chosen = FACES[near.metric], one.word in self.session.state.words
        rank = self.tr("number {0} by frequency").format(f"{one.rank + 1:,}")
        free = self.tr("A double click adds it to the chosen words.")
        then = self.tr("It is among the chosen words.") if chosen else free
        measured = self.tr("{0} to {1}: {2}").format(face.name, clipped(near.word), face.text(one.value, 8))
        tip = "\n".join((clipped(one.word), measured, rank, then))
        value, exact = face.text(one.value, 2 if face.unit else 4), numbers.exported(one.value)
        return WordValue(one.word, value, tip, chosen, exact)

    @Slot(str)
    def _on_chosen(self, word: str) -> None:
        addition = add(self.session.state.words, [word])
        self.session.set(words=addition.words)
        if said := outcome(addition):
            QToolTip.showText(QCursor.pos(), "<br>".join(said), self)
