"""What the pages of the memory pane share: drawn only while they are looked at, and how their numbers are written."""

from typing import ClassVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QScrollArea, QWidget

from gui.panes.base import Pane
from gui.theme import THEMES, Theme
from gui.widgets.matrix_view import MatrixView
from gui.widgets.rows import NARROW, scrolled


class MemoryPage(Pane):
    """``page`` is one of gui.pages.MEM_PAGES; ``view``, if any, the name of the part of it that it is."""

    page: ClassVar[str]
    view: ClassVar[str] = ""

    def refresh(self) -> None:
        state = self.session.state
        if state.mem_page != self.page:
            return
        if self.view in ("", state.mem_cache if self.page == "cache" else state.mem_kinds):
            self.show_page()

    def show_page(self) -> None:
        """Redraw."""
        raise NotImplementedError

    @property
    def theme(self) -> Theme:
        return THEMES[self.session.state.theme]

    def label(self, name: str, tone: str = "muted") -> QLabel:
        """A line of plain text that wraps."""
        made = QLabel(self)
        made.setObjectName(f"memory.{name}")
        made.setProperty("tone", tone)
        made.setTextFormat(Qt.TextFormat.PlainText)
        made.setWordWrap(True)
        made.setMinimumWidth(NARROW)
        made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        return made

    def scrolled(self, name: str) -> tuple[QScrollArea, QWidget]:
        """An area that scrolls down where there is little room, and what is in it."""
        area, inner = scrolled(self)
        area.setObjectName(f"memory.{name}")
        return area, inner

    def matrix(self, name: str, tip: str, parent: QWidget | None = None) -> MatrixView:
        """A matrix by its name."""
        made = MatrixView(parent or self)
        made.setObjectName(f"memory.{name}")
        made.setToolTip(tip)
        return made
