"""Paints what all planes have: arrows, labels on their lines, the cross through the origin, a note in the corner."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from gui.theme import Theme
from gui.widgets.painting import SMALL, TINY, font
from gui.widgets.plane_places import distance, nearest

HEAD, HALF = 9.0, 3.6  # length and half the width of an arrow's head


class PlanePainter:
    """One painting, in the screen's points."""

    def __init__(self, painter: QPainter, theme: Theme) -> None:
        self.painter, self.theme = painter, theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def cross(self, frame: QRectF, origin: QPointF) -> None:
        """The axes through the origin."""
        x, y = origin.x(), origin.y()
        self.painter.setPen(QPen(self.theme.colour("line"), 1))
        self.painter.drawLine(QPointF(frame.left(), y), QPointF(frame.right(), y))
        self.painter.drawLine(QPointF(x, frame.top()), QPointF(x, frame.bottom()))

    def arrow(self, start: QPointF, tip: QPointF, colour: QColor, width: float) -> None:
        """A dot where there is no room for an arrow's head."""
        self.painter.setPen(QPen(colour, width))
        self.painter.setBrush(colour)
        length = distance(start, tip)
        if length < HEAD:
            self.painter.drawEllipse(tip, 2.5, 2.5)
            return
        along = (tip - start) * (1.0 / length)
        across = QPointF(-along.y(), along.x())
        base = tip - along * HEAD
        self.painter.drawLine(start, base)
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.drawPolygon(QPolygonF([tip, base + across * HALF, base - across * HALF]))

    def leader(self, tip: QPointF, box: QRectF) -> None:
        """The line on which a label hangs."""
        self.painter.setPen(QPen(self.theme.colour("muted"), 0.8))
        self.painter.drawLine(tip, nearest(box, tip))

    def write(
        self, box: QRectF, text: str, ink: QColor, ground: QColor, bold: bool = False, pixels: int = SMALL
    ) -> None:
        """A label in its box."""
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(ground)
        self.painter.drawRoundedRect(box, 5, 5)
        self.painter.setFont(font(pixels, bold))
        self.painter.setPen(ink)
        self.painter.drawText(box, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine, text)

    def focus(self, tip: QPointF, box: QRectF | None) -> None:
        """The focus ring, around a tip and its label."""
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        self.painter.setPen(QPen(self.theme.colour("focus"), 2))
        self.painter.drawEllipse(tip, 7, 7)
        if box is not None:
            self.painter.drawRoundedRect(box, 5, 5)

    def note(self, box: QRectF, text: str) -> None:
        """A quiet line, in the room that was kept free for it."""
        self.painter.fillRect(box, self.theme.colour("panel"))
        self.painter.setFont(font(TINY))
        self.painter.setPen(self.theme.colour("muted"))
        self.painter.drawText(box, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine, text)
