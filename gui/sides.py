"""An array of two sentences as matrices that can be laid side by side: over shared tokens, or one token's row."""

from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtCore import QCoreApplication

from engine.compare import PER_HEAD, Comparison, difference
from engine.names import OVER_TOKENS
from engine.steps.base import Array
from gui.faces import Face, face
from gui.results import LayerTrace
from gui.view import View
from gui.widgets import numbers
from gui.widgets.matrix_data import MatrixData

MINUS = f"B {numbers.MINUS} A"
Place = tuple[int | None, int | None]  # position in A, position in B


@dataclass(frozen=True)
class Sides:
    """The array of the step that is looked at, of both sentences, as they are drawn alone."""

    comparison: Comparison
    a: Face
    b: Face
    axes: tuple[str, ...]  # of rows and columns

    @property
    def over_keys(self) -> bool:
        return self.axes[1] == "key"


def sides(comparison: Comparison, shown: LayerTrace, other: LayerTrace, view: View) -> Sides | None:
    """None while one of the two is of another run or layer."""
    ready = shown.run is comparison.a and other.run is comparison.b
    if not ready or not shown.layer == other.layer == view.layer:
        return None
    path, axes = view.step.output, view.step.axes
    by_head = axes[0] in PER_HEAD
    a = face(shown.trace, path, view, by_head)
    b = face(other.trace, path, replace(view, run=other.run), by_head)
    rest = tuple(axis for axis in axes if axis not in PER_HEAD)
    return Sides(comparison, a, b, rest) if a and b else None


def three(found: Sides) -> tuple[MatrixData, MatrixData, MatrixData]:
    """A, B and B - A over the shared tokens; A and B on one scale."""
    pairs = found.comparison.pairs
    a, b = (
        _cut(one.data, [pair[side] for pair in pairs], found.axes)
        for side, one in enumerate((found.a, found.b))
    )
    low, high = min(a.ends[0], b.ends[0]), max(a.ends[1], b.ends[1])
    gap = difference(a.values, b.values)
    less = replace(
        a, values=gap, scale="signed", log=False, role=None, title=MINUS, digits=numbers.digits_for(gap)
    )
    return replace(a, title="A", limits=(low, high)), replace(b, title="B", limits=(low, high)), less


def _cut(data: MatrixData, positions: list[int], axes: tuple[str, ...]) -> MatrixData:
    labels = [data.row_labels, data.col_labels]
    values: Array = data.values
    for place, axis in enumerate(axes):
        if axis in OVER_TOKENS:
            values = values.take(positions, axis=place)
            labels[place] = tuple(labels[place][i] for i in positions)
    return replace(data, values=values, row_labels=labels[0], col_labels=labels[1])


def two_rows(found: Sides, a: int, b: int) -> MatrixData:
    """The row of one token, as it is in A and in B.  Over keys, every token of either sentence has a column."""
    rows = found.a.data.values[a], found.b.data.values[b]
    labels, absent = found.a.data.col_labels, None
    if found.over_keys:
        columns = merged(found.comparison)
        rows = _spread(rows[0], [i for i, _ in columns]), _spread(rows[1], [j for _, j in columns])
        labels = merged_labels(columns, found.a.data.col_labels, found.b.data.col_labels)
        absent = np.array([[place[side] is None for place in columns] for side in (0, 1)])
    return replace(
        found.a.data,
        values=np.stack(rows),
        row_labels=("A", "B"),
        col_labels=labels,
        row_axis="",
        title="",
        role=None,
        masked=absent,
        masked_as=QCoreApplication.translate("sides", "not there"),
    )


def merged(comparison: Comparison) -> list[Place]:
    """The tokens of both sentences in one order: between shared ones, first those of A, then those of B."""
    ends = (len(comparison.a.tokens), len(comparison.b.tokens))
    columns: list[Place] = []
    i = j = 0
    for next_i, next_j in (*comparison.pairs, ends):
        columns += [(place, None) for place in range(i, next_i)]
        columns += [(None, place) for place in range(j, next_j)]
        if (next_i, next_j) != ends:
            columns.append((next_i, next_j))
        i, j = next_i + 1, next_j + 1
    return columns


def merged_labels(places: list[Place], a: tuple[str, ...], b: tuple[str, ...]) -> tuple[str, ...]:
    """What stands over the columns of ``merged``: A's label of what is shared."""
    return tuple(a[i] if i is not None else b[j] if j is not None else "" for i, j in places)


def _spread(row: Array, columns: list[int | None]) -> Array:
    """A row with NaN where the sentence has no such token."""
    return np.array([np.nan if i is None else row[i] for i in columns], row.dtype)


def tip(found: Sides, data: MatrixData, row: int, col: int) -> str:
    """What a cell of ``two_rows`` says."""
    if found.over_keys and merged(found.comparison)[col][row] is None:
        return QCoreApplication.translate("sides", "this sentence does not have this token here")
    return data.describe(row, col)
