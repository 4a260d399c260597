"""How a beam is painted: boxes with a token and its numbers, and lines from each to what it goes on with."""

from dataclasses import dataclass

from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from gui.theme import Theme
from gui.widgets.beam_layout import HEAD, START, BeamLayout, Place
from gui.widgets.painting import BODY, TINY, Texts, font, pill

RADIUS = 6.0
INSET, LEAST, WIDEST = 7, 58, 190  # of a box: edge to text; widths
LINE = 17  # height of a line in it
SIDE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
LEFT, RIGHT = SIDE | Qt.AlignmentFlag.AlignLeft, SIDE | Qt.AlignmentFlag.AlignRight
MIDDLE = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine


@dataclass(frozen=True)
class Node:
    """A hypothesis as it is shown: its last token, the token's probability, and what is added up so far."""

    token: str
    chance: str
    total: str
    parent: int
    ended: bool = False
    mean: str = ""  # of one that has ended


def width_of(node: Node, texts: Texts) -> int:
    """How wide the box of a hypothesis wants to be."""
    upper = texts.width(node.token, BODY, bold=True) + texts.width(node.chance, TINY)
    lower = texts.width(node.total, TINY) + texts.width(node.mean, TINY)
    return min(max(upper, lower, LEAST - 2 * INSET) + 3 * INSET, WIDEST)


class BeamPainter:
    """Paints onto a painter whose origin is that of the picture."""

    def __init__(self, painter: QPainter, layout: BeamLayout, theme: Theme, texts: Texts) -> None:
        self._painter, self._layout, self._theme, self._texts = painter, layout, theme, texts

    def heading(self, step: int, top: int) -> None:
        """The number of a step above its column."""
        left, width = self._layout.column(step)
        self._painter.setFont(font(TINY))
        self._painter.setPen(self._theme.colour("muted"))
        self._painter.drawText(QRect(left, top, width, HEAD), MIDDLE, str(step + 1))

    def start(self, text: str) -> None:
        """Where all hypotheses begin."""
        box = self._layout.box(START)
        pill(self._painter, box, self._theme.colour("raised"), self._theme.colour("line"), RADIUS)
        self._painter.setFont(font(TINY))
        self._painter.setPen(self._theme.colour("muted"))
        self._painter.drawText(box, MIDDLE, text)

    def edge(self, place: Place, colour: str, width: float) -> None:
        """The line from a hypothesis' parent to it."""
        before, after = self._layout.box(self._layout.parent(place)), self._layout.box(place)
        a = QPointF(before.right() + 1, before.center().y() + 0.5)
        b = QPointF(after.left(), after.center().y() + 0.5)
        bend = (b.x() - a.x()) / 2
        line = QPainterPath(a)
        line.cubicTo(a + QPointF(bend, 0), b - QPointF(bend, 0), b)
        self._painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        self._painter.setPen(QPen(self._theme.colour(colour), width))
        self._painter.drawPath(line)

    def node(self, place: Place, node: Node, wins: bool, lost: bool) -> None:
        """A hypothesis; ``lost``: nothing that came of it was kept."""
        box, theme = self._layout.box(place), self._theme
        ground = theme.colour("accent_tint" if wins else "panel" if lost else "raised")
        edge = theme.colour("accent" if wins else "line" if lost else "edge")
        pill(self._painter, box, ground, edge, RADIUS, 1.5 if wins else 1)
        if node.ended:
            self._end(box, wins)
        upper = QRect(box.x() + INSET, box.y() + 2, box.width() - 2 * INSET, LINE)
        lower = upper.translated(0, LINE)
        chance = self._texts.width(node.chance, TINY) + INSET
        token = self._texts.elided(node.token, BODY, upper.width() - chance, bold=not lost)
        self._write(upper, LEFT, token, "muted" if lost else "text", font(BODY, bold=not lost).pixelSize())
        small = font(TINY).pixelSize()
        self._write(upper, RIGHT, node.chance, "muted", small)
        self._write(lower, LEFT, node.total, "muted", small)
        self._write(lower, RIGHT, node.mean, "accent" if wins else "text", small)

    def _end(self, box: QRect, wins: bool) -> None:
        """A second line at the right, as at the end of a piece of music."""
        self._painter.setPen(QPen(self._theme.colour("accent" if wins else "muted"), 2.5))
        x = box.right() + 3
        self._painter.drawLine(QPoint(x, box.top() + 3), QPoint(x, box.bottom() - 3))

    def _write(self, box: QRect, where: Qt.AlignmentFlag, text: str, colour: str, pixels: int) -> None:
        self._painter.setFont(font(pixels))
        self._painter.setPen(self._theme.colour(colour))
        self._painter.drawText(box, where, text)

    def ring(self, place: Place, colour: str, width: float) -> None:
        """A frame around a hypothesis."""
        box = self._layout.box(place).adjusted(-3, -3, 3, 3)
        nothing = self._theme.colour("panel")
        nothing.setAlpha(0)
        pill(self._painter, box, nothing, self._theme.colour(colour), RADIUS + 3, width)
