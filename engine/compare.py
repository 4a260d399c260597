"""Two sentences in one model, side by side: which tokens they share, how far each step differs, where they part."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

import numpy as np

from engine.names import OVER_TOKENS, block, layer_of
from engine.recipes import Step
from engine.run import Run
from engine.steps.base import Array
from engine.text import Tokens
from engine.trace import Stop, Trace, never_stop

PER_HEAD = frozenset({"head", "kv_head"})
Pairs = tuple[tuple[int, int], ...]  # positions of one token in both sentences, in order


@dataclass(frozen=True)
class StepDifference:
    """How far an array differs over the shared tokens; ``heads`` has the largest difference of each query head."""

    step: Step
    largest: float
    mean: float
    heads: tuple[float, ...] = ()  # empty where the array has no heads

    @property
    def path(self) -> str:
        return self.step.output

    @property
    def layer(self) -> int:
        return layer_of(self.path) or 0


@dataclass(frozen=True)
class Parting:
    """The first step, and in it the first head, whose difference is above a threshold."""

    at: StepDifference
    head: int | None
    amount: float  # largest difference of that head, or of the array


@dataclass(frozen=True)
class HeadChange:
    """The weight of a head that differs most over the shared tokens; ``query`` and ``key`` are positions in A."""

    layer: int
    head: int
    query: int
    key: int
    a: float
    b: float

    @property
    def amount(self) -> float:
        return abs(self.b - self.a)


@dataclass(frozen=True, eq=False)
class Comparison:
    """Two runs of one model; ``steps`` in the order in which they ran, ``changes`` with the largest first."""

    a: Run
    b: Run
    pairs: Pairs
    steps: tuple[StepDifference, ...]
    changes: tuple[HeadChange, ...]

    @property
    def same_tokens(self) -> bool:
        """Whether the model reads the same in both sentences."""
        return np.array_equal(self.a.tokens.ids, self.b.tokens.ids)

    @property
    def merged(self) -> tuple[tuple[str, str], ...]:
        """Different words, one of A and one of B, that are one unknown token to the model."""
        both = ((self.a.tokens, i, self.b.tokens, j) for i, j in self.pairs)
        found = ((a.source(i), b.source(j)) for a, i, b, j in both if a.unknown[i] and b.unknown[j])
        return tuple(dict.fromkeys((one, other) for one, other in found if one != other))

    def parting(self, threshold: float) -> Parting | None:
        """Where the shared tokens first differ by more than ``threshold``; None if they never do."""
        for step in self.steps:
            if step.largest > threshold:
                head = next((i for i, amount in enumerate(step.heads) if amount > threshold), None)
                return Parting(step, head, step.largest if head is None else step.heads[head])
        return None

    def partner(self, position: int) -> int | None:
        """Where a token of A is in B; None if it is not shared."""
        return dict(self.pairs).get(position)


def aligned(a: Sequence[str], b: Sequence[str], stop: Stop = never_stop) -> Pairs:
    """Tokens that both sentences have, in the same order in both: the longest block of equal ones, then the same on
    either side of it (Ratcliff & Obershelp 1988).  SequenceMatcher.get_matching_blocks, but it can be stopped.
    """
    matcher = SequenceMatcher(None, a, b, autojunk=False)
    pairs: list[tuple[int, int]] = []
    waiting = [(0, len(a), 0, len(b))]
    while waiting:
        stop()
        a_low, a_high, b_low, b_high = waiting.pop()
        i, j, size = matcher.find_longest_match(a_low, a_high, b_low, b_high)
        if size:
            pairs += ((i + k, j + k) for k in range(size))
            waiting += ((a_low, i, b_low, j), (i + size, a_high, j + size, b_high))
    return tuple(sorted(pairs))


def compare(a: Run, tokens: Tokens, stop: Stop = never_stop) -> Comparison:
    """Run ``tokens`` through the model of ``a`` and compare each layer as it passes; no layer of B is kept."""
    pairs = aligned(a.tokens.texts, tokens.texts, stop)
    steps: list[StepDifference] = []
    changes: list[HeadChange] = []

    def on_layer(layer: int, trace: Trace) -> None:
        before = a.trace(layer, stop)
        for step in step_differences(before, trace, pairs, a.model.sizes.heads):
            stop()
            steps.append(step)
        changes.extend(head_changes(layer, before, trace, pairs))

    b = Run.forward(a.model, tokens, on_layer, stop)
    changes.sort(key=lambda change: -change.amount)
    return Comparison(a, b, pairs, tuple(steps), tuple(changes))


def step_differences(a: Trace, b: Trace, pairs: Pairs, heads: int) -> Iterator[StepDifference]:
    """Every step of one layer; a key or value head that serves several query heads stands for each of them."""
    for step in b.recipe:
        gap = np.abs(difference(*(shared(*side) for side in sides(a, b, step.output, pairs))))
        per_head: tuple[float, ...] = ()
        if step.axes[0] in PER_HEAD:
            found = gap.max(axis=tuple(range(1, gap.ndim)), initial=0)
            per_head = tuple(float(amount) for amount in np.repeat(found, heads // len(found)))
        mean = float(gap.mean()) if gap.size else 0.0
        yield StepDifference(step, float(gap.max(initial=0)), mean, per_head)


def head_changes(layer: int, a: Trace, b: Trace, pairs: Pairs) -> Iterator[HeadChange]:
    """For every head of a layer, the weight between shared tokens that differs most."""
    if not pairs:
        return
    one, other = (shared(*side) for side in sides(a, b, f"{block(layer)}attn.weights", pairs))
    gap = np.abs(other - one)  # [head, query, key]
    for head, weights in enumerate(gap):
        row, col = np.unravel_index(int(weights.argmax()), weights.shape)
        values = float(one[head, row, col]), float(other[head, row, col])
        yield HeadChange(layer, head, pairs[int(row)][0], pairs[int(col)][0], *values)


def sides(a: Trace, b: Trace, path: str, pairs: Pairs) -> Iterator[tuple[Trace, str, list[int]]]:
    """Both arguments of ``shared``."""
    yield a, path, [i for i, _ in pairs]
    yield b, path, [j for _, j in pairs]


def shared(trace: Trace, path: str, positions: list[int]) -> Array:
    """An array cut down to some tokens, along each of its axes that runs over tokens."""
    values = trace[path]
    for place, axis in enumerate(trace.axes(path)):
        if axis in OVER_TOKENS:
            values = values.take(positions, axis=place)
    return values


def difference(a: Array, b: Array) -> Array:
    """``b - a``; 0 where both are the same infinity."""
    with np.errstate(invalid="ignore"):
        return np.where(a == b, b.dtype.type(0), b - a)
