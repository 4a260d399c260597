"""A plain recurrence, ``h_t = W h_t-1`` or ``tanh(W h_t-1)``: what becomes of a small push after many steps."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from engine.similarity import Float64
from engine.trace import Stop, never_stop

UNITS, STEPS = 32, 60
RADII = (0.5, 1.5)
KINDS = ("linear", "tanh")


@dataclass(frozen=True, eq=False)
class Fading:
    """``sizes`` [step + 1]: the norm of ``d h_t / d h_0`` after so many steps, as a share of that after none."""

    kind: str
    radius: float  # largest size of an eigenvalue
    seed: int
    sizes: Float64

    @property
    def powers(self) -> Float64:
        """The radius to the power of the steps: what a long way comes to, in a linear recurrence.  [step + 1]"""
        return self.radius ** np.arange(len(self.sizes), dtype=np.float64)


def recurrence(seed: int, radius: float, units: int = UNITS) -> Float64:
    """Weights drawn by a seed from a normal distribution, then scaled to a spectral radius.  [units, units]"""
    drawn = np.random.default_rng(seed).normal(size=(units, units))
    return drawn * (radius / spectral_radius(drawn))


def spectral_radius(matrix: Float64) -> float:
    """The size of the eigenvalue that is farthest from zero."""
    return float(np.abs(np.linalg.eigvals(matrix)).max())


def fade(weights: Float64, kind: str, start: Float64, steps: int = STEPS, stop: Stop = never_stop) -> Float64:
    """Frobenius norms of ``d h_t / d h_0`` for every t up to ``steps``, divided by the norm for t = 0.  [steps + 1]"""
    state, jacobian = start, np.eye(len(start))
    sizes = [np.linalg.norm(jacobian)]
    for _ in range(steps):
        stop()
        state, slope = STEP[kind](weights @ state)
        jacobian = slope[:, None] * (weights @ jacobian)
        sizes.append(np.linalg.norm(jacobian))
    return np.array(sizes) / sizes[0]


def _linear(pre: Float64) -> tuple[Float64, Float64]:
    return pre, np.ones_like(pre)


def _tanh(pre: Float64) -> tuple[Float64, Float64]:
    state = np.tanh(pre)
    return state, 1 - state**2


STEP: Mapping[str, Callable[[Float64], tuple[Float64, Float64]]] = {"linear": _linear, "tanh": _tanh}


def fading(kind: str, radius: float, seed: int, stop: Stop = never_stop) -> Fading:
    """Weights and first state are drawn by the same seed."""
    start = np.random.default_rng((seed, 1)).normal(size=UNITS)
    return Fading(kind, radius, seed, fade(recurrence(seed, radius), kind, start, stop=stop))
