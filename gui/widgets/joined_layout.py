"""What ranked lists beside each other hold, and where it lies."""

from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect

LINE, LINES, HEAD = 18, 31, 34  # heights: a row, a row of two lines, the heads
GAP, LEAST_GAP, ROOMY = 56, 26, 172  # between lists; the width from which a row has room for the rank
BELOW = 4

Place = tuple[int, int]  # list, row
Lines = tuple[tuple[int, int], ...]  # rows of a list and of the next one


@dataclass(frozen=True)
class Entry:
    """A word with its number and its rank, as they are written; ``alone``: no other list has it."""

    word: str
    value: str
    rank: str
    tip: str = ""
    exact: str = ""
    alone: bool = False
    marked: bool = False


@dataclass(frozen=True)
class Ranked:
    """A list: its title, a line below it, and what stands there instead of words if there are none."""

    title: str
    note: str
    entries: tuple[Entry, ...]
    nothing: str = ""


@dataclass(frozen=True)
class JoinedLayout:
    """Lists of so many entries each in so much width; ``scrolled`` is how far they were moved up."""

    width: int
    sizes: tuple[int, ...]
    scrolled: int = 0

    @property
    def two_lines(self) -> bool:
        """Whether a word's rank stands below it, for want of width."""
        return self.list_width < ROOMY

    @property
    def row_height(self) -> int:
        return LINES if self.two_lines else LINE

    @property
    def gap(self) -> int:
        """Between two lists, where the lines run."""
        return min(max(self.width // 10, LEAST_GAP), GAP)

    @property
    def list_width(self) -> int:
        count = max(len(self.sizes), 1)
        return max((self.width - (count - 1) * self.gap) // count, 1)

    @property
    def height(self) -> int:
        return HEAD + max(self.sizes, default=0) * self.row_height + BELOW

    def head(self, column: int) -> QRect:
        """Where a list's title stands."""
        return QRect(column * (self.list_width + self.gap), -self.scrolled, self.list_width, HEAD)

    def box(self, column: int, row: int) -> QRect:
        """Where an entry lies."""
        top = HEAD + row * self.row_height - self.scrolled
        return QRect(self.head(column).x(), top, self.list_width, self.row_height)

    def place_at(self, point: QPoint) -> Place | None:
        """The entry under a point."""
        row = (point.y() + self.scrolled - HEAD) // self.row_height
        columns = (c for c, size in enumerate(self.sizes) if 0 <= row < size)
        return next(((c, row) for c in columns if self.box(c, row).contains(point)), None)
