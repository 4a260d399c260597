"""The plane: the chosen words, the paths of a sentence's tokens through the layers, or one head's sum of values."""

from collections.abc import Mapping
from typing import ClassVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QStackedWidget

from gui.panes.base import Pane
from gui.parts.head_sum import HeadSumPart
from gui.parts.journey import JourneyPart
from gui.parts.plane_page import PAGES, PlanePage
from gui.parts.plane_words import PlaneWordsPart
from gui.widgets.plane_top import TopRow
from gui.widgets.rows import column
from gui.widgets.segments import Segments

PARTS: Mapping[str, type[PlanePage]] = {
    part.page: part for part in (PlaneWordsPart, JourneyPart, HeadSumPart)
}


class PlanePane(Pane):
    """A switch over its pages, each of which is built when it is first looked at."""

    watches: ClassVar[frozenset[str]] = frozenset({"plane_page"})

    def build(self) -> None:
        self.pages = Segments(self)
        self.pages.setObjectName("plane.page")
        self.pages.chosen.connect(self._on_page)
        self.parts: dict[str, PlanePage] = {}
        self._stack = QStackedWidget(self)
        layout = column(self)
        layout.setContentsMargins(10, 4, 10, 6)
        self._top = TopRow(self.pages, self)
        layout.addWidget(self._top)
        layout.addWidget(self._stack, 1)

    def refresh(self) -> None:
        page = self.session.state.plane_page
        titles = self.tr("Words"), self.tr("Path through the layers"), self.tr("One head’s sum")
        tips = (
            self.tr("The chosen words as arrows, and the angle between two of them"),
            self.tr("Where each token’s vector stands at the input and after each layer"),
            self.tr("One head’s output for one token, as arrows laid end to end: weight × value"),
        )
        self.pages.show_titles(titles, PAGES.index(page))
        for button, tip in zip(self.pages.buttons(), tips, strict=True):
            button.setToolTip(tip)
        if page not in self.parts:
            self._build_part(page)
        self._stack.setCurrentWidget(self.parts[page])
        for name, part in self.parts.items():
            if control := part.beside():
                control.setVisible(name == page)
        self._top.arrange()

    def _build_part(self, page: str) -> None:
        part = self.parts[page] = PARTS[page](self.session, self._stack)
        self._stack.addWidget(part)
        if control := part.beside():
            self._top.add(control)

    @Slot(int)
    def _on_page(self, place: int) -> None:
        self.session.set(plane_page=PAGES[place])
