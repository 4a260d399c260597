"""Chosen words as chips that can be removed, reordered and selected as a pair, one by one or several together."""

from collections.abc import Collection

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget

from gui.widgets.chip_area import MOST, ChipArea
from gui.widgets.flow import slot_at, vertical_neighbour
from gui.widgets.flow_area import GAP

REMOVE = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
TOGGLE = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)
SHIFTS: dict[int, int] = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
LINES: dict[int, bool] = {Qt.Key.Key_Up: False, Qt.Key.Key_Down: True}  # whether it leads down
CTRL, ALT, SHIFT = (getattr(Qt.KeyboardModifier, f"{name}Modifier") for name in ("Control", "Alt", "Shift"))


def toggled(pair: tuple[str, ...], word: str) -> tuple[str, ...]:
    """The pair after a click on a word: taken out if it was in; otherwise the older of two goes."""
    return tuple(w for w in pair if w != word) if word in pair else (*pair, word)[-MOST:]


def moved(words: tuple[str, ...], taken: Collection[int], slot: int) -> tuple[str, ...]:
    """The words after those at some places were taken out and put before the one that was at `slot`, in their order."""
    rest = [word for index, word in enumerate(words) if index not in taken]
    at = slot - sum(index < slot for index in taken)
    return (*rest[:at], *(words[index] for index in sorted(taken)), *rest[at:])


class ChipList(ChipArea):
    """Arrows move, Space selects, Delete removes, Alt+arrows or Ctrl+arrows reorder.

    Ctrl+click, Shift+click, Shift+arrows and Ctrl+A mark several, which are then moved and removed together.
    """

    removed = Signal(object)  # tuple of words
    selected = Signal(object)  # tuple of up to two words
    reordered = Signal(object)  # tuple of all words

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pressed: tuple[int, QPoint] | None = None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.newest = None
        point = event.position().toPoint()
        index = self.index_at(point)
        if index is None or event.button() != Qt.MouseButton.LeftButton:
            return
        before, self.current = self.current, index
        if self.cross(index).contains(point):
            self._remove((self.words[index],))
        elif event.modifiers() & SHIFT:
            self._mark_to(index if before is None else before, index)
        elif event.modifiers() & CTRL:
            self.set_marked(self.marked ^ {self.words[index]})
        else:
            self._pressed = index, point
        self.viewport().update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        point = event.position().toPoint()
        if self._pressed and (
            self.slot is not None
            or (point - self._pressed[1]).manhattanLength() >= QApplication.startDragDistance()
        ):
            self.slot = slot_at(self.boxes, point + self.offset(), GAP)
            self._scroll_along(point)
            self.viewport().update()
            return
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed, slot = self._pressed, self.slot
        self._pressed = self.slot = None
        if pressed and slot is not None:
            self._reorder(pressed[0], slot)
        elif pressed:
            self.set_marked(())
            self._toggle(pressed[0])
        self.viewport().update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.newest = None
        super().wheelEvent(event)

    def event(self, event: QEvent) -> bool:
        """Here its own keys mean more than the window's: Alt+arrows, Backspace, Ctrl+A."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self.words:
            moves = event.modifiers() & ALT and (event.key() in SHIFTS or event.key() in LINES)
            if moves or event.key() in REMOVE or event.matches(QKeySequence.StandardKey.SelectAll):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.newest = None
        key, here = event.key(), self.current
        if event.matches(QKeySequence.StandardKey.SelectAll):
            self.set_marked(self.words)
        elif key == Qt.Key.Key_Escape and self.marked:
            self.set_marked(())
        elif here is not None and event.modifiers() & (CTRL | ALT) and (key in SHIFTS or key in LINES):
            self._shift(here, key)
        elif key in REMOVE and (self.marked or here is not None):
            self._remove(tuple(self.words[i] for i in self._taken(None if self.marked else here)))
        elif here is not None and key in TOGGLE:
            self._toggle(here)
        elif (index := self.stepped(key, here)) is not None:
            self._step(index, bool(event.modifiers() & SHIFT))
        else:
            event.ignore()

    def _step(self, index: int, marking: bool) -> None:
        """To another word; on the way all are marked, or none."""
        here, self.current = self.current, index
        if not marking:
            self.set_marked(())
        elif here is not None:
            self._mark_to(here, index)
        self.show_chip(index)
        self.announce()

    def _mark_to(self, start: int, end: int) -> None:
        """All from one place to another, beside those that are marked already."""
        low, high = min(start, end), max(start, end)
        self.set_marked(self.marked | set(self.words[low : high + 1]))

    def _taken(self, index: int | None) -> list[int]:
        """The places of what is moved or removed: the marked words, if the one at hand is one of them or none is."""
        if self.marked and (index is None or self.words[index] in self.marked):
            return [i for i, word in enumerate(self.words) if word in self.marked]
        return [] if index is None else [index]

    def _toggle(self, index: int) -> None:
        self.set_selected(toggled(self.pair, self.words[index]))
        self.selected.emit(self.pair)

    def _remove(self, words: tuple[str, ...]) -> None:
        gone, pair = set(words), self.pair
        self.set_words(tuple(word for word in self.words if word not in gone))
        self.removed.emit(words)
        if pair != self.pair:
            self.selected.emit(self.pair)

    def _shift(self, index: int, key: int) -> None:
        """By one place, or by one line."""
        taken = self._taken(index)
        if key in SHIFTS:
            slot = taken[-1] + 2 if SHIFTS[key] > 0 else taken[0] - 1
        else:
            end = taken[-1 if LINES[key] else 0]
            slot = vertical_neighbour(self.boxes, end, LINES[key]) + LINES[key]
        self._reorder(index, slot)

    def _reorder(self, index: int, slot: int) -> None:
        word = self.words[index]
        words = moved(self.words, self._taken(index), min(max(slot, 0), len(self.words)))
        if words != self.words:
            self.current = index
            self.set_words(words)
            self.show_chip(words.index(word))
            self.reordered.emit(words)

    def _scroll_along(self, point: QPoint) -> None:
        """What is dragged over an edge goes on to what lies beyond it."""
        bar, beyond = self.verticalScrollBar(), point.y() - self.viewport().height()
        bar.setValue(bar.value() + max(beyond, 0) + min(point.y(), 0))
