"""Where the hypotheses of a beam lie: a column for each step, the likeliest on top, and the start at the left."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from PySide6.QtCore import QPoint, QRect, QSize

Place = tuple[int, int]  # step, rank; both from 0
START: Place = (-1, 0)  # from where all begin

HEAD, PAD = 20, 8  # above the columns; around all
NODE = 38  # height of a box
NEAR, FAR = 20, 40  # between columns
TIGHT, LOOSE = 44, 72  # from one row to the next
BEGINNING = 34  # width of the start


@dataclass(frozen=True)
class BeamLayout:
    """``parents`` has for each step the rank, in the step before, of each hypothesis' parent; -1 for the start."""

    parents: tuple[tuple[int, ...], ...]
    widths: tuple[int, ...]  # of the columns
    width: int  # of the view ...
    height: int

    @cached_property
    def gap(self) -> int:
        """Between columns: as much as lets all be seen, as far as lines can be told apart."""
        spare = self.width - 3 * PAD - BEGINNING - sum(self.widths)
        return min(max(spare // max(len(self.widths), 1), NEAR), FAR)

    @cached_property
    def _lefts(self) -> tuple[int, ...]:
        first = PAD + BEGINNING + self.gap
        return tuple(accumulate((width + self.gap for width in self.widths), initial=first))

    @property
    def rows(self) -> int:
        return max(map(len, self.parents), default=1)

    @property
    def pitch(self) -> int:
        """From one row to the next: rows share the height, as far as they can be told apart."""
        return min(max((self.height - HEAD - PAD) // max(self.rows, 1), TIGHT), LOOSE)

    @property
    def size(self) -> QSize:
        """Of the whole picture."""
        return QSize(self._lefts[-1] - self.gap + 2 * PAD, HEAD + self.rows * self.pitch + PAD)

    def column(self, step: int) -> tuple[int, int]:
        """Left edge and width of a step's column."""
        return self._lefts[step], self.widths[step]

    def box(self, place: Place) -> QRect:
        """Where a hypothesis lies in the picture."""
        step, rank = place
        top = HEAD + rank * self.pitch + (self.pitch - NODE) // 2
        if place == START:
            return QRect(PAD, top, BEGINNING, NODE)
        left, width = self.column(step)
        return QRect(left, top, width, NODE)

    def at(self, point: QPoint) -> Place | None:
        """The hypothesis under a point of the picture."""
        for step, parents in enumerate(self.parents):
            left, width = self.column(step)
            if left <= point.x() < left + width:
                hits = (
                    (step, rank) for rank in range(len(parents)) if self.box((step, rank)).contains(point)
                )
                return next(hits, None)
        return None

    def parent(self, place: Place) -> Place:
        """Of which hypothesis it is the continuation."""
        step, rank = place
        return (step - 1, self.parents[step][rank]) if step else START

    def way(self, place: Place) -> tuple[Place, ...]:
        """It and all that led to it, the last first; without the start."""
        found = []
        while place != START:
            found.append(place)
            place = self.parent(place)
        return tuple(found)

    def children(self, place: Place) -> Sequence[Place]:
        """Its continuations that were kept, the likeliest first."""
        step = place[0] + 1
        if step >= len(self.parents):
            return ()
        if place == START:
            return [(0, rank) for rank in range(len(self.parents[0]))]
        return [(step, rank) for rank, parent in enumerate(self.parents[step]) if parent == place[1]]
