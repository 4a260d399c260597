"""One head's sum in a plane: arrows that can be pointed at, walked along and picked."""

from typing import ClassVar

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from gui.widgets import numbers
from gui.widgets.copying import tsv
from gui.widgets.plane_places import on_screen
from gui.widgets.plane_plot import AXES_FROM, PlanePlot
from gui.widgets.sum_painter import ChainPainter
from gui.widgets.sum_picture import Chain, LaidChain, arrow_at, bounds, lay_out

BACK = (Qt.Key.Key_Left, Qt.Key.Key_Up)
NOTHING = Chain(np.zeros((1, 2)), np.zeros((0, 2)), np.zeros(0), (), "", lambda arrow: "")


class SumPlot(PlanePlot[int]):
    """Its things are the arrows in their order, and after them the sum; the arrow keys lead from one to the next."""

    axes_from: ClassVar[int] = AXES_FROM
    picked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.data = NOTHING
        self._laid: LaidChain | None = None

    def set_data(self, data: Chain) -> None:
        """Show other arrows.  The view is fitted anew unless they are the same in the same order."""
        others = data.labels != self.data.labels
        self.data = data
        self.renew(others)

    @property
    def laid(self) -> LaidChain:
        """Where everything lies now, in points of the widget."""
        if self._laid is None:
            self._laid = lay_out(self.data, self.view, self.frame, self.texts)
            self._laid = lay_out(self.data, self.view, self.frame, self.texts, list(self.kept_free()))
        return self._laid

    def wanted(self, room: QSizeF) -> QRectF:
        return bounds(self.data, room)

    def moved(self) -> None:
        self._laid = None
        self.viewport().update()

    def paint_over(self, painter: QPainter) -> None:
        chain = ChainPainter(painter, self.data, self.laid, self.theme, self.texts)
        current = self.current if self.hasFocus() else None
        chain.paint(self.frame, self.hover, current, self._value())
        if note := self.note():
            chain.note(self.note_box(), note)

    def _value(self) -> QPointF | None:
        """Where the value of the arrow pointed at would end, before it is weighted."""
        if self.hover is None or self.hover == self.data.count:
            return None
        end = self.data.joints[self.hover] + self.data.values[self.hover]
        return QPointF(*on_screen(end, self.view, self.frame).tolist())

    def note(self) -> str:
        laid, said = self.laid, []
        if laid.hidden:
            said.append(self.tr("{0} without a label: zoom in").format(laid.hidden))
        if laid.outside:
            said.append(self.tr("{0} out of view: zoom out or Fit").format(laid.outside))
        return "; ".join(said)

    def at(self, point: QPointF) -> int | None:
        return arrow_at(self.data, self.laid, point) if self.frame.contains(point) else None

    def tell(self, thing: int) -> str:
        return self.data.tell(thing)

    def first(self) -> int | None:
        return 0

    def beside(self, thing: int, key: Qt.Key) -> int | None:
        there = thing + (-1 if key in BACK else 1)
        return there if 0 <= there <= self.data.count else None

    def pick(self, thing: int, shift: bool) -> None:
        self.picked.emit(thing)

    def tsv(self) -> str:
        lines = [("arrow", "x", "y", "end x", "end y")]
        steps = np.diff(self.data.joints, axis=0).tolist()
        for label, step, end in zip(self.data.labels, steps, self.data.joints[1:].tolist(), strict=True):
            x, y, end_x, end_y = map(numbers.exported, (*step, *end))
            lines.append((label, x, y, end_x, end_y))
        return tsv(lines)
