"""Paints words as arrows with their labels and the angle between two of them."""

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from gui.theme import Theme
from gui.widgets.arrow_picture import Arrow, Arrows, Laid, Link, label_of
from gui.widgets.painting import Texts
from gui.widgets.plane_painter import PlanePainter
from gui.widgets.plane_places import distance, nearest

LEADER = 14.0  # farther from its arc an angle hangs on a line
CROWDED, FAINTEST = 40, 50  # arrows from which on they fade, and the least of 255 that is left of one
DOT, SMALL_DOT = 3.0, 1.6
LINKS = {
    "torn": ("k", Qt.PenStyle.SolidLine),
    "invented": ("result", Qt.PenStyle.DashLine),
    "analogy": ("v", Qt.PenStyle.DashDotLine),
}  # colour and line


class ArrowPainter(PlanePainter):
    """One painting of arrows that have been laid out."""

    def __init__(self, painter: QPainter, data: Arrows, laid: Laid, theme: Theme, texts: Texts) -> None:
        super().__init__(painter, theme)
        self.data, self.laid, self.texts = data, laid, texts
        self._ordered = data.in_order()
        self._near = {arrow.word: arrow.near for arrow in self._ordered if arrow.near}

    def paint(self, frame: QRectF, hover: str | None, current: str | None) -> None:
        """Everything; ``current`` wears the focus ring."""
        if self.data.centred:
            self.cross(frame, self.laid.origin)
        self._angle()
        for link in self.data.links:
            self._link(link, hover)
        shafts = self._crowded(hover)
        for arrow in reversed(self._ordered):
            self._arrow(arrow, arrow.word == hover, arrow.word in shafts)
        for arrow in reversed(self._ordered):
            self._label(arrow, arrow.word == hover, arrow.word == current)
        self._angle_text()

    def _link(self, link: Link, hover: str | None) -> None:
        """One of the word under the mouse stands out."""
        name, style = LINKS[link.kind]
        colour = self.theme.colour(name)
        colour.setAlpha(255 if hover in (None, link.start, link.end) else 70)
        self.painter.setPen(QPen(colour, 2.0 if link.start == hover else 1.2, style))
        self.painter.drawLine(self.laid.tips[link.start], self.laid.tips[link.end])

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
            self.leader(middle, self.laid.angle)
        self.write(self.laid.angle, self.data.angle, self.theme.colour("text"), self.theme.colour("panel"))

    def _crowded(self, hover: str | None) -> frozenset[str]:
        """Of many arrows, draw all shafts but the pair's at once, the fainter the more there are; answers whose.

        Without smoothing: a smooth line takes a hundred times as long.
        """
        count = len(self._ordered)
        if count <= CROWDED or not self.data.shafts:
            return frozenset()
        words = [a.word for a in self._ordered if not (a.near or a.word == hover or self._paired(a))]
        colour = self.theme.colour("muted")
        colour.setAlpha(max(round(255 * CROWDED / count), FAINTEST))
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        self.painter.setPen(QPen(colour, 1))
        self.painter.drawLines([QLineF(self.laid.origin, self.laid.tips[word]) for word in words])
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        return frozenset(words)

    def _arrow(self, arrow: Arrow, hover: bool, drawn: bool) -> None:
        """``drawn``: its shaft is there already."""
        tip, ink = self.laid.tips[arrow.word], self._ink(arrow.word)
        if arrow.near:
            self.painter.setPen(QPen(ink, 0.8, Qt.PenStyle.DotLine))
            self.painter.drawLine(self.laid.tips[arrow.near], tip)
        if self.data.shafts and not arrow.near and not drawn:
            width = (2.4 if self._paired(arrow) else 1.5) + (1.0 if hover else 0.0)
            self.arrow(self.laid.origin, tip, ink, width)
        else:
            self.painter.setPen(QPen(ink, 1.4))
            self.painter.setBrush(self.theme.colour("panel") if arrow.near else ink)
            self.painter.drawEllipse(tip, *[SMALL_DOT if drawn else DOT] * 2)
        if arrow.word in self.data.selected:
            self._mark(tip)

    def _mark(self, tip: QPointF) -> None:
        """What is selected has a halo."""
        halo = self.theme.colour("accent")
        self.painter.setPen(QPen(halo, 2))
        halo.setAlpha(60)
        self.painter.setBrush(halo)
        self.painter.drawEllipse(tip, 6.5, 6.5)

    def _label(self, arrow: Arrow, hover: bool, current: bool) -> None:
        box = self.laid.labels.get(arrow.word)
        tip = self.laid.tips[arrow.word]
        if box is not None:
            if self.laid.led(arrow.word):
                self.leader(tip, box)
            colours = self._ink(arrow.word, text=True), self._ground(arrow.word, hover)
            self.write(box, label_of(arrow, self.data, self.texts), *colours, bold=self._paired(arrow))
        if current:
            self.focus(tip, box)

    def _paired(self, arrow: Arrow) -> bool:
        return arrow.word in (self.data.a, self.data.b)

    def _ink(self, word: str, text: bool = False) -> QColor:
        names = {self.data.a: "pair_a", self.data.b: "pair_b"}
        near = self._near.get(word)
        return self.theme.colour(names.get(near or word, "text" if text else "muted"))

    def _ground(self, word: str, hover: bool) -> QColor:
        names = {self.data.a: "pair_a_tint", self.data.b: "pair_b_tint"}
        ground = self.theme.colour(names.get(word, "raised" if hover else "panel"))
        ground.setAlpha(255 if word in names or hover else 215)
        return ground
