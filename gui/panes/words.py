"""What a person types and chooses: the sentence, the search over the vocabulary, the chosen words."""

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout

from gui.panes.base import Pane
from gui.parts.chosen import ChosenPart
from gui.parts.opening_bar import OpeningBar
from gui.parts.search import SearchPart
from gui.parts.sentence import SentencePart
from gui.widgets.rows import column

SIDE = 10  # the margins
WIDE = 700  # from this width on, the parts have room beside each other
DOWN, ACROSS = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight


class WordsPane(Pane):
    """The three parts, one above the other; in a wide pane, as a small window has it, side by side."""

    def build(self) -> None:
        self._sentence, self._search = SentencePart(self.session, self), SearchPart(self.session, self)
        whole = column(self)
        whole.setContentsMargins(SIDE, 3, SIDE, 1)
        whole.setSpacing(3)
        whole.addWidget(OpeningBar(self.session, self))
        self._parts = QBoxLayout(DOWN)
        whole.addLayout(self._parts, 1)
        self._parts.setSpacing(3)
        self._parts.addWidget(self._sentence)
        self._parts.addWidget(self._search)
        self._parts.addWidget(ChosenPart(self.session, self), 1)
        self._parts.setAlignment(self._search, Qt.AlignmentFlag.AlignTop)

    def refresh(self) -> None:
        """Each part does so itself."""

    def minimumSizeHint(self) -> QSize:
        """The parts stand beside each other where there is room for it; they never ask for that room."""
        widest = max(part.minimumSizeHint().width() for part in (self._sentence, self._search))
        return QSize(widest + 2 * SIDE, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wide = self.width() >= WIDE
        self._parts.setDirection(ACROSS if wide else DOWN)
        self._parts.setSpacing(14 if wide else 3)

    def event(self, event: QEvent) -> bool:
        """A wide pane is as low as it can be, but no lower than what it has to say needs."""
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest and self._parts.direction() == ACROSS:
            layout = self.layout()
            self.setMinimumHeight(layout.totalMinimumHeightForWidth(self.width()) if layout else 0)
        return done

    def focus_sentence(self) -> None:
        """Ready to type a sentence over the one that is there."""
        self._sentence.edit.setFocus()
        self._sentence.edit.selectAll()

    def focus_search(self) -> None:
        """Ready to type a word."""
        self._search.box.setFocus()
        self._search.box.selectAll()
