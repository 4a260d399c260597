"""Why attention divides by the root of d: the variance of q . k against d, and what softmax makes of it, by sampling.

Queries and keys are vectors of independent normal numbers with mean 0 and variance 1, as Vaswani et al. (2017, section
3.2.1, note 4) suppose them.  Then q . k has mean 0 and variance d.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine import fast
from engine.parallel import one_blas_thread
from engine.trace import Stop, never_stop

Wide = NDArray[np.float64]

WIDTHS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
MOST_KEYS, MOST_SAMPLES = 128, 5_000
PIECE = 1_000_000  # numbers drawn between two looks at whether the work is still wanted


@dataclass(frozen=True)
class ScalingSettings:
    """``samples`` queries, each with ``keys`` keys of its own."""

    keys: int = 16
    samples: int = 500
    seed: int = 0


@dataclass(frozen=True, eq=False)
class Curves:
    """By width ``[d]``: variance of the scores about 0, mean entropy of their softmax in bits, mean largest weight."""

    variance: Wide
    entropy: Wide
    largest: Wide


@dataclass(frozen=True, eq=False)
class Scaling:
    """What was measured at the widths ``d``, of the scores as they are and divided by the root of d."""

    settings: ScalingSettings
    widths: tuple[int, ...]
    raw: Curves
    scaled: Curves

    @property
    def theory(self) -> Wide:
        """The variance of q . k: d."""
        return np.array(self.widths, np.float64)

    @property
    def error(self) -> Wide:
        """Standard deviation of the measured variance of q . k, from sample to sample."""
        return standard_error(self.theory, self.settings.keys, self.settings.samples)

    @property
    def most_bits(self) -> float:
        """The entropy of weights that are all alike."""
        return float(np.log2(self.settings.keys))


def standard_error(d: Wide, keys: int, samples: int) -> Wide:
    """Of the mean square of ``samples`` times ``keys`` scores, the keys of a sample sharing their query.

    A score's fourth moment is 3 d^2 + 6 d, so its square has the variance 2 d^2 + 6 d; the squares of two scores with
    one query have the covariance 2 d, which is the variance of the query's squared length.
    """
    error: Wide = np.sqrt((2 * d**2 + 6 * d + (keys - 1) * 2 * d) / (keys * samples))
    return error


def sample_scaling(settings: ScalingSettings, stop: Stop = never_stop) -> Scaling:
    """Draws anew at every width; the same seed gives the same numbers."""
    measured = [_at_width(settings, width, stop) for width in WIDTHS]
    columns = np.array(measured).transpose(1, 2, 0)  # [raw or scaled, quantity, d]
    raw, scaled = (Curves(*quantities) for quantities in columns)
    return Scaling(settings, WIDTHS, raw, scaled)


def _at_width(settings: ScalingSettings, width: int, stop: Stop) -> Wide:
    """``[raw or scaled, quantity]``"""
    total = np.zeros((2, 3))
    for scores in _scores(settings, width, stop):
        for place, divisor in enumerate((1.0, width**0.5)):
            total[place] += _sums(scores / np.float32(divisor))
    return total / settings.samples


def _scores(settings: ScalingSettings, width: int, stop: Stop) -> Iterator[NDArray[np.float32]]:
    """Scores of some samples at a time: ``[sample, key]``."""
    draw = np.random.default_rng([settings.seed, width])
    some = max(1, PIECE // (width * (settings.keys + 1)))
    for start in range(0, settings.samples, some):
        stop()
        count = min(some, settings.samples - start)
        q = draw.standard_normal((count, width, 1), np.float32)
        k = draw.standard_normal((count, settings.keys, width), np.float32)
        with one_blas_thread():
            yield (k @ q)[..., 0]


def _sums(scores: NDArray[np.float32]) -> Wide:
    """Over the samples: mean square, entropy and largest weight of each, added up."""
    weights = fast.softmax(scores).astype(np.float64)
    bits = -np.vecdot(weights, np.log2(np.maximum(weights, np.finfo(np.float32).tiny)))
    squares = np.square(scores, dtype=np.float64).mean(-1)
    return np.array([squares.sum(), bits.sum(), weights.max(-1).sum()])
