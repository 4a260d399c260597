"""The page of the three kinds of memory: the words they read, what there is to remark, and three views of them."""

from html import escape
from typing import ClassVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QStackedWidget

from engine.errors import EmptySentenceError
from engine.examples import SENTENCES
from engine.memories.recipe import at_time
from engine.memories.run import MOST, MemoryRun
from gui.pages import MEM_KIND_VIEWS
from gui.parts.mem_bytes import BytesView
from gui.parts.mem_page import MemoryPage
from gui.parts.mem_recall import RecallView
from gui.parts.mem_settings import SettingsPart
from gui.parts.mem_states import StatesView, shown_word
from gui.widgets.menu_button import MenuButton
from gui.widgets.notice import Notice
from gui.widgets.rows import column, row, titled
from gui.widgets.segments import Segments
from gui.widgets.sentence_edit import SentenceEdit
from gui.widgets.token_strip import TokenStrip
from gui.wording import sentence
from gui.wording.caching import named
from gui.wording.memories import rate_remark


class KindsPart(MemoryPage):
    """A sentence that cannot be read leaves the last one in place."""

    page: ClassVar[str] = "kinds"
    watches: ClassVar[frozenset[str]] = frozenset(
        {"memories", "failed", "mem_page", "mem_sentence", "mem_features", "mem_word", "mem_kinds", "theme"}
    )

    def build(self) -> None:
        self.edit = SentenceEdit(self)
        self.edit.setObjectName("memory.sentence")
        self.edit.setPlaceholderText(self.tr("Type a sentence"))
        self.edit.setToolTip(self.tr("Words that all three memories read, by their word vectors"))
        self.edit.committed.connect(self._on_sentence)
        examples = MenuButton(self.tr("Examples"), self)
        examples.setObjectName("memory.sentences")
        examples.setToolTip(self.tr("Sentences to start from"))
        examples.set_entries(SENTENCES)
        examples.chosen.connect(self._on_example)
        settings = SettingsPart(self.session, self)
        self._notice = Notice(self)
        self._notice.setObjectName("memory.kinds.notice")
        self._notice.setProperty("tone", "warning")  # from the beginning: the page may be out of sight
        self.strip = TokenStrip(self)
        self.strip.setObjectName("memory.words")
        self.strip.shown_lines = 2
        self.strip.setAccessibleName(self.tr("After which word the memories are looked at"))
        self.strip.chosen.connect(self._on_word)
        self._said = self.label("kinds.said", "text")
        self._views = Segments(self)
        self._views.setObjectName("memory.kinds")
        self._views.setProperty("low", True)
        self._views.chosen.connect(self._on_view)
        self._stack = QStackedWidget(self)
        for part in (StatesView, RecallView, BytesView):
            self._stack.addWidget(part(self.session, self._stack))
        layout = column(self)
        layout.addLayout(row(titled(self.tr("&Words"), self.edit), self.edit, examples))
        layout.addWidget(settings)
        for widget in (self._notice, self.strip, self._said, self._views):
            layout.addWidget(widget)
        layout.addWidget(self._stack, 1)
        layout.addStretch(0)

    def show_page(self) -> None:
        found, problem = self.session.results.memories, self.session.results.failed.get("memories")
        self._show_views()
        self._notice.say(self._problem(problem) if problem else self._remarks(found) if found else [])
        for widget in (self.strip, self._said, self._views, self._stack):
            widget.setVisible(found is not None)
        if found is None:
            return
        self.strip.set_theme(self.theme)
        if found.tokens.texts != self.strip.tokens:
            self.strip.set_tokens(found.tokens.texts)
        self._shade(found, shown_word(self.session.state, found))
        self._said.setText(self._sentence(found))

    def _shade(self, found: MemoryRun, word: int) -> None:
        """Ring the word; beside its states, the others have the weights with which the list gathers their values."""
        if self.session.state.mem_kinds == "states":
            weights = found.traces[word][at_time(word, "list.weights")][0, 0]
            later = range(word + 1, len(found))
            self.strip.set_weights([*weights, *(0.0 for _ in later)], hidden=later)
        else:
            self.strip.set_weights(None)
        self.strip.set_query(word)

    def _show_views(self) -> None:
        state = self.session.state
        self.edit.set_sentence(state.mem_sentence)
        titles = self.tr("States"), self.tr("What is recalled"), self.tr("Bytes")
        self._views.show_titles(titles, MEM_KIND_VIEWS.index(state.mem_kinds))
        about = (
            self.tr("How each memory begins, is updated and read, and what it holds after a word"),
            self.tr("Each memory is asked again for every word so far"),
            self.tr("How large each memory is after every word"),
        )
        for button, tip in zip(self._views.buttons(), about, strict=True):
            button.setToolTip(tip)
        self._stack.setCurrentIndex(MEM_KIND_VIEWS.index(state.mem_kinds))

    def _problem(self, error: Exception) -> list[str]:
        if isinstance(error, EmptySentenceError) and not error.unknown:
            lines = [self.tr("There is nothing to read: type a few words.")]
        else:
            lines = [escape(sentence(error))]
        if self.session.results.memories is not None:
            lines.append(self.tr("Below is still the last sentence that worked."))
        return lines

    def _remarks(self, found: MemoryRun) -> list[str]:
        """What was left out, and what the learning rate does."""
        tokens, lines = found.tokens, []
        if tokens.left_out:
            lines.append(self.tr("No vector, and left out: {0}").format(named(tokens.left_out)))
        if tokens.dropped:
            lines.append(
                self.tr("At most {0} words are read: {1} more were left out.").format(MOST, tokens.dropped)
            )
        if found.d < self.session.state.mem_features:
            lines.append(self.tr("These vectors have {0} features: all are taken.").format(found.d))
        if remark := rate_remark(found):
            lines.append(remark)
        return lines

    def _sentence(self, found: MemoryRun) -> str:
        view, word = self.session.state.mem_kinds, shown_word(self.session.state, found)
        if view == "recall":
            return self.tr(
                "After each word (row) each memory is asked for the value of every word so far (column): 1 means it "
                "still gives it back, 0 means nothing is left of it."
            )
        if view == "bytes":
            return self.tr(
                "The list grows with every word and keeps all of them. The other two keep their size: what is read "
                "later writes over what was read before."
            )
        return self.tr(
            "After “{0}” (word {1} of {2}): what each memory has made of the words so far; nothing here is "
            "trained. Below the words: how much the list takes of each."
        ).format(self.strip.label(word), word + 1, len(found))

    @Slot(str)
    def _on_sentence(self, text: str) -> None:
        self.session.set(mem_sentence=text, mem_word=None)

    @Slot(int)
    def _on_example(self, place: int) -> None:
        self.session.set(mem_sentence=SENTENCES[place], mem_word=None)

    @Slot(int)
    def _on_word(self, place: int) -> None:
        self.session.set(mem_word=place)

    @Slot(int)
    def _on_view(self, place: int) -> None:
        self.session.set(mem_kinds=MEM_KIND_VIEWS[place])
