"""All heads of a run: a thumbnail of each head's attention weights and its measured characters."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.character import CHARACTERS, Measured, character
from engine.names import block
from engine.pieces import Place, Reading, places, read
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


class Glance:
    """What is kept of every head while the layers pass: the ``on_layer`` of a run.

    ``earlier``: of a run of the same sentence, for the layers that do not pass again.  ``stop`` is called on the way:
    on a long text all heads take longer than any step.
    """

    def __init__(self, tokens: Tokens, earlier: "Glance | None" = None, stop: Stop = never_stop) -> None:
        self._tokens, self._stop = tokens, stop
        self._thumbs: dict[int, Weights] = dict(earlier._thumbs) if earlier else {}
        self._measured: dict[int, dict[str, Measured]] = dict(earlier._measured) if earlier else {}

    def __call__(self, layer: int, trace: Trace) -> None:
        weights = trace[f"{block(layer)}attn.weights"]
        self._thumbs[layer] = thumbnail(weights)
        self._measured[layer] = character(weights, self._tokens, self._stop)

    @property
    def thumbs(self) -> Weights:
        """``[layer, head, size, size]``"""
        return np.stack([self._thumbs[layer] for layer in sorted(self._thumbs)])

    @property
    def characters(self) -> dict[str, Measured]:
        """Each measure of `CHARACTERS` by id ``[layer, head]``; NaN where it is undefined."""
        layers = [self._measured[layer] for layer in sorted(self._measured)]
        return {name: np.stack([layer[name] for layer in layers]) for name in CHARACTERS}


@dataclass(frozen=True, eq=False)
class Pictures:
    """The thumbnails of a run as a reading has them ``[layer, head, size, size]``.

    ``places`` are rows and columns of the weights; without any there is nothing to see.  ``defined [layer, head]``
    says in which heads every row has something left.
    """

    run: Run
    reading: Reading
    places: tuple[Place, ...]
    thumbs: Weights
    defined: NDArray[np.bool_]


def pictures(run: Run, thumbs: Weights, reading: Reading, stop: Stop = never_stop) -> Pictures:
    """All heads read in one way; ``thumbs`` as `Glance` takes them."""
    found = places(run.tokens, reading)
    if reading.plain or not found:
        return Pictures(run, reading, found, thumbs, np.full(thumbs.shape[:2], True))
    small, defined = [], []
    for layer in range(run.model.sizes.layers):
        shown, rows = read(weights_of(run, thumbs, layer, stop), run.tokens, reading)
        small.append(thumbnail(shown))
        defined.append(rows.all(axis=-1))
    return Pictures(run, reading, found, np.stack(small), np.stack(defined))


def weights_of(run: Run, thumbs: Weights, layer: int, stop: Stop = never_stop) -> Weights:
    """The whole weights of a layer ``[head, query, key]``: thumbnails of a short sentence are the weights themselves,
    those of a long one are computed again.
    """
    stop()
    if len(run.tokens) <= THUMB:
        return thumbs[layer]
    return run.trace(layer, stop)[f"{block(layer)}attn.weights"]
