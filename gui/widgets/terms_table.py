"""A long table of numbers whose texts are made when they are painted; some cells are links."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from gui.widgets.copying import offer_copies, tsv
from gui.widgets.painting import SMALL, font
from gui.widgets.plain import tooltip

Index = QModelIndex | QPersistentModelIndex
ROW_HEIGHT = 20


@dataclass(frozen=True)
class TermRows:
    """The table's content: ``text`` and ``link`` are asked by row and column, as is ``exact``, the text with all
    digits; None is no link.  In ``wide`` rows the first text has the room of as many columns as are named.
    """

    headers: tuple[str, ...]
    count: int
    text: Callable[[int, int], str]
    link: Callable[[int, int], object | None]
    exact: Callable[[int, int], str] | None = None
    wide: Mapping[int, int] = field(default_factory=dict)

    def copied(self, row: int, col: int) -> str:
        return (self.exact or self.text)(row, col)


class TermsModel(QAbstractTableModel):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows: TermRows | None = None

    def show_rows(self, rows: TermRows | None) -> None:
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        return self.rows.count if self.rows and not (parent and parent.isValid()) else 0

    def columnCount(self, parent: Index | None = None) -> int:
        return len(self.rows.headers) if self.rows and not (parent and parent.isValid()) else 0

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> object:
        if self.rows is None or orientation == Qt.Orientation.Vertical:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        named = role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)
        return self.rows.headers[section] if named else None

    def data(self, index: Index, role: int = 0) -> object:
        if self.rows is None or not index.isValid():
            return None
        row, col = index.row(), index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self.rows.text(row, col)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        linked = self.rows.link(row, col) is not None
        if role == Qt.ItemDataRole.FontRole and linked:
            underlined = font(SMALL)
            underlined.setUnderline(True)
            return underlined
        if role == Qt.ItemDataRole.ToolTipRole and linked:
            what = self.tr("Double-click or press Enter to open this number")
            return tooltip(f"{self.rows.text(row, col)}\n{what}")
        return None


class TermsTable(QTableView):
    """Up and Down choose a term.  ``opened`` carries the link of a cell that was double-clicked or entered, or the
    first of its row.
    """

    opened = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = TermsModel(self)
        self.setModel(self._model)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setAlternatingRowColors(True)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTextElideMode(Qt.TextElideMode.ElideLeft)  # the number is at the end
        self.setTabKeyNavigation(False)
        self.setFont(font(SMALL))
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(ROW_HEIGHT)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideMiddle)  # names end apart
        self.doubleClicked.connect(self._open)
        self._copies = offer_copies(self)

    def show_rows(self, rows: TermRows | None) -> None:
        self.clearSpans()
        self._model.show_rows(rows)
        for row, columns in (rows.wide if rows else {}).items():
            self.setSpan(row, 0, 1, columns)
        if self.hasFocus():
            self._choose_first()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() != Qt.FocusReason.MouseFocusReason and self._link(self.currentIndex()) is None:
            self._choose_first()

    def _choose_first(self) -> None:
        self.setCurrentIndex(self._model.index(0, 0))

    def number(self) -> str:
        """What stands in the current cell, with all digits."""
        rows, index = self._model.rows, self.currentIndex()
        return rows.copied(index.row(), index.column()) if rows and index.isValid() else ""

    def tsv(self) -> str:
        """The whole table, with all digits."""
        rows = self._model.rows
        if rows is None:
            return ""
        columns = range(len(rows.headers))
        return tsv([rows.headers, *([rows.copied(row, col) for col in columns] for row in range(rows.count))])

    def copy(self) -> None:
        """Put the table on the clipboard, tab-separated."""
        self._copies.copy_table()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(self.currentIndex())
        elif event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        else:
            super().keyPressEvent(event)

    @Slot(QModelIndex)
    def _open(self, index: QModelIndex) -> None:
        if (link := self._link(index)) is not None:
            self.opened.emit(link)

    def _link(self, index: QModelIndex) -> object | None:
        """Where a cell leads, or else the first of its row that leads anywhere."""
        rows = self._model.rows
        if rows is None or not index.isValid():
            return None
        columns = index.column(), *range(len(rows.headers))
        links = (rows.link(index.row(), column) for column in columns)
        return next((link for link in links if link is not None), None)
