"""Paints arrows laid end to end, the sum that they make, and the value behind the arrow that is pointed at."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from gui.theme import Theme
from gui.widgets.painting import Texts
from gui.widgets.plane_painter import HEAD, PlanePainter
from gui.widgets.plane_places import distance, hangs
from gui.widgets.sum_picture import Chain, LaidChain, label_of


class ChainPainter(PlanePainter):
    """One painting of arrows that have been laid out."""

    def __init__(self, painter: QPainter, data: Chain, laid: LaidChain, theme: Theme, texts: Texts) -> None:
        super().__init__(painter, theme)
        self.data, self.laid, self.texts = data, laid, texts

    def paint(self, frame: QRectF, hover: int | None, current: int | None, value: QPointF | None) -> None:
        """Everything; ``value`` is where the value of the arrow pointed at ends, drawn from where the arrow begins."""
        self.cross(frame, self.laid.joint(0))
        if hover is not None and value is not None:
            self._value(self.laid.joint(hover), value)
        self._arrows()
        self.arrow(self.laid.joint(0), self.laid.joint(-1), self.theme.colour("result"), 2.6)
        if self.laid.z is not None:
            self.arrow(self.laid.joint(0), self.laid.z, self.theme.colour("warning"), 2.2)
        for thing in (hover, current):
            if thing is not None and thing < self.data.count:
                self.arrow(self.laid.joint(thing), self.laid.joint(thing + 1), self.theme.colour("text"), 2.8)
        for thing, box in self.laid.labels.items():
            self._label(thing, box, thing == hover)
        if self.laid.z_label is not None:
            ink, ground = self.theme.colour("warning"), self.theme.colour("warning_tint")
            self.write(self.laid.z_label, self.data.z_label, ink, ground, bold=True)
        if current is not None:
            self.focus(self.laid.tip(current), self.laid.labels.get(current))

    def _arrows(self) -> None:
        """One line through all of them, with a head on each that has room for it."""
        colour = self.theme.colour("v")
        pen = QPen(colour, 1.7)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        self.painter.setPen(pen)
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        self.painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in self.laid.joints.tolist()]))
        for arrow in range(self.data.count):
            start, tip = self.laid.joint(arrow), self.laid.joint(arrow + 1)
            if distance(start, tip) >= HEAD:
                self.arrow(start, tip, colour, 1.7)

    def _value(self, start: QPointF, tip: QPointF) -> None:
        self.painter.setPen(QPen(self.theme.colour("v"), 1.2, Qt.PenStyle.DashLine))
        self.painter.drawLine(start, tip)

    def _label(self, thing: int, box: QRectF, hover: bool) -> None:
        own, total = self.laid.tip(thing), thing == self.data.count
        if hangs(box, own, (self.laid.tip(other) for other in self.laid.labels if other != thing)):
            self.leader(own, box)
        text = label_of(self.data.total if total else self.data.labels[thing], self.texts, bold=total)
        names = ("result", "result_tint") if total else ("text", "raised") if hover else ("v", "panel")
        ink, ground = map(self.theme.colour, names)
        self.write(box, text, ink, self._clear(ground, names[1]), bold=total)

    def _clear(self, ground: QColor, name: str) -> QColor:
        ground.setAlpha(215 if name == "panel" else 255)
        return ground
