"""A table of numbers with a bar in each cell: things in rows, ways to measure them in columns."""

from math import isfinite

from PySide6.QtCore import QModelIndex, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from gui.theme import LIGHT, Theme
from gui.widgets.bar_rows import RIGHT, BarColumn, BarModel, BarRows, Index
from gui.widgets.copying import offer_copies
from gui.widgets.painting import SMALL, font, ring

ROW_HEIGHT, HEAD_HEIGHT, NARROWEST, PAD = 20, 24, 64, 6
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
LEAST = 3  # rows that are seen at least
# The program's style sheet draws frames and headers for larger tables.
PLAIN = (
    "QTableView, QHeaderView { border: none; }"
    " QHeaderView::section:vertical { border: none; padding: 0 8px 0 2px; }"
)
ALIKE = 1e-12  # below it a bar would show rounding


class BarDelegate(QStyledItemDelegate):
    """The bar on the ground, the number over it at the right."""

    def __init__(self, table: "BarTable") -> None:
        super().__init__(table)
        self._table, self._font = table, font(SMALL)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        shown, theme, box = self._table.shown, self._table.theme, QRect(option.rect)
        column, row = shown.columns[index.column()], index.row()
        value, body = column.values[row], row < shown.bodied
        picked = index.column() == self._table.picked
        painter.fillRect(box, theme.colour("raised" if picked or not body else "panel"))
        if body and value is not None and isfinite(value):
            self._bar(painter, box, column, value)
        if row == shown.bodied:
            painter.fillRect(QRect(box.x(), box.y(), box.width(), 1), theme.colour("edge"))
        painter.setFont(self._font)
        painter.setPen(
            theme.colour("faint" if value == 0 else "text" if body and value is not None else "muted")
        )
        painter.drawText(box.adjusted(PAD, 0, -PAD, 0), int(RIGHT), str(index.data()))
        if self._table.marked == (row, index.column()):
            ring(painter, box, theme.colour("accent"), theme.colour("panel"))
        elif index == self._table.currentIndex() and self._table.hasFocus():
            painter.setPen(QPen(theme.colour("focus"), 1))
            painter.drawRect(box.adjusted(0, 0, -1, -1))

    def _bar(self, painter: QPainter, box: QRect, column: BarColumn, value: float) -> None:
        if column.reach <= ALIKE:
            return
        room = box.adjusted(2, 3, -2, -3)
        zero = room.x() + room.width() // 2 if column.signed else room.x()
        whole = room.width() // 2 if column.signed else room.width()
        length = round(min(abs(value) / column.reach, 1.0) * whole)
        left = zero - length if value < 0 else zero
        theme = self._table.theme
        colour = theme.weights[1] if column.weights else (theme.negative if value < 0 else theme.positive)[0]
        painter.fillRect(QRect(left, room.y(), length, room.height()), QColor(colour))
        if column.signed:
            painter.fillRect(QRect(zero, box.y(), 1, box.height()), self._table.theme.colour("line"))


class BarTable(QTableView):
    """Arrows move, Enter or a click opens a number, Space or a click on a title picks its column.  A number that can be
    typed over is so by F2, Enter, a double click, or by typing.
    """

    opened = Signal(int, int)
    picks = Signal(int)
    edited = Signal(int, int, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme: Theme = LIGHT
        self.marked: tuple[int, int] | None = None
        self._model = BarModel(self)
        self.setModel(self._model)
        self.setItemDelegate(BarDelegate(self))
        self.setStyleSheet(PLAIN)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        triggers = QAbstractItemView.EditTrigger
        self.setEditTriggers(triggers.DoubleClicked | triggers.EditKeyPressed | triggers.AnyKeyPressed)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setFont(font(SMALL))
        self._set_headers()
        self.clicked.connect(self._on_clicked)
        self._model.edited.connect(self.edited)
        self._copies = offer_copies(self)

    def _set_headers(self) -> None:
        across, down = self.horizontalHeader(), self.verticalHeader()
        across.setMinimumSectionSize(NARROWEST)
        across.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        across.setFixedHeight(HEAD_HEIGHT)
        across.setSectionsClickable(True)
        across.sectionClicked.connect(self.picks)
        down.setMinimumSectionSize(10)
        down.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        down.setDefaultSectionSize(ROW_HEIGHT)
        for header in (across, down):
            header.setHighlightSections(False)

    @property
    def shown(self) -> BarRows:
        return self._model.shown

    @property
    def picked(self) -> int | None:
        return self._model.picked

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.viewport().update()

    def show_rows(
        self, shown: BarRows, picked: int | None = None, marked: tuple[int, int] | None = None
    ) -> None:
        """``picked`` is a column, ``marked`` the cell of the number that is open."""
        self.marked = marked
        higher = len(shown.titles) != len(self.shown.titles)
        self._model.show_rows(shown, picked)
        self.viewport().update()
        if higher:
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        """As high as all rows."""
        bar = self.horizontalScrollBar().height() if self.horizontalScrollBar().isVisible() else 0
        return QSize(super().sizeHint().width(), HEAD_HEIGHT + len(self.shown.titles) * ROW_HEIGHT + 4 + bar)

    def minimumSizeHint(self) -> QSize:
        rows = min(len(self.shown.titles), LEAST)
        return QSize(4 * NARROWEST, HEAD_HEIGHT + rows * ROW_HEIGHT + 4)

    def number(self) -> str:
        """What stands in the current cell, with all digits."""
        index = self.currentIndex()
        return self.shown.columns[index.column()].full(index.row()) if index.isValid() else ""

    def tsv(self) -> str:
        """The whole table, with all digits."""
        return self.shown.tsv()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if self.state() == QAbstractItemView.State.EditingState:  # Enter has ended it
            return
        if event.key() in ENTER and index.isValid():
            typed = index.flags() & Qt.ItemFlag.ItemIsEditable
            self.edit(index) if typed else self._on_clicked(index)
        elif event.key() == Qt.Key.Key_Space and index.isValid():
            self.picks.emit(index.column())
        else:
            super().keyPressEvent(event)

    @Slot(QModelIndex)
    def _on_clicked(self, index: QModelIndex) -> None:
        if index.row() < self.shown.bodied:
            self.opened.emit(index.row(), index.column())
