"""The sentence, and where to take one from."""

from typing import ClassVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QToolButton, QWidget

from engine.examples import HUNGRY, SENTENCES, SWEET, TIRED, WIDE
from gui.panes.base import Pane
from gui.widgets.menu_button import MenuButton
from gui.widgets.rows import column, row, titled
from gui.widgets.sentence_edit import SentenceEdit

LINES = 2  # of the sentence that are seen
TWINS = {HUNGRY: SWEET, SWEET: HUNGRY, TIRED: WIDE, WIDE: TIRED}  # one word decides what "it" means


class SentencePart(Pane):
    """The sentence and where to take one from."""

    watches: ClassVar[frozenset[str]] = frozenset({"text"})

    def build(self) -> None:
        self.edit = SentenceEdit(self, LINES)
        self.edit.setObjectName("words.sentence")
        self.edit.setPlaceholderText(self.tr("Type a sentence"))
        self.edit.setToolTip(
            self.tr("The sentence that attention reads. Whatever is typed is taken literally.")
        )
        self.edit.committed.connect(self._on_committed)
        self._swap = QToolButton(self)
        self._swap.setObjectName("words.swap")
        self._swap.clicked.connect(self._on_swap)
        examples = MenuButton(self.tr("Examples"), self)
        examples.setObjectName("words.examples")
        examples.setToolTip(self.tr("Sentences to start from"))
        examples.set_entries(SENTENCES)
        examples.chosen.connect(self._on_example)
        layout = column(self)
        layout.setSpacing(3)
        layout.addLayout(row(titled(self.tr("&Sentence"), self.edit), None, self._swap, examples))
        layout.addWidget(self.edit)
        QWidget.setTabOrder(self.edit, self._swap)
        QWidget.setTabOrder(self._swap, examples)

    def refresh(self) -> None:
        text = self.session.state.text
        self.edit.set_sentence(text)
        self._swap.setVisible(text in TWINS)
        if text in TWINS:
            old, new = difference(text, TWINS[text])
            self._swap.setText(f"{old} → {new}")
            self._swap.setToolTip(self.tr("Put “{0}” for “{1}” and see what “it” looks at").format(new, old))

    @Slot(str)
    def _on_committed(self, text: str) -> None:
        self.session.set(text=text)

    @Slot()
    def _on_swap(self) -> None:
        text = self.session.state.text
        self.session.set(text=TWINS.get(text, text))

    @Slot(int)
    def _on_example(self, place: int) -> None:
        self.session.set(text=SENTENCES[place])


def difference(one: str, other: str) -> tuple[str, str]:
    """The words in which two sentences differ, without marks."""
    pairs = zip(one.split(), other.split(), strict=True)
    return next((a.strip(".,"), b.strip(".,")) for a, b in pairs if a != b)
