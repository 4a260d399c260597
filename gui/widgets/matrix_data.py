"""One matrix as it is handed to a view: values, labels, scale and mask, and what follows from them."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gui.colormaps import diverging_levels, sequential_levels
from gui.theme import Role, Scale
from gui.widgets import numbers
from gui.widgets.plain import visible

Mask = NDArray[np.bool_]


class Form(NamedTuple):
    """A way to write the numbers of a matrix: digits after the point, ".56" for "0.56", the widest texts."""

    digits: int
    bare: bool
    widest: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class MatrixData:
    """What a `MatrixView` shows.  Arrays must not be changed once they are handed over.

    `limits` are the ends of the colour scale; without them weights run from 0 to 1 and signed values from
    minus to plus their largest magnitude.  Cells that are -inf are masked whatever `masked` says.
    """

    values: NDArray[np.floating]  # [rows, cols]
    row_labels: tuple[str, ...]
    col_labels: tuple[str, ...]
    row_axis: str = ""
    col_axis: str = ""
    title: str = ""
    scale: Scale = "signed"
    limits: tuple[float, float] | None = None
    masked: Mask | None = None  # [rows, cols]
    masked_as: str = ""  # what the legend calls such cells; empty for "masked"
    role: Role | None = None
    marked: Mask | None = None  # [rows, cols]: changed by hand
    digits: int = numbers.DIGITS

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
            return self.limits or (0.0, 1.0)
        shown = self.values[~self.hidden & ~self.undefined]
        low, high = self.limits or ((float(shown.min()), float(shown.max())) if shown.size else (0.0, 0.0))
        limit = max(abs(low), abs(high))
        return -limit, limit

    @cached_property
    def levels(self) -> NDArray[np.uint8]:
        """Where each cell lies on the colour scale.  [rows, cols]"""
        low, high = self.ends
        if self.scale == "weights":
            return sequential_levels(self.values, low, high)
        return diverging_levels(self.values, high)

    @cached_property
    def forms(self) -> tuple[Form, ...]:
        """The ways to write its numbers, the fullest first, each with texts as wide as any of them."""
        shown = self.values[~self.hidden]
        full = numbers.widest(shown, self.digits)
        forms = (Form(self.digits, False, full), Form(self.digits, True, tuple(map(numbers.bare, full))))
        if self.scale == "weights" or self.digits < 2:
            return forms
        shorter = self.digits - 1
        return (*forms, Form(shorter, False, numbers.widest(shown, shorter)))

    def number(self, row: int, col: int) -> str:
        """What stands in a cell; nothing where it is masked."""
        return "" if self.hidden[row, col] else numbers.short(float(self.values[row, col]), self.digits)

    def reading(self, row: int, col: int) -> str:
        """The value of a cell for a sentence."""
        return numbers.reading(float(self.values[row, col]), masked=bool(self.hidden[row, col]))

    def describe(self, row: int, col: int) -> str:
        """One line for a tooltip or a screen reader: where the cell is and what it holds."""
        place = (
            f"{axis} {visible(label)}".strip()
            for axis, label in (
                (self.row_axis, self.row_labels[row]),
                (self.col_axis, self.col_labels[col]),
            )
        )
        return f"{', '.join(place)}: {self.reading(row, col)}"

    def tsv(self) -> str:
        """The whole matrix with its labels, in full precision, tab-separated."""
        head = [f"{self.row_axis} / {self.col_axis}".strip(" /"), *map(visible, self.col_labels)]
        body = (
            [visible(label), *map(numbers.exported, row)]
            for label, row in zip(self.row_labels, self.values, strict=True)
        )
        return "\n".join("\t".join(line) for line in (head, *body)) + "\n"
