"""All heads of a run in small: a thumbnail of each head's attention weights."""

import numpy as np
from numpy.typing import NDArray

from engine.models.base import Model
from engine.names import block
from engine.run import Run
from engine.text import Tokens
from engine.trace import Stop, Trace, never_stop

THUMB = 64  # rows and columns at most

Weights = NDArray[np.float32]


def thumbnail(weights: Weights, size: int = THUMB) -> Weights:
    """Each head's weights ``[head, query, key]``, large ones reduced to the greatest weight in each block."""
    count = weights.shape[-1]
    if count <= size:
        return np.array(weights)
    edges = np.arange(size) * count // size
    return np.maximum.reduceat(np.maximum.reduceat(weights, edges, axis=1), edges, axis=2)


def run_with_thumbs(model: Model, tokens: Tokens, stop: Stop = never_stop) -> tuple[Run, Weights]:
    """A run and all its heads' thumbnails ``[layer, head, size, size]``, taken while the layers pass."""
    thumbs: list[Weights] = []

    def keep(layer: int, trace: Trace) -> None:
        thumbs.append(thumbnail(trace[f"{block(layer)}attn.weights"]))

    run = Run.forward(model, tokens, keep, stop)
    return run, np.stack(thumbs)
