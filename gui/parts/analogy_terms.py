"""The three words of an analogy: a box for each, and examples to start from."""

from collections.abc import Iterable
from typing import ClassVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton

from engine.examples import ANALOGIES
from engine.search import Hit
from gui.parts.likeness_page import LikenessPage
from gui.parts.offered import best, offered
from gui.widgets import numbers
from gui.widgets.notice import clipped
from gui.widgets.painting import SMALL, font
from gui.widgets.rows import column, row
from gui.widgets.word_box import WordBox

SIGNS = ("", numbers.MINUS, "+")
NAMES = "abc"
READY = 2  # examples that have a button


class AnalogyTermsPart(LikenessPage):
    """Each box completes what is typed, as the search over all words does."""

    pages: ClassVar[tuple[str, ...]] = ("analogy",)
    watches: ClassVar[frozenset[str]] = frozenset({"completions", "analogy_terms", "likeness_page"})

    def build(self) -> None:
        self._hits: tuple[Hit, ...] = ()
        self._terms: tuple[str, ...] = ()
        self.boxes = [self._box(name) for name in NAMES]
        layout = column(self)
        layout.addLayout(self._sum())
        layout.addLayout(self._examples())

    def _box(self, name: str) -> WordBox:
        box = WordBox(self)
        box.setObjectName(f"similarity.analogy.{name}")
        box.list.setObjectName(f"similarity.analogy.{name}.suggestions")
        box.nothing = self.tr("No word like this")
        box.setAccessibleName(self.tr("Word {0}").format(name))
        box.setToolTip(self.tr("Word {0} of a − b + c: type to find one, Enter takes it").format(name))
        box.typed.connect(self._on_typed)
        for taken in (box.chosen, box.entered, box.pasted):
            taken.connect(self._on_word)
        return box

    def _sum(self) -> QHBoxLayout:
        """The boxes with their signs."""
        layout = row()
        for sign, box in zip(SIGNS, self.boxes, strict=True):
            if sign:
                layout.addWidget(QLabel(sign, self))
            layout.addWidget(box, 1)
        layout.addWidget(QLabel("= ?", self))
        return layout

    def _examples(self) -> QHBoxLayout:
        layout = row()
        for place, terms in enumerate(ANALOGIES[:READY]):
            button = QToolButton(self)
            button.setObjectName(f"similarity.analogy.example.{place}")
            button.setText(written(terms))
            button.setFont(font(SMALL))
            button.setProperty("place", place)
            button.setToolTip(self.tr("Try {0}").format(written(terms)))
            button.clicked.connect(self._on_example)
            layout.addWidget(button)
        layout.addStretch(1)
        return layout

    def show_page(self) -> None:
        state, results = self.session.state, self.session.results
        if state.analogy_terms != self._terms:
            self._terms = state.analogy_terms
            for box, word in zip(self.boxes, self._terms, strict=True):
                box.set_word(word)
        if results.completions is not self._hits:
            self._hits = results.completions
            for box in self.boxes:
                if box.hasFocus():
                    box.set_suggestions(offered(self._hits))

    @Slot(str)
    def _on_typed(self, text: str) -> None:
        self.session.set(completing=text)

    @Slot(str)
    def _on_word(self, text: str) -> None:
        """A word was taken in a box: itself if it has a vector, else the most frequent that begins so."""
        box, vectors, typed = self.sender(), self.session.results.vectors, text.strip()
        assert isinstance(box, WordBox)
        known = vectors is None or typed in vectors
        terms = list(self.session.state.analogy_terms)
        terms[self.boxes.index(box)] = typed if known else best(typed, self.session.results.completions)
        box.close_list()
        self.session.set(analogy_terms=tuple(terms), completing="")
        box.set_word(terms[self.boxes.index(box)])

    @Slot()
    def _on_example(self) -> None:
        self.session.set(analogy_terms=ANALOGIES[self.sender().property("place")])


def written(terms: Iterable[str]) -> str:
    """``king - man + woman``, with a true minus sign."""
    a, b, c = map(clipped, terms)
    return f"{a} {numbers.MINUS} {b} + {c}"
