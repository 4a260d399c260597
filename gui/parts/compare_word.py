"""One word in both sentences: how alike its vectors are after each layer, and its static word vector beside it."""

from typing import ClassVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from engine.compare import Comparison
from engine.same_word import SameWord, Static
from gui.parts.compare_page import ComparePage
from gui.theme import THEMES
from gui.view import View
from gui.widgets import numbers
from gui.widgets.bars import Bar, Bars
from gui.widgets.notice import quoted
from gui.widgets.rows import column


class SameWordPart(ComparePage):
    """The word is that of the token that is looked from."""

    page: ClassVar[str] = "word"
    watches: ClassVar[frozenset[str]] = frozenset({"comparison", "same_word", "compare_page", "theme"})

    def build(self) -> None:
        self._line, self._static = QLabel(self), QLabel(self)
        for label, name in ((self._line, "compare.word"), (self._static, "compare.static")):
            label.setObjectName(name)
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.RichText)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.bars = Bars(self)
        self.bars.setObjectName("compare.cosines")
        self._static.setProperty("tone", "muted")
        layout = column(self)
        layout.addWidget(self._line)
        layout.addWidget(self.bars, 1)
        layout.addWidget(self._static)

    def show_comparison(self, found: Comparison, view: View) -> None:
        shown = self.session.results.same_word
        self.bars.set_theme(THEMES[self.session.state.theme])
        if shown is None:
            return
        self._line.setText(self._title(shown))
        self.bars.setVisible(bool(shown.cosines))
        self.bars.show_bars([Bar(self._after(layer), value) for layer, value in enumerate(shown.cosines)])
        self._static.setText(self._beside(shown.static, shown.word))

    def _after(self, layer: int) -> str:
        return self.tr("after layer {0}").format(layer) if layer else self.tr("input")

    def _title(self, shown: SameWord) -> str:
        word = quoted(shown.word)
        if not shown.at_b:
            return self.tr(
                "{0} is in sentence A only. Click a token in the sentence above that B has too."
            ).format(word)
        line = self.tr("Cosine of {0} in A (token {1}) with {0} in B (token {2})").format(
            word, shown.at_a[0] + 1, shown.at_b[0] + 1
        )
        if len(shown.at_a) == 1:
            return line
        return self.tr("{0}; the mean of its {1} pieces").format(line, len(shown.at_a))

    def _beside(self, static: Static | None, word: str) -> str:
        if static is None:
            return self.tr("{0} has no static word vector.").format(quoted(word))
        near = ", ".join(f"{quoted(one.word)} {numbers.short(one.value)}" for one in static.neighbours)
        return self.tr(
            "Its static word vector: norm {0}, nearest {1}. It lies in a space of its own: "
            "a cosine with the model's vectors would say nothing."
        ).format(numbers.short(static.norm), near)
