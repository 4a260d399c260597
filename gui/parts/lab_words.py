"""The word that is asked with and the words that are asked: the query and the keys, as one types them."""

from html import escape
from typing import ClassVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QToolButton

from engine.errors import DataFileError, UnknownWordError
from engine.examples import WORD_SETS
from engine.pasted import MOST, pasted
from engine.search import Hit
from gui.parts.lab_page import LabPage, label_of
from gui.parts.offered import best, offered
from gui.parts.remark import NAMED
from gui.widgets.menu_button import MenuButton
from gui.widgets.notice import Notice, link, quoted
from gui.widgets.rows import column, row
from gui.widgets.undoing import ModestLineEdit
from gui.widgets.word_box import WordBox
from gui.wording import sentence

QUERY_WIDTH = 150
OF_PAGE = {"laboratory": "lab_laid", "dictionary": "lab_look"}  # results whose failure is told here


class LabWordsPart(LabPage):
    """Enter takes what stands in a box.  Words without a vector are named below."""

    pages: ClassVar[tuple[str, ...]] = ("laboratory", "dictionary")
    watches: ClassVar[frozenset[str]] = frozenset(
        {"lab_page", "lab_query", "lab_keys", "lab_source", "completions", "vectors", "failed", "words"}
        | {"lab_laid", "lab_look"}
    )

    def build(self) -> None:
        self._hits: tuple[Hit, ...] = ()
        self._shown = ""
        self._dropped = 0  # keys of the list last typed for which there was no room
        self.query, self.keys = WordBox(self), ModestLineEdit(self)
        self.query.setObjectName("scoring.query")
        self.query.list.setObjectName("scoring.query.suggestions")
        self.query.nothing = self.tr("No word like this")
        self.query.setMaximumWidth(QUERY_WIDTH)
        self.query.setToolTip(self.tr("The query: the word that asks. Type to find one, Enter takes it."))
        self.query.setAccessibleName(self.tr("Query: the word that asks"))
        self.keys.setObjectName("scoring.keys")
        self.keys.setToolTip(self.tr("The keys: the words that are asked, in order. Enter takes the list."))
        self.keys.setAccessibleName(self.tr("Keys: the words that are asked"))
        self._sets = MenuButton(self.tr("Sets"), self)
        self._sets.setObjectName("scoring.sets")
        self._sets.setToolTip(self.tr("Take a ready-made set of words as keys"))
        self._chosen = QToolButton(self)
        self._chosen.setObjectName("scoring.chosen")
        self._chosen.setText(self.tr("Chosen words"))
        self._chosen.setToolTip(self.tr("Take the chosen words of the desk Attention as keys"))
        self._notice = Notice(self)
        self._notice.setObjectName("scoring.notice")
        layout = column(self)
        titles = label_of(self.tr("&Query"), self.query), label_of(self.tr("&Keys"), self.keys)
        line = row(titles[0], self.query, titles[1], self.keys, self._chosen, self._sets)
        line.setSpacing(6)
        line.setStretch(1, 1)
        line.setStretch(3, 3)
        layout.addLayout(line)
        layout.addWidget(self._notice)
        self._connect()

    def _connect(self) -> None:
        self.query.typed.connect(self._on_typed)
        for taken in (self.query.chosen, self.query.entered, self.query.pasted):
            taken.connect(self._on_query)
        self.keys.editingFinished.connect(self._on_keys)
        self._sets.chosen.connect(self._on_set)
        self._chosen.clicked.connect(self._on_chosen)
        self._notice.linkActivated.connect(self._on_link)

    def show_page(self) -> None:
        state, results = self.session.state, self.session.results
        if state.lab_query != self._shown:  # else what is half typed stays
            self._shown = state.lab_query
            self.query.set_word(self._shown)
        if not (self.keys.hasFocus() and self.keys.isModified()):
            self.keys.setText(", ".join(state.lab_keys))
            self.keys.setCursorPosition(0)
        if results.completions is not self._hits:
            self._hits = results.completions
            if self.query.hasFocus():
                self.query.set_suggestions(offered(self._hits))
        sets = list(WORD_SETS.values())
        here = sets.index(state.lab_keys) if state.lab_keys in sets else None
        self._sets.set_entries([self.tr(name) for name in WORD_SETS], here)
        self._chosen.setEnabled(bool(state.words) and state.words != state.lab_keys)
        self._notice.say(self._wrong())

    def _wrong(self) -> list[str]:
        """What stands in the way, and which words have no vector, as HTML."""
        state, results = self.session.state, self.session.results
        failed = results.failed.get(OF_PAGE.get(state.lab_page, ""))
        lines = []
        if isinstance(failed, UnknownWordError) and not failed.word:
            lines.append(escape(self.tr("Write the word that asks into the first box.")))
        elif isinstance(failed, UnknownWordError):
            near = ", ".join(link(word, word) for word in failed.near)
            text = self.tr("{0} has no vector. Try {1}") if near else self.tr("{0} has no vector.")
            lines.append(text.format(quoted(failed.word), near))
        elif failed is not None and (state.lab_keys or isinstance(failed, DataFileError)):
            lines.append(escape(sentence(failed)))
        if not state.lab_keys:
            lines.append(escape(self.tr("There are no keys. Write some words, or take a set.")))
        if self._dropped and len(state.lab_keys) == MOST:
            text = self.tr("Only the first {0} keys are taken; {1} more were left out.")
            lines.append(escape(text.format(MOST, f"{self._dropped:,}")))
        unknown = [word for word in state.lab_keys if results.vectors and word not in results.vectors]
        if unknown:
            more = "…" if len(unknown) > NAMED else ""
            named = ", ".join(map(quoted, unknown[:NAMED])) + more
            lines.append(self.tr("Without a vector, and so left out of what is computed: {0}").format(named))
        return lines

    @Slot(str)
    def _on_typed(self, text: str) -> None:
        self.session.set(completing=text)

    @Slot(str)
    def _on_query(self, text: str) -> None:
        """The laboratory needs a word with a vector, and takes the one that was meant; the dictionary takes any."""
        vectors, typed = self.session.results.vectors, text.strip()
        known = vectors is None or typed in vectors or self.session.state.lab_page == "dictionary"
        word = typed if known else best(typed, self.session.results.completions)
        self.query.close_list()
        self.query.set_word(word)
        self.session.set(lab_query=word, completing="")

    @Slot()
    def _on_keys(self) -> None:
        vectors = self.session.results.vectors
        if not self.keys.isModified() or vectors is None:
            return
        self.keys.setModified(False)
        given = pasted(self.keys.text(), vectors)
        every = *given.words, *given.left_out, *given.unknown
        self._dropped = len(every[MOST:])
        self.session.set(lab_keys=every[:MOST])
        self.show_page()

    @Slot(int)
    def _on_set(self, place: int) -> None:
        self.session.set(lab_keys=list(WORD_SETS.values())[place])

    @Slot()
    def _on_chosen(self) -> None:
        self.session.set(lab_keys=self.session.state.words)

    @Slot(str)
    def _on_link(self, word: str) -> None:
        self.session.set(lab_query=word)
