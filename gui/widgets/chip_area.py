"""Chosen words as chips: where they lie and how they look.  What mouse and keys do to them is in gui.widgets.chips."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from gui.widgets.chip_painter import LETTER, PAD, RADIUS, Chip, paint_chip, paint_cross
from gui.widgets.flow_area import GAP, FlowArea
from gui.widgets.painting import BODY, pill
from gui.widgets.plain import visible

HEIGHT = 25
CROSS = 18  # the right end of a chip, where a click removes it
LIMIT = 200
MOST = 2  # words of a pair


def _added(before: tuple[str, ...], now: tuple[str, ...]) -> str | None:
    """The last of the words that came to those that were there; None if it is another choice altogether."""
    known = set(before)
    new = [word for word in now if word not in known]
    return new[-1] if before and new and known <= set(now) else None


class ChipArea(FlowArea):
    """Words without repetition; some may be ``marked`` to be moved or removed together."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words: tuple[str, ...] = ()
        self.pair: tuple[str, ...] = ()
        self.unknown: frozenset[str] = frozenset()
        self.marked: frozenset[str] = frozenset()
        self.current: int | None = None
        self.newest: str | None = None  # kept in sight until the user does something
        self.slot: int | None = None  # where a dragged chip would go

    def set_words(self, words: Sequence[str]) -> None:
        """Show other words; the current one stays current where it still is one."""
        here = None if self.current is None else self.words[self.current]
        self.newest = _added(self.words, tuple(words))
        self.words, last = tuple(words), len(words) - 1
        if self.current is not None:
            self.current = self.words.index(here) if here in self.words else min(self.current, last)
        self.current = None if last < 0 else self.current
        self.pair = tuple(w for w in self.pair if w in self.words)
        self.marked &= frozenset(words)
        self.hover = self.slot = None
        self.relayout()
        self.updateGeometry()
        self.announce()

    def set_selected(self, pair: Sequence[str]) -> None:
        """Select up to two words, without a signal."""
        self.pair = tuple(w for w in pair if w in self.words)[:MOST]
        self.announce()

    def set_unknown(self, words: Iterable[str]) -> None:
        """Mark words that have no vector."""
        if self.unknown != frozenset(words):
            self.unknown = frozenset(words)
            self.invalidate()

    def set_marked(self, words: Iterable[str]) -> None:
        """Mark words to be moved or removed together."""
        if self.marked != frozenset(words):
            self.marked = frozenset(words)
            self.announce()

    def relayout(self) -> None:
        super().relayout()
        if self.newest in self.words:
            self.show_chip(self.words.index(self.newest))

    def widths(self) -> list[int]:
        return [min(self.texts.width(visible(w), BODY), LIMIT) + PAD + LETTER + CROSS + 4 for w in self.words]

    def line_height(self) -> int:
        return HEIGHT

    def tip_at(self, point: QPoint) -> tuple[str, QRect]:
        index = self.index_at(point)
        if index is None:
            return "", QRect()
        word = visible(self.words[index])
        if self.cross(index).contains(point):
            return self.tr("Remove {0}").format(word), self.box(index)
        unknown = self.words[index] in self.unknown
        return (self.tr("{0} has no vector").format(word) if unknown else word), self.box(index)

    def paint_chip(self, painter: QPainter, index: int, box: QRect) -> None:
        word = self.words[index]
        letter = dict(zip(self.pair, "AB", strict=False)).get(word, "")
        chip = Chip(word, letter, word in self.unknown, word in self.marked)
        paint_chip(painter, self.theme, self.texts, box, chip, self.cross(index).left())
        paint_cross(painter, self.cross(index), self.theme.colour("faint"))

    def paint_over(self, painter: QPainter) -> None:
        nothing = QColor(Qt.GlobalColor.transparent)
        shown = self.current if self.hasFocus() else None
        for index in (self.hover, shown):
            if index is not None:
                paint_cross(painter, self.cross(index), self.theme.colour("text"))
        if shown is not None:
            box = self.box(shown).adjusted(-3, -3, 3, 3)
            pill(painter, box, nothing, self.theme.colour("focus"), RADIUS + 3, 1.5)
        elif self.hasFocus():
            pill(painter, self.viewport().rect(), nothing, self.theme.colour("focus"), 6, 1.5)
        if self.slot is not None:
            painter.fillRect(self._gap(self.slot), self.theme.colour("accent"))

    def announce(self) -> None:
        """Say which word is current, and paint anew."""
        word = "" if self.current is None else visible(self.words[self.current])
        several = len(self.marked) > 1
        said = self.tr("{0}; {1} words are marked").format(word, len(self.marked)) if several else word
        self.setAccessibleDescription(said)
        self.invalidate()

    def cross(self, index: int) -> QRect:
        """Where a click removes a chip."""
        box = self.box(index)
        return QRect(box.right() - CROSS - 2, box.y(), CROSS, box.height())

    def _gap(self, slot: int) -> QRect:
        """The mark before a chip, or after the last one."""
        box = self.box(min(slot, len(self.boxes) - 1))
        x = box.x() - GAP // 2 - 1 if slot < len(self.boxes) else box.right() + GAP // 2
        return QRect(x, box.y() - 1, 2, box.height() + 2)
