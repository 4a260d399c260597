"""An array as a table with named sides and coloured cells; of a large one the part that fits, saying how much."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from engine.report.markup import decimals_for, number, shade
from engine.scales import colour_limit

GAP = '<td class="gap">⋯</td>'

Matrix = NDArray[np.float32]


@dataclass(frozen=True)
class Side:
    """One side of a table: what it counts, its labels (HTML), which of them are shown."""

    title: str
    labels: Sequence[str]
    shown: Sequence[int]

    @property
    def left_out(self) -> int:
        return len(self.labels) - len(self.shown)

    def gap_before(self, place: int) -> bool:
        return place > 0 and self.shown[place] != self.shown[place - 1] + 1


def choose(count: int, room: int, start: int = 0, wanted: Sequence[int] = ()) -> list[int]:
    """``room`` of ``count`` indices, in order: those from ``start`` on, the wanted ones in place of the last."""
    first = list(range(start, min(start + room, count)))
    missing = sorted(set(wanted) - set(first))
    return sorted(first[: room - len(missing)] + missing)


@dataclass(frozen=True)
class Table:
    """``values [row, column]``; ``marked`` is a row, and a column in it, that stand out."""

    values: Matrix
    rows: Side
    columns: Side
    sequential: bool = False
    marked: tuple[int | None, int | None] = (None, None)
    dropped: NDArray[np.bool_] | None = None  # [row, column]

    @cached_property
    def _finite(self) -> Matrix:
        shown = self.values[np.ix_(self.rows.shown, self.columns.shown)]
        return shown[np.isfinite(shown)]

    @cached_property
    def limit(self) -> float:
        """Where the colour scale ends, by what is shown (weights end at 1)."""
        return 1.0 if self.sequential else colour_limit(self._finite)

    def html(self) -> str:
        size = f"--columns:{len(self.columns.shown) + 1}"
        body = "".join(self._row(place) for place in range(len(self.rows.shown)))
        return f'<table style="{size}"><thead>{self._head()}</thead><tbody>{body}</tbody></table>'

    def _head(self) -> str:
        labels = ""
        for place, column in enumerate(self.columns.shown):
            labels += "<th></th>" if self.columns.gap_before(place) else ""
            labels += f'<th scope="col">{self.columns.labels[column]}</th>'
        span = labels.count("<th")
        axis = f'<tr class="axis"><td></td><th colspan="{span}">{self.columns.title}</th></tr>'
        return f'{axis}<tr><th class="axis">{self.rows.title}</th>{labels}</tr>'

    def _row(self, place: int) -> str:
        row = self.rows.shown[place]
        cells = ""
        for at, column in enumerate(self.columns.shown):
            cells += GAP if self.columns.gap_before(at) else ""
            cells += self._cell(row, column)
        gap = '<tr class="gap"><td>⋮</td></tr>' if self.rows.gap_before(place) else ""
        kind = ' class="query"' if row == self.marked[0] else ""
        return f'{gap}<tr{kind}><th scope="row">{self.rows.labels[row]}</th>{cells}</tr>'

    def _cell(self, row: int, column: int) -> str:
        value = self.values[row, column]
        mark = " mark" if (row, column) == self.marked else ""
        if not np.isfinite(value):
            return f'<td class="masked{mark}">{number(float(value))}</td>'
        if self.dropped is not None and self.dropped[row, column]:
            return f'<td class="masked{mark}" title="dropped">0</td>'
        decimals = 3 if self.sequential else decimals_for(self.limit)
        return f'<td class="{self._colour(float(value))}{mark}" title="{value!s}">{number(float(value), decimals)}</td>'

    def _colour(self, value: float) -> str:
        """``w0`` to ``w8`` for weights, ``n8`` to ``n0`` and ``p0`` to ``p8`` for signed values."""
        scale = "w" if self.sequential else "n" if value < 0 else "p"
        return f"{scale}{shade(value, self.limit)}"

    def legend(self) -> str:
        """The colour scale with its ends."""
        if self.sequential:
            return '<span class="scale">0<span class="bar weights"></span>1</span>'
        end = number(self.limit, decimals_for(self.limit))
        low, high = f"\N{MINUS SIGN}{end}", f"+{end}"
        if self._finite.min(initial=0) < -self.limit:
            low = f"≤ {low}"
        if self._finite.max(initial=0) > self.limit:
            high = f"≥ {high}"
        return f'<span class="scale">{low}<span class="bar signed"></span>{high}</span>'

    def left_out(self) -> str:
        """How much is not shown, in words; empty if all is."""
        parts = [
            f"{len(side.shown)} of {len(side.labels):,} {name}"
            for side, name in ((self.rows, "rows"), (self.columns, "columns"))
            if side.left_out
        ]
        return f"shown: {' and '.join(parts)}; the others are left out" if parts else ""
