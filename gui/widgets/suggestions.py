"""A search box with a list of suggestions under it, which lies over the window and never takes the focus."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QRect, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QFocusEvent,
    QGuiApplication,
    QHideEvent,
    QKeyEvent,
    QKeySequence,
    QMoveEvent,
    QPalette,
    QResizeEvent,
)
from PySide6.QtWidgets import QHeaderView, QLineEdit, QTreeWidget, QTreeWidgetItem, QWidget

from gui.widgets.painting import BODY, TINY, font
from gui.widgets.plain import visible
from gui.widgets.undoing import left_to_the_window

ROWS = 10  # seen at once
LEAST_WIDTH, COLUMNS = 270, 3
PATIENCE = 300  # ms without a suggestion, after which it is said that there is none
DIVIDER = re.compile(r"[\s,;|/\u3001\uff0c\uff1b]")  # of the words of a list
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


@dataclass(frozen=True)
class Suggestion:
    """A word, what is to be known of it, its rank, as they are written, and the title of the section it is in."""

    word: str
    note: str = ""
    rank: str = ""
    section: str = ""


class SuggestionList(QTreeWidget):
    """The list itself."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setColumnCount(COLUMNS)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setStyleSheet("QTreeView::item { border-radius: 0; padding: 2px 4px; }")
        self.setUniformRowHeights(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.hide()

    def show_all(self, suggestions: Sequence[Suggestion]) -> None:
        """Other suggestions, a title above each section; none of them is current."""
        self.clear()
        quiet, section = self.palette().brush(QPalette.ColorRole.PlaceholderText), ""
        for one in suggestions:
            if one.section != section:
                section = one.section
                self._add_title(section, TINY)
            item = QTreeWidgetItem([visible(one.word), one.note, one.rank])
            item.setData(0, Qt.ItemDataRole.UserRole, one.word)
            item.setTextAlignment(2, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            item.setForeground(1, quiet)
            item.setForeground(2, quiet)
            self.addTopLevelItem(item)

    def show_none(self, text: str) -> None:
        """A line in place of suggestions, which cannot be taken."""
        self.clear()
        self._add_title(text, BODY)

    def word(self, item: QTreeWidgetItem | None) -> str | None:
        """The word of a suggestion; None for a title and the line that says there is none."""
        return None if item is None else item.data(0, Qt.ItemDataRole.UserRole)

    def items(self) -> list[QTreeWidgetItem]:
        """What can be taken, from top to bottom."""
        lines = (self.topLevelItem(row) for row in range(self.topLevelItemCount()))
        return [item for item in lines if item is not None and self.word(item) is not None]

    def step(self, by: int) -> None:
        """What is current moves, past titles; above the first there is none."""
        items, here = self.items(), self.currentItem()
        place = items.index(here) + by if here is not None else min(by, 1) - 1
        if place < 0 or not items:
            self.setCurrentIndex(QModelIndex())  # back to the box
        else:
            self.setCurrentItem(items[min(place, len(items) - 1)])
        if place <= 0:
            self.scrollToTop()  # its title, too

    def _add_title(self, text: str, pixels: int) -> None:
        item = QTreeWidgetItem([text])
        item.setFlags(Qt.ItemFlag.NoItemFlags)
        item.setForeground(0, self.palette().brush(QPalette.ColorRole.PlaceholderText))
        item.setFont(0, font(pixels))
        self.addTopLevelItem(item)
        item.setFirstColumnSpanned(True)

    def sizeHint(self) -> QSize:
        rows = min(self.topLevelItemCount(), ROWS)
        return QSize(LEAST_WIDTH, rows * max(self.sizeHintForRow(0), 1) + 2 * self.frameWidth())


class SearchBox(QLineEdit):
    """Down goes into the list, Enter takes what is current there, Escape closes it."""

    chosen = Signal(str)  # a suggestion was taken
    entered = Signal(str)  # Enter, and no suggestion was current
    pasted = Signal(str)  # a text of several words came at once
    typed = Signal(str)  # any other edit

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.list = SuggestionList(self)
        self.list.itemClicked.connect(self._on_clicked)
        self.nothing = ""  # what is said when there is no suggestion for what is typed
        self._found = False
        self._closed = True
        self._length = 0
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(PATIENCE)
        self._patience.timeout.connect(self._on_nothing_found)
        self.setMaxLength(2**31 - 1)  # Qt's own limit would cut a pasted list off without a word
        self.textEdited.connect(self._on_edited)
        self.textChanged.connect(self._on_changed)

    def set_suggestions(self, suggestions: Sequence[Suggestion]) -> None:
        """Offer these, unless the list has been closed since the last key."""
        self._found = bool(suggestions)
        self.list.show_all(suggestions)
        self._show_list()
        self._wait()

    def close_list(self) -> None:
        """Offer nothing more until the text is edited."""
        self._closed = True
        self._patience.stop()
        self.list.hide()

    def event(self, event: QEvent) -> bool:
        return left_to_the_window(self, event) or bool(super().event(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, shown = event.key(), self.list.isVisible()
        if key == Qt.Key.Key_Down and not shown:
            self._closed = False
            self._show_list()
        elif key in (Qt.Key.Key_Down, Qt.Key.Key_Up) and shown:
            self.list.step(1 if key == Qt.Key.Key_Down else -1)
        elif key in ENTER:
            self._enter()
        elif key == Qt.Key.Key_Escape and shown:
            self.close_list()
        elif event.matches(QKeySequence.StandardKey.Paste) and not self.text():
            self._paste(QGuiApplication.clipboard().text())
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.close_list()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.close_list()

    def moveEvent(self, event: QMoveEvent) -> None:
        super().moveEvent(event)
        self._place()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    @Slot(str)
    def _on_edited(self, text: str) -> None:
        self._closed = False
        self._wait()
        several = len(text) - self._length > 1 and DIVIDER.search(text.strip())
        (self.pasted if several else self.typed).emit(text)

    @Slot(str)
    def _on_changed(self, text: str) -> None:  # Qt tells of an edit before it tells of the change
        self._length = len(text)
        if not text:
            self.close_list()

    @Slot(QTreeWidgetItem, int)
    def _on_clicked(self, item: QTreeWidgetItem, column: int) -> None:
        if word := self.list.word(item):
            self.chosen.emit(word)

    def _paste(self, text: str) -> None:
        """A list comes with its lines, which a line edit would make blanks of."""
        if DIVIDER.search(text.strip()):
            self.pasted.emit(text)
        else:
            self.paste()

    def _wait(self) -> None:
        """For suggestions that may yet come."""
        if self._found or self._closed:
            self._patience.stop()
        else:
            self._patience.start()

    @Slot()
    def _on_nothing_found(self) -> None:
        if self.nothing and self.text().strip():
            self.list.show_none(self.nothing)
            self._show_list()

    def _enter(self) -> None:
        word = self.list.word(self.list.currentItem()) if self.list.isVisible() else None
        if word is not None:
            self.chosen.emit(word)
        elif self.text().strip():
            self.entered.emit(self.text())

    def _show_list(self) -> None:
        here = self.window().focusWidget() is self and not self._closed
        wanted = here and bool(self.text()) and self.list.topLevelItemCount() > 0
        if wanted:
            if self.list.parent() is not self.window():
                self.list.setParent(self.window())
            self._place()
            self.list.raise_()
        self.list.setVisible(wanted)

    def _place(self) -> None:
        """Under the box, or above it where there is more room; within the window."""
        window = self.window()
        if self.list.parent() is not window:
            return
        corner = self.mapTo(window, QPoint(0, self.height() + 2))
        size = self.list.sizeHint().expandedTo(QSize(self.width(), 0))
        below, above = window.height() - corner.y() - 4, corner.y() - self.height() - 8
        height = min(size.height(), max(below, above))
        top = corner.y() if height <= below or below >= above else corner.y() - self.height() - 4 - height
        left = max(min(corner.x(), window.width() - size.width() - 4), 0)
        self.list.setGeometry(QRect(left, top, size.width(), height))
