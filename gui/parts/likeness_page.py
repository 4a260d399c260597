"""What every page of the similarity pane is: drawn only while it is the one that is looked at."""

from html import escape
from typing import ClassVar

from gui.pages import LIKENESS_PAGES
from gui.panes.base import Pane
from gui.theme import THEMES, Theme
from gui.widgets.notice import QUOTED, clipped

PAGES = LIKENESS_PAGES


class LikenessPage(Pane):
    """``pages`` are the names of those of PAGES on which it is seen."""

    pages: ClassVar[tuple[str, ...]]

    def refresh(self) -> None:
        if self.session.state.likeness_page in self.pages:
            self.show_page()

    def show_page(self) -> None:
        """Redraw."""
        raise NotImplementedError

    @property
    def theme(self) -> Theme:
        return THEMES[self.session.state.theme]


def in_colour(theme: Theme, letter: str, text: str) -> str:
    """HTML of a text in the colour of A or B."""
    colour = theme.colour(f"pair_{letter}").name()
    return f'<b style="color:{colour}">{escape(clipped(text, QUOTED))}</b>'
