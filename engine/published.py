"""The decimals that float32 numbers were written as, which is what a person has seen of them."""

import numpy as np
from numpy.typing import NDArray

from engine.similarity import Float32, Float64

EXPONENTS = np.arange(-149, 129)  # all that np.frexp gives for a float32
# For each, the power of ten that leaves 6 or 7 digits before the point; 10^22 is the last exact one.
SCALES = 10.0 ** np.clip(5 - np.floor((EXPONENTS - 1) * np.log10(2)), 0, 22)
DIGITS = range(6, 10)  # a decimal of 6 digits survives float32, and 9 tell every float32 apart


def published(values: Float32) -> Float64:
    """The shortest decimal of each float32, as float64: decimals of up to 6 digits survive float32 this way.

    Fast form of `_published`: rounds to 6 or 7 significant digits, and leaves numbers that need more to
    `_longer`.
    """
    wide = values.astype(np.float64)
    scale = SCALES[np.frexp(wide)[1] - EXPONENTS[0]]
    scaled = np.rint(wide * scale)
    shortest: Float64 = scaled / scale  # of two exact numbers: rounded as when the decimal is read
    rest = (np.abs(scaled) > 2**23) | (shortest.astype(np.float32) != values)
    if rest.any():
        shortest[rest] = _longer(values[rest])
    return shortest


def _longer(values: Float32) -> Float64:
    """Digit by digit, for numbers [n] of an everyday size; the others are left to `_published`."""
    wide = values.astype(np.float64)
    shortest, open_ = np.zeros(len(values)), _everyday(wide)
    with np.errstate(divide="ignore"):
        before = np.floor(np.log10(np.abs(wide))) + 1  # digits before the point; negative below 0.1
    for digits in DIGITS:
        at = np.flatnonzero(open_)
        scale = 10.0 ** (digits - before[at])
        shortest[at] = np.rint(wide[at] * scale) / scale
        open_[at] = shortest[at].astype(np.float32) != values[at]
    left = open_ | ~_everyday(wide)
    if left.any():
        shortest[left] = _published(values[left])
    return shortest


def _everyday(wide: Float64) -> NDArray[np.bool_]:
    """Numbers whose every scale is an exact power of ten, and whose neighbours are equally far on both sides."""
    sizes = np.abs(wide)
    return (sizes > 1e-12) & (sizes < 1e5) & (np.frexp(wide)[0] != np.copysign(0.5, wide))


def _published(values: Float32) -> Float64:
    return values.astype(np.str_).astype(np.float64)
