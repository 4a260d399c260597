"""A long table of numbers whose texts are made when they are painted; some cells are links."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from gui.widgets.painting import SMALL, font

Index = QModelIndex | QPersistentModelIndex
ROW_HEIGHT = 20


@dataclass(frozen=True)
class TermRows:
    """The table's content: ``text`` and ``link`` are asked by row and column; None is no link."""

    headers: tuple[str, ...]
    count: int
    text: Callable[[int, int], str]
    link: Callable[[int, int], object | None]


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
        if self.rows is None or role != Qt.ItemDataRole.DisplayRole:
            return None
        return self.rows.headers[section] if orientation == Qt.Orientation.Horizontal else section + 1

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
            return self.tr("Double-click or press Enter to open this number")
        return None


class TermsTable(QTableView):
    """``opened`` carries the link of a cell that was double-clicked or entered."""

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
        self.setTabKeyNavigation(False)
        self.setFont(font(SMALL))
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(ROW_HEIGHT)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.doubleClicked.connect(self._open)

    def show_rows(self, rows: TermRows | None) -> None:
        self._model.show_rows(rows)

    def copy(self) -> None:
        """Put the table on the clipboard, tab-separated."""
        model = self._model
        if model.rows is None:
            return
        columns = range(len(model.rows.headers))
        body = ([model.rows.text(row, col) for col in columns] for row in range(model.rows.count))
        lines = ["\t".join(line) for line in (model.rows.headers, *body)]
        QGuiApplication.clipboard().setText("\n".join(lines) + "\n")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(self.currentIndex())
        elif event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        else:
            super().keyPressEvent(event)

    @Slot(QModelIndex)
    def _open(self, index: QModelIndex) -> None:
        if index.isValid() and self._model.rows is not None:
            link = self._model.rows.link(index.row(), index.column())
            if link is not None:
                self.opened.emit(link)
