"""Words as labelled arrows in a plane that can be moved, zoomed, clicked and walked through with the keys."""

from math import cos, hypot, radians, sin
from typing import ClassVar

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt, Signal, Slot
from PySide6.QtGui import QPainter, QPolygonF
from PySide6.QtWidgets import QWidget

from gui.widgets import numbers
from gui.widgets.arrow_layout import fit
from gui.widgets.arrow_painter import ArrowPainter
from gui.widgets.arrow_picture import FEW, Arrows, Laid, extents, lay_out, words_at
from gui.widgets.copying import tsv
from gui.widgets.density_layer import name_at
from gui.widgets.density_names import Name
from gui.widgets.plane_crowd import CrowdPlot
from gui.widgets.plane_glide import Glide, between

DIRECTIONS = {
    Qt.Key.Key_Right: 0.0,
    Qt.Key.Key_Up: 90.0,
    Qt.Key.Key_Left: 180.0,
    Qt.Key.Key_Down: 270.0,
}
TIP = 8.0  # room that a tip keeps free of the crowd's names


class ArrowPlot(CrowdPlot):
    """Picks words, with Shift held as the first of the pair; the arrow keys lead to the word in their direction."""

    axes_from: ClassVar[int] = 120
    picked = Signal(str, bool)  # word, whether as the first of the pair

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.data = Arrows()
        self._laid: Laid | None = None
        self._glide = Glide(self)
        self._glide.moved.connect(self._on_glide)
        self._glide.rested.connect(self._on_rest)

    def set_data(self, data: Arrows) -> None:
        """Show other arrows.  The view is fitted anew only for other words or another map."""
        if self._glide.redirect(data):
            return
        others = data.words != self.data.words or data.map != self.data.map
        before, view = self.data, self.view
        self._glide.stop()
        self._adopt(data)
        if others or self.fitted:
            self.fit()
        if self.isVisible() and self._glide.start(before, data, (view, self.view)):
            self._on_glide(between(before, data, 0.0), view)
        self.announce()

    @property
    def laid(self) -> Laid:
        """Where everything lies now, in points of the widget."""
        if self._laid is None:
            self._laid = self._first_laid()
            if self.note():  # which then needs room itself
                self._laid = self._lay(list(self.kept_free()))
        return self._laid

    def _first_laid(self) -> Laid:
        """What the note is counted from, so that room is kept for it: of many words, the longest that it can be."""
        if (count := len(self.data.arrows)) <= FEW:
            return self._lay(list(self.corners()))
        return Laid(QPointF(), {}, {}, unlabelled=count, outside=count)

    def _lay(self, kept_free: list[QRectF]) -> Laid:
        return lay_out(self.data, self.view, self.frame, self.texts, kept_free)

    @property
    def named(self) -> tuple[Name, ...]:
        return () if self._glide.running else super().named

    def before(self) -> tuple[frozenset[str], list[QRectF]]:
        laid = self.laid
        taken = [*laid.labels.values(), *map(_around, laid.tips.values())]
        return self.data.words, [*taken, laid.angle] if laid.angle else taken

    def wanted(self, room: QSizeF) -> QRectF:
        return fit(*extents(self.data, self.texts), room)

    def moved(self) -> None:
        self._laid = None
        super().moved()

    def paint_over(self, painter: QPainter) -> None:
        current = self.current if self.hasFocus() else None
        if not self._glide.running:
            self.paint_crowd(painter)
        arrows = ArrowPainter(painter, self.data, self.laid, self.theme, self.texts)
        self.paint_names(painter, self.named)
        arrows.paint(self.frame, self.hover, current)
        if name := self.name(current):
            arrows.focus(name.tip, name.box)
        self.paint_line(painter)
        self.paint_notes(arrows)

    def note(self) -> str:
        laid, said = self.laid, []
        if laid.unlabelled:
            many = self.tr("{0} labels hidden: zoom in").format(laid.unlabelled)
            said.append(self.tr("1 label hidden: zoom in") if laid.unlabelled == 1 else many)
        if laid.outside:
            said.append(self.tr("{0} out of view: zoom out or Fit").format(laid.outside))
        return "; ".join(said)

    def at(self, point: QPointF) -> str | None:
        """The word whose arrow's tip or label lies there, or else its name in the crowd."""
        chosen = next(words_at(self.laid, point), None)
        found = name_at(self.named, point) if chosen is None else None
        return found.word if found else chosen

    def inside(self, line: QPolygonF | None) -> tuple[str, ...]:
        tips = self.laid.tips | {name.word: name.tip for name in self.named}
        if line is None:
            return tuple(word for word, tip in tips.items() if self.frame.contains(tip))
        rule = Qt.FillRule.OddEvenFill
        return tuple(word for word, tip in tips.items() if line.containsPoint(tip, rule))

    def has_selection(self) -> bool:
        return bool(self.data.selected)

    def tell(self, thing: str) -> str:
        arrow = self.data.get(thing)
        return arrow.tip if arrow else super().tell(thing)

    def first(self) -> str | None:
        return self.data.b or next((one.word for one in self.data.arrows), None)

    def beside(self, thing: str, key: Qt.Key) -> str | None:
        places = self.laid.tips | {name.word: name.tip for name in self.named}
        if thing not in places:
            return self.first()
        here, towards = places.pop(thing), DIRECTIONS[key]
        ways = ((_detour(here, there, towards), word) for word, there in places.items())
        ahead = [(cost, word) for cost, word in ways if cost is not None]
        return min(ahead)[1] if ahead else None

    def pick(self, thing: str, shift: bool) -> None:
        self.picked.emit(thing, shift)

    def tsv(self) -> str:
        lines = [("word", "x", "y")]
        lines += [(one.word, numbers.exported(one.x), numbers.exported(one.y)) for one in self.data.arrows]
        return tsv(lines)

    def _adopt(self, data: Arrows) -> None:
        self.data, self.hover = data, None
        self.current = self.current if data.get(self.current) else None
        self.moved()

    @Slot(object, QRectF)
    def _on_glide(self, data: Arrows, view: QRectF) -> None:
        """A moment on the way to the data that were set."""
        fitted, self.data = self.fitted, data
        self.box.setRange(view, padding=0)
        self.fitted = fitted
        self.moved()

    @Slot()
    def _on_rest(self) -> None:
        """What came while words were gliding may want another view; and the crowd is there again."""
        if self.fitted:
            self.fit()
        self.moved()
        self.announce()


def _around(tip: QPointF) -> QRectF:
    return QRectF(tip.x() - TIP / 2, tip.y() - TIP / 2, TIP, TIP)


def _detour(here: QPointF, there: QPointF, towards: float) -> float | None:
    """How far a word lies in a direction, the more the farther off the line; None if it does not lie that way."""
    x, y = there.x() - here.x(), here.y() - there.y()
    along = x * cos(radians(towards)) + y * sin(radians(towards))
    across = abs(-x * sin(radians(towards)) + y * cos(radians(towards)))
    if along <= 0 or across > 2 * along:
        return None
    return hypot(along, 2 * across)
