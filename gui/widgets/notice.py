"""A line that says in place what is wrong or what to do next, with words in it that can be clicked."""

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from gui.widgets.painting import SMALL, font
from gui.widgets.plain import visible

LONGEST = 40
QUOTED = 24  # letters of a quoted word: a line breaks between words only


class Notice(QLabel):
    """Hidden while it has nothing to say.  `linkActivated` tells which link was followed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setWordWrap(True)
        self.setFont(font(SMALL))
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self.hide()

    def say(self, lines: list[str], tone: str = "warning") -> None:
        """Lines of HTML, in the tone of gui.stylesheet: muted, warning or error.  No lines: nothing to say."""
        if self.property("tone") != tone:
            self.setProperty("tone", tone)
            self.style().unpolish(self)
            self.style().polish(self)
        self.setText("<br>".join(lines))
        self.setVisible(bool(lines))


def clipped(word: str, most: int = LONGEST) -> str:
    """A word as it was typed, held to a length that can be read."""
    shown = visible(word[: most + 1])
    return shown if len(shown) <= most else f"{shown[:most]}…"


def quoted(word: str) -> str:
    """The same as HTML, in quotation marks."""
    return f"“{escape(clipped(word, QUOTED))}”"


def link(address: str, word: str) -> str:
    """A word that can be clicked."""
    return f'<a href="{escape(address)}">{escape(visible(word))}</a>'
