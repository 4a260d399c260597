"""A matrix that can be zoomed, scrolled and pointed into by its owner.  Mouse and keys come in MatrixView."""

from dataclasses import replace

from PySide6.QtCore import QPoint, Signal, Slot
from PySide6.QtWidgets import QWidget

from gui.widgets.matrix_data import MatrixData
from gui.widgets.matrix_fit import readable_width
from gui.widgets.matrix_laid import LaidMatrix
from gui.widgets.matrix_layout import CELL_HEIGHT, WHOLE, MatrixLayout
from gui.widgets.matrix_painter import Marks

ZOOM_ENDS = 0.02, 4.0


class MatrixCanvas(LaidMatrix):
    """Keeps the scroll bars and the zoom of a `MatrixData`.

    A row or cell that was asked for stays in sight through changes of layout, until the user scrolls.
    """

    scrolled = Signal(int)  # to other rows; the first in sight

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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
        self.show_data(data)
        if not same:
            self._zoom, self._common, self._new = None, None, True
            self._sought, self._home = None, QPoint()
            self._scroll_to(self._home)
        self.marks = replace(self.marks, revealed=None)
        self.relayout()
        self.updateGeometry()
        self.invalidate()

    def set_highlight(self, row: int | None = None, col: int | None = None) -> None:
        """Point out a query's row, a key's column; another row than before is brought into sight."""
        if row is not None and (self._new or row != self.marks.row):
            self.show_cell(row, None)
        self._new = False
        self._mark(replace(self.marks, row=row, col=col))

    def reveal(self, upto_row: int | None) -> None:
        """Show rows only down to this one (-1: none, None: all), and keep it in view."""
        if upto_row is not None and upto_row >= 0 and upto_row != self.marks.revealed:
            self.show_cell(upto_row, None)
        self._mark(replace(self.marks, revealed=upto_row))

    def _mark(self, marks: Marks) -> None:
        if marks != self.marks:
            self.marks = marks
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

    @property
    def seeks(self) -> bool:
        """Whether something that was asked for is kept in sight."""
        return self._sought is not None

    @property
    def first_row(self) -> int:
        """The first row in sight."""
        return self.arranged.visible(self.offset())[0].start if self.arranged else 0

    def show_row_first(self, row: int, by_hand: bool = True) -> None:
        """Scroll so that a row is the first in sight, if there are enough rows below it."""
        if self.arranged is not None:
            self._sought = None if by_hand else self._sought
            self.verticalScrollBar().setValue(self.arranged.y(row))

    def relayout(self) -> None:
        before, self._laying_out = self.arranged, True
        super().relayout()
        moved = self.arranged is not None and not (before and self.arranged.lies_as(before))
        if self._sought is not None and moved:
            self._scroll_to(self._home)
            self._seek(*self._sought)
        self._laying_out = False

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
            self.scrolled.emit(self.first_row)

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
