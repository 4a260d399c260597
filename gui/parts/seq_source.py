"""The sentence that is translated, where to take one from, and what there is to say of it."""

from html import escape
from typing import ClassVar

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QLabel, QPushButton

from gui.panes.base import Pane
from gui.translation import other_language, shown
from gui.widgets.menu_button import MenuButton
from gui.widgets.notice import Notice
from gui.widgets.rows import column, row, titled
from gui.widgets.sentence_edit import SentenceEdit
from gui.wording import direction_title, origin_in_words, pair_title, source_notices, wrong_language

FAILURES = frozenset({"translation", "seq_changes"})


class SourcePart(Pane):
    """Over all pages that translate.  Its ``origin`` is left to whoever places the part."""

    watches: ClassVar[frozenset[str]] = frozenset(
        {"seq_text", "seq_source", "seq_model", "pairs", "origin", "translation", "failed"}
    )

    def build(self) -> None:
        self.edit = SentenceEdit(self)
        self.edit.setObjectName("translation.sentence")
        self.edit.setPlaceholderText(self.tr("Type a sentence to translate"))
        self.edit.setToolTip(self.tr("What you type is translated as soon as you pause"))
        self.edit.setAccessibleName(self.tr("Sentence to translate"))
        self.edit.committed.connect(self._on_committed)
        self.examples = MenuButton(self.tr("Examples"), self)
        self.examples.setObjectName("translation.examples")
        self.examples.setToolTip(self.tr("Sentences to translate, some of which no model has learnt from"))
        self.examples.chosen.connect(self._on_example)
        self.swap = QPushButton(self)
        self.swap.setObjectName("translation.swap")
        self.swap.setToolTip(self.tr("Translate this sentence in the other direction"))
        self.swap.clicked.connect(self._on_swap)
        self.origin = QLabel(self.parentWidget())
        self.origin.setObjectName("translation.origin")
        self.origin.setProperty("tone", "muted")
        self.origin.setTextFormat(Qt.TextFormat.PlainText)
        self.origin.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.origin.setWordWrap(True)
        self.notice = Notice(self)
        self.notice.setObjectName("translation.notice")
        above = row(titled(self.tr("&Sentence"), self.edit), self.edit, self.swap, self.examples)
        above.setStretchFactor(self.edit, 1)
        layout = column(self)
        layout.setSpacing(2)
        layout.addLayout(above)
        layout.addWidget(self.notice)

    def refresh(self) -> None:
        state, results = self.session.state, self.session.results
        self.edit.set_sentence(state.seq_text)
        entries = [pair_title(pair, state.seq_source) for pair in results.pairs]
        texts = [getattr(pair, state.seq_source) for pair in results.pairs]
        self.examples.set_entries(entries, texts.index(state.seq_text) if state.seq_text in texts else None)
        self.examples.setVisible(bool(entries))
        wrong = wrong_language(state.seq_text, state.seq_source)
        self.swap.setVisible(bool(wrong))
        self.swap.setText(direction_title(wrong or state.seq_source))
        origin = results.origin
        of_this = origin is not None and origin.text == state.seq_text and not wrong
        made = shown(results)
        before = made.before.text if made and made.before else None
        said = origin_in_words(origin if of_this else None, made.run.text if made else "", before)
        self.origin.setText(said)
        self.origin.setVisible(bool(said) and state.seq_model != "language")
        lines = source_notices(results, state.seq_text, state.seq_source)
        tone = "error" if FAILURES & results.failed.keys() else "warning"
        self.notice.say([escape(line) for line in lines], tone)

    def focus(self) -> None:
        """Ready to type a sentence over the one that is there."""
        self.edit.setFocus()
        self.edit.selectAll()

    @Slot(str)
    def _on_committed(self, text: str) -> None:
        self.session.set(seq_text=text)

    @Slot(int)
    def _on_example(self, place: int) -> None:
        pair = self.session.results.pairs[place]
        self.session.set(seq_text=getattr(pair, self.session.state.seq_source))

    @Slot()
    def _on_swap(self) -> None:
        self.session.set(seq_source=other_language(self.session.state.seq_source))
