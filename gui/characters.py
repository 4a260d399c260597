"""How the window speaks of what heads do: the orders that they can be put in, and a head's measures in words."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication

from engine.character import CHARACTERS, sink_tokens
from engine.ranking import Ranked, rank
from engine.text import Tokens
from gui.results import Overview
from gui.state import State
from gui.widgets import numbers

DIGITS = 2
NAMED = frozenset({"entropy", "distance"})


@dataclass(frozen=True)
class Order:
    """A way to put heads in order: by a measure, its large or its small end first."""

    character: str  # id in engine.character.CHARACTERS
    title: str
    sense: str
    largest_first: bool = True

    @property
    def name(self) -> str:
        return _tr(self.title)

    @property
    def prefix(self) -> str:
        """What its numbers are called, where the order's own name does not say it."""
        return f"{name_of(self.character)} " if self.character in NAMED else ""

    @property
    def meaning(self) -> str:
        """What it says, and by which formula."""
        return f"{_tr(self.sense)}\n{_tr(CHARACTERS[self.character].formula)}"


ORDERS: Mapping[str, Order] = {
    "previous": Order("previous", "previous token", "Each token looks at the one before it."),
    "next": Order("next", "next token", "Each token looks at the one after it."),
    "same": Order("same", "itself", "Each token looks at itself."),
    "first": Order("first", "first token", "Every token looks at the first one."),
    "sink": Order("sink", "sink", "Weight is parked on special tokens, which are no words of the sentence."),
    "sharp": Order("entropy", "sharp", "Each token looks at few others: the entropy is low.", False),
    "broad": Order("entropy", "broad", "Each token looks at many others: the entropy is high."),
    "far": Order("distance", "far", "Tokens look far away."),
    "near": Order("distance", "near", "Tokens look at what is close by.", False),
    "repeats": Order("repeats", "repeats", "Tokens look at other places of the same token."),
}


def _tr(text: str) -> str:
    return QCoreApplication.translate("characters", text)


def name_of(character: str) -> str:
    """A measure by name."""
    return _tr(CHARACTERS[character].title)


def amount(character: str, value: float) -> str:
    """A measured number with its unit."""
    unit = CHARACTERS[character].unit
    text = numbers.short(value, DIGITS)
    return text if np.isnan(value) or not unit else f"{text} {_tr(unit)}"


def in_short(overview: Overview, layer: int, head: int) -> str:
    """All defined measures of a head in one line."""
    found = {name: float(values[layer, head]) for name, values in overview.characters.items()}
    return " · ".join(
        f"{name_of(name)} {amount(name, value)}" for name, value in found.items() if value == value
    )


def in_full(overview: Overview, layer: int, head: int) -> str:
    """All measures of a head, a line each, with what they are measured on."""
    lines = []
    for name, values in overview.characters.items():
        text = f"{_titled(name, overview.run.tokens)}: {amount(name, float(values[layer, head]))}"
        lines.append(f"{text}  ({_tr(CHARACTERS[name].formula)})")
    return "\n".join([*lines, _tr("A: weights of all tokens, i: query, j: key, n: number of keys")])


def _titled(character: str, tokens: Tokens) -> str:
    if character == "sink" and (special := sink_tokens(tokens)):
        return f"{name_of(character)} ({', '.join(dict.fromkeys(special))})"
    return name_of(character)


def reach(overview: Overview, order: Order) -> float:
    """The largest value that a measure can have on this sentence: where a full bar ends."""
    tokens = len(overview.run.tokens)
    return 1.0 if not CHARACTERS[order.character].unit else float(max(tokens - 1, 1))


def ordered(state: State, overview: Overview) -> tuple[Ranked, ...]:
    """The heads in the order chosen, without those beyond the bound; layer by layer when none is chosen."""
    order = ORDERS.get(state.order)
    if order is None:
        sizes = overview.run.model.sizes
        return rank(np.zeros((sizes.layers, sizes.heads)))
    every = rank(overview.characters[order.character], order.largest_first)
    return tuple(one for one in every if within(one.value, order, state.bound))


def within(value: float, order: Order, bound: float | None) -> bool:
    """Whether a head is not beyond the bound; an undefined value is, when there is a bound."""
    if bound is None:
        return True
    return value >= bound if order.largest_first else value <= bound


def stepped_back(state: State, overview: Overview) -> NDArray[np.float64] | None:
    """How far each head's picture steps back ``[layer, head]``, 0 to 1: the less it is like the order chosen, the more;
    with a bound, only what is beyond it.  None without an order, and where its measure is undefined.
    """
    order = ORDERS.get(state.order)
    if order is None:
        return None
    values = overview.characters[order.character]
    if state.bound is not None:
        kept = values >= state.bound if order.largest_first else values <= state.bound
        return np.where(kept, 0.0, 1.0)
    if np.isnan(values).all():
        return None
    low, high = np.nanmin(values), np.nanmax(values)
    share = (values - low) / (high - low) if high > low else np.ones(values.shape)
    return np.nan_to_num(1 - share if order.largest_first else share, nan=1.0)
