"""The numbers that stand along a scale."""

from collections.abc import Sequence
from itertools import pairwise
from math import floor, log10

FEW = 4
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
Named = tuple[str, int, int]  # a number, the middle of its place, how wide it is


def ticks(top: float, about: int = FEW) -> list[float]:
    """Round numbers, evenly spaced from 0 up to ``top``, which is above 0; about so many of them."""
    rough = top / about
    size = 10.0 ** floor(log10(rough))
    step = next(size * times for times in (1, 2, 5, 10) if size * times >= rough * 0.999)
    return [step * place for place in range(int(top / step + 1e-9) + 1)]


def roomy(places: Sequence[Named], values: Sequence[float], gap: int) -> list[Named]:
    """As many of the places of ``values`` (rising) as can be read, at even steps; the last one always."""
    for step in STEPS:
        kept = _every(places, values, step, gap)
        if _apart(kept, gap):
            return kept
    return list(places[-1:])


def _every(places: Sequence[Named], values: Sequence[float], step: int, gap: int) -> list[Named]:
    """Multiples of a step, if the values are counted through; of others every so many, from the last on."""
    counted = list(values) == [values[0] + place for place in range(len(values))]
    steps = [int(value) if counted else len(values) - 1 - place for place, value in enumerate(values)]
    inner = [one for one, number in zip(places[:-1], steps[:-1], strict=True) if number % step == 0]
    if inner and steps[-1] % step and not _apart([inner[-1], places[-1]], gap):
        inner.pop()
    return [*inner, places[-1]]


def _apart(places: Sequence[Named], gap: int) -> bool:
    """Whether no number runs into the next."""
    return all(a + w // 2 + gap < b - v // 2 for (_, a, w), (_, b, v) in pairwise(places))
