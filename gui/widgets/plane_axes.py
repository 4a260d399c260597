"""A plane with two axes of equal scale that can be moved and zoomed: the one place where pyqtgraph is used."""

from math import isfinite
from typing import ClassVar

import pyqtgraph as pg
from PySide6.QtCore import QRectF, QSizeF, Slot
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QToolButton, QWidget

from gui.theme import LIGHT, Theme
from gui.widgets.painting import TINY, Texts, font

LEFT_WIDTH, BOTTOM_HEIGHT = 44, 38  # fixed, so that nothing jumps while the numbers at the axes change
ZOOM_STEP = 1.25
NEAREST, FARTHEST = 1 / 200, 20.0  # ends of the zoom, against the view that fits


class PlaneAxes(pg.PlotWidget):
    """Keeps fitting itself until the user moves or zooms.  What is drawn in the plane is painted over it, in the
    screen's points, by `paint_over`; `wanted` says what is to be seen."""

    axes_from: ClassVar[int] = 0  # height from which there is room for axes

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, background=None, enableMenu=False)
        self.theme: Theme = LIGHT
        self.texts = Texts()
        self.fitted = True
        self._titles = ("", "")
        self.box: pg.ViewBox = self.getPlotItem().getViewBox()
        self.box.setAspectLocked(True)
        self.box.sigResized.connect(self._on_resized)
        self.box.sigRangeChanged.connect(self._on_range_changed)
        self.box.sigRangeChangedManually.connect(self._on_moved)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.corner = QToolButton(self)  # where the axes meet
        self.corner.clicked.connect(self.fit)
        self._set_up_axes()

    def wanted(self, room: QSizeF) -> QRectF:
        """The part of the plane to fit into a room of the screen."""
        raise NotImplementedError

    def paint_over(self, painter: QPainter) -> None:
        """Draw the content, clipped to `frame`."""

    def moved(self) -> None:
        """Called when the view has changed."""

    def picture(self, painter: QPainter) -> None:
        """Paint all that is seen onto anything, from its origin on."""
        whole = QRectF(self.viewport().rect())
        painter.fillRect(whole, self.theme.colour("panel"))
        self.scene().render(painter, whole, whole)
        painter.setClipRect(self.frame)
        self.paint_over(painter)

    @property
    def frame(self) -> QRectF:
        """Where the plane lies in the widget, in the screen's points."""
        return QRectF(self.box.sceneBoundingRect())

    @property
    def view(self) -> QRectF:
        """The part of the plane that is seen; its top() is the least y."""
        return QRectF(self.box.viewRect())

    def set_theme(self, theme: Theme) -> None:
        """Paint in the colours of a theme from now on."""
        self.theme = theme
        self.setBackground(theme.colour("panel"))
        for axis in self._axes():
            axis.setPen(theme.colour("line"))
            axis.setTextPen(theme.colour("muted"))
        self.set_titles(*self._titles)
        self.viewport().update()

    def set_titles(self, x: str, y: str) -> None:
        """Name the axes.  The texts may be HTML."""
        self._titles = x, y
        style = {"color": self.theme.muted, "font-size": f"{TINY}px"}
        for axis, title in zip(self._axes(), self._titles, strict=True):
            axis.setLabel(title, **style)
            axis.resizeEvent()  # puts the title into the middle, which setLabel leaves undone

    def fit(self) -> None:
        """Show everything, and go on doing so."""
        self.fitted = True
        rect = self.wanted(QSizeF(self.box.width(), self.box.height()))
        if not all(map(isfinite, (rect.x(), rect.y(), rect.width(), rect.height()))) or rect.isEmpty():
            return
        wide = max(rect.width(), rect.height())
        limits = {"min": wide * NEAREST, "max": wide * FARTHEST}
        self.box.setLimits(**{f"{end}{axis}Range": limits[end] for end in limits for axis in "XY"})
        self.box.setRange(rect, padding=0)

    def zoom(self, factor: float) -> None:
        """Nearer (more than 1) or farther, around the middle."""
        self.fitted = False
        self.box.scaleBy((1 / factor, 1 / factor))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        event.accept()  # nothing for whatever the plane lies in

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        event.accept()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        try:
            painter.setClipRect(self.frame)
            self.paint_over(painter)
        finally:  # a painter left open takes the process down
            painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """pyqtgraph calls it once before it has axes."""
        plot = self.getPlotItem()
        if plot is not None:
            for name in ("bottom", "left"):
                plot.showAxis(name, self.height() >= self.axes_from)
        super().resizeEvent(event)

    def _axes(self) -> tuple[pg.AxisItem, pg.AxisItem]:
        return self.getAxis("bottom"), self.getAxis("left")

    def _set_up_axes(self) -> None:
        self.hideButtons()
        self.getPlotItem().layout.setContentsMargins(0, 8, 4, 0)  # for half a number beyond the axes' ends
        bottom, left = self._axes()
        bottom.setHeight(BOTTOM_HEIGHT)
        left.setWidth(LEFT_WIDTH)
        for axis in (bottom, left):
            axis.enableAutoSIPrefix(False)
            axis.setTickFont(font(TINY))
            axis.setStyle(tickLength=-4)

    @Slot(object)
    def _on_resized(self, box: object) -> None:
        self.corner.move(0, self.height() - self.corner.sizeHint().height() - 2)
        if self.fitted:
            self.fit()
        self.moved()

    @Slot(object)
    def _on_moved(self, axes: object) -> None:
        self.fitted = False

    def _on_range_changed(self, *_: object) -> None:  # no @Slot: pyqtgraph emits three arguments of its own
        self.moved()
        self.viewport().update()
