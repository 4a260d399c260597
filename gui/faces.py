"""The face of an array that a person sees: one head of it in two dimensions, with labels."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from engine.names import OVER_TOKENS, key
from engine.pieces import Place, place_of
from engine.steps import Dropout
from engine.steps.base import Array, Cell
from engine.trace import Trace
from gui.owners import Named
from gui.theme import Role, Scale
from gui.widgets import numbers
from gui.widgets.matrix_data import Mask, MatrixData
from gui.widgets.plain import distinct
from gui.wording import array_title, axis_title, difference_title, short_title, size_title, tr

ToCell = Callable[[int, int], Cell]
ToPlace = Callable[[Cell], tuple[int, int] | None]

_OF_ATTENTION: Mapping[str, Role] = {
    **dict.fromkeys(("q", "W_Q", "b_Q"), "q"),
    **dict.fromkeys(("k", "W_K", "b_K"), "k"),
    **dict.fromkeys(("v", "W_V", "b_V"), "v"),
    **dict.fromkeys(("z", "joined", "out", "dropped"), "result"),
}
ATTENTIONS = ("attn", "cross_attn")
ROLES: Mapping[str, Role] = {
    f"{attention}.{name}": role for attention in ATTENTIONS for name, role in _OF_ATTENTION.items()
}
SCALES: Mapping[str, Scale] = {f"{attention}.weights": "weights" for attention in ATTENTIONS}
TABLES = frozenset(
    {"vocab", "place", "segment"}
)  # axes too long to show whole; the rows taken from them are shown
PER_HEAD = frozenset({"d_attn", "d_kv"})


class Heads(Protocol):
    """How many heads there are, and how wide each is."""

    @property
    def heads(self) -> int: ...
    @property
    def kv_heads(self) -> int: ...
    @property
    def d_head(self) -> int: ...


class Sight(Named, Protocol):
    """What a face is made at: a head of those there are, and whether the colours of weights are logarithmic."""

    @property
    def head(self) -> int: ...
    @property
    def sizes(self) -> Heads: ...
    @property
    def log(self) -> bool: ...


@dataclass(frozen=True)
class Face:
    """What is drawn of an array, and which cell of the array each drawn cell is."""

    path: str
    data: MatrixData
    cell: ToCell
    place: ToPlace
    of_query: bool  # whether its rows are the tokens that look, one of which is the query
    places: tuple[Place, ...] = ()  # what the rows stand for, where not each is a token

    def row(self, token: int) -> int | None:
        """The row of a token that looks; None where it is hidden."""
        return place_of(self.places, token) if self.places else token

    def token(self, row: int) -> int:
        """The token that looks in a row: the first of several."""
        return self.places[row].first if self.places else row


def face(trace: Trace, path: str, view: Sight, by_head: bool, against: Trace | None = None) -> Face | None:
    """The face of an array at ``view``; None for a table that is too long to show.

    ``by_head``: of a weight, only the columns of this head.  ``against``: show the difference from another trace,
    as far as the array has the same shape there.
    """
    axes = trace.axes(path)
    if TABLES & set(axes):
        return None
    cut = _cut(axes, view, by_head)
    different = against is not None and differs(trace, path, against)
    values = _difference(trace[path], against[path]) if different and against else trace[path]
    values = values[tuple(cut)]
    shown = [axis for axis, part in zip(axes, cut, strict=True) if isinstance(part, slice)]
    if len(shown) == 1:
        shown = [*shown, "one"] if shown[0] in OVER_TOKENS else ["one", *shown]
    flat = values.reshape(1 if shown[0] == "one" else len(values), -1)
    row_labels, col_labels = (
        _labels(path, axis, size, view) for axis, size in zip(shown, flat.shape, strict=True)
    )
    dropped = None if different else _dropped(trace, path, cut)
    data = MatrixData(
        flat if flat.dtype.kind == "f" else flat.astype(np.float32),
        row_labels,
        col_labels,
        row_axis=axis_title(shown[0]),
        col_axis=axis_title(shown[1]),
        title=tr("difference: {0}", short_title(path)) if different else short_title(path),
        meaning=difference_title(path) if different else array_title(path),
        size=size_title(axes, trace[path].shape, _sharing(cut, axes, view)),
        scale="signed" if different else SCALES.get(key(path), "signed"),
        log=view.log and not different and key(path) in SCALES,
        marked=_marked(trace, path, cut, flat.shape),
        masked=dropped,
        masked_as="" if dropped is None else tr("dropped"),
        role=ROLES.get(key(path)),
        digits=0 if flat.dtype.kind == "i" else numbers.digits_for(flat),
        coloured=flat.dtype.kind != "i",
    )
    of_query = shown[0] in ("pos", "query") and data.role not in ("k", "v")
    return Face(path, data, *_ways(cut, shown), of_query)


def differs(trace: Trace, path: str, against: Trace) -> bool:
    """Whether an array can be shown as a difference from another trace."""
    return path in against and against[path].shape == trace[path].shape


def _difference(now: Array, before: Array) -> Array:
    """What has changed; a mask that stands in both is no difference, one that came or went stays infinite."""
    return np.where(now == before, np.zeros(1, now.dtype), now - np.where(now == before, 0, before))


def _marked(trace: Trace, path: str, cut: list[int | slice], shape: tuple[int, ...]) -> Mask | None:
    """Which of the cells were set by hand."""
    if path not in trace.unedited:
        return None
    return (trace.unedited[path] != trace[path])[tuple(cut)].reshape(shape)


def _dropped(trace: Trace, path: str, cut: list[int | slice]) -> Mask | None:
    """Which of the cells dropout took."""
    step = trace.step(path)
    if step is None or not isinstance(step.operation, Dropout) or not step.operation.variant:
        return None
    return step.operation.dropped(trace[path].shape)[tuple(cut)]


def _cut(axes: tuple[str, ...], view: Sight, by_head: bool) -> list[int | slice]:
    """What is taken of each axis: this head, this head's columns, or everything."""
    sizes = view.sizes
    kv_head = view.head * sizes.kv_heads // sizes.heads
    heads = {"head": view.head, "kv_head": kv_head, "d_attn": view.head, "d_kv": kv_head}
    cut: list[int | slice] = []
    for axis in axes:
        if axis in ("head", "kv_head"):
            cut.append(heads[axis])
        elif axis in PER_HEAD and by_head:
            cut.append(slice(heads[axis] * sizes.d_head, (heads[axis] + 1) * sizes.d_head))
        else:
            cut.append(slice(None))
    return cut


def _sharing(cut: list[int | slice], axes: tuple[str, ...], view: Sight) -> dict[str, int]:
    """How many heads share each axis of which one head's part is shown."""
    sizes = view.sizes
    heads = {"d_attn": sizes.heads, "d_kv": sizes.kv_heads}
    return {
        axis: heads[axis]
        for axis, part in zip(axes, cut, strict=True)
        if axis in heads and part != slice(None)
    }


def _labels(path: str, axis: str, size: int, view: Sight) -> tuple[str, ...]:
    if axis in OVER_TOKENS:
        return distinct(view.texts(path, axis))
    return ("",) if axis == "one" else tuple(str(i + 1) for i in range(size))


def _ways(cut: list[int | slice], shown: list[str]) -> tuple[ToCell, ToPlace]:
    one_dimensional = sum(isinstance(part, slice) for part in cut) == 1

    def cell(row: int, col: int) -> Cell:
        free = iter((col,) if one_dimensional and shown[0] == "one" else (row, col))
        return tuple((part.start or 0) + next(free) if isinstance(part, slice) else part for part in cut)

    def place(cell: Cell) -> tuple[int, int] | None:
        free = []
        for part, index in zip(cut, cell, strict=True):
            if isinstance(part, slice):
                free.append(index - (part.start or 0))
                if free[-1] < 0 or (part.stop is not None and index >= part.stop):
                    return None
            elif part != index:
                return None
        if len(free) == 1:
            free = [0, *free] if shown[0] == "one" else [*free, 0]
        return free[0], free[1]

    return cell, place
