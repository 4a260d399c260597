"""One token's way through a head, from its query to its sum of values, taken from a trace."""

from collections.abc import Mapping

import numpy as np
from PySide6.QtCore import QCoreApplication

from engine.names import block, key
from engine.recipes import Step
from engine.steps.base import Cell
from engine.trace import Trace
from gui.faces import ROLES, Face, face
from gui.state import State
from gui.view import View
from gui.widgets import numbers
from gui.widgets.plain import distinct
from gui.widgets.word_story import Moment, Part, Values, WordStory
from gui.wording import array_title, where

STAGES = frozenset({"qkv", "scores", "scale", "mask", "softmax", "weighted_sum"})  # that the story tells
TITLES: Mapping[str, str] = {
    "q": "q",
    "k": "k",
    "scores": "q · k",
    "scaled": "scaled",
    "masked": "masked",
    "weights": "weight",
    "v": "v",
    "z": "Σ weight × v = z",
}
SCORED: Mapping[str, str] = {"cosine": "cos(q, k)", "distance": "−½ |q − k|²"}  # by another function
OWN = ("q", "z")  # the chosen token's vectors
NUMBERS = ("scores", "scaled", "masked", "weights")  # a number for each key
EXACT = 6  # digits


def told(state: State, view: View) -> bool:
    """Whether one word's view is chosen and there is one of this stage; differences are shown as matrices."""
    return state.one_word and not state.difference and view.stage in STAGES


def own_line(step: Step) -> bool:
    """Whether a step makes a vector of the chosen token alone, not one for every key, as its query."""
    return key(step.output) == "attn.q"


def word_story(trace: Trace, view: View, filled: int | None = None) -> WordStory:
    """How the query of ``view`` looks at all tokens with the head of ``view``; what the step makes is there down to
    the key ``filled`` (None: all of it).
    """
    parts = {name: _part(name, trace, view) for name in TITLES}
    if own_line(view.step) or filled is None or filled + 1 >= len(view.run.tokens):
        filled = None
    return WordStory(distinct(view.run.tokens.texts), view.query, parts, filled)


def _part(name: str, trace: Trace, view: View) -> Part:
    path = _path(name, view)
    found = face(trace, path, view, by_head=True)
    assert found is not None
    moment = _moment(name, trace, view)
    arriving = name == "v" and moment == "now" and view.stage == "weighted_sum"
    values = _taken(name, found.data.values, view.query)
    weights = trace[_path("weights", view)][view.head, view.query, :, None]  # [key, 1]
    shades = weights * values if arriving else values
    by_hand = found.data.marked
    marked = None if by_hand is None else _taken(name, by_hand, view.query)
    title = "weight × v" if arriving else _scored(trace, path) if name == "scores" else TITLES[name]

    def cell(row: int, col: int) -> Cell:
        return found.cell(*_turned(name, row, col, view.query))

    def tell(row: int, col: int) -> str:
        lines = [array_title(path), where(path, cell(row, col), view.run)]
        lines.append(numbers.reading(float(values[row, col]), EXACT))
        if arriving:
            weight, product = (numbers.reading(float(v), EXACT) for v in (weights[row, 0], shades[row, col]))
            lines.append(_tr("× weight {0} = {1}").format(weight, product))
        if marked is not None and marked[row, col]:
            lines.append(_tr("changed by hand"))
        return "\n".join(lines)

    return Part(
        title=_tr(title),
        path=path,
        values=values,
        shades=shades,
        limit=_limit(name, shades, trace, view),
        role=ROLES.get(key(path)),
        moment=moment,
        cell=cell,
        place=lambda cell: _place(name, found, cell, view.query),
        tell=tell,
        marked=marked,
    )


def _scored(trace: Trace, path: str) -> str:
    step = trace.step(path)
    return SCORED.get(step.operation.variant if step else "", TITLES["scores"])


def _path(name: str, view: View) -> str:
    return f"{block(view.layer)}attn.{name}"


def _taken(name: str, matrix: np.ndarray, query: int) -> np.ndarray:
    """The share of a head's matrix that belongs to the query.  [lines, features]"""
    if name in OWN:
        return matrix[query : query + 1]
    return matrix[query][:, None] if name in NUMBERS else matrix


def _turned(name: str, row: int, col: int, query: int) -> tuple[int, int]:
    """The row and column of the head's matrix that a line and a feature are."""
    if name in OWN:
        return query, col
    return (query, row) if name in NUMBERS else (row, col)


def _place(name: str, found: Face, cell: Cell, query: int) -> tuple[int, int] | None:
    place = found.place(cell)
    if place is None or name in ("k", "v"):
        return place
    if place[0] != query:
        return None
    return (0, place[1]) if name in OWN else (place[1], 0)


def _moment(name: str, trace: Trace, view: View) -> Moment:
    path = _path(name, view)
    step = trace.step(path)
    assert step is not None
    now, made = view.stages.index(view.stage), view.stages.index(step.stage)
    if made > now:
        return "later"
    if path == view.step.output or (name == "v" and view.stage == "weighted_sum"):
        return "now"
    return "waiting" if name == "v" and made < now else "before"


def _limit(name: str, shades: Values, trace: Trace, view: View) -> float:
    """The end of the colours; q and k have one scale, and so have z and the weighted values that make it up."""
    together = [shades]
    if name in ("q", "k"):
        queries, keys = (trace[_path(other, view)] for other in ("q", "k"))
        together = [queries[view.head, view.query], keys[view.head * len(keys) // len(queries)]]
    if view.stage == "weighted_sum" and name in ("v", "z"):
        weights, values = (trace[_path(other, view)] for other in ("weights", "v"))
        value_head = view.head * len(values) // len(weights)
        together.append(weights[view.head, view.query, :, None] * values[value_head])
        together.append(trace[_path("z", view)][view.head, view.query])
    return max(float(np.abs(part[np.isfinite(part)]).max(initial=0)) for part in together)


def _tr(text: str) -> str:
    return QCoreApplication.translate("one_word", text)
