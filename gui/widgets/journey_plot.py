"""Paths of tokens through the layers in a plane; one of them is chosen by a click or Enter."""

from typing import ClassVar

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from gui.theme import Theme
from gui.widgets import numbers
from gui.widgets.copying import tsv
from gui.widgets.journey_painter import PathsPainter
from gui.widgets.journey_picture import LaidPaths, Paths, bounds, lay_out, point_at, rows_of
from gui.widgets.painting import canvas, is_vector
from gui.widgets.plane_plot import AXES_FROM, PlanePlot

STEPS = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
}
NOTHING = Paths(np.zeros((2, 1, 2)), ("",), 0, lambda token, layer: "")


class JourneyPlot(PlanePlot[tuple[int, int]]):
    """Its things are tokens after so many layers: Left and Right lead along a path, Up and Down to another token."""

    axes_from: ClassVar[int] = AXES_FROM
    picked = Signal(int)  # token

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.data = NOTHING
        self._laid: LaidPaths | None = None
        self._crowd: QPixmap | None = None  # what stays as it is while the mouse moves

    def set_data(self, data: Paths) -> None:
        """Show other paths.  The view is fitted anew only if they are of other tokens."""
        others = data.names != self.data.names or data.points.shape != self.data.points.shape
        self.data = data
        self.renew(others)

    @property
    def laid(self) -> LaidPaths:
        """Where everything lies now, in points of the widget."""
        if self._laid is None:
            self._laid = lay_out(self.data, self.view, self.frame, self.texts)
            self._laid = lay_out(self.data, self.view, self.frame, self.texts, list(self.kept_free()))
        return self._laid

    def set_theme(self, theme: Theme) -> None:
        self._crowd = None
        super().set_theme(theme)

    def wanted(self, room: QSizeF) -> QRectF:
        return bounds(self.data, room)

    def moved(self) -> None:
        self._laid = self._crowd = None
        self.viewport().update()

    def paint_over(self, painter: QPainter) -> None:
        density = painter.device().devicePixelRatioF()
        paths = PathsPainter(painter, self.data, self.laid, self.theme, self.texts)
        if is_vector(painter):
            paths.crowd(self.frame)
        else:
            if self._crowd is None or self._crowd.devicePixelRatioF() != density:
                self._crowd = self._painted_crowd(density)
            painter.drawPixmap(0, 0, self._crowd)
        paths.paint(self.hover, self.current if self.hasFocus() else None)
        if note := self.note():
            paths.note(self.note_box(), note)

    def _painted_crowd(self, density: float) -> QPixmap:
        made = canvas(self.viewport().width(), self.viewport().height(), density)
        made.fill(Qt.GlobalColor.transparent)
        painter = QPainter(made)
        try:
            painter.setClipRect(self.frame)
            PathsPainter(painter, self.data, self.laid, self.theme, self.texts).crowd(self.frame)
        finally:
            painter.end()
        return made

    def note(self) -> str:
        laid, said = self.laid, []
        if laid.hidden:
            said.append(self.tr("{0} labels hidden: zoom in").format(laid.hidden))
        if laid.outside:
            said.append(self.tr("{0} out of view: zoom out or Fit").format(laid.outside))
        return "; ".join(said)

    def at(self, point: QPointF) -> tuple[int, int] | None:
        return point_at(self.data, self.laid, point) if self.frame.contains(point) else None

    def tell(self, thing: tuple[int, int]) -> str:
        return self.data.tell(*thing)

    def first(self) -> tuple[int, int] | None:
        return self.data.chosen, self.data.layers

    def beside(self, thing: tuple[int, int], key: Qt.Key) -> tuple[int, int] | None:
        token, layer = (here + step for here, step in zip(thing, STEPS[key], strict=True))
        there = 0 <= token < len(self.data.names) and 0 <= layer <= self.data.layers
        return (token, layer) if there else None

    def pick(self, thing: tuple[int, int], shift: bool) -> None:
        self.picked.emit(thing[0])

    def tsv(self) -> str:
        lines = [("token", "place", "layer", "x", "y")]
        for token, layer in rows_of(self.data):
            x, y = map(numbers.exported, self.data.points[layer, token].tolist())
            lines.append((self.data.names[token], str(token + 1), str(layer), x, y))
        return tsv(lines)
