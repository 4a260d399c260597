"""One token's way through a head as a table: a line for each key, vectors as strips, numbers as numbers."""

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from gui.widgets import numbers
from gui.widgets.copying import offer_copies, tsv
from gui.widgets.painted_area import PaintedArea
from gui.widgets.painting import SMALL, ring
from gui.widgets.word_layout import EDGE, HEAD, ROW, WordLayout, arrange_word
from gui.widgets.word_painter import WordPainter
from gui.widgets.word_story import Cell, Slot, WordStory

LABEL, NARROWEST = 92, 48  # widths of the tokens' column
LEAST = 2  # lines of keys that are always seen
MOVES: dict[int, tuple[int, int]] = {  # lines down, numbers on
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
}
ENDS: dict[int, int] = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: -1}
OPEN = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class WordView(PaintedArea):
    """Arrows move from number to number, with Ctrl from column to column; Enter or a click opens one."""

    opened = Signal(object)  # (path, cell)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.story: WordStory | None = None
        self.current: Slot | None = None
        self.hover: Slot | None = None
        self.ringed: Slot | None = None
        offer_copies(self)

    def set_story(self, story: WordStory | None, opened: tuple[str, Cell] | None = None) -> None:
        """Show another story, and ring the number that is opened."""
        self.story, self.hover = story, None
        self.ringed = story.slot_of(*opened) if story and opened else None
        if self.ringed:
            self.current = self.ringed
        if self.current and (story is None or self.current not in story.line(story.line_of(self.current))):
            self.current = None
        self.relayout()
        self.invalidate()

    @property
    def arranged(self) -> WordLayout:
        """Where everything lies now."""
        assert self.story is not None
        keys, features = self.story.parts["k"].values.shape
        widths = (self.texts.width(token, SMALL, bold=True) for token in self.story.tokens)
        own = self.texts.width(f"q  {self.story.tokens[self.story.query]}", SMALL, bold=True)
        label = min(max(*widths, own, NARROWEST), LABEL)
        return arrange_word(keys, features, label, self.viewport().size(), self.offset())

    def relayout(self) -> None:
        if self.story is None:
            return
        layout, view = self.arranged, self.viewport().size()
        down, across = self.verticalScrollBar(), self.horizontalScrollBar()
        down.setRange(0, max(layout.size.height() - layout.window, 0))
        down.setPageStep(layout.window)
        down.setSingleStep(layout.row)
        across.setRange(0, max(layout.size.width() - view.width(), 0))
        across.setPageStep(view.width())

    def number(self) -> str:
        """The current one, in full precision."""
        if self.story is None or self.current is None:
            return ""
        part, row, col = self.current
        return numbers.exported(self.story.parts[part].values[row, col])

    def tsv(self) -> str:
        return tsv(self.story.table()) if self.story else ""

    def describe(self, slot: Slot) -> str:
        """What a number is, whole."""
        return self.story.parts[slot.part].tell(slot.row, slot.col) if self.story else ""

    def slot_at(self, point: QPoint) -> Slot | None:
        """The number under a point."""
        return self.arranged.slot_at(point, self.story) if self.story else None

    def tip_at(self, point: QPoint) -> tuple[str, QRect]:
        slot = self.slot_at(point)
        return (self.describe(slot), self.arranged.box(slot)) if slot else ("", QRect())

    def sizeHint(self) -> QSize:
        return QSize(760, HEAD + 14 * ROW)

    def minimumSizeHint(self) -> QSize:
        return QSize(240, HEAD + (LEAST + 2) * ROW)

    def paint_picture(self, painter: QPainter) -> None:
        if self.story is not None:
            WordPainter(painter, self.story, self.arranged, self.theme, self.texts).paint()

    def paint_over(self, painter: QPainter) -> None:
        if self.story is None:
            return
        layout, keys = self.arranged, len(self.story.tokens)
        current = self.current if self.hasFocus() else None
        rings = (self.hover, "text", 1), (self.ringed, "accent", 2), (current, "focus", 2)
        for slot, colour, width in rings:
            if slot is not None:
                between = 0 <= self.story.line_of(slot) < keys
                painter.setClipRect(layout.keys_box if between else self.viewport().rect())
                box = layout.box(slot).adjusted(-1, 0, 1, 0)
                ring(painter, box, self.theme.colour(colour), self.theme.colour("panel"), width)
        painter.setClipping(False)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._set_hover(self.slot_at(event.position().toPoint()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        slot = self.slot_at(event.position().toPoint())
        if slot is not None and event.button() == Qt.MouseButton.LeftButton:
            self._go(slot)
            self._open(slot)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        slot = self._stepped(event)
        if slot is not None:
            self._go(slot)
        elif event.key() in OPEN and self.current:
            self._open(self.current)
        else:
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        if self.story and self.current is None and event.reason() != Qt.FocusReason.MouseFocusReason:
            self._go(self._first(self.story))
        super().focusInEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self._set_hover(None)
        return super().viewportEvent(event)

    def _first(self, story: WordStory) -> Slot:
        """A number that is new in this step."""
        now = next((name for name, part in story.parts.items() if part.moment == "now"), "q")
        return Slot(now, 0, 0)

    def _stepped(self, event: QKeyEvent) -> Slot | None:
        """The number to which a key leads."""
        key, story = event.key(), self.story
        if story is None or (key not in MOVES and key not in ENDS):
            return None
        if self.current is None:
            return self._first(story)
        line = story.line(story.line_of(self.current))
        if key in ENDS:
            return line[ENDS[key]]
        down, on = MOVES[key]
        if down:
            return self._below(story, self.current, down)
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            heads = [slot for slot in line if slot.col == 0]
            place = next(i for i, slot in enumerate(heads) if slot.part == self.current.part) + on
            return heads[min(max(place, 0), len(heads) - 1)]
        return line[min(max(line.index(self.current) + on, 0), len(line) - 1)]

    def _below(self, story: WordStory, slot: Slot, down: int) -> Slot:
        """The nearest number in the next line that has any."""
        line = story.line(min(max(story.line_of(slot) + down, -1), len(story.tokens)))
        layout = self.arranged
        here = layout.box(slot).center().x()
        return min(line, key=lambda other: abs(layout.box(other).center().x() - here), default=slot)

    def _go(self, slot: Slot) -> None:
        self.current = slot
        self.setAccessibleDescription(self.describe(slot))
        self._reveal(slot)
        self.viewport().update()

    def _reveal(self, slot: Slot) -> None:
        """Scroll as little as needed to see a number."""
        layout, down, across = self.arranged, self.verticalScrollBar(), self.horizontalScrollBar()
        box, window = layout.box(slot), layout.keys_box
        if self.story and 0 <= self.story.line_of(slot) < layout.keys:
            above, below = min(box.top() - window.top(), 0), max(box.bottom() - window.bottom(), 0)
            down.setValue(down.value() + (above or below))
        left, right = min(box.left() - EDGE, 0), max(box.right() + EDGE - self.viewport().width(), 0)
        across.setValue(across.value() + (left or right))

    def _open(self, slot: Slot) -> None:
        assert self.story is not None
        part = self.story.parts[slot.part]
        self.opened.emit((part.path, part.cell(slot.row, slot.col)))

    def _set_hover(self, slot: Slot | None) -> None:
        if slot != self.hover:
            self.hover = slot
            self.viewport().update()
