"""What a choice that comes from a file may be, beyond being of its type: one of some names, or within limits."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

from engine.analogy import METHODS
from engine.costs import LIMITS
from engine.dictionary import FUNCTIONS, HOTTEST, LARGEST
from engine.edits import Edit, MaskLater, SetCells, SetParameter
from engine.fading import KINDS as RECURRENCES
from engine.fading import RADII
from engine.head_sum import ORDERS as SUM_ORDERS
from engine.laboratory import ALIGNINGS, SCORINGS
from engine.laboratory_parameters import STARTS
from engine.memories.run import FEATURES, RATES
from engine.memories.weights import MAPS
from engine.mixing import FIXED
from engine.names import NAMES, key
from engine.ngrams import ORDERS
from engine.pair_terms import MEASURES
from engine.pasted import MOST
from engine.projection import PROJECTIONS
from engine.recipes import STAGES
from engine.scaling import MOST_KEYS, MOST_SAMPLES
from engine.sequences.cache import KEPT
from engine.sequences.decode import MOST_BEAMS
from engine.sequences.model import KINDS, LANGUAGES
from engine.similarity import METRICS
from gui.characters import ORDERS as HEAD_ORDERS
from gui.pages import (
    DESKS,
    FAR_KINDS,
    FAR_PAGES,
    LAB_PAGES,
    LAB_SOURCES,
    LIKENESS_PAGES,
    MEM_CACHE_VIEWS,
    MEM_KIND_VIEWS,
    MEM_MODELS,
    MEM_PAGES,
    PLANE_PAGES,
    SEQ_ATTENTIONS,
    SEQ_CHARTS,
    SEQ_CURVES,
    SEQ_METHODS,
    SEQ_PAGES,
)
from gui.panes.heads import VIEWS
from gui.parts.compare_matrices import SIDES
from gui.parts.compare_page import PAGES as COMPARE_PAGES
from gui.playing import PACES
from gui.state import Address
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


MOST_TEMPERATURE = 5.0  # of sampling: nearly every token is as likely as the next
PLACE = Rule(lambda value: value is None or value >= 0, "0 or more")
NUMBER = Rule(lambda value: value >= 0, "0 or more")
NUMBERS = Rule(lambda values: all(value >= 0 for value in values), "0 or more")
AMOUNT = Rule(lambda value: value is None or (isfinite(value) and value >= 0), "0 or more")
CELLS = "a number that there is"

ALLOWED: Mapping[str, Rule] = {
    "words": _at_most(MOST),
    "pair": _at_most(2),
    "source": _one_of(("minilm", "fresh")),
    **{name: _within(*limits) for name, limits in FRESH_LIMITS.items()},
    "changes": Rule(lambda changes: all(map(_is_known, changes)), "of a known kind"),
    "desk": _one_of(DESKS),
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
    "seq_page": _one_of(SEQ_PAGES),
    "seq_source": _one_of(LANGUAGES),
    "seq_model": _one_of(KINDS),
    "seq_method": _one_of(SEQ_METHODS),
    "seq_width": _within(1, MOST_BEAMS),
    "seq_temperature": _within(0, MOST_TEMPERATURE),
    "seq_seed": _within(0, FRESH_LIMITS["seed"][1]),
    "seq_prefix": NUMBERS,
    "seq_changes": Rule(lambda changes: all(map(_is_known, changes)), "of a known kind"),
    "seq_side": _one_of(("encoder", "decoder")),
    "seq_word": NUMBER,
    "seq_place": NUMBER,
    "seq_layer": NUMBER,
    "seq_head": NUMBER,
    "seq_attention": _one_of(SEQ_ATTENTIONS),
    "seq_looker": PLACE,
    "seq_chart": _one_of(SEQ_CHARTS),
    "seq_curve": _one_of(SEQ_CURVES),
    "far_page": _one_of(FAR_PAGES),
    "far_from": NUMBER,
    "far_to": NUMBER,
    "far_width": _within(*LIMITS["k"]),
    "far_dilation": _within(*LIMITS["dilation"]),
    "far_n": Rule(lambda n: n is None or LIMITS["n"][0] <= n <= LIMITS["n"][1], "1 or more"),
    "far_d": _within(*LIMITS["d"]),
    "far_kind": _one_of(FAR_KINDS),
    "far_recurrence": _one_of(RECURRENCES),
    "far_radius": _within(*RADII),
    "far_seed": _within(0, FRESH_LIMITS["seed"][1]),
    "far_layer": NUMBER,
    "far_head": NUMBER,
    "far_fixed": _one_of(FIXED),
    "far_order": _within(ORDERS[0], ORDERS[-1]),
    "mem_page": _one_of(MEM_PAGES),
    "mem_model": _one_of(MEM_MODELS),
    "mem_step": PLACE,
    "mem_layer": NUMBER,
    "mem_head": NUMBER,
    "mem_kept": _one_of(KEPT),
    "mem_cache": _one_of(MEM_CACHE_VIEWS),
    "mem_features": _within(*FEATURES),
    "mem_maps": _one_of(MAPS),
    "mem_seed": _within(0, FRESH_LIMITS["seed"][1]),
    "mem_rate": Rule(
        lambda rate: isfinite(rate) and RATES[0] <= rate <= RATES[1],
        "between {0} and {1}",
        tuple(f"{end:g}" for end in RATES),
    ),
    "mem_word": PLACE,
    "mem_kinds": _one_of(MEM_KIND_VIEWS),
    "lab_page": _one_of(LAB_PAGES),
    "lab_source": _one_of(LAB_SOURCES),
    "lab_keys": _at_most(MOST),
    "lab_step": NUMBER,
    "lab_scoring": _one_of(SCORINGS),
    "lab_aligning": _one_of(ALIGNINGS),
    "lab_start": _one_of(STARTS),
    "lab_seed": _within(0, FRESH_LIMITS["seed"][1]),
    "lab_centre": NUMBER,
    "lab_reach": NUMBER,
    "lab_draw": _within(0, FRESH_LIMITS["seed"][1]),
    "lab_count": _within(1, MOST_KEYS),
    "lab_samples": _within(1, MOST_SAMPLES),
    "lab_sample_seed": _within(0, FRESH_LIMITS["seed"][1]),
    "lab_function": _one_of(FUNCTIONS),
    "lab_temperature": _within(0, HOTTEST),
    "lab_values": Rule(
        lambda values: all(abs(value) <= LARGEST for _, value in values), f"numbers up to {LARGEST:g}"
    ),
    "heads_view": _one_of(VIEWS),
    "order": _one_of(("", *HEAD_ORDERS)),
    "bound": AMOUNT,
    "look_from": PLACE,
    "look_to": PLACE,
}
# Texts that may be any: what is typed, and names that give way to the nearest that exists.
FREE = frozenset(
    {"text", "other", "step", "lab_query", "seq_text", "seq_prompt", "seq_stage", "seq_step"}
) | {
    "far_text",
    "far_other",
    "far_prefix",
    *("mem_text", "mem_prompt", "mem_sentence"),
}
