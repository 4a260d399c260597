"""The chosen words as a group: the one that does not belong, and the words nearest to the mean of all."""

from typing import ClassVar

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QToolTip

from engine.errors import DataFileError, TooFewPointsError, UndefinedError
from engine.vectors import Neighbour
from engine.word_group import FEWEST, Belonging
from gui.chosen import add
from gui.parts.likeness_page import LikenessPage
from gui.parts.remark import outcome
from gui.widgets import numbers
from gui.widgets.notice import clipped
from gui.widgets.painting import SMALL, font
from gui.widgets.segments import Segments
from gui.widgets.value_list import ValueList, WordValue
from gui.wording import sentence

DIGITS, EXACT = 4, 8


class GroupPart(LikenessPage):
    """Two lists side by side; in the second, a double click adds a word to the chosen ones."""

    pages: ClassVar[tuple[str, ...]] = ("group",)
    watches: ClassVar[frozenset[str]] = frozenset(
        {"odd_one", "mean", "mean_units", "mean_inputs", "words", "likeness_page", "theme", "failed"}
    )

    def build(self) -> None:
        self._titles = [QLabel(self) for _ in range(2)]
        self._texts = [QLabel(self) for _ in range(2)]
        self.lists = [ValueList(self) for _ in range(2)]
        self._units, self._inputs = Segments(self), Segments(self)
        self._units.setObjectName("similarity.mean.units")
        self._inputs.setObjectName("similarity.mean.inputs")
        for switch in (self._units, self._inputs):
            switch.setProperty("low", True)
        self._units.chosen.connect(self._on_units)
        self._inputs.chosen.connect(self._on_inputs)
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setHorizontalSpacing(14)
        layout.setVerticalSpacing(3)
        names = ("odd", "mean")
        for side, (name, title, text, words) in enumerate(
            zip(names, self._titles, self._texts, self.lists, strict=True)
        ):
            title.setProperty("tone", "title")
            title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            text.setObjectName(f"similarity.{name}.said")
            text.setProperty("tone", "muted")
            text.setFont(font(SMALL))
            text.setWordWrap(True)
            text.setAlignment(Qt.AlignmentFlag.AlignTop)
            words.setObjectName(f"similarity.{name}.words")
            layout.addWidget(title, 0, side)
            layout.addWidget(text, 1, side)
            layout.setColumnStretch(side, 1)
        layout.addWidget(self.lists[0], 2, 0, 3, 1)
        layout.addWidget(self.lists[1], 4, 1)
        layout.addWidget(self._units, 2, 1)
        layout.addWidget(self._inputs, 3, 1)
        layout.setRowStretch(4, 1)
        self.lists[1].chosen.connect(self._on_chosen)

    def show_page(self) -> None:
        state, results = self.session.state, self.session.results
        self._units.show_titles((self.tr("Raw"), self.tr("Unit")), int(state.mean_units))
        self._inputs.show_titles((self.tr("Chosen out"), self.tr("Chosen in")), int(state.mean_inputs))
        self._say_what_switches_do()
        odd = None if "odd_one" in results.failed else results.odd_one
        mean = None if "mean" in results.failed else results.mean
        self._titles[0].setText(
            self.tr("Odd one out: {0}").format(clipped(odd[0].word)) if odd else self.tr("Odd one out")
        )
        self._titles[1].setText(self.tr("Nearest to the mean"))
        self._texts[0].setText(self._about_odd(odd))
        self._texts[1].setText(self._about_mean(mean is not None))
        self.lists[0].setAccessibleName(self.tr("Chosen words, the one that belongs least first"))
        self.lists[1].setAccessibleName(self.tr("Words nearest to the mean of the chosen ones"))
        self.lists[0].show_words([self._belonging(one) for one in odd or ()])
        self.lists[1].show_words([self._near(one) for one in mean.nearest] if mean else [])

    def _say_what_switches_do(self) -> None:
        tips = (
            self.tr("The mean of the vectors as they are: a long one counts for more"),
            self.tr("The mean of the vectors brought to length 1: all count the same"),
            self.tr("Leave the chosen words out of the list"),
            self.tr("Let the chosen words be in the list"),
        )
        buttons = (*self._units.buttons(), *self._inputs.buttons())
        for button, tip in zip(buttons, tips, strict=True):
            button.setToolTip(tip)

    def _about_odd(self, odd: tuple[Belonging, ...] | None) -> str:
        if odd:
            return self.tr(
                "Cosine of each word with the mean direction of all the others: the lowest belongs least."
            )
        few = self.tr("With {0} words that have a vector, it is told here which one does not belong.").format(
            FEWEST
        )
        return self._failure("odd_one", few)

    def _about_mean(self, there: bool) -> str:
        if there:
            return self.tr("Cosine with the mean of all chosen words.")
        return self._failure("mean", self.tr("Choose some words, and their mean’s nearest words stand here."))

    def _failure(self, name: str, few: str) -> str:
        """Why there is no answer."""
        failed = self.session.results.failed.get(name)
        if isinstance(failed, TooFewPointsError):
            return few
        if isinstance(failed, UndefinedError):
            return self.tr("Undefined: a vector is zero, or the vectors cancel each other out.")
        if failed:
            return "" if isinstance(failed, DataFileError) else sentence(failed)
        return self.tr("Comparing…")

    def _belonging(self, one: Belonging) -> WordValue:
        tip = self.tr("{0}: cosine {1} with the mean direction of the others")
        shown = numbers.short(one.cosine, DIGITS)
        text = tip.format(clipped(one.word), numbers.short(one.cosine, EXACT))
        return WordValue(one.word, shown, text, exact=numbers.exported(one.cosine))

    def _near(self, one: Neighbour) -> WordValue:
        chosen = one.word in self.session.state.words
        free = self.tr("A double click or Enter adds it to the chosen words.")
        lines = (
            clipped(one.word),
            self.tr("cosine with the mean: {0}").format(numbers.short(one.value, EXACT)),
            self.tr("number {0} by frequency").format(f"{one.rank + 1:,}"),
            self.tr("It is among the chosen words.") if chosen else free,
        )
        shown = numbers.short(one.value, DIGITS)
        return WordValue(one.word, shown, "\n".join(lines), chosen, numbers.exported(one.value))

    @Slot(int)
    def _on_units(self, place: int) -> None:
        self.session.set(mean_units=place == 1)

    @Slot(int)
    def _on_inputs(self, place: int) -> None:
        self.session.set(mean_inputs=place == 1)

    @Slot(str)
    def _on_chosen(self, word: str) -> None:
        addition = add(self.session.state.words, [word])
        self.session.set(words=addition.words)
        if said := outcome(addition):
            QToolTip.showText(QCursor.pos(), "<br>".join(said), self)
