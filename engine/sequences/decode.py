"""How the next token is chosen: the likeliest, one drawn by its probability, or several ways at once.

None of it computes anything of the model: it asks a run for probabilities and tells it what was written.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.sequences.run import SequenceRun
from engine.similarity import Float64
from engine.steps.base import Array
from engine.trace import Stop, never_stop
from engine.translation_text import END

MOST_BEAMS = 10


def greedy(run: SequenceRun, stop: Stop = never_stop) -> SequenceRun:
    """Write the likeliest token until the end mark or the limit."""
    while not run.full:
        run = run.then(int(run.logits.argmax()), stop)
    return run


def log_chances(logits: Array, temperature: float = 1.0) -> Float64:
    """Logarithms of the probabilities ``[vocab]`` at a temperature above 0, in float64."""
    wide = logits.astype(np.float64) / temperature
    off: Float64 = wide - wide.max()
    return off - np.log(np.exp(off).sum())


def sample(run: SequenceRun, temperature: float, seed: int, stop: Stop = never_stop) -> SequenceRun:
    """Draw each token by its probability at a temperature; at 0 the likeliest.  One seed draws one sentence.

    The draw at a place depends on the seed and the place alone: what was chosen by hand before it does not move it.
    """
    while not run.full:
        run = run.then(drawn(run.logits, temperature, seed, len(run.written)), stop)
    return run


def drawn(logits: Array, temperature: float, seed: int, place: int) -> int:
    """The token that a seed draws at a place of the output."""
    if temperature == 0:
        return int(logits.argmax())
    reached = np.exp(log_chances(logits, temperature)).cumsum()
    point = np.random.default_rng([seed, place]).random() * reached[-1]
    return int(np.searchsorted(reached, point, side="right"))


@dataclass(frozen=True)
class Hypothesis:
    """One way to go on: its last token, what led to it, and the sum of the logarithms of all its probabilities."""

    token: int
    parent: int  # place among the hypotheses of the step before
    chance: float  # of the last token
    log_chance: float  # of all
    length: int  # tokens, the end mark among them

    @property
    def ended(self) -> bool:
        return self.token == END

    @property
    def score(self) -> float:
        """Mean log-probability of a token: so that a long sentence is not at a disadvantage."""
        return self.log_chance / self.length


@dataclass(frozen=True, eq=False)
class Beam:
    """The hypotheses kept at each step; ``best`` is the run of the one that wins, and ``way`` its places."""

    width: int
    levels: tuple[tuple[Hypothesis, ...], ...]
    best: SequenceRun
    way: tuple[int, ...]

    def written(self, level: int, place: int) -> tuple[int, ...]:
        """The tokens of a hypothesis, its own last."""
        way = _way(self.levels, (level, place))
        return tuple(kept[at].token for kept, at in zip(self.levels, way, strict=False))


def beam(run: SequenceRun, width: int, stop: Stop = never_stop) -> Beam:
    """Beam search: of all ways to go on, the ``width`` likeliest are kept; one that has ended keeps its place.

    Among those that end, or are cut at the limit, the one with the highest mean log-probability wins.
    """
    alive: list[tuple[int, SequenceRun]] = [] if run.full else [(-1, run)]
    levels: list[tuple[Hypothesis, ...]] = []
    final: list[tuple[float, tuple[int, int], SequenceRun]] = []
    start = len(run.written)
    while alive and len(final) < width:
        kept = _kept(alive, levels, width - len(final), start)
        levels.append(tuple(kept))
        alive = _grown(kept, dict(alive), len(levels) - 1, final, stop)
    if not final:
        return Beam(width, (), run, ())
    _, place, best = max(final, key=lambda one: one[0])
    return Beam(width, tuple(levels), best, _way(levels, place))


def _kept(
    alive: list[tuple[int, SequenceRun]], levels: list[tuple[Hypothesis, ...]], width: int, start: int
) -> list[Hypothesis]:
    found = []
    for place, run in alive:
        logs = log_chances(run.logits)
        before = levels[-1][place].log_chance if levels else 0.0
        likeliest = np.argsort(-logs, kind="stable")[:width]
        found += [
            Hypothesis(
                int(token),
                place,
                float(np.exp(logs[token])),
                before + float(logs[token]),
                len(run.written) + 1 - start,
            )
            for token in likeliest
        ]
    return sorted(found, key=lambda one: -one.log_chance)[:width]


def _grown(
    kept: list[Hypothesis],
    before: dict[int, SequenceRun],
    level: int,
    final: list[tuple[float, tuple[int, int], SequenceRun]],
    stop: Stop,
) -> list[tuple[int, SequenceRun]]:
    """The runs that go on; those that do not are added to ``final``."""
    alive = []
    for place, one in enumerate(kept):
        run = before[one.parent].then(one.token, stop)
        if run.full:
            final.append((one.score, (level, place), run))
        else:
            alive.append((place, run))
    return alive


def _way(levels: Sequence[tuple[Hypothesis, ...]], place: tuple[int, int]) -> tuple[int, ...]:
    level, at = place
    way = []
    for hypotheses in reversed(levels[: level + 1]):
        way.append(at)
        at = hypotheses[at].parent
    return tuple(reversed(way))
