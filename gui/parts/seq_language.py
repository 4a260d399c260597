"""The language model writes on from a beginning, token by token: what may come next, and what each token looks at."""

from html import escape
from typing import ClassVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QToolButton, QWidget

from engine.sequences.writing import Writing
from engine.translation_text import END, LONGEST
from gui.parts.seq_language_heads import LanguageHeadsPart, LanguageStripPart
from gui.parts.seq_language_said import is_amiss, recorded, remarks, text_so_far, what_comes
from gui.parts.seq_page import SeqPage
from gui.theme import THEMES
from gui.widgets.next_list import NextList
from gui.widgets.notice import Notice
from gui.widgets.plain import visible
from gui.widgets.rows import column, row, titled
from gui.widgets.sentence_edit import SentenceEdit
from gui.wording import seq_in_words

LIKELIEST = 10


class LanguagePart(SeqPage):
    """Shows `Results.writing`.  What is written after the beginning is ``seq_prefix``."""

    page: ClassVar[str] = "language"
    result: ClassVar[str] = "writing"
    watches: ClassVar[frozenset[str]] = frozenset(
        {"writing", "seq_model", "seq_prompt", "seq_prefix", "seq_to_end", "seq_method"}
        | {"seq_changes", "scores", "theme", "failed"}
    )

    def build(self) -> None:
        self.edit = SentenceEdit(self)
        self.edit.setObjectName("language.prompt")
        self.edit.setPlaceholderText(self.tr("Nothing: the model begins a sentence of its own"))
        self.edit.setToolTip(self.tr("The model goes on from here as soon as you pause"))
        self.edit.setAccessibleName(self.tr("Beginning of the sentence, in English"))
        self.edit.committed.connect(self._on_prompt)
        self._notice = Notice(self)
        self._notice.setObjectName("language.notice")
        self._text, self._changed = self.label("text"), self.label("changed", small=True)
        self._unchange = self._button(
            "unchange", self.tr("Undo all changes"), self.tr("The model computes as it did, to the last bit")
        )
        self._unchange.clicked.connect(self._on_unchange)
        self._back = self._button(
            "back", self.tr("Back"), self.tr("Take back the last token that was written")
        )
        self._step = self._button("step", self.tr("Next token"), self.tr("Write the marked token"))
        self._end = self._button(
            "end", self.tr("To the end"), self.tr("Write on until the end mark, or the limit")
        )
        self._over = self._button(
            "over", self.tr("From the beginning"), self.tr("Take back all that was written")
        )
        for button, slot in (
            (self._back, self._on_back),
            (self._step, self._on_step),
            (self._end, self._on_end),
            (self._over, self._on_over),
        ):
            button.clicked.connect(slot)
        self.chances = NextList(self)
        self.chances.setObjectName("language.chances")
        self.chances.setAccessibleName(self.tr("The ten likeliest next tokens"))
        self.chances.tooltip_for = self._tip
        self.chances.chosen.connect(self._on_chosen)
        self._coming = self.label("coming", small=True)
        self._lay_out_all()

    def _lay_out_all(self) -> None:
        """The beginning stands above what may be missing: it can be typed in any case."""
        head = QWidget(self)
        beginning = row(titled(self.tr("&Beginning"), self.edit), self.edit)
        beginning.setStretchFactor(self.edit, 1)
        column(head).addLayout(beginning)
        layout = self.lay_out(head, self._notice)
        layout.addWidget(self._text)
        changed = row(self._changed, self._unchange)
        changed.setStretch(0, 1)
        layout.addLayout(changed)
        layout.addWidget(LanguageStripPart(self.session, self))
        layout.addLayout(row(self._step, self._end, self._back, self._over, None))
        layout.addWidget(self._coming)
        below = row(self.chances, LanguageHeadsPart(self.session, self))
        below.setSpacing(14)
        below.setStretch(0, 2)
        below.setStretch(1, 5)
        layout.addLayout(below, 1)
        self._scores = self.label("scores", small=True)
        self._scores.setProperty("tone", "muted")
        layout.addWidget(self._scores)

    def _button(self, name: str, text: str, tip: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(f"language.{name}")
        button.setText(text)
        button.setToolTip(tip)
        return button

    def refresh(self) -> None:
        if self.session.state.seq_model == "language":
            self.show_page()

    def show_page(self) -> None:
        found, state = self.session.results.writing, self.session.state
        self.edit.set_sentence(state.seq_prompt)
        self.chances.set_theme(THEMES[state.theme])
        if found is None or self.failed:
            self._notice.say([])
            self.show_message(self._caption(), self.missing())
            return
        tone = "warning" if is_amiss(found) else "muted"
        self._notice.say([escape(line) for line in remarks(found, state)], tone)
        self._text.setText(text_so_far(found))
        self._show_changes(found)
        self._scores.setText(recorded(self.session.results.scores))
        written = bool(found.added)
        self._back.setEnabled(written)
        self._over.setEnabled(written)
        for button in (self._step, self._end):
            button.setEnabled(found.following is not None)
        self._show_chances(found)
        self.show_picture(self._caption())

    def _show_changes(self, found: Writing) -> None:
        """What was set by hand, while anything is."""
        changes = self.session.state.seq_changes
        for widget in (self._changed, self._unchange):
            widget.setVisible(bool(changes))
        named = "; ".join(seq_in_words(edit, found.run) for edit in changes)
        self._changed.setText(escape(self.tr("Changed: {0}").format(named)))

    def _caption(self) -> str:
        return self.tr(
            "<b>The language model writes on</b>: from the words so far it gives every token of its vocabulary a "
            "probability to come next; one is taken, and it all begins again. It knows English sentences alone and "
            "writes at most {0} tokens."
        ).format(LONGEST)

    def _show_chances(self, found: Writing) -> None:
        run = found.run
        self._coming.setText(what_comes(found, self.session.state))
        if run.full and not run.ended:
            self.chances.show_tokens((), None)
            return
        values = run.probabilities
        likeliest = (-values).argsort(kind="stable")[:LIKELIEST].tolist()
        tokens = run.model.target_words.tokens
        shown = [(number, visible(tokens[number]), float(values[number])) for number in likeliest]
        self.chances.show_tokens(shown, END if run.ended else found.following)

    def _tip(self, _: int, token: int) -> str:
        """What choosing a token does."""
        return self.tr("A click, or Enter, writes it; the model goes on from there.")

    def _write(self, tokens: tuple[int, ...], to_end: bool = False) -> None:
        self.session.set(seq_prefix=tokens, seq_to_end=to_end, seq_looker=None)

    @Slot(str)
    def _on_prompt(self, text: str) -> None:
        self.session.set(seq_prompt=text, seq_to_end=False, seq_looker=None)

    @Slot(int, int)
    def _on_chosen(self, _: int, token: int) -> None:
        """In place of the end mark, where the text has ended."""
        if found := self.session.results.writing:
            before = found.added[:-1] if found.run.ended else found.added
            self._write((*before, token))

    @Slot()
    def _on_step(self) -> None:
        found = self.session.results.writing
        if found is not None and found.following is not None:
            self._write((*found.added, found.following))

    @Slot()
    def _on_end(self) -> None:
        if found := self.session.results.writing:
            self._write(found.added, to_end=True)

    @Slot()
    def _on_back(self) -> None:
        if found := self.session.results.writing:
            self._write(found.added[:-1])

    @Slot()
    def _on_unchange(self) -> None:
        self.session.set(seq_changes=())

    @Slot()
    def _on_over(self) -> None:
        self._write(())
