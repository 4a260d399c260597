"""What one token's view draws: the arrays that lead from its query to its sum, each with its place in the story."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gui.theme import Role
from gui.widgets import numbers
from gui.widgets.matrix_data import Mask

COLUMNS = ("k", "scores", "scaled", "masked", "weights", "v")  # one line of each for every key

Cell = tuple[int, ...]
Values = NDArray[np.floating]
Moment = Literal["before", "now", "waiting", "later"]  # waiting: made, but not used yet


class Slot(NamedTuple):
    """A number of the story: which part, which of its lines, which feature."""

    part: str
    row: int
    col: int


@dataclass(frozen=True, eq=False)
class Part:
    """One array of the story, [lines, features]: a line for each key, or a single one for the chosen token's own
    vectors; a single feature for a column of numbers.  ``shades`` are what the colours show, from -limit to limit.
    """

    title: str
    path: str
    values: Values
    shades: Values
    limit: float
    role: Role | None
    moment: Moment
    cell: Callable[[int, int], Cell]  # the array's cell that is drawn in a line and at a feature
    place: Callable[[Cell], tuple[int, int] | None]  # and the way back
    tell: Callable[[int, int], str]
    marked: Mask | None = None  # set by hand

    @property
    def shown(self) -> bool:
        """Whether the story has come so far."""
        return self.moment != "later"


@dataclass(frozen=True, eq=False)
class WordStory:
    """How one token looks at all: ``parts`` are q, k, scores, scaled, masked, weights, v and z.

    ``filled``: the last key for which the numbers of this moment are there; the sum comes after all keys.
    """

    tokens: tuple[str, ...]  # the keys
    query: int
    parts: Mapping[str, Part]
    filled: int | None = None  # None: all of them
    note: str = ""  # what there is to say about the whole table

    def there(self, name: str, row: int) -> bool:
        """Whether a part's line is to be seen yet."""
        part = self.parts[name]
        if self.filled is None or part.moment != "now":
            return part.shown
        return name != "z" and row <= self.filled

    def slot_of(self, path: str, cell: Cell) -> Slot | None:
        """Where a cell of an array stands, if it is to be seen."""
        for name, part in self.parts.items():
            found = part.place(cell) if part.path == path else None
            if found and self.there(name, found[0]):
                return Slot(name, *found)
        return None

    def line(self, index: int) -> list[Slot]:
        """The numbers in a line, from left to right: -1 is the query's line; after the keys' lines comes the sum's."""
        own = {-1: "q", len(self.tokens): "z"}.get(index)
        row = 0 if own else index
        there = [name for name in ([own] if own else COLUMNS) if self.there(name, row)]
        return [Slot(name, row, i) for name in there for i in range(self.parts[name].values.shape[1])]

    def table(self) -> list[list[str]]:
        """As it is drawn, with all digits: the query's line, one for each key, and the sum's under the values."""
        shown = [name for name in COLUMNS if self.parts[name].shown]
        widths = {name: self.parts[name].values.shape[1] for name in shown}
        head = [title for name in shown for title in _titles(self.parts[name].title, widths[name])]
        return [["", *head], *(self._row(index, widths) for index in range(-1, len(self.tokens) + 1))]

    def _row(self, index: int, widths: Mapping[str, int]) -> list[str]:
        own, above = {-1: ("q", "k"), len(self.tokens): ("z", "v")}.get(index, ("", ""))
        cells: list[str] = []
        for name, width in widths.items():
            part, row = (own, 0) if name == above else (name, index)
            there = (not own or name == above) and self.there(part, row)
            cells += map(numbers.exported, self.parts[part].values[row]) if there else [""] * width
        return [self.parts[own].title if own else self.tokens[index], *cells]

    def line_of(self, slot: Slot) -> int:
        """The line in which a number stands."""
        return {"q": -1, "z": len(self.tokens)}.get(slot.part, slot.row)


def _titles(title: str, features: int) -> list[str]:
    """Of a part's columns; features count from 1."""
    return [title] if features == 1 else [f"{title} {place + 1}" for place in range(features)]
