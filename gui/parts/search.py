"""Where words come from: the vocabulary, a list, a ready-made set; and what is wrong with the chosen ones."""

from dataclasses import replace
from html import escape
from typing import ClassVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QLabel, QSizePolicy, QToolButton

from engine.examples import WORD_SETS
from engine.pasted import MOST, Pasted, pasted
from engine.search import Hit
from engine.text import words_of
from gui.chosen import add
from gui.panes.base import Pane
from gui.parts.offered import best, offered
from gui.parts.remark import Remark, outcome
from gui.parts.unknown import followed, unknown_lines
from gui.widgets.menu_button import MenuButton
from gui.widgets.notice import Notice
from gui.widgets.painting import TINY, font
from gui.widgets.rows import column, row, titled
from gui.widgets.suggestions import SearchBox
from gui.wording import sentence

FAILURES = ("vectors", "described", "hits")  # results whose failure is told here


class SearchPart(Pane):
    """Where words come from: typing, a list, the sentence, a ready-made set.  What is wrong is said under the box."""

    watches: ClassVar[frozenset[str]] = frozenset(
        {"words", "described", "text", "search", "hits", "vectors", "failed"}
    )

    def build(self) -> None:
        self._remark = Remark()
        self._hits: tuple[Hit, ...] | None = None
        self.box = SearchBox(self)
        self.box.setObjectName("words.search")
        self.box.list.setObjectName("words.suggestions")
        self.box.setToolTip(
            self.tr("Enter adds the first word found, or a whole list such as: king, queen man")
        )
        self._from_sentence = self._button("from_sentence", self.tr("From sentence"))
        self._from_sentence.setToolTip(self.tr("Replace the chosen words with those of the sentence"))
        self._sets = MenuButton(self.tr("Sets"), self)
        self._sets.setObjectName("words.sets")
        self._sets.setToolTip(self.tr("Replace the chosen words with a ready-made set"))
        self._clear = self._button("clear", self.tr("Clear"))
        self._clear.setToolTip(self.tr("Remove all words. Undo brings them back."))
        self._notice = Notice(self)
        self._notice.setObjectName("words.notice")
        self._count = QLabel(self)
        self._count.setObjectName("words.count")
        self._count.setProperty("tone", "muted")
        self._count.setFont(font(TINY))
        self._count.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        title = titled(self.tr("&Words"), self.box)
        layout = column(self)
        layout.setSpacing(3)
        top = row(title, self._count, self._from_sentence, self._sets, self._clear)
        top.setStretch(1, 1)
        for button in (self._from_sentence, self._sets, self._clear):
            button.setStyleSheet("QToolButton { padding: 3px 3px; }")  # the count needs the room
        layout.addLayout(top)
        layout.addWidget(self.box)
        layout.addWidget(self._notice)
        self._connect()

    def _button(self, name: str, text: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(f"words.{name}")
        button.setText(text)
        return button

    def _connect(self) -> None:
        self.box.typed.connect(self._on_typed)
        self.box.chosen.connect(self._on_chosen)
        self.box.entered.connect(self._on_entered)
        self.box.pasted.connect(self._on_pasted)
        self._from_sentence.clicked.connect(self._on_from_sentence)
        self._sets.chosen.connect(self._on_set)
        self._clear.clicked.connect(self._on_clear)
        self._notice.linkActivated.connect(self._on_link)

    def refresh(self) -> None:
        state, results = self.session.state, self.session.results
        if self.box.text() != state.search:
            self.box.setText(state.search)
        size = f"{len(results.vectors):,}" if results.vectors else self.tr("all")
        self.box.setPlaceholderText(self.tr("Search {0} words").format(size))
        self.box.nothing = self._nothing()
        if results.hits is not self._hits:
            self._hits = results.hits
            self.box.set_suggestions(offered(results.hits, state.words))
        sets = list(WORD_SETS.values())
        here = sets.index(state.words) if state.words in sets else None
        self._sets.set_entries([self.tr(name) for name in WORD_SETS], here)
        self._count.setText(f"{len(state.words)}")
        self._count.setToolTip(self.tr("{0} words are chosen, of {1} at most").format(len(state.words), MOST))
        self._clear.setEnabled(bool(state.words))
        self._from_sentence.setEnabled(bool(state.text.strip()))
        failed = dict.fromkeys(sentence(results.failed[name]) for name in FAILURES if name in results.failed)
        failures = [escape(text) for text in failed]
        said = self._remark.about(state.words)
        lines = failures or [*said, *unknown_lines(results.described, state.words)]
        self._notice.say(lines, "error" if failures else "warning")

    def _nothing(self) -> str:
        """What to say when nothing is found for what is typed."""
        results = self.session.results
        if results.vectors is None or "hits" in results.failed:
            return ""
        given = pasted(self.session.state.search, results.vectors)
        count = sum(map(len, (given.words, given.unknown, given.left_out)))
        if count > 1:
            return self.tr("Enter adds these {0} words").format(count)
        return self.tr("No word like this")

    def _add(self, given: Pasted) -> None:
        """What finds no room stays in the box."""
        addition = add(self.session.state.words, (*given.words, *given.unknown))
        rest = (*addition.left_out, *given.left_out)
        said = outcome(replace(addition, left_out=rest))
        self._remark = Remark(addition.words, [*said, self.tr("They stay in the box.")] if rest else said)
        self.session.set(search=", ".join(rest), words=addition.words)
        self.refresh()  # the remark, should nothing have changed

    @Slot(str)
    def _on_typed(self, text: str) -> None:
        self._remark = Remark()
        self.session.set(search=text)
        self.refresh()

    @Slot(str)
    def _on_chosen(self, word: str) -> None:
        self._add(Pasted((word,), (), ()))

    @Slot(str)
    def _on_entered(self, text: str) -> None:
        """Of a single word that has no vector, the one that was meant."""
        vectors = self.session.results.vectors
        if vectors is None:
            return
        given = pasted(text, vectors)
        if len(given.unknown) == 1 and not given.words:
            meant = best(given.unknown[0], self.session.results.hits)
            given = Pasted((), (meant,), ())
        self._add(given)

    @Slot(str)
    def _on_pasted(self, text: str) -> None:
        if vectors := self.session.results.vectors:
            self._add(pasted(text, vectors))

    @Slot(int)
    def _on_set(self, place: int) -> None:
        self.session.set(words=list(WORD_SETS.values())[place])

    @Slot()
    def _on_clear(self) -> None:
        self.session.set(words=())

    @Slot()
    def _on_from_sentence(self) -> None:
        vectors = self.session.results.vectors
        found = [word for word, _ in words_of(self.session.state.text) if any(c.isalnum() for c in word)]
        addition = add((), [word for word in found if vectors is None or word in vectors])
        words = addition.words or self.session.state.words
        nothing = [] if addition.words else [self.tr("No word of the sentence has a vector.")]
        self._remark = Remark(words, nothing + outcome(addition))
        self.session.set(words=words)
        self.refresh()

    @Slot(str)
    def _on_link(self, address: str) -> None:
        words = followed(address, self.session.results.described, self.session.state.words)
        self.session.set(words=words)
