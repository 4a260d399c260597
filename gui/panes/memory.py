"""One token after another: what is kept from each to the next, and what it saves."""

from typing import ClassVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QStackedWidget

from gui.pages import MEM_PAGES
from gui.panes.base import Pane
from gui.parts.mem_cache import CachePart
from gui.parts.mem_kinds import KindsPart
from gui.widgets.rows import column
from gui.widgets.segments import Segments


class MemoryPane(Pane):
    """A page for the key/value cache of trained models, and one for three kinds of memory on word vectors."""

    watches: ClassVar[frozenset[str]] = frozenset({"mem_page"})

    def build(self) -> None:
        self.pages = Segments(self)
        self.pages.setObjectName("memory.page")
        self.pages.setAccessibleName(self.tr("Pages of the memory desk"))
        self.pages.chosen.connect(self._on_page)
        self._stack = QStackedWidget(self)
        for part in (CachePart, KindsPart):
            self._stack.addWidget(part(self.session, self._stack))
        layout = column(self)
        layout.setContentsMargins(10, 6, 10, 6)
        layout.addWidget(self.pages)
        layout.addWidget(self._stack, 1)

    def refresh(self) -> None:
        place = MEM_PAGES.index(self.session.state.mem_page)
        self.pages.show_titles((self.tr("Key/value cache"), self.tr("Three kinds of memory")), place)
        tips = (
            self.tr("What a decoder keeps of the tokens it has read, and what it need not compute again"),
            self.tr(
                "The same words in a recurrent state, a list of keys and values, and a layer that learns"
            ),
        )
        for button, tip in zip(self.pages.buttons(), tips, strict=True):
            button.setToolTip(tip)
        self._stack.setCurrentIndex(place)

    @Slot(int)
    def _on_page(self, place: int) -> None:
        self.session.set(mem_page=MEM_PAGES[place])
