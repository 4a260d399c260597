"""The rows of weights of a translation as one matrix, and the states of an encoder as far as it has read."""

from dataclasses import dataclass, replace

import numpy as np

from engine.steps.base import Array, Cell
from gui.faces import Face, face
from gui.seq_changes import attention_path
from gui.seq_view import SequenceView
from gui.seq_walk import OF_ALL
from gui.state import Address
from gui.widgets.matrix_data import Mask, MatrixData
from gui.widgets.plain import distinct
from gui.wording import array_title, attention_title, axis_title, tr


@dataclass(frozen=True)
class Rows(Face):
    """Each row is an array of its own: those of the time steps of a recurrent decoder."""

    paths: tuple[str, ...] = ()

    def address(self, row: int, col: int) -> Address:
        return self.paths[row], (0, 0, col)

    def place_of(self, address: Address) -> tuple[int, int] | None:
        path, cell = address
        return (self.paths.index(path), cell[-1]) if path in self.paths else None


def address_in(one: Face, row: int, col: int) -> Address:
    """The array and the cell behind a drawn cell."""
    return one.address(row, col) if isinstance(one, Rows) else (one.path, one.cell(row, col))


def place_in(one: Face, address: Address | None) -> tuple[int, int] | None:
    """The drawn cell of an array's cell; None where it is not among them."""
    if address is None:
        return None
    if isinstance(one, Rows):
        return one.place_of(address)
    return one.place(address[1]) if one.path == address[0] else None


def alignment_face(view: SequenceView) -> Face:
    """The weights of the attention that is looked at; to the source, a row is named by the token that is written."""
    run = view.run
    if not run.model.recurrent:
        return _of_transformer(view)
    weights = run.alignment()
    assert weights is not None
    paths = tuple(f"decoder.t{time}.attn.weights" for time in range(len(weights)))
    marked = np.array([_marked(view, path) for path in paths]) if run.changes else None
    data = MatrixData(
        weights,
        distinct(run.output),
        distinct(run.source.texts),
        row_axis=tr("token written"),
        col_axis=axis_title("key"),
        title=tr("Alignment"),
        meaning=array_title(paths[0]),
        scale="weights",
        marked=marked,
    )
    return Rows("", data, _no_cell, _no_place, of_query=True, paths=paths)


def _marked(view: SequenceView, path: str) -> Array:
    trace = view.run.trace(path)
    weights = trace[path][0, 0]
    if path not in trace.unedited:
        return np.zeros(weights.shape, np.bool_)
    return np.asarray(trace.unedited[path][0, 0] != weights)


def _no_cell(row: int, col: int) -> Cell:
    raise LookupError("each row is of another array")


def _no_place(cell: Cell) -> None:
    return None


def _of_transformer(view: SequenceView) -> Face:
    path = f"{attention_path(view)}weights"
    found = face(view.run.trace(path), path, view, True)
    assert found is not None  # no weights are too many to show
    found = replace(found, data=replace(found.data, title=attention_title(view.moment.attention)))
    if view.moment.attention == "self":
        later = np.isneginf(view.run.trace("decoder.mask")["decoder.mask"])
        return replace(found, data=replace(found.data, masked=later))
    if view.moment.attention != "cross":
        return found
    written = len(view.run.written)
    rows = found.data.values[:written]
    marked = found.data.marked
    data = replace(
        found.data,
        values=rows,
        row_labels=distinct(view.run.output),
        row_axis=tr("token written"),
        marked=None if marked is None else marked[:written],
    )
    return replace(found, data=data)


def read_so_far(view: SequenceView, direction: str) -> Face:
    """The states of one direction of reading, up to the word that is looked at."""
    path = f"encoder.{direction}.states"
    found = face(view.run.trace(path), path, view, False)
    assert found is not None
    rows, cols = found.data.values.shape
    word = view.moment.word
    unread = np.arange(rows) > word if direction == "forward" else np.arange(rows) < word
    if view.moment.stage == OF_ALL:
        unread = np.zeros(rows, np.bool_)
    masked: Mask = np.repeat(unread[:, None], cols, axis=1)
    title = tr("{0} read so far", found.data.title)
    return replace(found, data=replace(found.data, masked=masked, masked_as=tr("not read yet"), title=title))
