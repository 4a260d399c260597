"""How alike words are: a pair in numbers, the matrix, neighbours compared, analogies, the chosen words as a group."""

from typing import ClassVar

from PySide6.QtCore import Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from gui.panes.base import Pane
from gui.parts.analogy import AnalogyPart
from gui.parts.analogy_terms import AnalogyTermsPart
from gui.parts.behind import BehindPart
from gui.parts.group import GroupPart
from gui.parts.likeness import LikenessPart
from gui.parts.likeness_page import PAGES, LikenessPage
from gui.parts.measure import MeasurePart
from gui.parts.nearest import NearestPart
from gui.parts.neighbours import NeighboursPart
from gui.parts.pair import PairPart
from gui.widgets.segments import Segments

ABOVE: tuple[type[LikenessPage], ...] = (PairPart, LikenessPart, MeasurePart)  # side by side
BELOW: tuple[type[LikenessPage], ...] = (
    NeighboursPart,
    BehindPart,
    NearestPart,
    AnalogyTermsPart,
    AnalogyPart,
    GroupPart,
)
LOW: frozenset[type[LikenessPage]] = frozenset(
    {NeighboursPart, AnalogyTermsPart}
)  # as high as what they show
APART: frozenset[type[LikenessPage]] = frozenset(
    {MeasurePart, BehindPart}
)  # seen while a number is taken apart
WHOLE: frozenset[type[LikenessPage]] = frozenset({LikenessPart, NeighboursPart})  # and what gives way to them

ABOVE_OTHERS = 220  # height that the neighbours leave to the numbers and the matrix
ROOMY = 300  # height from which a pair has room for what stands below it


class SimilarityPane(Pane):
    """Shows the parts of one page.  Its ``pages`` switch is left to whoever places the pane: the window puts it beside
    the title.
    """

    watches: ClassVar[frozenset[str]] = frozenset({"likeness_page", "measure", "behind"})

    def build(self) -> None:
        self.pages = Segments(self)
        self.pages.setObjectName("similarity.page")
        self.pages.setProperty("low", True)
        self.pages.chosen.connect(self._on_page)
        self.parts: dict[type[LikenessPage], LikenessPage] = {
            kind: kind(self.session, self) for kind in (*ABOVE, *BELOW)
        }
        self._layout, self._above = QVBoxLayout(self), QWidget(self)
        self._layout.setContentsMargins(8, 4, 8, 2)
        self._layout.setSpacing(2)
        above = QHBoxLayout(self._above)
        above.setContentsMargins(0, 0, 0, 0)
        above.setSpacing(8)
        self._fill(above, ABOVE)
        self._layout.addWidget(self._above)
        self._fill(self._layout, BELOW)

    def _fill(self, layout: QBoxLayout, kinds: tuple[type[LikenessPage], ...]) -> None:
        for kind in kinds:
            layout.addWidget(self.parts[kind], 0 if kind in LOW else 1)

    def refresh(self) -> None:
        state = self.session.state
        titles = (
            (self.tr("Pair"), self.tr("Two words in numbers, beside all chosen ones and their neighbours")),
            (self.tr("Matrix"), self.tr("How alike all chosen words are")),
            (
                self.tr("Neighbours"),
                self.tr("The nearest words by dot product, cosine and distance, side by side"),
            ),
            (self.tr("Analogy"), self.tr("a − b + c, such as king − man + woman")),
            (self.tr("Group"), self.tr("The odd one among the chosen words, and the words near their mean")),
        )
        self.pages.show_titles(tuple(title for title, _ in titles), PAGES.index(state.likeness_page))
        for button, (_, tip) in zip(self.pages.buttons(), titles, strict=True):
            button.setToolTip(tip)
        self._show_parts()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_parts()

    def _show_parts(self) -> None:
        """What belongs to the page; above as little as can be read while a number's terms stand below it."""
        for kind, part in sorted(self.parts.items(), key=lambda one: self._seen(one[0])):
            part.setVisible(self._seen(kind))  # first what goes: together they would ask for a wider dock
        self._above.setVisible(any(map(self._seen, ABOVE)))
        self._above.setMinimumHeight(ABOVE_OTHERS if self._seen(NeighboursPart) else 0)
        self._layout.setStretchFactor(self._above, 0 if self._seen(BehindPart) else 1)

    def _seen(self, kind: type[LikenessPage]) -> bool:
        """Whether a part belongs to what is looked at."""
        state, results = self.session.state, self.session.results
        apart = bool(state.measure) and state.likeness_page == "pair" and results.behind is not None
        if kind in APART:
            return apart
        low = self.height() < ROOMY and kind is (PairPart if apart else NeighboursPart)
        hidden = low or (apart and kind in WHOLE)
        return state.likeness_page in kind.pages and not hidden

    @Slot(int)
    def _on_page(self, place: int) -> None:
        self.session.set(likeness_page=PAGES[place])
