"""Where everything of a matrix lies: cell sizes, headers, what is visible, and which cell is under a point."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from math import ceil

from PySide6.QtCore import QPoint, QRect, QSize

from gui.widgets.matrix_data import Form, MatrixData
from gui.widgets.matrix_fit import (
    FEW,
    LEAST_OF_FEW,
    PAD,
    USUAL_HEIGHT,
    Common,
    narrowest,
    numbers_fitting,
    readable_width,
)
from gui.widgets.painting import SMALL, TINY, Texts

TITLE, AXIS, LEGEND = 24, 18, 22  # heights of the strips
CELL_HEIGHT = 20  # of a cell that can be read
LEAST_HEIGHT = 15
LARGEST = 64, USUAL_HEIGHT  # of a cell when there is room to spare
LABEL_LIMIT = 120  # longest label before it is elided
SHORT_LABELS = 44  # height that upright ones keep at least
UPRIGHT = 14  # what a label needs across its line
LOW = 10  # size of a label of a row that is lower than that
SNAPPED = 8  # points; of larger cells only whole ones are shown
STRIDES = (1, 2, 5, 10, 20, 50, 100, 200, 500)
WHOLE = 0.0  # a zoom at which all cells are seen, however small


@dataclass(frozen=True)
class MatrixLayout:
    """Distances in points.  A fractional cell size occurs only where cells are too small to count pixels."""

    view: QSize
    rows: int
    cols: int
    left: int  # width of the row labels
    top: int  # height of title, axis and column labels
    cell_w: float
    cell_h: float
    title_h: int
    axis_h: int
    legend_h: int
    row_stride: int
    col_stride: int
    rotated: bool  # column labels
    number_px: int  # 0: no numbers
    form: Form  # how numbers are written
    whole_cells: bool  # cells are not cut at the edges of the view

    @cached_property
    def content(self) -> QSize:
        """The size of all cells."""
        return QSize(self.x(self.cols), self.y(self.rows))

    @cached_property
    def body(self) -> QRect:
        """The part of the view in which cells are seen."""
        width = self._shown(self.content.width(), self.view.width() - self.left, self.cell_w)
        height = self._shown(
            self.content.height(), self.view.height() - self.top - self.legend_h, self.cell_h
        )
        return QRect(self.left, self.top, width, height)

    @property
    def label_px(self) -> int:
        """The size of the row labels."""
        return SMALL if self.cell_h >= UPRIGHT or self.row_stride > 1 else LOW

    def lies_as(self, other: "MatrixLayout") -> bool:
        """Whether all cells lie where they do in another layout, and as much of them is seen."""
        return (self.content, self.body) == (other.content, other.body)

    def snapped(self, scroll: QPoint) -> QPoint:
        """The place to scroll to so that the first cells are seen whole."""
        if not self.whole_cells:
            return scroll
        x, y = (
            value // int(cell) * int(cell) if cell >= SNAPPED else value
            for value, cell in ((scroll.x(), self.cell_w), (scroll.y(), self.cell_h))
        )
        return QPoint(x, y)

    def _shown(self, content: int, room: int, cell: float) -> int:
        """How much of the content is seen: all of it, or whole cells unless not even one has room."""
        if content <= room or not self.whole_cells or not SNAPPED <= cell <= room:
            return max(min(content, room), 0)
        return room // int(cell) * int(cell)

    def x(self, col: int) -> int:
        """The left side of a column, from the left side of the first."""
        return int(col * self.cell_w)

    def y(self, row: int) -> int:
        """The upper side of a row, from the upper side of the first."""
        return int(row * self.cell_h)

    def cell(self, row: int, col: int, scroll: QPoint) -> QRect:
        """The box of a cell in the view."""
        x, y = self.x(col), self.y(row)
        size = QSize(max(self.x(col + 1) - x, 1), max(self.y(row + 1) - y, 1))
        return QRect(QPoint(self.left + x, self.top + y) - scroll, size)

    def cell_at(self, point: QPoint, scroll: QPoint) -> tuple[int, int] | None:
        """The cell under a point of the view."""
        if not self.body.contains(point):
            return None
        inside = point + scroll - QPoint(self.left, self.top)
        row = min(int((inside.y() + 1) / self.cell_h), self.rows - 1)
        col = min(int((inside.x() + 1) / self.cell_w), self.cols - 1)
        return row - (self.y(row) > inside.y()), col - (self.x(col) > inside.x())

    def visible(self, scroll: QPoint) -> tuple[range, range]:
        """The rows and columns of which something is seen."""
        body = self.body
        first_row, first_col = int(scroll.y() / self.cell_h), int(scroll.x() / self.cell_w)
        last_row = ceil((scroll.y() + body.height()) / self.cell_h)
        last_col = ceil((scroll.x() + body.width()) / self.cell_w)
        return range(first_row, min(last_row, self.rows)), range(first_col, min(last_col, self.cols))


def arrange(
    data: MatrixData,
    view: QSize,
    texts: Texts,
    zoom: float | None,
    legend: bool,
    common: Common | None = None,
) -> MatrixLayout:
    """Lay a matrix out: zoom None fits it while its numbers can be read, else scrolls; other zooms multiply
    the readable cell.  ``common``: as its neighbours have it."""
    title_h = TITLE if data.title or data.role else 0
    legend_h = LEGEND if legend else 0
    left = _row_header(data, view, texts)
    cell_w = _cell_width(data, max(view.width() - left - 1, 1), texts, zoom)
    if common and common.cell_w and not zoom:
        cell_w = common.cell_w
    labels_h, rotated = _col_header(data, view, texts, cell_w)
    square = zoom == WHOLE and data.rows == data.cols
    if square and not rotated:
        level = _cell_height(data, max(view.height() - title_h - AXIS - labels_h - legend_h - 1, 1), zoom)
        if _collide(data.col_labels, texts, min(cell_w, level)):
            labels_h, rotated = _col_header(data, view, texts, 0)
    axis_h = AXIS if data.col_axis and not rotated else 0
    if rotated and not zoom:
        labels_h -= _spared(data, view.height() - title_h - legend_h - 1, labels_h)
    top = title_h + axis_h + labels_h
    cell_h = _cell_height(data, max(view.height() - top - legend_h - 1, 1), zoom)
    if common and not zoom:
        cell_h = min(cell_h, common.cell_h)
    if square:
        cell_w = cell_h = min(cell_w, cell_h)
    strides = _row_stride(cell_h), _col_stride(data, texts, cell_w, rotated)
    number_px, form = numbers_fitting(data, texts, cell_w, cell_h, None if zoom else common)
    return MatrixLayout(
        view, data.rows, data.cols, left, top, cell_w, cell_h, title_h, axis_h, legend_h,
        *strides, rotated, number_px, form, whole_cells=zoom is None,
    )  # fmt: skip


def along(axis: str, arrow: str = "\u2192") -> str:
    """The title of an axis with the way it runs."""
    return f"{axis} {arrow}" if axis else ""


def _row_header(data: MatrixData, view: QSize, texts: Texts) -> int:
    limit = min(LABEL_LIMIT, max(view.width() // 3, 24))
    labels = texts.longest(data.row_labels, SMALL)
    axes = max(texts.width(along(axis), TINY) for axis in (data.row_axis, data.col_axis))
    return max(min(labels, limit), min(axes, view.width() // 3)) + 2 * PAD


def _cell_width(data: MatrixData, room: int, texts: Texts, zoom: float | None) -> float:
    readable = readable_width(data, texts)
    if zoom:
        return _whole_pixels(readable * zoom)
    share = room / max(data.cols, 1)
    if zoom == WHOLE or share >= narrowest(data, texts):
        return _whole_pixels(min(share, max(LARGEST[0], readable)))
    return readable


def _cell_height(data: MatrixData, room: int, zoom: float | None) -> float:
    if zoom:
        return _whole_pixels(CELL_HEIGHT * zoom)
    share = room / max(data.rows, 1)
    if zoom == WHOLE or share >= (LEAST_OF_FEW if data.rows <= FEW else LEAST_HEIGHT):
        return _whole_pixels(min(share, LARGEST[1]))
    return LEAST_HEIGHT if data.rows <= FEW else CELL_HEIGHT


def _whole_pixels(size: float) -> float:
    return float(int(size)) if size >= 4 else size


def _col_header(data: MatrixData, view: QSize, texts: Texts, cell_w: float) -> tuple[int, bool]:
    """The height of the column labels, and whether they stand upright."""
    if not any(data.col_labels):
        return AXIS if data.row_axis else 4, False
    longest = texts.longest(data.col_labels, SMALL)
    if longest + 6 <= cell_w or _counted(data.col_labels):
        return CELL_HEIGHT, False
    limit = min(LABEL_LIMIT, max(view.height() // 3, 24))
    return max(min(longest, limit) + PAD, 2 * AXIS), True


def _collide(labels: tuple[str, ...], texts: Texts, cell_w: float) -> bool:
    """Whether level labels above cells of this width run into each other."""
    widths = [texts.width(label, SMALL) for label in labels]
    return any((a + b) / 2 > cell_w for a, b in pairwise(widths))


def _spared(data: MatrixData, room: int, labels_h: int) -> int:
    """How much shorter upright labels are drawn, where that spares few rows the scrolling."""
    missing = data.rows * LEAST_OF_FEW - (room - labels_h)
    return missing if data.rows <= FEW and 0 < missing <= labels_h - SHORT_LABELS else 0


def _col_stride(data: MatrixData, texts: Texts, cell_w: float, rotated: bool) -> int:
    """Every how many columns a label finds room."""
    labels = data.col_labels
    room = UPRIGHT if rotated else texts.longest(labels, SMALL) + PAD if _counted(labels) else 0
    return _stride(room / cell_w)


def _row_stride(cell_h: float) -> int:
    return 1 if cell_h >= LEAST_OF_FEW else _stride(UPRIGHT / cell_h)


@lru_cache(maxsize=64)
def _counted(labels: tuple[str, ...]) -> bool:
    return all(label.isdigit() for label in labels)


def _stride(least: float) -> int:
    return next((stride for stride in STRIDES if stride >= least), STRIDES[-1])
