"""One head's output for one query as arrows laid end to end: each a weight times a value, together their sum z."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.names import block
from engine.projection import Frame, frame
from engine.run import Run
from engine.similarity import Float64, norms
from engine.trace import Stop, Trace, never_stop

Order = NDArray[np.intp]

# In which order the arrows follow each other: weights [key] -> positions of the keys.
ORDERS: Mapping[str, Callable[[Float64], Order]] = {
    "weight": lambda weights: np.argsort(-weights, kind="stable"),
    "place": lambda weights: np.arange(len(weights)),
}


@dataclass(frozen=True, eq=False)
class HeadSum:
    """The plane goes through zero and is fitted to the head's values: in it, as in all dimensions, the arrows add up.

    ``values`` and ``arrows`` (weight times value) are in the plane ``[key, axis]``, lengths in all dimensions.
    """

    run: Run
    layer: int
    head: int
    query: int
    frame: Frame
    weights: Float64  # [key]
    values: Float64
    value_lengths: Float64  # [key]
    arrows: Float64
    lengths: Float64  # [key]
    z: Float64  # [axis], as the run has it
    z_length: float
    z_kept: float | None  # the part of its squared length that the plane keeps
    by_hand: bool  # z was changed after it was made: the arrows no longer lead to it

    @property
    def total(self) -> Float64:
        """Where the arrows lead.  [axis]"""
        total: Float64 = self.arrows.sum(axis=0)
        return total


def head_sum(run: Run, layer: int, head: int, query: int, stop: Stop = never_stop) -> HeadSum:
    """Float64 from the float32 weights and values of the run."""
    trace, at = run.trace(layer, stop), f"{block(layer)}attn."
    every = trace[f"{at}v"]
    v = every[head * len(every) // run.model.sizes.heads].astype(np.float64)  # [key, d_head]
    weights = trace[f"{at}weights"][head, query].astype(np.float64)
    z = trace[f"{at}z"][head, query].astype(np.float64)
    weighted = weights[:, np.newaxis] * v
    fitted = frame(v, np.zeros(v.shape[1]))
    return HeadSum(
        run,
        layer,
        head,
        query,
        fitted,
        weights,
        fitted.place(v),
        norms(v),
        fitted.place(weighted),
        norms(weighted),
        fitted.place(z),
        float(norms(z)),
        fitted.share(z),
        _set_by_hand(trace, f"{at}z", head, query),
    )


def chain(arrows: Float64) -> Float64:
    """Where arrows ``[n, axis]`` laid end to end begin and end, from zero on.  [n + 1, axis]"""
    return np.concatenate([np.zeros((1, arrows.shape[1])), np.cumsum(arrows, axis=0)])


def _set_by_hand(trace: Trace, path: str, head: int, query: int) -> bool:
    if path not in trace.unedited:
        return False
    return not np.array_equal(trace.unedited[path][head, query], trace[path][head, query])
