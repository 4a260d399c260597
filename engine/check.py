"""Re-derives a whole step by another road, sharing no line with what ran."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.again import AGAIN
from engine.steps.base import Cell
from engine.trace import Trace

Float64 = NDArray[np.float64]

CLOSENESS = 2e-5  # of the size of the array: float32's rounding over a few thousand terms


@dataclass(frozen=True)
class Checked:
    """How far a step's array is from its re-derivation, at the most, and where; ``size`` is its largest number."""

    path: str
    difference: float
    cell: Cell
    size: float

    @property
    def agrees(self) -> bool:
        return self.difference <= CLOSENESS * max(self.size, 1e-3)


def check(trace: Trace, path: str) -> Checked | None:
    """Re-derive the array at ``path`` from its inputs; None for one that no step made.  Edited cells are left out."""
    step = trace.step(path)
    if step is None:
        return None
    inputs = [_wide(trace[name]) for name in step.inputs]
    again = AGAIN[type(step.operation)](step.operation, *inputs)
    shown = trace[path].astype(np.float64)
    with np.errstate(invalid="ignore"):
        off = np.where(shown == again, 0.0, np.abs(shown - again))
    if path in trace.unedited:
        off[trace.unedited[path] != trace[path]] = 0.0
    off[np.isnan(off)] = np.inf
    where = np.unravel_index(int(off.argmax()), off.shape)
    finite: Float64 = np.abs(again[np.isfinite(again)])
    return Checked(path, float(off[where]), tuple(map(int, where)), float(finite.max(initial=0.0)))


def _wide(array: NDArray[Any]) -> NDArray[Any]:
    return array.astype(np.float64) if array.dtype.kind == "f" else array
