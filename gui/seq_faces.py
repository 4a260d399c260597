"""Arrays of a translation as labelled matrices, where gui.faces does not do: of the vocabulary the likeliest tokens."""

from dataclasses import replace

import numpy as np

from engine.names import NAMES, key
from engine.steps.base import Array, Cell
from gui.faces import Face
from gui.seq_view import SequenceView
from gui.widgets import numbers
from gui.widgets.matrix_data import MatrixData
from gui.widgets.plain import distinct
from gui.widgets.step_view import MOST_INPUTS
from gui.wording import array_title, axis_title, short_title, size_title, tr

LIKELIEST = 10  # tokens of the vocabulary that are shown
OF_TOKENS = ("pos", "vocab")
# What the numbers of attention's vectors are features of, in a recurrent model.
OF_VECTORS = {"attn.q": "d_score", "attn.k": "d_score", "attn.v": "d_states", "attn.z": "d_states"}


def is_of_tokens(path: str) -> bool:
    """Whether an array has a number for every token of the vocabulary."""
    return NAMES[key(path)].axes == OF_TOKENS


def chosen_inputs(view: SequenceView) -> tuple[str, ...]:
    """What goes into the step; of more than can be shown, what is of the word that is looked at."""
    inputs = view.step.inputs
    return inputs if len(inputs) <= MOST_INPUTS else inputs[view.moment.word : view.moment.word + 1]


def likeliest(chances: Array, chosen: int | None = None) -> list[int]:
    """The likeliest tokens, the first of them first; ``chosen`` is among them whatever its chance."""
    found = [int(token) for token in np.argsort(-chances, kind="stable")[:LIKELIEST]]
    return found if chosen is None or chosen in found else [*found[:-1], chosen]


def chosen_at(view: SequenceView) -> int | None:
    """The token that stands at the place of the output that is looked at."""
    written, place = view.run.written, view.moment.place
    return written[place] if place < len(written) else None


def one_headed(found: Face, view: SequenceView) -> Face:
    """An array of a recurrent model's attention, which has no heads to speak of."""
    axes, shape = view.trace.axes(found.path), view.trace[found.path].shape
    if axes[0] not in ("head", "kv_head"):
        return found
    feature = OF_VECTORS.get(key(found.path))
    data = replace(found.data, size=size_title(axes[1:], shape[1:], {}))
    return replace(found, data=replace(data, col_axis=axis_title(feature)) if feature else data)


def likeliest_face(path: str, view: SequenceView) -> Face:
    """The numbers of the likeliest tokens, one below the other."""
    place, run = view.moment.place, view.run
    row = 0 if run.model.recurrent else place
    tokens = likeliest(run.chances(place), chosen_at(view))
    values = run.trace(path)[path][row, tokens][:, None]
    names = run.texts(path, "vocab")
    weights = key(path) == "probabilities"
    data = MatrixData(
        values,
        distinct([names[token] for token in tokens]),
        ("",),
        row_axis=axis_title("vocab"),
        title=short_title(path),
        meaning=array_title(path),
        size=tr("the {0} likeliest of {1}", len(tokens), f"{len(names):,}"),
        scale="weights" if weights else "signed",
        digits=numbers.DIGITS if weights else numbers.digits_for(values),
    )

    def cell(index: int, _: int) -> Cell:
        return row, tokens[index]

    def at(cell: Cell) -> tuple[int, int] | None:
        return (tokens.index(cell[1]), 0) if cell[0] == row and cell[1] in tokens else None

    return Face(path, data, cell, at, of_query=False)
