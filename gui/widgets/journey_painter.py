"""Paints paths of tokens through the layers: the crowd quietly, the chosen one with its layers numbered."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from gui.theme import Theme
from gui.widgets.arrow_layout import Float64
from gui.widgets.journey_picture import LaidPaths, Paths, name_of, size_of
from gui.widgets.painting import SMALL, TINY, Texts
from gui.widgets.plane_painter import PlanePainter
from gui.widgets.plane_places import hangs

CROWD = 60  # more paths than these are drawn more faintly
FAINT = 50  # of 255
DOT, END = 3.0, 2.5


class PathsPainter(PlanePainter):
    """One painting of paths that have been laid out."""

    def __init__(self, painter: QPainter, data: Paths, laid: LaidPaths, theme: Theme, texts: Texts) -> None:
        super().__init__(painter, theme)
        self.data, self.laid, self.texts = data, laid, texts

    def crowd(self, frame: QRectF) -> None:
        """Every path but the chosen one, with a dot where it ends."""
        self.cross(frame, self.laid.origin)
        colour, muted = self.theme.colour("edge"), self.theme.colour("muted")
        crowded = len(self.data.names) > CROWD
        if crowded:
            colour.setAlpha(FAINT)
            muted.setAlpha(FAINT)
        others = [token for token in range(len(self.data.names)) if token != self.data.chosen]
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing, not crowded)  # so many take long
        self.painter.setPen(QPen(colour, 1.0 if crowded else 1.2))
        for token in others:
            self._line(self.laid.points[:, token])
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(muted)
        for token in others:
            self.painter.drawEllipse(self.laid.end(token), END, END)

    def paint(self, hover: tuple[int, int] | None, current: tuple[int, int] | None) -> None:
        """The path pointed at, the chosen one over it, all labels; ``current`` wears the focus ring."""
        for thing in (hover, current):
            if thing and thing[0] != self.data.chosen:
                self._path(thing[0], self.theme.colour("text"), 1.6)
        self._leaders()
        self._path(self.data.chosen, self.theme.colour("q"), 2.2)
        self._looked_at()
        for layer, box in self.laid.numbers.items():
            self._number(layer, box)
        for token in (*(token for token in self.laid.names if token != self.data.chosen), self.data.chosen):
            if token in self.laid.names:
                self._name(token, self.laid.names[token], bool(hover and hover[0] == token))
        for thing in (hover, current):
            if thing and thing[0] not in self.laid.names:
                self._unplaced_name(thing[0])
        if hover:
            self._ring(self._at(*hover), self.theme.colour("text"), 5.0)
        if current:
            self.focus(self._at(*current), None)

    def _at(self, token: int, layer: int) -> QPointF:
        return QPointF(*self.laid.points[layer, token].tolist())

    def _line(self, points: Float64) -> None:
        self.painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in points.tolist()]))

    def _path(self, token: int, colour: QColor, width: float) -> None:
        """A ring at the input, a dot after each layer; dashed, where it would be without the changes."""
        if self.laid.before is not None and token not in self.data.new:
            self.painter.setPen(QPen(self.theme.colour("muted"), 1.2, Qt.PenStyle.DashLine))
            self._line(self.laid.before[:, token])
        self.painter.setPen(QPen(colour, width))
        self._line(self.laid.points[:, token])
        self.painter.setBrush(colour)
        self.painter.setPen(Qt.PenStyle.NoPen)
        for layer in range(1, len(self.laid.points)):
            self.painter.drawEllipse(self._at(token, layer), DOT, DOT)
        self.painter.setBrush(self.theme.colour("panel"))
        self.painter.setPen(QPen(colour, 1.6))
        self.painter.drawEllipse(self._at(token, 0), DOT, DOT)

    def _looked_at(self) -> None:
        """The step of the layer that is looked at, thicker."""
        if self.data.layer is None:
            return
        pen = QPen(self.theme.colour("q"), 4.2)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        self.painter.setPen(pen)
        self.painter.drawLine(*(self._at(self.data.chosen, self.data.layer + end) for end in (0, 1)))

    def _leaders(self) -> None:
        """The lines on which labels hang, under the path."""
        path = [self._at(self.data.chosen, layer) for layer in range(len(self.laid.points))]
        for layer, box in self.laid.numbers.items():
            if hangs(box, path[layer], path[:layer] + path[layer + 1 :]):
                self.leader(path[layer], box)
        ends = {token: self.laid.end(token) for token in self.laid.names}
        for token, box in self.laid.names.items():
            if hangs(box, ends[token], (end for other, end in ends.items() if other != token)):
                self.leader(ends[token], box)

    def _number(self, layer: int, box: QRectF) -> None:
        ink = self.theme.colour("q")
        self.write(box, str(layer), ink, self._ground("panel"), bold=True, pixels=TINY)

    def _name(self, token: int, box: QRectF, hover: bool) -> None:
        chosen = token == self.data.chosen
        ink = self.theme.colour("q" if chosen else "text" if hover else "muted")
        ground = self._ground("q_tint" if chosen else "raised" if hover else "panel")
        self.write(box, name_of(self.data, token, self.texts), ink, ground, bold=chosen)

    def _unplaced_name(self, token: int) -> None:
        """A name that is only there while it is pointed at."""
        text, end = name_of(self.data, token, self.texts), self.laid.end(token)
        box = QRectF(end + QPointF(8.0, -24.0), size_of(text, self.texts, SMALL))
        room = self.painter.clipBoundingRect()
        box.moveRight(min(box.right(), room.right() - 2))
        box.moveTop(max(box.top(), room.top() + 2))
        self.write(box, text, self.theme.colour("text"), self.theme.colour("raised"))

    def _ground(self, name: str) -> QColor:
        ground = self.theme.colour(name)
        ground.setAlpha(215 if name == "panel" else 255)
        return ground

    def _ring(self, at: QPointF, colour: QColor, radius: float) -> None:
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        self.painter.setPen(QPen(colour, 1.4))
        self.painter.drawEllipse(at, radius, radius)
