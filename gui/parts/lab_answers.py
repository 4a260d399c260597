"""Three answers to one look-up beside each other: exact, nearest, soft."""

from html import escape

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from engine.dictionary import Entry, LookUp
from gui.theme import Theme
from gui.widgets import numbers
from gui.widgets.notice import clipped, quoted
from gui.widgets.painting import SMALL, font

NAMES = ("exact", "nearest", "soft")
LARGE, GAP = 20, 8
NAMED = 3  # keys named at once


class LabAnswers(QFrame):
    """``opened``: the arithmetic of the soft answer is asked for."""

    opened = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.titles, self.numbers, self.texts = ([QLabel(self) for _ in NAMES] for _ in range(3))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 4)
        layout.setSpacing(2 * GAP)
        labels = zip(NAMES, self.titles, self.numbers, self.texts, strict=True)
        for name, title, number, text in labels:
            title.setProperty("tone", "title")
            number.setObjectName(f"scoring.{name}")
            number.setFont(font(LARGE, bold=True))
            number.setTextFormat(Qt.TextFormat.RichText)
            text.setObjectName(f"scoring.{name}.said")
            text.setProperty("tone", "muted")
            text.setFont(font(SMALL))
            text.setWordWrap(True)
            text.setAlignment(Qt.AlignmentFlag.AlignTop)
            text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
            card = QVBoxLayout()
            card.setSpacing(2)
            for label in (title, number, text):
                card.addWidget(label)
            card.addStretch(1)
            layout.addLayout(card, 1)
        soft = self.numbers[2]
        soft.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        soft.setToolTip(self.tr("Open its arithmetic: every value times its weight"))
        soft.linkActivated.connect(self._on_link)

    def show_answers(self, found: LookUp, theme: Theme) -> None:
        """What each way answers, and why."""
        titles = self.tr("Exact match"), self.tr("Nearest match"), self.tr("Soft match (attention)")
        shown = self._exact(found), self._nearest(found), self._soft(found)
        for label, title in zip(self.titles, titles, strict=True):
            label.setText(title)
        for (number, text), large, small in zip(shown, self.numbers, self.texts, strict=True):
            large.setText(number)
            small.setText(text)
        link = theme.colour("accent").name()
        if found.answer is not None:
            self.numbers[2].setText(f'<a href="answer" style="color:{link}">{shown[2][0]}</a>')

    def _exact(self, found: LookUp) -> tuple[str, str]:
        entry = found.exact
        if entry is None:
            return self.tr("no answer"), self.tr("{0} is not among the keys.").format(quoted(found.query))
        return _written(entry.value), self.tr("{0} is a key.").format(quoted(found.query))

    def _nearest(self, found: LookUp) -> tuple[str, str]:
        if not found.nearest:
            return numbers.undefined(), self._missing(found)
        first, *others = found.nearest
        score = numbers.short(float(found.scores[_place(first)]), 3)
        if not others:
            said = self.tr("The key nearest to {0} is {1}, with the score {2}.")
            return _written(first.value), said.format(quoted(found.query), quoted(first.word), score)
        names = ", ".join(quoted(entry.word) for entry in found.nearest[:NAMED])
        more = "…" if len(found.nearest) > NAMED else ""
        said = self.tr("Equally near: {0}, with the score {1}. The first of them answers.")
        return _written(first.value), said.format(names + more, score)

    def _soft(self, found: LookUp) -> tuple[str, str]:
        if found.answer is None:
            return numbers.undefined(), self._missing(found)
        largest = max(found.near, key=lambda entry: float(found.weights[_place(entry)]))
        share = numbers.short(float(found.weights[_place(largest)]), 3)
        said = self.tr("All values, each times its weight, added up. The largest weight is that of {0}: {1}.")
        return _written(found.answer), said.format(quoted(largest.word), share)

    def _missing(self, found: LookUp) -> str:
        """Why nothing can be near."""
        reasons = {
            "query": self.tr("{0} has no vector: nothing is near to it or far from it."),
            "direction": self.tr("The vector of {0} is zero: it has no direction, and so no cosine."),
            "keys": self.tr("No key has a vector to compare with."),
        }
        return reasons[found.missing].format(f"“{escape(clipped(found.query))}”")

    @Slot(str)
    def _on_link(self, address: str) -> None:
        self.opened.emit()


def _place(entry: Entry) -> int:
    assert entry.place is not None
    return entry.place


def _written(value: float) -> str:
    return numbers.short(value, 2)
