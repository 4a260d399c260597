"""What every part of the desk for scoring is: drawn only while its page is the one that is looked at."""

from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from engine.steps.base import Cell
from gui.pages import LAB_PAGES
from gui.parts.page import Page
from gui.view import opened
from gui.widgets.model_bar import FRESH_LIMITS
from gui.widgets.number_box import CountBox, spin
from gui.widgets.painting import SMALL, font

PAGES = LAB_PAGES
MOST_SEED = FRESH_LIMITS["seed"][1]
SPIN_WIDTH = 92


class LabPage(Page):
    """``pages`` are the names of those of PAGES on which it is seen."""

    choice = "lab_page"

    def open_number(self, path: str, cell: Cell) -> None:
        """Open a number's arithmetic; the ways that made it are chosen."""
        self.session.set(**opened(self.session.state, None, path, cell))

    def marked(self, path: str) -> Cell | None:
        """Which cell of an array is open."""
        cell = self.session.state.cell
        return cell[1] if cell is not None and cell[0] == path else None


def narrow_spin(parent: QWidget, name: str, limits: tuple[int, int], tip: str) -> CountBox:
    box = spin(parent, name, limits, tip)
    box.setMaximumWidth(SPIN_WIDTH)
    return box


def muted(parent: QWidget, name: str = "") -> QLabel:
    """A small line of text that wraps."""
    label = QLabel(parent)
    label.setObjectName(name)
    label.setProperty("tone", "muted")
    label.setFont(font(SMALL))
    label.setWordWrap(True)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    return label


def label_of(text: str, field: QWidget) -> QLabel:
    """A title whose ampersand leads to a field."""
    label = QLabel(text)
    label.setProperty("tone", "muted")
    label.setFont(font(SMALL))
    label.setBuddy(field)
    return label
