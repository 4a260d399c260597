"""Ranked lists beside each other, with a line from a word to the same word in the next list."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from gui.widgets import copying
from gui.widgets.joined_layout import HEAD, LINE, LINES, Entry, JoinedLayout, Lines, Place, Ranked
from gui.widgets.joined_painter import JoinedPainter
from gui.widgets.painted_area import PaintedArea
from gui.widgets.plain import visible

FAR = 1_000_000
MOVES: dict[int, tuple[int, int]] = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
    Qt.Key.Key_Home: (0, -FAR),
    Qt.Key.Key_End: (0, FAR),
}
TAKE = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class JoinedLists(PaintedArea):
    """Arrows move; Enter or a double click takes a word."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.lists: tuple[Ranked, ...] = ()
        self.lines: tuple[Lines, ...] = ()
        self.current: Place | None = None
        self.hover: str | None = None  # a word: it lights up in every list
        copying.offer_copies(self)

    def show_lists(self, lists: Sequence[Ranked], lines: Sequence[Lines]) -> None:
        """Other lists; ``lines`` [list - 1] join each with the next."""
        if (tuple(lists), tuple(lines)) == (self.lists, self.lines):
            return
        self.lists, self.lines = tuple(lists), tuple(lines)
        self.current = self.hover = None
        self.relayout()
        self.updateGeometry()
        self.invalidate()

    @property
    def arranged(self) -> JoinedLayout:
        """Where everything lies in the view."""
        sizes = tuple(len(one.entries) for one in self.lists)
        return JoinedLayout(self.viewport().width(), sizes, self.offset().y())

    def entry(self, place: Place) -> Entry:
        return self.lists[place[0]].entries[place[1]]

    def relayout(self) -> None:
        bar, height = self.verticalScrollBar(), self.viewport().height()
        bar.setRange(0, max(self.arranged.height - height, 0))
        bar.setPageStep(height)
        bar.setSingleStep(LINE)

    def number(self) -> str:
        """The number of the current entry, with all digits."""
        return self.entry(self.current).exact if self.current else ""

    def tsv(self) -> str:
        """All entries below each other, each with its list's title."""
        rows = [(one.title, e.word, e.exact, e.rank) for one in self.lists for e in one.entries]
        return copying.tsv([("", self.tr("word"), self.tr("value"), self.tr("rank")), *rows])

    def tip_at(self, point: QPoint) -> tuple[str, QRect]:
        place = self.arranged.place_at(point)
        return (self.entry(place).tip, self.arranged.box(*place)) if place else ("", QRect())

    def sizeHint(self) -> QSize:
        return QSize(400, self.arranged.height)

    def minimumSizeHint(self) -> QSize:
        return QSize(240, HEAD + 3 * LINES)

    def paint_picture(self, painter: QPainter) -> None:
        JoinedPainter(self, painter).paint()

    def paint_over(self, painter: QPainter) -> None:
        JoinedPainter(self, painter).paint_over()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        place = self.arranged.place_at(event.position().toPoint())
        self._light(self.entry(place).word if place else None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = self.arranged.place_at(event.position().toPoint())
        if place and event.button() == Qt.MouseButton.LeftButton:
            self._go(place)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        place = self.arranged.place_at(event.position().toPoint())
        if place and event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(self.entry(place).word)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        filled = [column for column, one in enumerate(self.lists) if one.entries]
        if filled and event.key() in MOVES:
            self._step(filled, *MOVES[event.key()])
        elif self.current and event.key() in TAKE:
            self.chosen.emit(self.entry(self.current).word)
        else:
            event.ignore()

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self._light(self.entry(self.current).word if self.current else None)
        return super().viewportEvent(event)

    def _step(self, filled: list[int], across: int, down: int) -> None:
        if self.current is None:
            return self._go((filled[0], 0))
        at = filled.index(self.current[0]) + across
        column = filled[min(max(at, 0), len(filled) - 1)]
        last = len(self.lists[column].entries) - 1
        return self._go((column, min(max(self.current[1] + down, 0), last)))

    def _go(self, place: Place) -> None:
        self.current = place
        bar, box = self.verticalScrollBar(), self.arranged.box(*place)
        bar.setValue(bar.value() + (min(box.top(), 0) or max(box.bottom() + 1 - self.viewport().height(), 0)))
        entry = self.entry(place)
        title = self.lists[place[0]].title
        self.setAccessibleDescription(f"{title}: {visible(entry.word)} {entry.value}, {entry.rank}")
        self._light(entry.word)
        self.viewport().update()

    def _light(self, word: str | None) -> None:
        if word != self.hover:
            self.hover = word
            self.viewport().update()
