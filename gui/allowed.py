"""What a choice that comes from a file may be, beyond being of its type: one of some names, or within limits."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

from engine.analogy import METHODS
from engine.edits import Edit, MaskLater, SetCells, SetParameter
from engine.head_sum import ORDERS as SUM_ORDERS
from engine.names import NAMES, key
from engine.pair_terms import MEASURES
from engine.pasted import MOST
from engine.projection import PROJECTIONS
from engine.recipes import STAGES
from engine.similarity import METRICS
from gui.characters import ORDERS as HEAD_ORDERS
from gui.panes.heads import VIEWS
from gui.parts.compare_matrices import SIDES
from gui.parts.compare_page import PAGES as COMPARE_PAGES
from gui.playing import PACES
from gui.state import LIKENESS_PAGES, PLANE_PAGES, Address
from gui.widgets.model_bar import FRESH_LIMITS
from gui.wording import CHOICES, PARAMETERS


@dataclass(frozen=True)
class Rule:
    """``expected`` says in words what is asked for, with ``what`` filled in."""

    fits: Callable[[Any], bool]
    expected: str
    what: tuple[str, ...] = ()


def _one_of(names: Iterable[str]) -> Rule:
    known = tuple(names)
    return Rule(known.__contains__, "one of {0}", (", ".join(f"“{name}”" for name in known),))


def _within(low: float, high: float) -> Rule:
    return Rule(lambda value: low <= value <= high, "between {0} and {1}", (f"{low:g}", f"{high:g}"))


def _known(address: Address) -> bool:
    path, cell = address
    return _has(path, cell) and all(place >= 0 for place in cell)


def _is_known(change: Edit) -> bool:
    """Whether there are words for it.  Of the rest the engine says itself why it cannot be made."""
    if isinstance(change, SetParameter):
        known = change.path.rpartition(".")[2] in PARAMETERS
        return known and (not isinstance(change.value, str) or change.value in CHOICES)
    if isinstance(change, SetCells):
        return _has(change.path, change.where)
    return not isinstance(change, MaskLater) or key(change.path) in NAMES


def _has(path: str, place: Sequence[int | None]) -> bool:
    """Whether an array of this name has places of so many axes."""
    return key(path) in NAMES and len(place) == len(NAMES[key(path)].axes)


def _at_most(count: int) -> Rule:
    return Rule(
        lambda words: len(words) <= count and len(set(words)) == len(words),
        "a list of at most {0} words, each once",
        (str(count),),
    )


PLACE = Rule(lambda value: value is None or value >= 0, "0 or more")
AMOUNT = Rule(lambda value: value is None or (isfinite(value) and value >= 0), "0 or more")
CELLS = "a number that there is"

ALLOWED: Mapping[str, Rule] = {
    "words": _at_most(MOST),
    "pair": _at_most(2),
    "source": _one_of(("minilm", "fresh")),
    **{name: _within(*limits) for name, limits in FRESH_LIMITS.items()},
    "changes": Rule(lambda changes: all(map(_is_known, changes)), "of a known kind"),
    "metric": _one_of(METRICS),
    "layer": PLACE,
    "head": PLACE,
    "query": PLACE,
    "anchor": PLACE,
    "stage": _one_of(STAGES),
    "cell": Rule(lambda cell: cell is None or _known(cell), CELLS),
    "trail": Rule(lambda trail: all(map(_known, trail)), CELLS),
    "ahead": Rule(lambda ahead: all(map(_known, ahead)), CELLS),
    "direction": _one_of(("looks", "looked_at")),
    "pace": _one_of(PACES),
    "plane_page": _one_of(PLANE_PAGES),
    "map_method": _one_of(PROJECTIONS),
    "map_seed": _within(0, FRESH_LIMITS["seed"][1]),
    "perplexity": AMOUNT,
    "sum_order": _one_of(SUM_ORDERS),
    "likeness_page": _one_of(LIKENESS_PAGES),
    "measure": _one_of(("", *MEASURES)),
    "nearest_to": _one_of(("a", "b")),
    "analogy_method": _one_of(METHODS),
    "compare_page": _one_of(COMPARE_PAGES),
    "compare_side": _one_of(SIDES),
    "threshold": AMOUNT,
    "heads_view": _one_of(VIEWS),
    "order": _one_of(("", *HEAD_ORDERS)),
    "bound": AMOUNT,
    "look_from": PLACE,
    "look_to": PLACE,
}
# Texts that may be any: what is typed, and names that give way to the nearest that exists.
FREE = frozenset({"text", "other", "step"})
