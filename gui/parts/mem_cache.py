"""The page of the key/value cache: which model writes what, which token is looked at, and three views of it."""

from html import escape
from typing import ClassVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QLabel, QStackedWidget

from engine.errors import EmptySentenceError
from engine.examples import TRANSLATIONS
from engine.sequences.work import Ledger
from gui.pages import MEM_CACHE_VIEWS, MEM_MODELS
from gui.parts.mem_cost import shown_step
from gui.parts.mem_page import MemoryPage
from gui.parts.mem_speed import SpeedView
from gui.parts.mem_steps import StepsView
from gui.parts.mem_table import TableView
from gui.widgets.menu_button import MenuButton
from gui.widgets.notice import Notice
from gui.widgets.rows import column, row, titled
from gui.widgets.segments import Segments
from gui.widgets.sentence_edit import SentenceEdit
from gui.widgets.token_strip import TokenStrip
from gui.wording import sentence
from gui.wording.caching import about_step, cache_remarks
from gui.wording.translation import direction_title

PROMPTS = ("You should", "I have never", "Do you want", "He was")


class CachePart(MemoryPage):
    """A text is translated, or gone on with; each of its tokens is a step of the decoder."""

    page: ClassVar[str] = "cache"
    watches: ClassVar[frozenset[str]] = frozenset(
        {
            "ledger",
            "failed",
            "mem_page",
            "mem_model",
            "mem_text",
            "mem_prompt",
            "mem_step",
            "mem_cache",
            "theme",
        }
    )

    def build(self) -> None:
        self._models = self._segments("model", self._on_model)
        self.edit = SentenceEdit(self)
        self.edit.setObjectName("memory.text")
        self.edit.committed.connect(self._on_text)
        self._examples = MenuButton(self.tr("Examples"), self)
        self._examples.setObjectName("memory.examples")
        self._examples.setToolTip(self.tr("Texts to start from"))
        self._examples.chosen.connect(self._on_example)
        self._title = titled("", self.edit)
        self._notice = Notice(self)
        self._notice.setObjectName("memory.cache.notice")
        self._notice.setProperty("tone", "warning")  # from the beginning: the page may be out of sight
        self._written = QLabel(self)
        self._written.setProperty("tone", "muted")
        self.strip = TokenStrip(self)
        self.strip.setObjectName("memory.tokens")
        self.strip.shown_lines = 2
        self.strip.setAccessibleName(self.tr("Tokens that the decoder reads"))
        self.strip.chosen.connect(self._on_token)
        self._said = self.label("cache.said", "text")
        self._views = self._segments("cache", self._on_view)
        self._stack = QStackedWidget(self)
        for part in (StepsView, TableView, SpeedView):
            self._stack.addWidget(part(self.session, self._stack))
        layout = column(self)
        layout.addLayout(row(self._models, None))
        layout.addLayout(row(self._title, self.edit, self._examples))
        for widget in (self._notice, self._written, self.strip, self._said, self._views):
            layout.addWidget(widget)
        layout.addWidget(self._stack, 1)
        layout.addStretch(0)

    def _segments(self, name: str, slot: object) -> Segments:
        made = Segments(self)
        made.setObjectName(f"memory.{name}")
        made.setProperty("low", True)
        made.chosen.connect(slot)
        return made

    def show_page(self) -> None:
        state, found = self.session.state, self.session.results.ledger
        self._show_choices()
        problem = self.session.results.failed.get("ledger")
        self._notice.say(
            self._problem(problem) if problem else cache_remarks(found, self._translates) if found else []
        )
        there = found is not None
        for widget in (self._written, self.strip, self._said, self._views, self._stack):
            widget.setVisible(there)
        if found is None:
            return
        self.strip.set_theme(self.theme)
        texts = tuple(found.run.model.target_words.decode(found.run.read))
        if texts != self.strip.tokens:
            self.strip.set_tokens(texts)
        self.strip.set_query(shown_step(state, found))
        self._written.setText(self._about_tokens(found))
        self._said.setText(self._sentence(found, shown_step(state, found)))

    @property
    def _translates(self) -> bool:
        return self.session.state.mem_model == "transformer"

    def _show_choices(self) -> None:
        state = self.session.state
        translates = self._translates
        self._models.show_titles(
            (self.tr("Translation model"), self.tr("Language model")), MEM_MODELS.index(state.mem_model)
        )
        tips = (
            self.tr("The decoder of the trained Transformer that translates"),
            self.tr("The trained Transformer that goes on with an English text"),
        )
        for button, tip in zip(self._models.buttons(), tips, strict=True):
            button.setToolTip(tip)
        self._title.setText(self.tr("&Translate") if translates else self.tr("Go o&n from"))
        self.edit.set_sentence(state.mem_text if translates else state.mem_prompt)
        self.edit.setPlaceholderText(
            self.tr("Type a sentence") if translates else self.tr("Type a beginning")
        )
        self.edit.setToolTip(
            self.tr("An English or a Chinese sentence, which is translated into the other language")
            if translates
            else self.tr("The beginning of an English text; it may be empty")
        )
        self._examples.set_entries(self._texts())
        titles = self.tr("Step by step"), self.tr("Table"), self.tr("Speed")
        self._views.show_titles(titles, MEM_CACHE_VIEWS.index(state.mem_cache))
        about = (
            self.tr("What is computed and what is kept when one token is read"),
            self.tr("Every step in a line, and drawn: what grows and what stays"),
            self.tr("Tokens per second with and without the cache, measured here"),
        )
        for button, tip in zip(self._views.buttons(), about, strict=True):
            button.setToolTip(tip)
        self._stack.setCurrentIndex(MEM_CACHE_VIEWS.index(state.mem_cache))

    def _texts(self) -> tuple[str, ...]:
        if self.session.state.mem_model == "language":
            return PROMPTS
        return tuple(text for pair in TRANSLATIONS for text in pair)

    def _problem(self, error: Exception) -> list[str]:
        still = self.session.results.ledger is not None
        if isinstance(error, EmptySentenceError):
            lines = [self.tr("There is nothing to translate: type a sentence.")]
        else:
            lines = [escape(sentence(error))]
        return [*lines, self.tr("Below is still the last text that worked.")] if still else lines

    def _about_tokens(self, found: Ledger) -> str:
        model = found.run.model
        if not self._translates:
            return self.tr("The decoder reads the beginning and what it adds to it, one token at a time:")
        return self.tr("{0}. The decoder reads what it has written itself, one token at a time:").format(
            direction_title(model.source)
        )

    def _sentence(self, found: Ledger, step: int) -> str:
        state, token = self.session.state, self.strip.label(step)
        if state.mem_cache == "speed":
            return self.tr(
                "The longer the text, the more there is to compute again: the gap grows with every token."
            )
        if state.mem_cache == "table":
            return self.tr("A line per token: the cache grows, and so it saves more and more work.")
        return about_step(found, step, token)

    @Slot(int)
    def _on_model(self, place: int) -> None:
        self.session.set(mem_model=MEM_MODELS[place], mem_step=None)

    @Slot(str)
    def _on_text(self, text: str) -> None:
        field = "mem_text" if self._translates else "mem_prompt"
        self.session.set(**{field: text}, mem_step=None)

    @Slot(int)
    def _on_example(self, place: int) -> None:
        self._on_text(self._texts()[place])

    @Slot(int)
    def _on_token(self, place: int) -> None:
        self.session.set(mem_step=place)

    @Slot(int)
    def _on_view(self, place: int) -> None:
        self.session.set(mem_cache=MEM_CACHE_VIEWS[place])
