"""A matrix as it is laid out and painted: data, marks, scroll bars that fit, one common look with its neighbours."""

from PySide6.QtCore import QEvent, QPoint, QSize, Signal
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from gui.widgets.matrix_data import MatrixData
from gui.widgets.matrix_fit import Common
from gui.widgets.matrix_frame import FramePainter
from gui.widgets.matrix_layout import MatrixLayout, arrange
from gui.widgets.matrix_painter import CellPainter, CellPicture, Marks, picture_size
from gui.widgets.painted_area import PaintedArea
from gui.widgets.painting import Texts

KNOWN = 16  # layouts of a matrix that are kept
LARGEST_HINT = QSize(640, 480)
SMALLEST_HINT = QSize(140, 110)


class Layouts:
    """The layouts of one matrix that were asked for, each made once: while a step's matrices are drawn alike, the same
    ones are asked for again and again.
    """

    def __init__(self) -> None:
        self._known: dict[object, MatrixLayout] = {}

    def arranged(
        self,
        view: QSize,
        data: MatrixData,
        texts: Texts,
        zoom: float | None,
        legend: bool,
        common: Common | None,
    ) -> MatrixLayout:
        """As `arrange`; ``data`` must be the same until they are forgotten."""
        asked = view.width(), view.height(), zoom, legend, common
        if asked not in self._known:
            if len(self._known) >= KNOWN:
                self._known.clear()
            self._known[asked] = arrange(data, view, texts, zoom, legend, common)
        return self._known[asked]

    def forget(self) -> None:
        """Other data, or another font."""
        self._known.clear()


class LaidMatrix(PaintedArea):
    """What there is to see of a `MatrixData`; where it is scrolled to, and how large its cells are, is decided by
    `MatrixCanvas`.
    """

    resized = Signal()  # and laid out anew

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.data: MatrixData | None = None
        self.marks = Marks()
        self.arranged: MatrixLayout | None = None
        self._zoom: float | None = None
        self._legend = True
        self._cells: CellPicture | None = None
        self._common: Common | None = None
        self._layouts = Layouts()

    def show_data(self, data: MatrixData | None) -> None:
        """Take other data; they are laid out by `relayout`."""
        self.data, self._cells = data, None
        self._layouts.forget()

    def recolour(self) -> None:
        self._cells = None
        super().recolour()

    def set_legend(self, on: bool) -> None:
        """Write the ends of the colour scale under the matrix, or don't."""
        self._legend = on
        self.relayout()
        self.invalidate()

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

    def relayout(self) -> None:
        self.arranged = self.arranged_as(self._common)
        if self.arranged is not None:
            self._set_bars(self.arranged)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.FontChange:
            self._layouts.forget()
        super().changeEvent(event)

    def sizeHint(self) -> QSize:
        if self.data is None:
            return SMALLEST_HINT
        ideal = arrange(self.data, LARGEST_HINT, self.texts, 1.0, self._legend)
        around = QSize(ideal.left + 2, ideal.top + ideal.legend_h + 2)
        return (ideal.content + around).boundedTo(LARGEST_HINT).expandedTo(SMALLEST_HINT)

    def minimumSizeHint(self) -> QSize:
        return SMALLEST_HINT

    def paint_picture(self, painter: QPainter) -> None:
        if self.data is None or self.arranged is None:
            return
        parts = self.data, self.arranged, self.theme, self.texts
        frame, offset = FramePainter(*parts), self.offset()
        cells = self._picture_of_cells(self.data, self.arranged)
        body = CellPainter(*parts)
        body.paint(painter, cells, offset, self.marks)
        frame.title(painter)
        frame.axes(painter)
        frame.labels(painter, offset, self.marks)
        frame.legend(painter)
        body.lines(painter, offset, self.marks)

    def _set_bars(self, layout: MatrixLayout) -> None:
        content, body = layout.content, layout.body
        steps = ((self.horizontalScrollBar(), content.width(), body.width(), layout.cell_w),
                 (self.verticalScrollBar(), content.height(), body.height(), layout.cell_h))  # fmt: skip
        for bar, whole, part, cell in steps:
            bar.setRange(0, whole - part)
            bar.setPageStep(part)
            bar.setSingleStep(max(int(cell), 8))

    def _arranged(self, data: MatrixData, common: Common | None) -> MatrixLayout:
        parts = data, self.texts, self._zoom, self._legend, common
        found = self._layouts.arranged(self.maximumViewportSize(), *parts)
        if found.content == found.body.size():  # else scroll bars that are there would stay
            return found
        return self._layouts.arranged(self.viewport().size(), *parts)

    def _picture_of_cells(self, data: MatrixData, layout: MatrixLayout) -> CellPicture:
        size = picture_size(data, layout, self.devicePixelRatioF())
        if self._cells is None or self._cells.pixels.shape != size:
            self._cells = CellPicture(data, self.theme, *size)
        return self._cells
