"""Colours as numbers: contrast (WCAG 2), perceptual blending (OKLab), look-up tables for pictures of matrices."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
Lut = NDArray[np.uint32]
LEVELS = 256
LOG_LOW = 0.001  # the low end of a logarithmic scale of weights
ZERO = 128  # the level of a diverging table at which the value 0 lies; 1 and 255 are its ends
LEGIBLE = 4.5  # WCAG 2.2, success criterion 1.4.3

# Linear RGB -> cone response -> OKLab, from https://bottosson.github.io/posts/oklab/
_TO_CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_TO_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)


def rgb(colour: str) -> FloatArray:
    """``"#rrggbb"`` as three numbers from 0 to 1."""
    return np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255


def linear(srgb: FloatArray) -> FloatArray:
    """sRGB's curve undone: proportional to light."""
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)


def curved(light: FloatArray) -> FloatArray:
    """sRGB of a linear colour, clipped to what a screen can show."""
    light = np.clip(light, 0, 1)
    return np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)


def oklab(srgb: FloatArray) -> FloatArray:
    """Lightness and two opponent axes; distances are near to what an eye sees.  [..., 3] -> [..., 3]"""
    return np.cbrt(linear(srgb) @ _TO_CONES.T) @ _TO_LAB.T


def from_oklab(lab: FloatArray) -> FloatArray:
    """The inverse of `oklab`."""
    return curved((lab @ np.linalg.inv(_TO_LAB).T) ** 3 @ np.linalg.inv(_TO_CONES).T)


def luminance(srgb: FloatArray) -> FloatArray:
    """Relative luminance, WCAG 2.  [..., 3] -> [...]"""
    return linear(srgb) @ np.array([0.2126, 0.7152, 0.0722])


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours, 1 to 21."""
    low, high = sorted((float(luminance(rgb(one))), float(luminance(rgb(other)))))
    return (high + 0.05) / (low + 0.05)


def ramp(anchors: Sequence[str], levels: int) -> FloatArray:
    """Colours through the anchors in steps that look alike.  -> [levels, 3]"""
    lab = np.array([oklab(rgb(a)) for a in anchors])
    lengths = np.linalg.norm(np.diff(lab, axis=0), axis=1)
    at = np.concatenate([[0.0], np.cumsum(lengths)]) / lengths.sum()
    where = np.linspace(0, 1, levels)
    return from_oklab(np.stack([np.interp(where, at, lab[:, i]) for i in range(3)], axis=1))


def pack(colours: FloatArray) -> Lut:
    """[n, 3] in 0..1 as QImage's RGB32 words."""
    red, green, blue = np.round(colours.T * 255).astype(np.uint32)
    words: Lut = 0xFF000000 | red << 16 | green << 8 | blue
    return words.astype(np.uint32)


def unpack(lut: Lut) -> FloatArray:
    """RGB32 words as [n, 3] in 0..1."""
    return np.stack([(lut >> shift & 0xFF) / 255 for shift in (16, 8, 0)], axis=-1)


def word(colour: str) -> int:
    """One colour as an RGB32 word."""
    return 0xFF000000 | int(colour[1:], 16)


@lru_cache(maxsize=16)
def sequential_lut(anchors: tuple[str, ...]) -> Lut:
    """For quantities from nothing (level 0) to all (level 255)."""
    return _frozen(pack(ramp(anchors, LEVELS)))


@lru_cache(maxsize=16)
def diverging_lut(negative: tuple[str, ...], zero: str, positive: tuple[str, ...]) -> Lut:
    """For signed quantities: level 1 is the negative end, `ZERO` is zero, 255 the positive end.

    The anchors of either side run from zero outwards.
    """
    below = ramp((zero, *negative), ZERO)[::-1]  # levels 1 .. ZERO
    above = ramp((zero, *positive), ZERO)  # levels ZERO .. 255
    return _frozen(pack(np.concatenate([below[:1], below, above[1:]])))


def inks(lut: Lut, candidates: Sequence[str]) -> NDArray[np.intp]:
    """For each level the first candidate that is legible on it (the best one if none is).  -> [levels]"""
    ground = luminance(unpack(lut))[:, None]
    ink = luminance(np.array([rgb(c) for c in candidates]))[None, :]
    ratio = (np.maximum(ground, ink) + 0.05) / (np.minimum(ground, ink) + 0.05)  # [levels, candidates]
    return np.where((ratio >= LEGIBLE).any(axis=1), (ratio >= LEGIBLE).argmax(axis=1), ratio.argmax(axis=1))


def sequential_levels(values: NDArray[np.floating], low: float, high: float) -> NDArray[np.uint8]:
    """Levels of values on a scale; values outside are held at its ends, non-finite ones count as 0."""
    span = high - low if high > low else 1.0
    with np.errstate(over="ignore"):  # what overflows lies beyond the end
        scaled = (_finite(values) - low) / span * 255
    return np.clip(scaled + 0.5, 0, 255).astype(np.uint8)


def log_levels(values: NDArray[np.floating], low: float, high: float) -> NDArray[np.uint8]:
    """Levels of weights on a logarithmic scale; what is not above ``low`` (> 0) has the colour of nothing."""
    inside = np.clip(_finite(values), low, high).astype(np.float32)
    scaled = np.log(inside / np.float32(low)) * np.float32(255 / np.log(high / low))
    return np.clip(scaled + np.float32(0.5), 0, 255).astype(np.uint8)


def diverging_levels(values: NDArray[np.floating], limit: float) -> NDArray[np.uint8]:
    """Levels of signed values on a scale from -limit to limit; non-finite ones lie at zero."""
    if limit <= 0:
        return np.full(values.shape, ZERO, np.uint8)
    with np.errstate(over="ignore"):
        scaled = _finite(values) / limit * 127
    return (np.clip(np.rint(scaled), -127, 127) + ZERO).astype(np.uint8)


def _finite(values: NDArray[np.floating]) -> NDArray[np.floating]:
    return np.where(np.isfinite(values), values, values.dtype.type(0))


def _frozen(lut: Lut) -> Lut:
    lut.flags.writeable = False
    return lut
