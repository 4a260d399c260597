"""Forgetting, measured: how far a last state answers to each word, by the exact Jacobian of the steps that ran.

``d h_T / d x_i``: the steps are walked backwards in float64 (engine/pullbacks.py), one row for every feature of h_T.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from engine.parallel import one_blas_thread
from engine.pullbacks import pull_back
from engine.similarity import Float64
from engine.trace import Stop, Trace, never_stop


@dataclass(frozen=True, eq=False)
class Sensitivity:
    """The Jacobian of a last state to each word's vector, as one number: its Frobenius norm, the root of the sum of
    all squares.  ``width``: features of a word's vector.
    """

    norms: Float64  # [pos]
    width: int

    @property
    def pushes(self) -> Float64:
        """How far a push of length 1 on a word moves the state, as the root of the mean square over all directions of
        the push.  [pos]
        """
        return self.norms / np.sqrt(self.width)

    @cached_property
    def shares(self) -> Float64:
        """Of the largest.  [pos]"""
        largest = float(self.norms.max())
        return self.norms / largest if largest else np.zeros_like(self.norms)


def of_last_state(trace: Trace, direction: str, count: int, stop: Stop = never_stop) -> Sensitivity:
    """Of the last state of a recurrent encoder's network of one direction (``forward``, ``backward``) to the vector of
    each of ``count`` tokens.  The backward one ends with the first token.
    """
    at = f"encoder.{direction}."
    words, last = [f"{at}t{place}.gru.x" for place in range(count)], f"{at}last"
    found = jacobian(trace, last, 0, words, stop)
    norms = np.array([np.linalg.norm(found[path]) for path in words])
    return Sensitivity(norms, found[words[0]].shape[-1])


def of_last_place(trace: Trace, memory: str, stop: Stop = never_stop) -> Sensitivity:
    """Of the last token's row of a Transformer encoder's output ``memory`` [pos, d] to the vector of each token."""
    words = "encoder.embed"
    found = jacobian(trace, memory, len(trace[memory]) - 1, [words], stop)[words]  # [feature, pos, d]
    return Sensitivity(np.sqrt((found**2).sum(axis=(0, 2))), found.shape[2])


def jacobian(
    trace: Trace, path: str, row: int, words: Sequence[str], stop: Stop = never_stop
) -> dict[str, Float64]:
    """``d row / d words``: ``[feature of the row, *words]`` by path."""
    rows, width = trace[path].shape
    start = np.zeros((width, rows, width))
    start[:, row] = np.eye(width)
    with one_blas_thread():
        return pull_back(trace.recipe, trace, {path: start}, words, stop)
