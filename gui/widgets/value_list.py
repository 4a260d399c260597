"""Words with a number each, in as many columns as it takes to show them all: a compact list to choose from."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QWidget,
)  # fmt: skip

from gui.widgets.copying import offer_copies, tsv
from gui.widgets.painting import SMALL, font
from gui.widgets.plain import tooltip, visible

LINE, NARROWEST, WIDEST, PAD = 16, 112, 210, 5
MOST, FEWEST = 10, 3  # lines wished for, lines needed
EDGE = 2  # Qt wraps a column that fills its height to the last point
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
WORD, VALUE, MARKED = (Qt.ItemDataRole.UserRole + i for i in range(3))
BARS = (Qt.ScrollBarPolicy.ScrollBarAlwaysOff, Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True)
class WordValue:
    """A word, its number as it is written, and what its tooltip says; ``marked`` words are in the accent's colour."""

    word: str
    value: str
    tip: str = ""
    marked: bool = False
    exact: str = ""  # the number with all digits


class ValueList(QListWidget):
    """A click tells more about a word, a double click or Enter chooses it."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFlow(QListWidget.Flow.TopToBottom)
        self.setWrapping(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setStyleSheet("QListView { border: none; }")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setMouseTracking(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setItemDelegate(_Delegate(self))
        self.itemClicked.connect(self._on_clicked)
        self.itemDoubleClicked.connect(self._on_taken)
        self._words: tuple[WordValue, ...] = ()
        offer_copies(self)

    def number(self) -> str:
        """Of the current word."""
        place = self.currentRow()
        return (self._words[place].exact or self._words[place].value) if place >= 0 else ""

    def tsv(self) -> str:
        """All words with their numbers, in all digits."""
        return tsv([("word", "value"), *((one.word, one.exact or one.value) for one in self._words)])

    def show_words(self, words: Sequence[WordValue]) -> None:
        """Other words, in this order."""
        here = self.currentItem().data(WORD) if self.currentItem() else None
        self.clear()
        self._words = tuple(words)
        for one in words:
            item = QListWidgetItem(visible(one.word), self)
            item.setToolTip(tooltip(one.tip))
            for role, value in ((WORD, one.word), (VALUE, one.value), (MARKED, one.marked)):
                item.setData(role, value)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{visible(one.word)} {one.value}")
            if one.word == here:
                self.setCurrentItem(item)
        self._arrange()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER and (item := self.currentItem()):
            self._on_taken(item)
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def sizeHint(self) -> QSize:
        return QSize(2 * NARROWEST, MOST * LINE + EDGE)

    def minimumSizeHint(self) -> QSize:
        return QSize(NARROWEST, FEWEST * LINE + EDGE)

    def _arrange(self) -> None:
        """Share the width among as many columns as the height makes necessary, if they can be read; all are equally
        long.  What finds no room then is scrolled to, line by line."""
        fitting, room = max((self.height() - EDGE) // LINE, 1), self.width()
        columns = max(min(-(-self.count() // fitting), room // NARROWEST), 1)
        needed = max(-(-self.count() // columns), 1)
        scrolled = needed > fitting
        self.setFlow(QListWidget.Flow.LeftToRight if scrolled else QListWidget.Flow.TopToBottom)
        self.setVerticalScrollBarPolicy(BARS[scrolled])
        room -= self.verticalScrollBar().sizeHint().width() + EDGE if scrolled else 0
        self.setViewportMargins(0, 0, 0, max(self.height() - min(needed, fitting) * LINE - EDGE, 0))
        self.setGridSize(QSize(min(room // columns, WIDEST), LINE))

    @Slot(QListWidgetItem)
    def _on_clicked(self, item: QListWidgetItem) -> None:
        below = self.visualItemRect(item).bottomLeft() + QPoint(PAD, 2)
        QToolTip.showText(self.viewport().mapToGlobal(below), item.toolTip(), self)

    @Slot(QListWidgetItem)
    def _on_taken(self, item: QListWidgetItem) -> None:
        self.chosen.emit(item.data(WORD))


class _Delegate(QStyledItemDelegate):
    """The word to the left, its number to the right."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        palette, box = option.palette, option.rect.adjusted(0, 0, -4, 0)
        state = option.state
        painter.save()
        if state & (QStyle.StateFlag.State_MouseOver | QStyle.StateFlag.State_HasFocus):
            painter.fillRect(box, palette.color(QPalette.ColorRole.AlternateBase))
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(palette.color(QPalette.ColorRole.Highlight))
            painter.drawRect(box.adjusted(0, 0, -1, -1))
        inner, metrics = box.adjusted(PAD, 0, -PAD, 0), QFontMetrics(font(SMALL))
        value = index.data(VALUE)
        painter.setFont(font(SMALL))
        painter.setPen(palette.color(QPalette.ColorRole.PlaceholderText))
        painter.drawText(inner, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, value)
        room = inner.width() - metrics.horizontalAdvance(value) - PAD
        word = metrics.elidedText(index.data(), Qt.TextElideMode.ElideRight, room)
        painter.setPen(
            palette.color(QPalette.ColorRole.Link if index.data(MARKED) else QPalette.ColorRole.Text)
        )
        painter.drawText(inner, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, word)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        view = self.parent()
        return view.gridSize() if isinstance(view, ValueList) else QSize(NARROWEST, LINE)
