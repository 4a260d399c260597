"""Chosen words as chips that can be removed, reordered and selected as a pair."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget

from gui.widgets.chip_painter import LETTER, PAD, RADIUS, Chip, paint_chip, paint_cross
from gui.widgets.flow import slot_at
from gui.widgets.flow_area import GAP, FlowArea
from gui.widgets.painting import BODY, pill
from gui.widgets.plain import visible

HEIGHT = 25
CROSS = 18  # the right end of a chip, where a click removes it
LIMIT = 200
MOST = 2  # words of a pair
REMOVE = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
TOGGLE = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)
SHIFTS: dict[int, int] = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


def toggled(pair: tuple[str, ...], word: str) -> tuple[str, ...]:
    """The pair after a click on a word: taken out if it was in; otherwise the older of two goes."""
    return tuple(w for w in pair if w != word) if word in pair else (*pair, word)[-MOST:]


def moved(words: tuple[str, ...], index: int, slot: int) -> tuple[str, ...]:
    """The words after one was taken out and put before the one that was at `slot`."""
    rest = words[:index] + words[index + 1 :]
    at = slot - (slot > index)
    return (*rest[:at], words[index], *rest[at:])


def _added(before: tuple[str, ...], now: tuple[str, ...]) -> str | None:
    """The last of the words that came to those that were there; None if it is another choice altogether."""
    new = [word for word in now if word not in before]
    return new[-1] if before and new and set(before) <= set(now) else None


class ChipList(FlowArea):
    """Words without repetition.  Arrows move, Space selects, Ctrl+arrows reorder, Delete removes."""

    removed = Signal(str)
    selected = Signal(object)  # tuple of up to two words
    reordered = Signal(object)  # tuple of all words

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words: tuple[str, ...] = ()
        self.pair: tuple[str, ...] = ()
        self.unknown: frozenset[str] = frozenset()
        self.current: int | None = None
        self._newest: str | None = None  # kept in sight until the user does something
        self._pressed: tuple[int, QPoint] | None = None
        self._slot: int | None = None  # where a dragged chip would go

    def set_words(self, words: Sequence[str]) -> None:
        """Show other words; the current one stays current where it still is one."""
        here = None if self.current is None else self.words[self.current]
        self._newest = _added(self.words, tuple(words))
        self.words, last = tuple(words), len(words) - 1
        if self.current is not None:
            self.current = self.words.index(here) if here in self.words else min(self.current, last)
        self.current = None if last < 0 else self.current
        self.pair = tuple(w for w in self.pair if w in self.words)
        self.hover = self._pressed = self._slot = None
        self.relayout()
        self.updateGeometry()
        self._announce()

    def set_selected(self, pair: Sequence[str]) -> None:
        """Select up to two words, without a signal."""
        self.pair = tuple(w for w in pair if w in self.words)[:MOST]
        self._announce()

    def set_unknown(self, words: Iterable[str]) -> None:
        """Mark words that have no vector."""
        if self.unknown != frozenset(words):
            self.unknown = frozenset(words)
            self.invalidate()

    def relayout(self) -> None:
        super().relayout()
        if self._newest in self.words:
            self.show_chip(self.words.index(self._newest))

    def widths(self) -> list[int]:
        return [min(self.texts.width(visible(w), BODY), LIMIT) + PAD + LETTER + CROSS + 4 for w in self.words]

    def line_height(self) -> int:
        return HEIGHT

    def tip_at(self, point: QPoint) -> tuple[str, QRect]:
        index = self.index_at(point)
        if index is None:
            return "", QRect()
        word = visible(self.words[index])
        if self._cross(index).contains(point):
            return self.tr("Remove {0}").format(word), self.box(index)
        unknown = self.words[index] in self.unknown
        return (self.tr("{0} has no vector").format(word) if unknown else word), self.box(index)

    def paint_chip(self, painter: QPainter, index: int, box: QRect) -> None:
        word = self.words[index]
        letter = dict(zip(self.pair, "AB", strict=False)).get(word, "")
        chip = Chip(word, letter, word in self.unknown)
        paint_chip(painter, self.theme, self.texts, box, chip, self._cross(index).left())
        paint_cross(painter, self._cross(index), self.theme.colour("faint"))

    def paint_over(self, painter: QPainter) -> None:
        nothing = QColor(Qt.GlobalColor.transparent)
        shown = self.current if self.hasFocus() else None
        for index in (self.hover, shown):
            if index is not None:
                paint_cross(painter, self._cross(index), self.theme.colour("text"))
        if shown is not None:
            box = self.box(shown).adjusted(-3, -3, 3, 3)
            pill(painter, box, nothing, self.theme.colour("focus"), RADIUS + 3, 1.5)
        elif self.hasFocus():
            pill(painter, self.viewport().rect(), nothing, self.theme.colour("focus"), 6, 1.5)
        if self._slot is not None:
            painter.fillRect(self._gap(self._slot), self.theme.colour("accent"))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._newest = None
        point = event.position().toPoint()
        index = self.index_at(point)
        if index is None or event.button() != Qt.MouseButton.LeftButton:
            return
        self.current = index
        if self._cross(index).contains(point):
            self._remove(index)
        else:
            self._pressed = index, point
        self.viewport().update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        point = event.position().toPoint()
        if self._pressed and (
            self._slot is not None
            or (point - self._pressed[1]).manhattanLength() >= QApplication.startDragDistance()
        ):
            self._slot = slot_at(self.boxes, point + self.offset(), GAP)
            self.viewport().update()
            return
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed, slot = self._pressed, self._slot
        self._pressed = self._slot = None
        if pressed and slot is not None:
            self._reorder(pressed[0], slot)
        elif pressed:
            self._toggle(pressed[0])
        self.viewport().update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._newest = None
        super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._newest = None
        key, here = event.key(), self.current
        shift = SHIFTS.get(key) if event.modifiers() & Qt.KeyboardModifier.ControlModifier else None
        if here is not None and shift is not None:
            self._reorder(here, here + (2 if shift > 0 else -1))
        elif here is not None and key in REMOVE:
            self._remove(here)
        elif here is not None and key in TOGGLE:
            self._toggle(here)
        elif (index := self.stepped(key, here)) is not None:
            self.current = index
            self.show_chip(index)
            self._announce()
        else:
            event.ignore()

    def _toggle(self, index: int) -> None:
        self.set_selected(toggled(self.pair, self.words[index]))
        self.selected.emit(self.pair)

    def _remove(self, index: int) -> None:
        word, pair = self.words[index], self.pair
        self.set_words(self.words[:index] + self.words[index + 1 :])
        self.removed.emit(word)
        if pair != self.pair:
            self.selected.emit(self.pair)

    def _reorder(self, index: int, slot: int) -> None:
        words = moved(self.words, index, min(max(slot, 0), len(self.words)))
        if words != self.words:
            self.current = index
            self.set_words(words)
            self.reordered.emit(words)

    def _announce(self) -> None:
        word = "" if self.current is None else visible(self.words[self.current])
        self.setAccessibleDescription(word)
        self.invalidate()

    def _cross(self, index: int) -> QRect:
        box = self.box(index)
        return QRect(box.right() - CROSS - 2, box.y(), CROSS, box.height())

    def _gap(self, slot: int) -> QRect:
        """The mark before a chip, or after the last one."""
        box = self.box(min(slot, len(self.boxes) - 1))
        x = box.x() - GAP // 2 - 1 if slot < len(self.boxes) else box.right() + GAP // 2
        return QRect(x, box.y() - 1, 2, box.height() + 2)
