"""One matrix as it is handed to a view: values, labels, scale and mask, and what follows from them."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication

from engine.scales import colour_limit
from gui.colormaps import LOG_LOW, diverging_levels, log_levels, sequential_levels
from gui.theme import Role, Scale
from gui.widgets import numbers
from gui.widgets.copying import tsv
from gui.widgets.plain import visible

Mask = NDArray[np.bool_]
BARE_FROM = 9  # so many columns of weights are written ".56" in every step, however much room there is


class Form(NamedTuple):
    """A way to write the numbers of a matrix: digits after the point, ".56" for "0.56", the widest texts."""

    digits: int
    bare: bool
    widest: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class MatrixData:
    """What a `MatrixView` shows.  Arrays must not be changed once they are handed over.

    `limits` are the ends of the colour scale; without them weights run from 0 (or the low end of a logarithmic scale)
    to 1 and signed values from minus to plus their `colour_limit`.  Cells that are -inf are masked, whatever `masked`
    says.
    """

    values: NDArray[np.floating]  # [rows, cols]
    row_labels: tuple[str, ...]
    col_labels: tuple[str, ...]
    row_axis: str = ""
    col_axis: str = ""
    title: str = ""  # short
    scale: Scale = "signed"
    limits: tuple[float, float] | None = None
    masked: Mask | None = None  # [rows, cols]
    masked_as: str = ""  # what the legend calls such cells; empty for "masked"
    role: Role | None = None
    marked: Mask | None = None  # [rows, cols]: changed by hand
    digits: int = numbers.DIGITS
    meaning: str = ""  # what the title stands for
    size: str = ""  # of the whole array, where this is a part of it
    log: bool = False  # weights on a logarithmic colour scale
    coloured: bool = True  # numbers that only name something, as those of tokens do, are not

    def __post_init__(self) -> None:
        sizes = len(self.row_labels), len(self.col_labels)
        if self.values.ndim != 2 or self.values.shape != sizes:
            raise ValueError(f"labels for {sizes} do not fit values of shape {self.values.shape}")
        if self.masked is not None and self.masked.shape != self.values.shape:
            raise ValueError(f"a mask of shape {self.masked.shape} for values of shape {self.values.shape}")

    @property
    def rows(self) -> int:
        return self.values.shape[0]

    @property
    def cols(self) -> int:
        return self.values.shape[1]

    @cached_property
    def hidden(self) -> Mask:
        """Where a mask stands.  [rows, cols]"""
        minus_infinity = np.isneginf(self.values)
        return minus_infinity if self.masked is None else minus_infinity | self.masked

    @cached_property
    def undefined(self) -> Mask:
        """Where there is no number and no mask either.  [rows, cols]"""
        return ~np.isfinite(self.values) & ~self.hidden

    @cached_property
    def ends(self) -> tuple[float, float]:
        """The values at the two ends of the colour scale."""
        if self.scale == "weights":
            return self.limits or (LOG_LOW if self.log else 0.0, 1.0)
        limit = max(map(abs, self.limits)) if self.limits else colour_limit(self._shown)
        return -limit, limit

    @cached_property
    def largest(self) -> float:
        """The finite number farthest from zero."""
        return max(map(float, self._extremes), key=abs, default=0.0)

    @cached_property
    def beyond(self) -> tuple[bool, bool]:
        """Whether numbers lie below and above the ends of the colour scale, and have the colour of its end."""
        (low, high), found = self.ends, self._extremes
        if not self.coloured:
            return False, False
        if self.log:  # what is below has the colour of nothing, which the legend says
            low = -np.inf
        return min(found, default=low) < low, max(found, default=high) > high

    @cached_property
    def levels(self) -> NDArray[np.uint8]:
        """Where each cell lies on the colour scale.  [rows, cols]"""
        low, high = self.ends
        if not self.coloured:
            return diverging_levels(np.zeros_like(self.values), 1)
        if self.scale == "weights":
            return (log_levels if self.log else sequential_levels)(self.values, low, high)
        return diverging_levels(self.values, high)

    @cached_property
    def forms(self) -> tuple[Form, ...]:
        """The ways to write its numbers, the fullest first, each with texts as wide as any of them."""
        if self.scale == "weights":
            written = self._written(self.digits)
            return written[1:] if self.cols >= BARE_FROM else written
        least = min(self.digits, max(self.digits - 1, 1))  # still shows something of the largest
        if abs(self.largest) < 1 and self.digits <= numbers.DIGITS:  # one digit of a small number says little
            least = self.digits
        if abs(self.largest) >= 10 and self.digits <= numbers.DIGITS:
            least = 0
        return tuple(form for digits in range(self.digits, least - 1, -1) for form in self._written(digits))

    def _written(self, digits: int) -> tuple[Form, Form]:
        full = tuple(dict.fromkeys(numbers.short(end, digits) for end in (*self._extremes, 0.0)))
        return Form(digits, False, full), Form(digits, True, tuple(map(numbers.bare, full)))

    @cached_property
    def _shown(self) -> NDArray[np.floating]:
        return self.values[np.isfinite(self.values) & ~self.hidden]

    @cached_property
    def _extremes(self) -> list[float]:
        return numbers.extremes(self._shown)

    def has(self, row: int, col: int) -> bool:
        """Whether there is such a cell."""
        return 0 <= row < self.rows and 0 <= col < self.cols

    def about_colours(self) -> str:
        """What the legend has no room to say."""
        if not any(self.beyond):
            return ""
        end, largest = (numbers.short(number, self.digits) for number in (self.ends[1], self.largest))
        return QCoreApplication.translate(
            "matrix", "Numbers beyond {0} have the colour of the end; the largest is {1}."
        ).format(end, largest)

    def number(self, row: int, col: int) -> str:
        """What stands in a cell; nothing where it is masked."""
        return "" if self.hidden[row, col] else numbers.short(float(self.values[row, col]), self.digits)

    def reading(self, row: int, col: int) -> str:
        """The value of a cell for a sentence."""
        return numbers.reading(float(self.values[row, col]), masked=bool(self.hidden[row, col]))

    def describe(self, row: int, col: int) -> str:
        """What a tooltip or a screen reader says: where the cell is and what it holds, and whether by hand."""
        place = ", ".join(filter(None, (self._place(0, row), self._place(1, col))))
        line = f"{place}: {self.reading(row, col)}" if place else self.reading(row, col)
        by_hand = self.marked is not None and self.marked[row, col]
        return f"{line}\n{QCoreApplication.translate('matrix', 'changed by hand')}" if by_hand else line

    def _place(self, side: int, index: int) -> str:
        """A row or column in words; a text on an axis stands in quotes, so that ``to key “it”`` can be told apart."""
        axis, labels = (self.row_axis, self.col_axis)[side], (self.row_labels, self.col_labels)[side]
        label = visible(labels[index])
        counted = not axis or all(one.isdigit() for one in labels)
        return f"{axis} {label if counted or not label else f'“{label}”'}".strip()

    def tsv(self) -> str:
        """The whole matrix with its labels, in full precision, tab-separated."""
        head = [f"{self.row_axis} / {self.col_axis}".strip(" /"), *map(visible, self.col_labels)]
        body = (
            [visible(label), *map(numbers.exported, row)]
            for label, row in zip(self.row_labels, self.values, strict=True)
        )
        return tsv((head, *body))
