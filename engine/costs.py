"""What a layer costs that joins n positions of d features (Vaswani et al. 2017, table 1), for any n, d and k.

Leading terms: constants are left out, as they are in the paper.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import ceil

from engine.connections import Stack

LIMITS: Mapping[str, tuple[int, int]] = {
    "n": (1, 1_000_000),
    "d": (1, 100_000),
    "k": (1, 99),
    "dilation": (1, 1_000_000),
}


@dataclass(frozen=True)
class Shape:
    """So many positions, features of each, and the convolutions that join them."""

    n: int
    d: int
    stack: Stack


@dataclass(frozen=True)
class Formula:
    """``operations``: multiplications; ``kept``: numbers that the layer makes and that are there at the same time;
    ``sequential``: steps that must wait for one another; each of one layer.  ``longest``: from the first word to the
    last place, as `Walk.steps`; None if there is no way.
    """

    operations: Callable[[Shape], int]
    kept: Callable[[Shape], int]
    sequential: Callable[[Shape], int]
    longest: Callable[[Shape], int | None]


def layers_needed(stack: Stack, distance: int) -> int | None:
    """Convolutions until a word that stands ``distance`` places before a place reaches it; after it, if negative."""
    reach, far = (stack.back, distance) if distance >= 0 else (stack.ahead, -distance)
    if far == 0:
        return 0
    windows, rest = divmod(far, stack.dilation)
    if reach == 0 or rest:
        return None
    if stack.doubling:  # after L layers (2^L - 1) windows
        return ceil(windows / reach).bit_length()
    return ceil(windows / reach)


FORMULAS: Mapping[str, Formula] = {
    "recurrent": Formula(lambda s: s.n * s.d**2, lambda s: s.n * s.d, lambda s: s.n, lambda s: s.n - 1),
    "convolution": Formula(
        lambda s: s.stack.width * s.n * s.d**2,
        lambda s: s.n * s.d,
        lambda s: 1,
        lambda s: layers_needed(s.stack, s.n - 1),
    ),
    "attention": Formula(
        lambda s: s.n**2 * s.d,
        lambda s: s.n**2 + s.n * s.d,
        lambda s: 1,
        lambda s: min(s.n - 1, 1),
    ),
}


@dataclass(frozen=True)
class Cost:
    """The formulas' values.  ``whole``: operations of all layers that the longest path takes; None if none suffice."""

    operations: int
    kept: int
    sequential: int
    longest: int | None
    whole: int | None


def costs(shape: Shape) -> Mapping[str, Cost]:
    """By the keys of FORMULAS."""
    return {name: _cost(name, formula, shape) for name, formula in FORMULAS.items()}


def _cost(name: str, formula: Formula, shape: Shape) -> Cost:
    operations, longest = formula.operations(shape), formula.longest(shape)
    layers = max(longest, 1) if name == "convolution" and longest is not None else 1
    whole = None if longest is None else operations * layers
    return Cost(operations, formula.kept(shape), formula.sequential(shape), longest, whole)


def curve(name: str, shape: Shape) -> tuple[tuple[int, int], ...]:
    """The least and the largest n, with the operations there; between them it is straight on logarithmic scales."""
    return tuple((n, FORMULAS[name].operations(replace(shape, n=n))) for n in LIMITS["n"])


def crossings(shape: Shape) -> Mapping[str, int]:
    """The n at which attention takes as many operations as each of the others: below it is the cheaper one."""
    return {"recurrent": shape.d, "convolution": shape.stack.width * shape.d}
