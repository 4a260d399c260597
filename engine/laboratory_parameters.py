"""What the ways to score and to align bring along: parameters that nobody trained, and the settings of a bench."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from engine.steps.base import Array

# The parameters of each way to score.
PARAMETERS: Mapping[str, tuple[str, ...]] = {
    "general": ("lab.W",),
    "biased": ("lab.W", "lab.b"),
    "activated": ("lab.W", "lab.c"),
    "additive": ("lab.additive.W", "lab.additive.U", "lab.additive.b", "lab.additive.v"),
    "location": ("lab.location.W",),
}
MATRICES = ("lab.W", "lab.additive.W", "lab.additive.U")  # which can begin as the identity
BIASES = ("lab.b", "lab.c", "lab.additive.b")  # which can begin as 0
STARTS = ("drawn", "plain")


@dataclass(frozen=True)
class LabSettings:
    """``start``: parameters that nobody trained are all drawn by ``seed``, or "plain" where that makes sense: matrices
    the identity, biases 0.  The window reaches ``reach`` places to both sides of ``centre`` (from 0).
    """

    start: str = "drawn"
    seed: int = 0
    centre: int = 0
    reach: int = 2
    draw: int = 0  # seed of the key that is drawn


def drawn_parameters(d_query: int, d_key: int, keys: int, settings: LabSettings) -> Mapping[str, Array]:
    """Parameters that nobody trained: normal numbers with the variance 1 / width, so that scores stay as large as the
    vectors make them; biases with the variance 1.  Each has draws of its own, whichever others are drawn.
    """
    d_score = d_key
    shapes = {
        "lab.W": (d_query, d_key),
        "lab.b": (d_key,),
        "lab.c": (1,),
        "lab.additive.W": (d_query, d_score),
        "lab.additive.U": (d_key, d_score),
        "lab.additive.b": (d_score,),
        "lab.additive.v": (d_score,),
        "lab.location.W": (d_query, keys),
    }
    made: dict[str, Array] = {}
    for place, (path, shape) in enumerate(shapes.items()):
        plain = settings.start == "plain"
        if plain and path in MATRICES:
            made[path] = np.eye(*shape, dtype=np.float32)
        elif plain and path in BIASES:
            made[path] = np.zeros(shape, np.float32)
        else:
            drawn = np.random.default_rng([settings.seed, place]).standard_normal(shape)
            made[path] = (drawn if path in BIASES else drawn / shape[0] ** 0.5).astype(np.float32)
    return made


def window_mask(keys: int, centre: int, reach: int) -> Array:
    """``[query, key]``: 0 at the places that a window reaches, minus infinity at all others."""
    away = np.abs(np.arange(keys) - centre)
    return np.where(away <= reach, np.float32(0), np.float32(-np.inf))[None]
