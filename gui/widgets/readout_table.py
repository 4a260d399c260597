"""A small table of numbers side by side, to be read and copied."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QKeyEvent, QKeySequence, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QMenu,
    QSizePolicy,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from gui.widgets import numbers
from gui.widgets.copying import tsv
from gui.widgets.painting import SMALL, TINY, font
from gui.widgets.plain import tooltip
from gui.widgets.quantities import decimals, fixed

ROW_HEIGHT, HEAD_HEIGHT, COLUMN_WIDTH = 17, 19, 62
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
DIGITS = 4
WIDEST = 340  # beyond it the eye loses the row
# The program's style sheet draws frames and headers for large tables.
PLAIN = "QTableView, QHeaderView { border: none; } QHeaderView::section { border: none; padding: 0 2px; }"


Value = float | str | None


@dataclass(frozen=True)
class ReadoutRow:
    """A quantity: its name, what it means, and its value in every column; None where it is undefined, or words
    that stand for it."""

    name: str
    meaning: str
    values: tuple[Value, ...]
    unit: str = ""


class ReadoutTable(QTableWidget):
    """Shows 4 decimals, fewer in a column with a large number; tooltips and copies have all of them."""

    taken = Signal(int)  # a row was clicked, or entered

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._columns: tuple[str, ...] = ()
        self._rows: tuple[ReadoutRow, ...] = ()
        self._marked: int | None = None
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setStyleSheet(PLAIN)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMaximumWidth(WIDEST)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setHighlightSections(False)
            header.setSectionsClickable(False)
            header.setMinimumSectionSize(10)
            header.setFont(font(TINY))
        self.verticalHeader().setSectionsClickable(True)
        self.verticalHeader().sectionClicked.connect(self.taken)
        self.cellClicked.connect(self._on_clicked)
        self.setFont(font(SMALL))
        self.horizontalHeader().setFixedHeight(HEAD_HEIGHT)
        self.horizontalHeader().setDefaultAlignment(
            Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        )
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
        self.verticalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)

    def show_rows(self, columns: Sequence[str], rows: Sequence[ReadoutRow], digits: int = DIGITS) -> None:
        """Show other numbers; a selection stays where it is."""
        self._columns, self._rows = tuple(columns), tuple(rows)
        self.setColumnCount(len(columns))
        self.setRowCount(len(rows))
        self.setHorizontalHeaderLabels(list(columns))
        self._share_width()
        places = [decimals((_number(row.values[j]) for row in rows), digits) for j in range(len(columns))]
        for i, row in enumerate(rows):
            name = QTableWidgetItem(row.name)
            name.setToolTip(tooltip(row.meaning))
            if i == self._marked:
                name.setForeground(self.palette().brush(QPalette.ColorRole.Link))
            self.setVerticalHeaderItem(i, name)
            for j, value in enumerate(row.values):
                self.setItem(i, j, _item(row, columns[j], value, places[j]))
        self.updateGeometry()

    def mark_row(self, row: int | None) -> None:
        """Write the name of a row as one that is open, from the next `show_rows` on."""
        self._marked = row

    def tsv(self) -> str:
        """All numbers with their names, tab-separated, in full precision."""
        lines = [["", *self._columns]]
        lines += [[row.name, *map(_full, row.values)] for row in self._rows]
        return tsv(lines)

    @Slot()
    def copy_selected(self) -> None:
        """The selected numbers, tab-separated, in full precision."""
        places = sorted((index.row(), index.column()) for index in self.selectedIndexes())
        rows = {row: [_full(self._rows[row].values[j]) for i, j in places if i == row] for row, _ in places}
        if rows:
            QGuiApplication.clipboard().setText("\n".join(map("\t".join, rows.values())))

    @Slot()
    def copy_table(self) -> None:
        QGuiApplication.clipboard().setText(self.tsv())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_selected()
        elif event.key() in ENTER and self.currentRow() >= 0:
            self.taken.emit(self.currentRow())
        else:
            super().keyPressEvent(event)

    @Slot(int, int)
    def _on_clicked(self, row: int, column: int) -> None:
        self.taken.emit(row)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("Copy number")).triggered.connect(self.copy_selected)
        menu.addAction(self.tr("Copy table")).triggered.connect(self.copy_table)
        menu.popup(event.globalPos())

    def _share_width(self) -> None:
        """The first column takes what the others leave."""
        header, mode = self.horizontalHeader(), QHeaderView.ResizeMode
        for column in range(self.columnCount()):
            header.setSectionResizeMode(column, mode.ResizeToContents if column else mode.Stretch)

    def sizeHint(self) -> QSize:
        wide = self.verticalHeader().sizeHint().width() + self.columnCount() * COLUMN_WIDTH
        return QSize(wide, HEAD_HEIGHT + self.rowCount() * ROW_HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()


def _item(row: ReadoutRow, column: str, value: Value, digits: int) -> QTableWidgetItem:
    shown, unit = value if isinstance(value, str) else fixed(value, digits), ""
    if _number(value) is not None:
        unit = row.unit
    item = QTableWidgetItem(shown + unit)
    item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    item.setToolTip(tooltip(f"{row.name}, {column}: {_full(value)}{unit}"))
    return item


def _number(value: Value) -> float | None:
    return None if isinstance(value, str) else value


def _full(value: Value) -> str:
    if isinstance(value, str):
        return value
    return numbers.undefined() if value is None else numbers.exported(value)
