"""What every page of the similarity pane is: drawn only while it is the one that is looked at."""

from html import escape

from gui.pages import LIKENESS_PAGES
from gui.parts.page import Page
from gui.theme import Theme
from gui.widgets.notice import QUOTED, clipped

PAGES = LIKENESS_PAGES


class LikenessPage(Page):
    """``pages`` are the names of those of PAGES on which it is seen."""

    choice = "likeness_page"


def in_colour(theme: Theme, letter: str, text: str) -> str:
    """HTML of a text in the colour of A or B."""
    colour = theme.colour(f"pair_{letter}").name()
    return f'<b style="color:{colour}">{escape(clipped(text, QUOTED))}</b>'
