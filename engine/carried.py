"""What another order of the words, or padding, makes of the outputs of the other tokens: compared, not claimed."""

from dataclasses import dataclass

import numpy as np

from engine.edits import Padding, Reorder, is_beyond
from engine.run import Run
from engine.trace import Stop, never_stop

CLOSENESS = 2e-5  # of the largest output: what float32 leaves when sums are made in another order


@dataclass(frozen=True, eq=False)
class Carried:
    """How far the outputs of ``run`` are from those of the same tokens in their own order and without padding."""

    run: Run
    moved: bool
    padding: int  # tokens
    largest: float  # difference of an output
    size: float  # of the largest output

    @property
    def same(self) -> bool:
        return self.largest <= CLOSENESS * self.size


def carried(base: Run, changed: Run, stop: Stop = never_stop) -> Carried | None:
    """Compare ``changed`` with ``base`` under the other changes; None where neither order nor padding is changed."""
    count = len(base.tokens)
    others = [c for c in changed.changes if not isinstance(c, Padding | Reorder) and not is_beyond(c, count)]
    moved = any(isinstance(change, Reorder) for change in changed.changes)
    padding = sum(change.count for change in changed.changes if isinstance(change, Padding))
    if not moved and not padding:
        return None
    plain = base.with_changes(others, stop=stop)
    places = ((i, plain.tokens.now_at(changed.tokens.came_from(i))) for i in range(len(changed.tokens)))
    here, there = zip(*((i, at) for i, at in places if at is not None), strict=True)
    last = base.model.sizes.layers - 1
    now, before = changed.stream(last)[list(here)], plain.stream(last)[list(there)]
    return Carried(changed, moved, padding, float(np.abs(now - before).max()), float(np.abs(before).max()))
