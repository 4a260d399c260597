"""Paints words as arrows with their labels and the angle between two of them."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from gui.theme import Theme
from gui.widgets.arrow_picture import Arrow, Arrows, Laid, distance, label_of, nearest
from gui.widgets.painting import SMALL, TINY, Texts, font

HEAD, HALF = 9.0, 3.6  # length and half the width of an arrow's head
LEADER = 14.0  # farther from its arc an angle hangs on a line


class ArrowPainter:
    """One painting of arrows that have been laid out."""

    def __init__(self, painter: QPainter, data: Arrows, laid: Laid, theme: Theme, texts: Texts) -> None:
        self.painter, self.data, self.laid, self.theme, self.texts = painter, data, laid, theme, texts
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def paint(self, frame: QRectF, hover: str | None, current: str | None) -> None:
        """Everything; ``current`` wears the focus ring."""
        self._cross(frame)
        self._angle()
        for arrow in reversed(self.data.in_order()):
            self._arrow(arrow, arrow.word == hover)
        for arrow in reversed(self.data.in_order()):
            self._label(arrow, arrow.word == hover, arrow.word == current)
        self._angle_text()

    def note(self, box: QRectF, text: str) -> None:
        """A quiet line, in the room that was kept free for it."""
        self.painter.fillRect(box, self.theme.colour("panel"))
        self.painter.setFont(font(TINY))
        self.painter.setPen(self.theme.colour("muted"))
        self.painter.drawText(box, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine, text)

    def _cross(self, frame: QRectF) -> None:
        """The axes through the origin."""
        x, y = self.laid.origin.x(), self.laid.origin.y()
        self.painter.setPen(QPen(self.theme.colour("line"), 1))
        self.painter.drawLine(QPointF(frame.left(), y), QPointF(frame.right(), y))
        self.painter.drawLine(QPointF(x, frame.top()), QPointF(x, frame.bottom()))

    def _angle(self) -> None:
        if self.laid.arc is None:
            return
        arc, origin = self.laid.arc, self.laid.origin
        box = QRectF(-arc.radius, -arc.radius, 2 * arc.radius, 2 * arc.radius).translated(origin)
        sector = QPainterPath(origin)
        sector.arcTo(box, arc.start, arc.span)
        sector.closeSubpath()
        self.painter.fillPath(sector, self.theme.colour("warning_tint"))
        edge = QPainterPath()
        edge.arcMoveTo(box, arc.start)
        edge.arcTo(box, arc.start, arc.span)
        self.painter.strokePath(edge, QPen(self.theme.colour("text"), 1.4))

    def _angle_text(self) -> None:
        if self.laid.arc is None or self.laid.angle is None:
            return
        middle = QPointF(*self.laid.arc.middle(self.laid.origin))
        if distance(middle, nearest(self.laid.angle, middle)) > LEADER:
            self._leader(middle, self.laid.angle)
        self._write(self.laid.angle, self.data.angle, self.theme.colour("text"), self.theme.colour("panel"))

    def _arrow(self, arrow: Arrow, hover: bool) -> None:
        colour, width = self._ink(arrow.word), 2.4 if arrow.word in (self.data.a, self.data.b) else 1.5
        origin, tip = self.laid.origin, self.laid.tips[arrow.word]
        self.painter.setPen(QPen(colour, width + (1.0 if hover else 0.0)))
        self.painter.setBrush(colour)
        length = distance(origin, tip)
        if length < HEAD:  # too short for a head: a dot
            self.painter.drawEllipse(tip, 2.5, 2.5)
            return
        along = (tip - origin) * (1.0 / length)
        across = QPointF(-along.y(), along.x())
        base = tip - along * HEAD
        self.painter.drawLine(origin, base)
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.drawPolygon(QPolygonF([tip, base + across * HALF, base - across * HALF]))

    def _label(self, arrow: Arrow, hover: bool, current: bool) -> None:
        box = self.laid.labels.get(arrow.word)
        tip = self.laid.tips[arrow.word]
        if current:
            self.painter.setBrush(Qt.BrushStyle.NoBrush)
            self.painter.setPen(QPen(self.theme.colour("focus"), 2))
            self.painter.drawEllipse(tip, 7, 7)
        if box is None:
            return
        if self.laid.led(arrow.word):
            self._leader(tip, box)
        colours = self._ink(arrow.word, text=True), self._ground(arrow.word, hover)
        self._write(box, label_of(arrow, self.data, self.texts), *colours, bold=self._paired(arrow))
        if current:
            self.painter.setBrush(Qt.BrushStyle.NoBrush)
            self.painter.setPen(QPen(self.theme.colour("focus"), 2))
            self.painter.drawRoundedRect(box, 5, 5)

    def _paired(self, arrow: Arrow) -> bool:
        return arrow.word in (self.data.a, self.data.b)

    def _leader(self, tip: QPointF, box: QRectF) -> None:
        self.painter.setPen(QPen(self.theme.colour("muted"), 0.8))
        self.painter.drawLine(tip, nearest(box, tip))

    def _write(self, box: QRectF, text: str, ink: QColor, ground: QColor, bold: bool = False) -> None:
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(ground)
        self.painter.drawRoundedRect(box, 5, 5)
        self.painter.setFont(font(SMALL, bold))
        self.painter.setPen(ink)
        self.painter.drawText(box, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine, text)

    def _ink(self, word: str, text: bool = False) -> QColor:
        names = {self.data.a: "pair_a", self.data.b: "pair_b"}
        return self.theme.colour(names.get(word, "text" if text else "muted"))

    def _ground(self, word: str, hover: bool) -> QColor:
        names = {self.data.a: "pair_a_tint", self.data.b: "pair_b_tint"}
        ground = self.theme.colour(names.get(word, "raised" if hover else "panel"))
        ground.setAlpha(255 if word in names or hover else 215)
        return ground
