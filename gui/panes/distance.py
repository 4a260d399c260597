"""How far apart two words are: paths through nets, forgetting, fixed and made-to-measure weights, and counting."""

from collections.abc import Mapping
from typing import ClassVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QWidget

from engine.examples import DISTANCES, PAIRS
from gui.panes.base import Pane
from gui.parts.far_costs import CostsPart
from gui.parts.far_counting import CountingPart
from gui.parts.far_fading import FadingPart
from gui.parts.far_forgetting import ForgettingPart
from gui.parts.far_mixing import MixingPart
from gui.parts.far_page import PAGES, FarPage
from gui.parts.far_path import PathPart
from gui.widgets.menu_button import MenuButton
from gui.widgets.rows import column, row, titled
from gui.widgets.segments import Segments
from gui.widgets.sentence_edit import SentenceEdit

# The parts of each page, and their shares of its width.
PARTS: Mapping[str, tuple[tuple[type[FarPage], int], ...]] = {
    "path": ((PathPart, 3), (CostsPart, 2)),
    "forgetting": ((ForgettingPart, 3), (FadingPart, 2)),
    "mixing": ((MixingPart, 1),),
    "counting": ((CountingPart, 1),),
}
OF_TWO, ALONE = "mixing", "counting"  # a page of two sentences, and one that has none of these


class DistancePane(Pane):
    """The sentence is typed here; below it one of the pages."""

    watches: ClassVar[frozenset[str]] = frozenset({"far_page", "far_text", "far_other"})

    def build(self) -> None:
        self.pages = Segments(self)
        self.pages.setObjectName("distance.page")
        self.pages.setAccessibleName(self.tr("Pages of the distances"))
        self.text, self.other = (
            self._edit(
                "sentence", self.tr("The sentence whose words are looked at; Chinese is read by character")
            ),
            self._edit("other", self.tr("Sentence B, whose mixing is compared with that of the first")),
        )
        self.ready, self.pairs = MenuButton(self.tr("Examples"), self), MenuButton(self.tr("Pairs"), self)
        self.ready.setObjectName("distance.examples")
        self.ready.setToolTip(self.tr("Take a ready-made sentence"))
        self.ready.set_entries(DISTANCES)
        self.pairs.setObjectName("distance.pairs")
        self.pairs.setToolTip(self.tr("Take both sentences from a ready-made pair"))
        self.pairs.set_entries([f"{a}  |  {b}" for a, b in PAIRS])
        wide = max(self.ready.sizeHint().width(), self.pairs.sizeHint().width())
        for button in (self.ready, self.pairs):
            button.setMinimumWidth(wide)
        self.first, self.second = QWidget(self), QWidget(self)
        self._title = titled(self.tr("Sentence &A"), self.text)
        self._lay(self.first, self._title, self.text, self.ready)
        self._lay(self.second, titled(self.tr("Sentence &B"), self.other), self.other, self.pairs)
        self.stack = QStackedWidget(self)
        self.parts: dict[type[FarPage], FarPage] = {}
        for page in PAGES:
            self.stack.addWidget(self._page(page))
        layout = column(self)
        layout.setContentsMargins(10, 4, 10, 6)
        for widget in (self.pages, self.first, self.second):
            layout.addWidget(widget)
        layout.addWidget(self.stack, 1)
        self.pages.chosen.connect(self._on_page)
        self.text.committed.connect(self._on_text)
        self.other.committed.connect(self._on_other)
        self.ready.chosen.connect(self._on_ready)
        self.pairs.chosen.connect(self._on_pair)

    def _edit(self, name: str, tip: str) -> SentenceEdit:
        edit = SentenceEdit(self)
        edit.setObjectName(f"distance.{name}")
        edit.setPlaceholderText(self.tr("Type a sentence"))
        edit.setToolTip(tip)
        return edit

    def _lay(self, holder: QWidget, *widgets: QWidget) -> None:
        line = row(*widgets)
        line.setContentsMargins(0, 0, 0, 0)
        holder.setLayout(line)

    def _page(self, page: str) -> QWidget:
        holder = QWidget(self.stack)
        across = QHBoxLayout(holder)
        across.setContentsMargins(0, 2, 0, 0)
        across.setSpacing(16)
        for kind, share in PARTS[page]:
            part = self.parts[kind] = kind(self.session, holder)
            across.addWidget(part, share)
        return holder

    def refresh(self) -> None:
        state = self.session.state
        self.text.set_sentence(state.far_text)
        self.other.set_sentence(state.far_other)
        titles = (
            (self.tr("Path"), self.tr("How many steps from word to word, and what they cost")),
            (self.tr("Forgetting"), self.tr("How much of each word is left at the end, measured")),
            (
                self.tr("Fixed or made to measure"),
                self.tr("Weights that stay, and weights made for the sentence"),
            ),
            (self.tr("Counting"), self.tr("What came next, counted in the training sentences")),
        )
        self.pages.show_titles(tuple(title for title, _ in titles), PAGES.index(state.far_page))
        for button, (_, tip) in zip(self.pages.buttons(), titles, strict=True):
            button.setToolTip(tip)
        self._title.setText(self.tr("Sentence &A") if state.far_page == OF_TWO else self.tr("S&entence"))
        self.first.setVisible(state.far_page != ALONE)
        self.second.setVisible(state.far_page == OF_TWO)
        self.stack.setCurrentIndex(PAGES.index(state.far_page))

    @Slot(int)
    def _on_page(self, place: int) -> None:
        self.session.set(far_page=PAGES[place])

    @Slot(str)
    def _on_text(self, text: str) -> None:
        self.session.set(far_text=text)

    @Slot(str)
    def _on_other(self, text: str) -> None:
        self.session.set(far_other=text)

    @Slot(int)
    def _on_ready(self, place: int) -> None:
        self.session.set(far_text=DISTANCES[place])

    @Slot(int)
    def _on_pair(self, place: int) -> None:
        text, other = PAIRS[place]
        self.session.set(far_text=text, far_other=other)
