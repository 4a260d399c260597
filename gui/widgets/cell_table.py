"""A table of texts and numbers, each written as it is read and copied as it is."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from gui.widgets import numbers
from gui.widgets.copying import offer_copies, tsv
from gui.widgets.painting import SMALL, font
from gui.widgets.plain import tooltip, visible

ROW, HEAD = 20, 24
SIDE = Qt.AlignmentFlag.AlignVCenter
LEFT, RIGHT = SIDE | Qt.AlignmentFlag.AlignLeft, SIDE | Qt.AlignmentFlag.AlignRight
PLAIN = "QTableView { border: none; } QHeaderView::section { padding: 2px 6px; }"


@dataclass(frozen=True)
class TableCell:
    """``exact``: all digits, where the text has fewer; ``tip`` says what it means."""

    text: str
    exact: str = ""
    tip: str = ""
    strong: bool = False

    @property
    def copied(self) -> str:
        return self.exact or self.text


class CellTable(QTableWidget):
    """The first column is text at the left, the others stand at the right.  Ctrl+C copies the table."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.titles: tuple[str, ...] = ()
        self.cells: tuple[tuple[TableCell, ...], ...] = ()
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setStyleSheet(PLAIN)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFont(font(SMALL))
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(10)
        self.verticalHeader().setDefaultSectionSize(ROW)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.horizontalHeader()
        header.setFont(font(SMALL))
        header.setFixedHeight(HEAD)
        header.setHighlightSections(False)
        header.setSectionsClickable(False)
        offer_copies(self)

    def show_cells(
        self, titles: Sequence[str], cells: Sequence[Sequence[TableCell]], even: bool = False
    ) -> None:
        """Other cells, of as many columns as there are titles; ``even``: all of them equally wide."""
        shown = tuple(titles), tuple(map(tuple, cells))
        if shown == (
            self.titles,
            self.cells,
        ):  # then the place that was scrolled to and the current cell stay
            return
        self.titles, self.cells = shown
        self.setColumnCount(len(titles))
        self.setRowCount(len(cells))
        for place, title in enumerate(titles):
            item = QTableWidgetItem(title)
            item.setTextAlignment(RIGHT if place else LEFT)
            self.setHorizontalHeaderItem(place, item)
        for i, line in enumerate(self.cells):
            for j, cell in enumerate(line):
                self.setItem(i, j, _item(cell, j))
        mode = QHeaderView.ResizeMode
        for column in range(len(titles)):
            self.horizontalHeader().setSectionResizeMode(
                column, mode.Stretch if even or not column else mode.ResizeToContents
            )
        self.updateGeometry()

    def number(self) -> str:
        """Of the current cell."""
        row, column = self.currentRow(), self.currentColumn()
        return self.cells[row][column].copied if row >= 0 and column >= 0 else ""

    def tsv(self) -> str:
        """All cells below their titles."""
        return tsv([self.titles, *([cell.copied for cell in line] for line in self.cells)])

    def whole(self) -> int:
        """Height that all rows need."""
        return HEAD + len(self.cells) * ROW + 2

    def sizeHint(self) -> QSize:
        return QSize(320, self.whole())

    def minimumSizeHint(self) -> QSize:
        return QSize(160, HEAD + 3 * ROW)


def count_cell(count: int, tip: str = "") -> TableCell:
    """A whole number of any size."""
    text = f"{count:,}" if count < numbers.LARGE else numbers.scientific(count)
    return TableCell(text, str(count), tip or f"{count:,}")


def _item(cell: TableCell, column: int) -> QTableWidgetItem:
    item = QTableWidgetItem(visible(cell.text))
    item.setTextAlignment(RIGHT if column else LEFT)
    item.setToolTip(tooltip(cell.tip or cell.copied))
    if cell.strong:
        item.setFont(font(SMALL, bold=True))
    return item
