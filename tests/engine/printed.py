"""What the NumPy line of a step gives when it is run."""

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from engine.names import identifier
from engine.recipes import Step
from engine.steps.base import Array
from engine.trace import Trace

# Units in the last place of the array's largest value.  Seen are 11 for a mean, whose terms cancel, and 2 elsewhere;
# a BLAS that adds up to 1536 products in another order needs some more.
ULPS = 32


def step_of(trace: Trace, path: str) -> Step:
    step = trace.step(path)
    assert step is not None
    return step


def variables(trace: Trace, paths: Iterable[str]) -> dict[str, Any]:
    return {"np": np, "math": math} | {identifier(path): trace[path] for path in paths}


def printed(trace: Trace, step: Step) -> Array:
    """What the step's NumPy line gives."""
    space = variables(trace, step.inputs)
    exec(step.numpy, space)
    return space[identifier(step.output)]


def room(array: Array) -> float:
    return ULPS * float(np.finfo(np.float32).eps) * float(abs(array[np.isfinite(array)]).max(initial=0))
