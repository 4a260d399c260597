"""The painted side of a matrix view: data, layout, zoom, scrolling, marks.  Mouse and keys come in MatrixView."""

from dataclasses import replace

from PySide6.QtCore import QPoint, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from gui.theme import Theme
from gui.widgets.matrix_data import MatrixData
from gui.widgets.matrix_frame import FramePainter
from gui.widgets.matrix_layout import CELL_HEIGHT, WHOLE, MatrixLayout, arrange, readable_width
from gui.widgets.matrix_painter import CellPainter, CellPicture, Marks, picture_size
from gui.widgets.painted_area import PaintedArea

ZOOM_ENDS = 0.02, 4.0
LARGEST_HINT = QSize(640, 480)
SMALLEST_HINT = QSize(140, 110)


class MatrixCanvas(PaintedArea):
    """Paints a `MatrixData` and keeps its scroll bars and zoom."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.data: MatrixData | None = None
        self.marks = Marks()
        self.arranged: MatrixLayout | None = None
        self._zoom: float | None = None
        self._legend = True
        self._cells: CellPicture | None = None

    def set_data(self, data: MatrixData | None) -> None:
        """Show a matrix, or nothing.  Zoom and scroll position stay where the size stays."""
        same = self.data is not None and data is not None and self.data.values.shape == data.values.shape
        self.data, self._cells = data, None
        self._zoom = self._zoom if same else None
        self.marks = replace(self.marks, revealed=None)
        self.relayout()
        self.updateGeometry()
        self.invalidate()

    def set_theme(self, theme: Theme) -> None:
        self._cells = None
        super().set_theme(theme)

    def set_highlight(self, row: int | None = None, col: int | None = None) -> None:
        """Point out a query's row, a key's column."""
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
        if self.arranged is None:
            return
        body, cell = self.arranged.body, self.arranged.cell(row, col or 0, self.offset())
        bars = self.horizontalScrollBar(), self.verticalScrollBar()
        if col is not None:
            bars[0].setValue(bars[0].value() + _excess(cell.left(), cell.right(), body.left(), body.right()))
        bars[1].setValue(bars[1].value() + _excess(cell.top(), cell.bottom(), body.top(), body.bottom()))

    def sizeHint(self) -> QSize:
        if self.data is None:
            return SMALLEST_HINT
        ideal = arrange(self.data, LARGEST_HINT, self.texts, 1.0, self._legend)
        around = QSize(ideal.left + 2, ideal.top + ideal.legend_h + 2)
        return (ideal.content + around).boundedTo(LARGEST_HINT).expandedTo(SMALLEST_HINT)

    def minimumSizeHint(self) -> QSize:
        return SMALLEST_HINT

    def relayout(self) -> None:
        if self.data is None or self.data.values.size == 0:
            self.arranged = None
            return
        self.arranged = arrange(self.data, self.maximumViewportSize(), self.texts, self._zoom, self._legend)
        if self.arranged.content != self.arranged.body.size():  # else scroll bars that are there would stay
            self.arranged = arrange(self.data, self.viewport().size(), self.texts, self._zoom, self._legend)
        content, body = self.arranged.content, self.arranged.body
        steps = ((self.horizontalScrollBar(), content.width(), body.width(), self.arranged.cell_w),
                 (self.verticalScrollBar(), content.height(), body.height(), self.arranged.cell_h))  # fmt: skip
        for bar, whole, part, cell in steps:
            bar.setRange(0, whole - part)
            bar.setPageStep(part)
            bar.setSingleStep(max(int(cell), 8))

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
        self._zoom = zoom
        self.relayout()
        self.invalidate()


def _excess(low: int, high: int, first: int, last: int) -> int:
    """How far to scroll so that low..high comes inside first..last."""
    return min(low - first, 0) or max(high - last, 0)
