"""Attention weights as they are read: word pieces joined, tokens hidden; always with words that say so."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication

from engine.names import key
from engine.pieces import Place, Reading, place_of, places, read
from engine.steps.base import Cell
from engine.text import Tokens
from engine.trace import Trace
from gui.faces import Face, differs, face
from gui.view import View
from gui.widgets.matrix_data import Mask
from gui.widgets.notice import clipped
from gui.widgets.plain import distinct

READ = "attn.weights"  # the array that can be read in other ways
Weights = NDArray[np.float32]

SWITCHES: Mapping[str, tuple[str, str]] = {  # field of the State: its name, what it does
    "join_pieces": (
        "Join word pieces",
        "The sum over the pieces of a key, the mean over those of a query: rows still sum to 1.",
    ),
    "hide_special": (
        "Hide [CLS] and [SEP]",
        "Leave special tokens out and let the other weights of each row sum to 1.",
    ),
    "hide_first": (
        "Hide the first token",
        "Leave the first token out and let the other weights of each row sum to 1.",
    ),
    "log_colour": (
        "Logarithmic colours",
        "Show small weights, too: each tenfold weight is as many steps brighter.",
    ),
}


def _tr(text: str) -> str:
    return QCoreApplication.translate("reading", text)


def switches() -> dict[str, tuple[str, str]]:
    """Text and explanation of each switch."""
    return {name: (_tr(text), _tr(explanation)) for name, (text, explanation) in SWITCHES.items()}


def told(tokens: Tokens, reading: Reading) -> str:
    """What a reading makes of the weights of a sentence; nothing when it leaves them as they are."""
    found = places(tokens, reading)
    if not found and not reading.plain:
        return _tr("That hides every token: the weights are shown as they are.")
    parts = []
    if reading.join:
        several = any(place.end - place.first > 1 for place in places(tokens, Reading(join=True)))
        parts.append(_tr("word pieces joined") if several else _tr("no word here has several pieces to join"))
    if hidden := names_of_hidden(tokens, reading):
        parts.append(_tr("{0} hidden; the rest shares 1").format(", ".join(hidden)))
    text = "; ".join(parts)
    return f"{text[0].upper()}{text[1:]}." if text else ""


def names_of_hidden(tokens: Tokens, reading: Reading) -> list[str]:
    """The tokens or words that are left out, each text once."""
    kept = {place.first for place in places(tokens, reading)}
    every = places(tokens, Reading(join=reading.join))
    return list(dict.fromkeys(clipped(place.text) for place in every if place.first not in kept))


def labels(found: tuple[Place, ...]) -> tuple[str, ...]:
    """What is written for each place; a text that stands more than once with the number of its first token."""
    return distinct([place.text for place in found], [place.first + 1 for place in found])


@dataclass(frozen=True)
class Lit:
    """The weights between one place of a sentence and all others, NaN where there is none.

    ``hidden``: places without a weight since they, or the chosen one, are left out.
    """

    places: tuple[Place, ...]  # of the whole sentence, hidden ones too
    chosen: int
    weights: tuple[float, ...]
    hidden: frozenset[int]


def lit(weights: Weights, view: View, looked_at: bool) -> Lit:
    """Of one head's weights ``[query, key]``: the row of the token that is looked from, or its column."""
    tokens, reading = view.run.tokens, view.reading
    every, kept = places(tokens, Reading(join=reading.join)), places(tokens, reading)
    chosen = place_of(every, view.query)
    assert chosen is not None
    shown, defined = read(weights, tokens, reading)
    at = place_of(kept, view.query)
    line = _line(shown, defined, at, looked_at)
    among = {place.first: i for i, place in enumerate(kept)} if at is not None else {}
    found = [line[among[place.first]] if place.first in among else np.nan for place in every]
    hidden = frozenset(i for i, place in enumerate(every) if place.first not in among)
    return Lit(every, chosen, tuple(map(float, found)), hidden)


def _line(shown: Weights, defined: Mask, at: int | None, looked_at: bool) -> NDArray[np.floating]:
    if at is None:
        return np.empty(0)
    if looked_at:
        return np.where(defined, shown[:, at], np.nan)
    return shown[at] if defined[at] else np.full(len(shown), np.nan)


def read_face(
    trace: Trace, path: str, view: View, by_head: bool, against: Trace | None = None
) -> Face | None:
    """The face of an array that a step has made: of attention weights as they are read, of all others as they ran."""
    plain = face(trace, path, view, by_head, against)
    if plain is None or key(path) != READ or view.reading.plain:
        return plain
    weights, marked = trace[path][view.head], plain.data.marked
    values = _shown(weights, view)
    if against is not None and differs(trace, path, against):
        values = values - _shown(against[path][view.head], view)
    found, flag = places(view.run.tokens, view.reading), told(view.run.tokens, view.reading)
    data = replace(
        plain.data,
        values=values,
        row_labels=labels(found),
        col_labels=labels(found),
        title=f"{plain.data.title}: {flag[0].lower()}{flag[1:-1]}",
        meaning=f"{plain.data.meaning}. {flag}",
        marked=None
        if marked is None
        else read(marked.astype(np.float32), view.run.tokens, view.reading)[0] > 0,
    )
    ways = _Ways(weights, view.head, found)
    return replace(plain, data=data, cell=ways.cell, place=ways.place, places=found)


def _shown(weights: Weights, view: View) -> NDArray[np.floating]:
    """One head's weights as they are read; NaN in a row of which nothing is left."""
    shown, defined = read(weights, view.run.tokens, view.reading)
    return shown if defined.all() else np.where(defined[:, None], shown, np.float32(np.nan))


@dataclass(frozen=True, eq=False)
class _Ways:
    """The way between the cells of a head's weights and the numbers that they have a part in."""

    weights: Weights
    head: int
    found: tuple[Place, ...]

    def cell(self, row: int, col: int) -> Cell:
        """The only cell behind a number, or the largest of them."""
        query, keys = self.found[row], self.found[col]
        block = self.weights[query.first : query.end, keys.first : keys.end]
        down, across = np.unravel_index(int(block.argmax()), block.shape)
        return self.head, query.first + int(down), keys.first + int(across)

    def place(self, cell: Cell) -> tuple[int, int] | None:
        row, col = place_of(self.found, cell[1]), place_of(self.found, cell[2])
        return None if cell[0] != self.head or row is None or col is None else (row, col)
