"""What every page of the desk for distances is: one sentence that says what is seen, one that says what was found."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, ClassVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from engine.errors import EmptySentenceError
from gui.pages import FAR_PAGES
from gui.panes.base import Pane
from gui.theme import THEMES, Theme
from gui.widgets.notice import QUOTED, Notice, clipped
from gui.widgets.rows import NARROW, column
from gui.wording import sentence, tr

PAGES = FAR_PAGES
NAMED = 3  # words that are named at once

# What the nets are called, and their colours in the theme.
NETS: Mapping[str, tuple[str, str]] = {
    "recurrent": ("Recurrent net", "warning"),
    "convolution": ("Convolution", "pair_b"),
    "attention": ("Self-attention", "q"),
}


def net_title(name: str) -> str:
    return tr(NETS[name][0])


class FarPage(Pane):
    """``page`` is where it stands, of PAGES; ``name`` its own; ``result`` the field of Results that it is drawn from.
    It is drawn only while its page is looked at.
    """

    page: ClassVar[str]
    name: ClassVar[str]
    result: ClassVar[str]

    def build(self) -> None:
        self.seen, self.said, self.notice = QLabel(self), QLabel(self), Notice(self)
        for label, name in ((self.seen, "seen"), (self.said, "said"), (self.notice, "notice")):
            label.setObjectName(f"distance.{self.name}.{name}")
            label.setWordWrap(True)
            label.setMinimumWidth(NARROW)
        self.seen.setProperty("tone", "muted")
        self.said.setTextFormat(Qt.TextFormat.RichText)
        self.said.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.body = QWidget(self)
        layout = column(self)
        for widget in (self.seen, self.notice, self.said):
            layout.addWidget(widget)
        layout.addWidget(self.body, 1)
        layout.addStretch()  # while there is nothing to show
        self.build_body(column(self.body))

    def build_body(self, layout: QVBoxLayout) -> None:
        """Create what is below the sentences."""
        raise NotImplementedError

    def refresh(self) -> None:
        if self.session.state.far_page != self.page:
            return
        failed, found = (
            self.session.results.failed.get(self.result),
            getattr(self.session.results, self.result),
        )
        if isinstance(failed, EmptySentenceError) and self.session.state.far_text.strip():
            failed = None  # of the sentence before
        self.seen.setText(self.explanation())
        lines = [self._problem(failed)] if failed else self.remarks(found) if found is not None else []
        if failed and found is not None:
            lines.append(self.tr("Below is still the last one that worked."))
        self.notice.say([escape(line) for line in lines])
        self.body.setVisible(found is not None)
        self.said.setText("" if failed or found is not None else self.tr("Computing…"))
        if found is not None:
            waits = not failed and self.is_of_before(found)
            text = self.tr("Computing… Below is still the one before.") if waits else self.finding(found)
            self.said.setText(text)
            self.show_found(found)
        self.said.setVisible(bool(self.said.text()))

    def is_of_before(self, found: Any) -> bool:
        """Whether something else was asked for since: of what takes long it has to be said."""
        return False

    def _problem(self, error: Exception) -> str:
        if isinstance(error, EmptySentenceError):
            return self.tr("The sentence is empty: type a few words.")
        return sentence(error)

    def explanation(self) -> str:
        """What is seen here, in a sentence."""
        raise NotImplementedError

    def finding(self, found: Any) -> str:
        """What it says of this very sentence, in numbers, as HTML."""
        raise NotImplementedError

    def remarks(self, found: Any) -> list[str]:
        """What the reader should know of what was typed."""
        return []

    def show_found(self, found: Any) -> None:
        """Draw it."""
        raise NotImplementedError

    @property
    def theme(self) -> Theme:
        return THEMES[self.session.state.theme]

    def in_colour(self, colour: str, text: str) -> str:
        """HTML of a text in a colour of the theme."""
        return f'<b style="color:{self.theme.colour(colour).name()}">{escape(text)}</b>'


def named(words: Sequence[str]) -> str:
    """A few words in quotation marks."""
    return ", ".join(f"“{short_word(word)}”" for word in words[:NAMED]) + ("…" if len(words) > NAMED else "")


def short_word(word: str) -> str:
    """As it was typed, held to a length that leaves the sentence readable."""
    return clipped(word, QUOTED)


def counted(one: str, many: str, count: int) -> str:
    """``1 step``, ``5 steps``: the text that fits, with the number filled in."""
    return (one if count == 1 else many).format(f"{count:,}")
