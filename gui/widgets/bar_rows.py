"""The content of a table of numbers with bars: what stands in its cells, their tooltips and texts."""

from dataclasses import dataclass
from functools import cached_property
from math import isfinite

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import QWidget

from gui.widgets import numbers
from gui.widgets.copying import tsv
from gui.widgets.painting import SMALL, TINY, font
from gui.widgets.plain import tooltip

Index = QModelIndex | QPersistentModelIndex
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True)
class BarColumn:
    """``values`` by row; None where there is none, for which ``instead`` stands.  Bars reach to ``limit``, by default
    to the largest number of the column; 0 for no bars.  ``notes`` are added to the tooltips of its cells.
    """

    title: str
    tip: str
    values: tuple[float | None, ...]
    instead: str = ""
    limit: float | None = None
    digits: int = 3
    editable: bool = False
    notes: tuple[str, ...] = ()
    weights: bool = False  # in the colour of weights

    @cached_property
    def reach(self) -> float:
        if self.limit is not None:
            return self.limit
        return max(
            (abs(value) for value in self.values if value is not None and isfinite(value)), default=0.0
        )

    @cached_property
    def signed(self) -> bool:
        return any(value is not None and value < 0 for value in self.values)

    def full(self, row: int) -> str:
        """A number with all digits."""
        value = self.values[row]
        return self.instead if value is None else numbers.exported(value)


@dataclass(frozen=True)
class BarRows:
    """``titles`` of the rows, with ``tips``; the last ``below`` rows sum the others up and have no bars."""

    titles: tuple[str, ...]
    columns: tuple[BarColumn, ...]
    below: int = 0
    tips: tuple[str, ...] = ()

    @property
    def bodied(self) -> int:
        return len(self.titles) - self.below

    def tsv(self) -> str:
        """The whole table, with all digits."""
        head = ["", *(column.title for column in self.columns)]
        body = ([title, *(c.full(row) for c in self.columns)] for row, title in enumerate(self.titles))
        return tsv([head, *body])


class BarModel(QAbstractTableModel):
    """``edited`` carries the row, the column and the text that was typed."""

    edited = Signal(int, int, str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.shown: BarRows = BarRows((), ())
        self.picked: int | None = None

    def show_rows(self, shown: BarRows, picked: int | None) -> None:
        """A table of the same shape keeps selection and place."""
        before, self.shown, self.picked = self.shown, shown, picked
        if (len(before.titles), len(before.columns)) != (len(shown.titles), len(shown.columns)):
            self.beginResetModel()
            self.endResetModel()
        elif shown.titles:
            ends = self.index(0, 0), self.index(len(shown.titles) - 1, len(shown.columns) - 1)
            self.dataChanged.emit(*ends)
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(shown.columns) - 1)
            self.headerDataChanged.emit(Qt.Orientation.Vertical, 0, len(shown.titles) - 1)

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent and parent.isValid() else len(self.shown.titles)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent and parent.isValid() else len(self.shown.columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> object:
        across = orientation == Qt.Orientation.Horizontal
        if role == Qt.ItemDataRole.DisplayRole:
            return self.shown.columns[section].title if across else self.shown.titles[section]
        if role == Qt.ItemDataRole.ToolTipRole:
            tips = [column.tip for column in self.shown.columns] if across else self.shown.tips
            return tooltip(tips[section]) if section < len(tips) else None
        if role == Qt.ItemDataRole.FontRole:
            return font(SMALL if across else TINY, bold=across and section == self.picked)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(RIGHT if across else Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        return None

    def data(self, index: Index, role: int = 0) -> object:
        column, row = self.shown.columns[index.column()], index.row()
        value = column.values[row]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.instead if value is None else numbers.short(value, column.digits)
        if role == Qt.ItemDataRole.EditRole:
            return "" if value is None else f"{value:.12g}"
        if role == Qt.ItemDataRole.ToolTipRole:
            full = column.instead if value is None else numbers.short(value, 8)
            note = column.notes[row] if row < len(column.notes) else ""
            return tooltip(
                f"{self.shown.titles[row]}, {column.title}: {full}" + (f"\n{note}" if note else "")
            )
        return None

    def setData(self, index: Index, value: object, role: int = 0) -> bool:
        if role == Qt.ItemDataRole.EditRole and str(value) != self.data(index, role):
            self.edited.emit(index.row(), index.column(), str(value))
        return False  # whoever listens shows it

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        body = index.isValid() and index.row() < self.shown.bodied
        return (
            flags | Qt.ItemFlag.ItemIsEditable
            if body and self.shown.columns[index.column()].editable
            else flags
        )
