"""Draws nets over the words of a sentence, each with the shortest way from one word to the place of another."""

from collections.abc import Sequence

from PySide6.QtCore import QLineF, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from gui.widgets.copying import offer_copies, tsv
from gui.widgets.nets_picture import Band, NetPicture, arrange
from gui.widgets.painted_area import PaintedArea
from gui.widgets.painting import SMALL, font, pill, ring
from gui.widgets.plain import visible

CENTRE = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
NARROW = 26.0  # columns in which only the two words are named
CROWDED = 5.0  # levels so near that nodes which hear nothing are left out
STRONG, FAINT = 2.6, 1.0
PAD = 5
SHIFT = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier
STEPS: dict[int, int] = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


def _head(start: QPointF, end: QPointF, radius: float) -> QPolygonF:
    """The head of an arrow in the middle of a line, in keeping with its nodes; none on a short one."""
    line, size = QLineF(start, end), 2.2 * radius
    if line.length() < 3 * size:
        return QPolygonF()
    x, y = line.dx() / line.length() * size, line.dy() / line.length() * size
    tip = line.pointAt(0.5) + QPointF(x, y) * 0.5
    back, side = tip - QPointF(x, y), QPointF(-y, x) * 0.5
    return QPolygonF([tip, back + side, back - side])


class NetsView(PaintedArea):
    """A click sets where the way begins, with Shift where it ends; Left and Right move the end, with Shift the
    beginning.
    """

    chosen = Signal(int, int)  # start, end

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words: tuple[str, ...] = ()
        self.start = self.end = 0
        self.nets: tuple[NetPicture, ...] = ()
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        offer_copies(self)

    def show_nets(self, words: Sequence[str], start: int, end: int, nets: Sequence[NetPicture]) -> None:
        """Other nets, or another way through them."""
        self.words, self.nets = tuple(map(visible, words)), tuple(nets)
        self.start, self.end = start, end
        self.setAccessibleDescription("; ".join(net.title for net in nets))
        self.invalidate()

    @property
    def bands(self) -> tuple[Band, ...]:
        room = QRectF(self.viewport().rect()).adjusted(0, 2, 0, -2)
        return arrange(self.nets, len(self.words), room)

    def sizeHint(self) -> QSize:
        return QSize(560, 420)

    def minimumSizeHint(self) -> QSize:
        return QSize(260, 210)

    def number(self) -> str:
        """None of them is current."""
        return ""

    def tsv(self) -> str:
        """The ways, node by node: level and position from 1, words being level 0."""
        rows = [
            (net.name, str(level), str(place + 1), self.words[place])
            for net in self.nets
            for level, place in net.path
        ]
        return tsv([("net", "level", "position", "word"), *rows])

    def tip_at(self, point: QPoint) -> tuple[str, QRect]:
        for band in self.bands:
            place = band.place_at(point.x())
            if band.box.contains(point.toPointF()) and point.y() < band.box.top() + 18:
                return band.net.about, band.box.toAlignedRect()
            if place is not None and band.box.contains(point.toPointF()):
                heard = (0, place) in band.net.field
                said = (
                    self.tr("“{0}”, word {1}: it is heard of at the place of “{2}”.")
                    if heard
                    else self.tr("“{0}”, word {1}: nothing of it arrives at the place of “{2}”.")
                )
                return said.format(self.words[place], place + 1, self.words[self.end]), QRect()
        return "", QRect()

    def paint_picture(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for band in self.bands:
            self._paint_title(painter, band)
            self._paint_edges(painter, band)
            self._paint_nodes(painter, band)
            self._paint_words(painter, band)

    def paint_over(self, painter: QPainter) -> None:
        if self.hasFocus():
            ring(painter, self.viewport().rect(), self.theme.colour("focus"), self.theme.colour("panel"), 1)

    def _paint_title(self, painter: QPainter, band: Band) -> None:
        net, box = band.net, band.box.adjusted(PAD, 0, -PAD, 0)
        painter.setFont(font(SMALL, bold=True))
        painter.setPen(self.theme.colour(net.colour))
        width = self.texts.width(net.title, SMALL, bold=True)
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextSingleLine, net.title)
        rest = box.adjusted(width + 12, 0, 0, 0)
        if self.texts.width(net.about, SMALL) <= rest.width():
            painter.setFont(font(SMALL))
            painter.setPen(self.theme.colour("muted"))
            painter.drawText(rest, Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextSingleLine, net.about)

    def _paint_edges(self, painter: QPainter, band: Band) -> None:
        on_path = set(zip(band.net.path, band.net.path[1:], strict=False))
        painter.setPen(QPen(self.theme.colour("edge"), FAINT))
        painter.drawLines(band.lines([edge for edge in band.net.edges if edge not in on_path]))
        painter.setPen(QPen(self.theme.colour(band.net.colour), STRONG))
        painter.drawLines(band.lines(on_path))
        painter.setBrush(self.theme.colour(band.net.colour))
        painter.setPen(Qt.PenStyle.NoPen)
        for a, b in on_path:
            painter.drawPolygon(_head(band.at(a), band.at(b), band.radius))

    def _paint_nodes(self, painter: QPainter, band: Band) -> None:
        path, field = set(band.net.path), band.net.field
        crowded = band.rise < CROWDED
        ground, strong = self.theme.colour("panel"), self.theme.colour(band.net.colour)
        for level in range(1, band.net.levels + 1):
            for place in range(band.words):
                node = level, place
                if crowded and node not in path:
                    continue
                painter.setPen(QPen(strong if node in field else self.theme.colour("edge"), 1.2))
                painter.setBrush(strong if node in path else ground)
                painter.drawEllipse(band.at(node), band.radius, band.radius)

    def _paint_words(self, painter: QPainter, band: Band) -> None:
        painter.setFont(font(SMALL))
        both = self.start, self.end  # last: they reach over their neighbours
        for place, word in sorted(enumerate(self.words), key=lambda one: one[0] in both):
            ends = place in both
            heard = (0, place) in band.net.field
            if band.step < NARROW and not ends:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(self.theme.colour("muted" if heard else "edge"))
                painter.drawEllipse(band.word(place).center(), 1.5, 1.5)
                continue
            self._paint_word(painter, band, place, word, ends, heard)

    def _paint_word(
        self, painter: QPainter, band: Band, place: int, word: str, ends: bool, heard: bool
    ) -> None:
        box = band.word(place)
        if band.step < NARROW:  # the two words take the room of those beside them
            wide = self.texts.width(word, SMALL) + 2 * PAD
            left = min(max(box.center().x() - wide / 2, band.box.left()), band.box.right() - wide)
            box = QRectF(left, box.y(), wide, box.height())
        shown = self.texts.elided(word, SMALL, int(box.width()) - 2)
        if ends:
            colour = "pair_a" if place == self.start else "pair_b"
            across = min(self.texts.width(shown, SMALL) + 2.0 * PAD, box.width())
            chip = QRectF(box.center().x() - across / 2, box.y() + 2, across, box.height() - 3)
            pill(
                painter,
                chip.toAlignedRect(),
                self.theme.colour(f"{colour}_tint"),
                self.theme.colour(colour),
                5,
            )
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(self.theme.colour(colour))
        else:
            painter.setPen(self.theme.colour("text" if heard else "faint"))
        painter.drawText(box, CENTRE, shown)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        point = event.position()
        band = next((band for band in self.bands if band.box.contains(point)), None)
        place = band.place_at(point.x()) if band else None
        if place is None or event.button() != Qt.MouseButton.LeftButton:
            return
        if event.modifiers() & SHIFT:
            self.chosen.emit(self.start, place)
        else:
            self.chosen.emit(place, self.end)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() not in STEPS or not self.words:
            event.ignore()
            return
        step, last = STEPS[event.key()], len(self.words) - 1
        if event.modifiers() & SHIFT:
            self.chosen.emit(min(max(self.start + step, 0), last), self.end)
        else:
            self.chosen.emit(self.start, min(max(self.end + step, 0), last))
