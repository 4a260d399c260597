"""Pictures of heads, of which mouse and keys choose one: what is chosen, pointed at, and scrolled to."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from gui.widgets.heads_layout import Head, HeadsLayout
from gui.widgets.painted_area import PaintedArea

FAR = 1_000_000
MOVES: dict[int, Head] = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
    Qt.Key.Key_Home: (0, -FAR),
    Qt.Key.Key_End: (0, FAR),
}
CHOOSE = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class HeadsArea(PaintedArea):
    """Base of `HeadsGrid`, which says how many heads there are and where they lie.  Arrows move, Enter or a click
    chooses.
    """

    chosen = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.choice: Head | None = None
        self.current: Head | None = None
        self.hover: Head | None = None
        self.tooltip_for: Callable[[int, int], str] | None = None

    @property
    def count(self) -> tuple[int, int]:
        """Layers and heads."""
        raise NotImplementedError

    @property
    def arranged(self) -> HeadsLayout:
        """Where the pictures lie now."""
        raise NotImplementedError

    def window_of_pictures(self) -> QRect:
        """Where pictures can be seen."""
        raise NotImplementedError

    def set_chosen(self, layer: int, head: int) -> None:
        """Ring a head, without a signal."""
        self.choice = self.current = (layer, head)
        self.setAccessibleDescription(self.describe(layer, head))
        self.viewport().update()

    def describe(self, layer: int, head: int) -> str:
        """Which head it is, and what the owner says of it."""
        layers, heads = self.count
        place = self.tr("Layer {0} of {1}, head {2} of {3}").format(layer + 1, layers, head + 1, heads)
        return f"{place}\n{self.tooltip_for(layer, head)}" if self.tooltip_for else place

    def head_at(self, point: QPoint) -> Head | None:
        """The picture in sight under a point."""
        return self.arranged.head_at(point) if self.window_of_pictures().contains(point) else None

    def tip_at(self, point: QPoint) -> tuple[str, QRect]:
        found = self.head_at(point)
        return ("", QRect()) if found is None else (self.describe(*found), self.arranged.box(found))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._set_hover(self.head_at(event.position().toPoint()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = self.head_at(event.position().toPoint())
        if place is not None and event.button() == Qt.MouseButton.LeftButton:
            self._choose(place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not all(self.count):
            event.ignore()
        elif event.key() in MOVES:
            self._move(MOVES[event.key()])
        elif event.key() in CHOOSE and self.current:
            self._choose(self.current)
        else:
            event.ignore()

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self._set_hover(None)
        return super().viewportEvent(event)

    def _move(self, step: Head) -> None:
        layers, heads = self.count
        layer, head = self.current or (0, 0)
        layer, head = layer + step[0], head + step[1]
        self.current = min(max(layer, 0), layers - 1), min(max(head, 0), heads - 1)
        self.setAccessibleDescription(self.describe(*self.current))
        self._show(self.current)
        self.viewport().update()

    def _show(self, place: Head) -> None:
        """Scroll as little as needed to see a picture."""
        box, window, bar = self.arranged.box(place), self.window_of_pictures(), self.verticalScrollBar()
        bar.setValue(
            bar.value() + (min(box.top() - window.top(), 0) or max(box.bottom() - window.bottom(), 0))
        )

    def _choose(self, place: Head) -> None:
        changed = place != self.choice
        self.set_chosen(*place)
        if changed:
            self.chosen.emit(*place)

    def _set_hover(self, place: Head | None) -> None:
        if place != self.hover:
            self.hover = place
            self.viewport().update()
