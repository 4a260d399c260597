"""What a page is that stands behind others: drawn only while it is the one that is looked at."""

from typing import ClassVar

from gui.panes.base import Pane
from gui.theme import THEMES, Theme


class Page(Pane):
    """``choice`` is the field of State that says which page is looked at, ``pages`` those on which this one is seen."""

    choice: ClassVar[str]
    pages: ClassVar[tuple[str, ...]]

    def refresh(self) -> None:
        if getattr(self.session.state, self.choice) in self.pages:
            self.show_page()

    def show_page(self) -> None:
        """Redraw."""
        raise NotImplementedError

    @property
    def theme(self) -> Theme:
        return THEMES[self.session.state.theme]
