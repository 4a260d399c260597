"""Where words come from: the vocabulary, a list, a ready-made set; and what is wrong with the chosen ones."""

from collections.abc import Iterable
from html import escape
from typing import ClassVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QToolButton

from engine.examples import WORD_SETS
from engine.search import Hit
from engine.text import words_of
from gui.chosen import add, listed, spelled
from gui.panes.base import Pane
from gui.parts.remark import NAMED, Remark, outcome
from gui.widgets.menu_button import MenuButton
from gui.widgets.notice import Notice, link, quoted
from gui.widgets.rows import column, row, titled
from gui.widgets.suggestions import SearchBox, Suggestion
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
        title = titled(self.tr("&Words"), self.box)
        layout = column(self)
        layout.setSpacing(3)
        layout.addLayout(row(title, None, self._from_sentence, self._sets, self._clear))
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
            self.box.set_suggestions([self._suggestion(hit) for hit in results.hits])
        sets = list(WORD_SETS.values())
        here = sets.index(state.words) if state.words in sets else None
        self._sets.set_entries([self.tr(name) for name in WORD_SETS], here)
        self._clear.setEnabled(bool(state.words))
        self._from_sentence.setEnabled(bool(state.text.strip()))
        failed = dict.fromkeys(sentence(results.failed[name]) for name in FAILURES if name in results.failed)
        failures = [escape(text) for text in failed]
        said = self._remark.about(state.words)
        self._notice.say(failures or [*said, *self._unknown()], "error" if failures else "warning")

    def _suggestion(self, hit: Hit) -> Suggestion:
        kinds = {"prefix": "", "inside": self.tr("contains it"), "near": self.tr("spelt alike")}
        kind = self.tr("chosen") if hit.word in self.session.state.words else kinds[hit.kind]
        return Suggestion(hit.word, kind, f"#{hit.rank + 1:,}")

    def _nothing(self) -> str:
        """What to say when nothing is found for what is typed."""
        results, words = self.session.results, listed(self.session.state.search)
        if results.vectors is None or "hits" in results.failed:
            return ""
        if len(words) > 1:
            return self.tr("Enter adds these {0} words").format(len(words))
        return self.tr("No word like this")

    def _unknown(self) -> list[str]:
        """A line for each unknown word, with what may have been meant."""
        report, words = self.session.results.described, self.session.state.words
        unknown = [word for word in report.unknown if word in words] if report else []
        lines = [self._unknown_line(word, report.unknown_near[word]) for word in unknown[:NAMED] if report]
        if len(unknown) > NAMED:
            lines.append(self.tr("… and {0} more without a vector.").format(len(unknown) - NAMED))
        return lines

    def _unknown_line(self, word: str, near: tuple[str, ...]) -> str:
        place = self.session.state.words.index(word)
        if not near:
            return self.tr("{0} has no vector.").format(quoted(word))
        links = ", ".join(link(f"{place} {other}", other) for other in near)
        return self.tr("{0} has no vector. Try {1}").format(quoted(word), links)

    def _add(self, words: Iterable[str]) -> None:
        vectors = self.session.results.vectors
        addition = add(self.session.state.words, [spelled(word, vectors) for word in words])
        self._remark = Remark(addition.words, outcome(addition))
        self.session.set(search="", words=addition.words)
        self.refresh()  # the remark, should nothing have changed

    def _best(self, typed: str) -> str:
        """The word that was meant: itself if it has a vector, else the most frequent that begins so."""
        vectors = self.session.results.vectors
        if vectors is not None and typed in vectors:
            return typed
        begun = (hit.word for hit in self.session.results.hits if hit.kind == "prefix")
        return next((word for word in begun if word.lower().startswith(typed.lower())), typed)

    @Slot(str)
    def _on_typed(self, text: str) -> None:
        self._remark = Remark()
        self.session.set(search=text)
        self.refresh()

    @Slot(str)
    def _on_chosen(self, word: str) -> None:
        self._add([word])

    @Slot(str)
    def _on_entered(self, text: str) -> None:
        words = listed(text)
        self._add([self._best(words[0])] if len(words) == 1 else words)

    @Slot(str)
    def _on_pasted(self, text: str) -> None:
        self._add(listed(text))

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
        place, near = address.split(" ", 1)
        words = self.session.state.words
        replaced = dict.fromkeys(near if i == int(place) else word for i, word in enumerate(words))
        self.session.set(words=tuple(replaced))
