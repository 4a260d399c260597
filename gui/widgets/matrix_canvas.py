"""The painted side of a matrix view: data, layout, zoom, scrolling, marks.  Mouse and keys come in MatrixView."""

from dataclasses import replace

from PySide6.QtCore import QPoint, QSize, Signal, Slot
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from gui.widgets.matrix_data import MatrixData
from gui.widgets.matrix_fit import Common, readable_width
from gui.widgets.matrix_frame import FramePainter
from gui.widgets.matrix_layout import CELL_HEIGHT, WHOLE, MatrixLayout, arrange
from gui.widgets.matrix_painter import CellPainter, CellPicture, Marks, picture_size
from gui.widgets.painted_area import PaintedArea

ZOOM_ENDS = 0.02, 4.0
LARGEST_HINT = QSize(640, 480)
SMALLEST_HINT = QSize(140, 110)


class MatrixCanvas(PaintedArea):
    """Paints a `MatrixData` and keeps its scroll bars and zoom.

    A row or cell that was asked for stays in sight through changes of layout, until the user scrolls.
    """

    resized = Signal()  # and laid out anew
    scrolled = Signal(int)  # to other rows; the first in sight

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.data: MatrixData | None = None
        self.marks = Marks()
        self.arranged: MatrixLayout | None = None
        self._zoom: float | None = None
        self._legend = True
        self._cells: CellPicture | None = None
        self._common: Common | None = None
        self._home = QPoint()  # where it was scrolled to before something was asked for
        self._sought: tuple[int, int | None] | None = None
        self._new = False  # of another shape than before
        self._laying_out = False
        for bar in (self.horizontalScrollBar(), self.verticalScrollBar()):
            bar.actionTriggered.connect(self._on_scrolled_by_hand)
        self.verticalScrollBar().valueChanged.connect(self._on_rows_moved)

    def set_data(self, data: MatrixData | None) -> None:
        """Show a matrix, or nothing.  Zoom and scroll position stay where the size stays."""
        same = self.data is not None and data is not None and self.data.values.shape == data.values.shape
        self.data, self._cells = data, None
        if not same:
            self._zoom, self._common, self._new = None, None, True
            self._sought, self._home = None, QPoint()
            self._scroll_to(self._home)
        self.marks = replace(self.marks, revealed=None)
        self.relayout()
        self.updateGeometry()
        self.invalidate()

    def recolour(self) -> None:
        self._cells = None
        super().recolour()

    def set_highlight(self, row: int | None = None, col: int | None = None) -> None:
        """Point out a query's row, a key's column; another row than before is brought into sight."""
        if row is not None and (self._new or row != self.marks.row):
            self.show_cell(row, None)
        self._new = False
        self.marks = replace(self.marks, row=row, col=col)
        self.invalidate()

    def reveal(self, upto_row: int | None) -> None:
        """Show rows only down to this one (-1: none, None: all), and keep it in view."""
        self.marks = replace(self.marks, revealed=upto_row)
        if upto_row is not None and upto_row >= 0:
            self.show_cell(upto_row, None)
        self.invalidate()

    def set_legend(self, on: bool) -> None:
        """Write the ends of the colour scale under the matrix, or don't."""
        self._legend = on
        self.relayout()
        self.invalidate()

    def fit(self) -> None:
        """Show all cells at once, however small."""
        self._set_zoom(WHOLE)

    def unzoom(self) -> None:
        """Back to cells that can be read."""
        self._set_zoom(None)

    def zoom_by(self, factor: float, at: QPoint | None = None) -> None:
        """Make the cells larger or smaller; the cell at the point stays under it."""
        if self.data is None or self.arranged is None:
            return
        before, offset = self.arranged, self.offset()
        self._set_zoom(min(max(self._zoom_now(before) * factor, ZOOM_ENDS[0]), ZOOM_ENDS[1]))
        after = self.arranged
        spot = (at or before.body.center()) - QPoint(before.left, before.top)
        x, y = after.cell_w / before.cell_w, after.cell_h / before.cell_h
        self.horizontalScrollBar().setValue(round((offset.x() + spot.x()) * x) - spot.x())
        self.verticalScrollBar().setValue(round((offset.y() + spot.y()) * y) - spot.y())

    def show_cell(self, row: int, col: int | None) -> None:
        """Scroll as little as needed to see a cell, or only its row."""
        if self._sought is None:
            self._home = self.offset()
        self._sought = row, col
        self._seek(row, col)

    def show_row_first(self, row: int) -> None:
        """Scroll so that a row is the first in sight, if there are enough rows below it."""
        if self.arranged is not None:
            self._sought = None
            self.verticalScrollBar().setValue(self.arranged.y(row))

    def set_common(self, common: Common | None) -> None:
        """Lay out as its neighbours are."""
        if common != self._common:
            self._common = common
            self.relayout()
            self.invalidate()

    def arranged_as(self, common: Common | None) -> MatrixLayout | None:
        """How it would be laid out with this in common with its neighbours."""
        if self.data is None or self.data.values.size == 0:
            return None
        return self._arranged(self.data, common)

    def offset(self) -> QPoint:
        offset = super().offset()
        return self.arranged.snapped(offset) if self.arranged else offset

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit()

    def sizeHint(self) -> QSize:
        if self.data is None:
            return SMALLEST_HINT
        ideal = arrange(self.data, LARGEST_HINT, self.texts, 1.0, self._legend)
        around = QSize(ideal.left + 2, ideal.top + ideal.legend_h + 2)
        return (ideal.content + around).boundedTo(LARGEST_HINT).expandedTo(SMALLEST_HINT)

    def minimumSizeHint(self) -> QSize:
        return SMALLEST_HINT

    def relayout(self) -> None:
        before, self.arranged = self.arranged, self.arranged_as(self._common)
        if self.arranged is None:
            return
        self._laying_out = True
        self._set_bars(self.arranged)
        if self._sought is not None and not (before and self.arranged.lies_as(before)):
            self._scroll_to(self._home)
            self._seek(*self._sought)
        self._laying_out = False

    def _set_bars(self, layout: MatrixLayout) -> None:
        content, body = layout.content, layout.body
        steps = ((self.horizontalScrollBar(), content.width(), body.width(), layout.cell_w),
                 (self.verticalScrollBar(), content.height(), body.height(), layout.cell_h))  # fmt: skip
        for bar, whole, part, cell in steps:
            bar.setRange(0, whole - part)
            bar.setPageStep(part)
            bar.setSingleStep(max(int(cell), 8))

    def _arranged(self, data: MatrixData, common: Common | None) -> MatrixLayout:
        parts = self.texts, self._zoom, self._legend, common
        found = arrange(data, self.maximumViewportSize(), *parts)
        if found.content == found.body.size():  # else scroll bars that are there would stay
            return found
        return arrange(data, self.viewport().size(), *parts)

    def _seek(self, row: int, col: int | None) -> None:
        if self.arranged is None or row >= self.arranged.rows:
            return
        offset = self.offset()
        body, cell = self.arranged.body, self.arranged.cell(row, col or 0, offset)
        if col is not None:
            x = offset.x() + _excess(cell.left(), cell.right(), body.left(), body.right())
            self.horizontalScrollBar().setValue(x)
        y = offset.y() + _excess(cell.top(), cell.bottom(), body.top(), body.bottom())
        self.verticalScrollBar().setValue(y)

    def _scroll_to(self, place: QPoint) -> None:
        self.horizontalScrollBar().setValue(place.x())
        self.verticalScrollBar().setValue(place.y())

    @Slot()
    def _on_scrolled_by_hand(self) -> None:
        self._sought = None

    @Slot()
    def _on_rows_moved(self) -> None:
        if self.arranged is not None and not self._laying_out:
            self.scrolled.emit(self.arranged.visible(self.offset())[0].start)

    def paint_picture(self, painter: QPainter) -> None:
        if self.data is None or self.arranged is None:
            return
        parts = self.data, self.arranged, self.theme, self.texts
        frame, offset = FramePainter(*parts), self.offset()
        cells = self._picture_of_cells(self.data, self.arranged)
        CellPainter(*parts).paint(painter, cells, offset, self.marks)
        frame.title(painter)
        frame.axes(painter)
        frame.labels(painter, offset, self.marks)
        frame.legend(painter)
        self._mark_lines(painter, self.arranged, offset)

    def _mark_lines(self, painter: QPainter, layout: MatrixLayout, offset: QPoint) -> None:
        body, (row, col) = layout.body, (self.marks.row, self.marks.col)
        painter.setClipRect(body)
        if row is not None and row < layout.rows:
            box = layout.cell(row, 0, offset)
            for y in (box.y() - 1, box.bottom() - 1):
                painter.fillRect(body.x(), y, body.width(), 2, self.theme.colour("q"))
        if col is not None and col < layout.cols:
            box = layout.cell(0, col, offset)
            for x in (box.x() - 1, box.right() - 1):
                painter.fillRect(x, body.y(), 2, body.height(), self.theme.colour("k"))

    def _picture_of_cells(self, data: MatrixData, layout: MatrixLayout) -> CellPicture:
        size = picture_size(data, layout, self.devicePixelRatioF())
        if self._cells is None or self._cells.pixels.shape != size:
            self._cells = CellPicture(data, self.theme, *size)
        return self._cells

    def _zoom_now(self, layout: MatrixLayout) -> float:
        if self._zoom or self.data is None:
            return self._zoom or 1.0
        return min(layout.cell_h / CELL_HEIGHT, layout.cell_w / readable_width(self.data, self.texts))

    def _set_zoom(self, zoom: float | None) -> None:
        self._zoom, self._sought = zoom, None
        self.relayout()
        self.invalidate()


def _excess(low: int, high: int, first: int, last: int) -> int:
    """How far to scroll so that low..high comes inside first..last."""
    return min(low - first, 0) or max(high - last, 0)
