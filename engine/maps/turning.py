"""A new map turned to the one before it, so that words stay where they were while others come and go."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from engine.maps.base import Frame
from engine.similarity import Float64

ROUNDING = 1e-12  # relative: what is less better is no better

Points = Mapping[str, tuple[float, float]]


@dataclass(frozen=True)
class Turn:
    """How a map is laid on the screen: its axes swapped first, then each flipped or not.  Plain: not at all."""

    swapped: bool = False
    flipped: tuple[bool, bool] = (False, False)

    @property
    def plain(self) -> bool:
        """Whether the map stands in its fixed orientation."""
        return self == PLAIN

    def of(self, points: Float64) -> Float64:
        """[..., axis]"""
        signs = np.where(self.flipped, -1.0, 1.0)
        turned: Float64 = (points[..., ::-1] if self.swapped else points) * signs
        return turned + 0.0  # no negative zero

    def frame(self, frame: Frame) -> Frame:
        """The frame that places points as this turn lays them."""
        kept = frame.kept[::-1] if frame.kept and self.swapped else frame.kept
        return Frame(frame.origin, self.of(frame.basis), kept)

    def back(self) -> "Turn":
        """The turn that undoes this one."""
        return Turn(self.swapped, self.flipped[::-1] if self.swapped else self.flipped)


PLAIN = Turn()
TURNS = tuple(
    Turn(swapped, (x, y)) for swapped in (False, True) for x in (False, True) for y in (False, True)
)


def turned_to(old: Float64, new: Float64) -> Turn:
    """Of the eight flips and swaps of ``new`` [n, axis] the one in which its points move least from ``old``.

    Movement is the sum of squared distances after both maps' points are moved to one common middle: a map's origin
    shifts with every word that comes or goes, and the view follows it.  So measured, points correlate positively on
    both axes whatever the words: each flip is chosen for its axis alone, and of two signs one is positive.  A tie
    goes to the plainest.  Fewer than two points stay as they are.
    """
    if len(old) < 2:
        return PLAIN
    together = (old - old.mean(axis=0)).T @ (new - new.mean(axis=0))  # [old axis, new axis]
    gains = [_gain(together, turn) for turn in TURNS]
    enough = max(gains) - ROUNDING * float(np.abs(together).sum())
    return next(turn for turn, gain in zip(TURNS, gains, strict=True) if gain >= enough)


def _gain(together: Float64, turn: Turn) -> float:
    """What the turn adds to the agreement; the less movement, the more."""
    return float(np.trace(turn.of(together)))


def turn_between(old: Points, new: Points) -> Turn:
    """`turned_to` by the words that both maps have; ``old`` as it was drawn."""
    shared = [word for word in new if word in old]
    before, after = (np.array([points[word] for word in shared]).reshape(-1, 2) for points in (old, new))
    return turned_to(before, after)
