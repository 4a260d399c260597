"""The picture of a beam under mouse and keys: one hypothesis is current, one can be chosen."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from gui.widgets.beam_area import MARGIN, BeamArea
from gui.widgets.beam_layout import HEAD, START, Place
from gui.widgets.copying import offer_copies, tsv

CHOOSE = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class BeamTree(BeamArea):
    """Left leads to what a hypothesis goes on from, right to what goes on from it, up and down to its rivals; Home to
    the first, End to the winner.  Enter or a click chooses.
    """

    current_changed = Signal(int, int)  # step, rank
    chosen = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: Callable[[], list[Sequence[str]]] | None = None
        self.number_for: Callable[[int, int], str] | None = None
        offer_copies(self)

    def set_chosen(self, place: Place | None) -> None:
        """Frame a hypothesis, without a signal."""
        if place != self.choice:
            self.choice = place if place and self._has(place) else None
            self.viewport().update()

    def number(self) -> str:
        """Of the current hypothesis, as its owner gives it."""
        return self.number_for(*self.current) if self.number_for and self.current else ""

    def tsv(self) -> str:
        """A line for each hypothesis, as its owner gives them."""
        return tsv(self.rows() if self.rows else [])

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point_at(self.arranged.at(event.position().toPoint() + self.offset()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = self.arranged.at(event.position().toPoint() + self.offset())
        if place and event.button() == Qt.MouseButton.LeftButton:
            self._go(place)
            self.chosen.emit(*place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.levels and event.key() in CHOOSE and self.current:
            self.chosen.emit(*self.current)
        elif self.levels and event.key() in KEYS:
            self._go((self.current and KEYS[event.key()](self, self.current)) or self.current or (0, 0))
        else:
            event.ignore()

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self._point_at(None)
        return super().viewportEvent(event)

    # where the keys lead

    def back(self, place: Place) -> Place | None:
        before = self.arranged.parent(place)
        return None if before == START else before

    def on(self, place: Place) -> Place | None:
        """The winner's next hypothesis if it goes on from here, else the likeliest."""
        children = self.arranged.children(place)
        return next((child for child in children if child in self.winner), None) or next(iter(children), None)

    def up(self, place: Place) -> Place:
        return place[0], max(place[1] - 1, 0)

    def down(self, place: Place) -> Place:
        return place[0], min(place[1] + 1, len(self.levels[place[0]]) - 1)

    def first(self, place: Place) -> Place:
        return 0, 0

    def last(self, place: Place) -> Place | None:
        return self.winner[-1] if self.winner else None

    def _go(self, place: Place) -> None:
        self.current = place
        box, view = self.box(place).adjusted(-MARGIN, -HEAD, MARGIN, 0), self.viewport().rect()
        across, down = self.horizontalScrollBar(), self.verticalScrollBar()
        across.setValue(across.value() + (min(box.left(), 0) or max(box.right() - view.right(), 0)))
        down.setValue(down.value() + (min(box.top(), 0) or max(box.bottom() - view.bottom(), 0)))
        self.setAccessibleDescription(self.describe(place))
        self.current_changed.emit(*place)
        self.viewport().update()

    def _point_at(self, place: Place | None) -> None:
        if place != self.hover:
            self.hover = place
            self.viewport().update()

    def _has(self, place: Place) -> bool:
        return 0 <= place[0] < len(self.levels) and 0 <= place[1] < len(self.levels[place[0]])


KEYS: dict[int, Callable[[BeamTree, Place], Place | None]] = {
    Qt.Key.Key_Left: BeamTree.back,
    Qt.Key.Key_Right: BeamTree.on,
    Qt.Key.Key_Up: BeamTree.up,
    Qt.Key.Key_Down: BeamTree.down,
    Qt.Key.Key_Home: BeamTree.first,
    Qt.Key.Key_End: BeamTree.last,
}
