"""Where the columns and lines of one token's view lie, and which number is under a point."""

from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, QSize

from gui.widgets.word_story import COLUMNS, Slot, WordStory

HEAD = 16  # height of the headings
ROW, TALLEST = 16, 26  # of a line
NUMBER, WEIGHT, BAR = 56, 46, 70  # widths
GAP, EDGE = 14, 4
LEAST, MOST = 2, 12  # width of a cell of a vector
OVER = {"q": "k", "z": "v"}  # in the column of which a single line lies


@dataclass(frozen=True)
class WordLayout:
    """All boxes are in the view, where ``shift`` is how far it is scrolled."""

    keys: int
    label: int
    cell: int
    row: int  # height of a line
    window: int  # height in which the keys' lines are seen
    columns: dict[str, tuple[int, int]]  # left, width
    shift: QPoint

    @property
    def size(self) -> QSize:
        left, width = self.columns["v"]
        return QSize(left + width + EDGE, self.keys * self.row)

    @property
    def keys_box(self) -> QRect:
        """Where lines of keys can be seen."""
        return QRect(0, HEAD + self.row, self.size.width(), min(self.window, self.keys * self.row))

    def column(self, part: str) -> QRect:
        """The part's column, headings and all."""
        left, width = self.columns[OVER.get(part, part)]
        height = self.keys_box.bottom() + 1 if part not in OVER else self.row
        top = {"q": HEAD, "z": self.keys_box.bottom() + 1}.get(part, 0)
        return QRect(left - self.shift.x(), top, width, height)

    def line(self, index: int) -> tuple[int, int]:
        """Top and height of a line: -1 is the query's, the one after the keys the sum's."""
        if index < 0:
            return HEAD, self.row
        if index >= self.keys:
            return self.keys_box.bottom() + 1, self.row
        return HEAD + (index + 1) * self.row - self.shift.y(), self.row

    def box(self, slot: Slot) -> QRect:
        """Where a number stands."""
        left, width = self.columns[OVER.get(slot.part, slot.part)]
        top, height = self.line({"q": -1, "z": self.keys}.get(slot.part, slot.row))
        if slot.part in ("q", "k", "v", "z"):
            left, width = left + slot.col * self.cell, self.cell
        return QRect(left - self.shift.x(), top, width, height)

    def slot_at(self, point: QPoint, story: WordStory) -> Slot | None:
        """The number under a point, if it is shown."""
        in_keys = self.keys_box.contains(self.keys_box.x(), point.y())
        row = (point.y() - HEAD + self.shift.y()) // self.row - 1 if in_keys else 0
        for name in COLUMNS if in_keys else tuple(OVER):
            column, part = self.column(name), story.parts[name]
            if story.there(name, row) and column.contains(point):
                col = (point.x() - column.x()) // self.cell if part.values.shape[1] > 1 else 0
                return Slot(name, row, min(col, part.values.shape[1] - 1))
        return None


def arrange_word(keys: int, features: int, label: int, room: QSize, shift: QPoint) -> WordLayout:
    """Vectors take what numbers leave of the width, lines share the height."""
    fixed = EDGE + label + 3 * NUMBER + WEIGHT + BAR + len(COLUMNS) * GAP + EDGE
    cell = min(max((room.width() - fixed) // (2 * features), LEAST), MOST)
    widths = {"k": cell * features, "weights": WEIGHT + BAR, "v": cell * features}
    columns, x = {}, EDGE + label + GAP
    for name in COLUMNS:
        columns[name] = x, widths.get(name, NUMBER)
        x += columns[name][1] + GAP
    row = min(max((room.height() - HEAD) // (keys + 2), ROW), TALLEST)
    window = max(room.height() - HEAD - 2 * row, ROW)
    return WordLayout(keys, label, cell, row, window, columns, shift)
