"""What the other pages of the translation are: a sentence on top that says what is shown, and the picture or, without
one, words; drawn only while a page is looked at.
"""

from typing import ClassVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from engine.errors import EmptySentenceError
from gui.panes.base import Pane
from gui.theme import THEMES, Theme
from gui.widgets.painting import SMALL, font
from gui.widgets.rows import column
from gui.wording import sentence

PAD = 6


class SeqPage(Pane):
    """``page`` is its name among gui.pages.SEQ_PAGES, ``result`` the field of Results that it shows; its widgets are
    called ``page.caption``, ``page.message`` and so on.
    """

    page: ClassVar[str]
    result: ClassVar[str]

    def refresh(self) -> None:
        if self.session.state.seq_page == self.page:
            self.show_page()

    def show_page(self) -> None:
        """Redraw, ending in `show_picture` or `show_message`."""
        raise NotImplementedError

    def lay_out(self, *above: QWidget) -> QVBoxLayout:
        """Make caption and message, and put some widgets above both; answers the layout for the picture."""
        self.caption, self.message, self._picture = (
            self.label("caption"),
            self.label("message"),
            QWidget(self),
        )
        self.message.setProperty("tone", "muted")
        self.message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.message)
        self._stack.addWidget(self._picture)
        inner, outer = column(self._picture), column(self)
        inner.setSpacing(PAD)
        outer.setSpacing(PAD)
        for widget in (self.caption, *above):
            outer.addWidget(widget)
        outer.addWidget(self._stack, 1)
        return inner

    def label(self, name: str, small: bool = False) -> QLabel:
        """Text that wraps and can be selected."""
        made = QLabel(self)
        made.setObjectName(f"{self.page}.{name}")
        made.setTextFormat(Qt.TextFormat.RichText)
        made.setWordWrap(True)
        made.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        if small:
            made.setFont(font(SMALL))
        return made

    def show_picture(self, caption: str) -> None:
        """``caption`` is HTML."""
        self.caption.setText(caption)
        self._stack.setCurrentWidget(self._picture)

    def show_message(self, caption: str, text: str) -> None:
        """Say why there is no picture."""
        self.caption.setText(caption)
        self.message.setText(text)
        self._stack.setCurrentWidget(self.message)

    def missing(self) -> str:
        """Why there is nothing to show: what failed, or that it is being made."""
        error = self.session.results.failed.get(self.result)
        if isinstance(error, EmptySentenceError):
            return self.tr("The sentence is empty. Type a few words above.")
        return sentence(error) if error else self.tr("One moment…")

    def without_changes(self) -> str:
        """What is said where numbers that were set by hand count for nothing; HTML."""
        if not self.session.state.seq_changes:
            return ""
        return f" <b>{self.tr('Without the numbers that you have set by hand.')}</b>"

    @property
    def failed(self) -> bool:
        return self.result in self.session.results.failed

    @property
    def theme(self) -> Theme:
        return THEMES[self.session.state.theme]
