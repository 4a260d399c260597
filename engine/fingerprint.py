"""What vectors and weights are, in a short text: the same numbers under the same names have the same one, whatever
file they came from."""

import hashlib
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from engine.models.base import Model
from engine.trace import Stop, never_stop
from engine.vectors import WordVectors

PIECE = 1 << 22  # numbers taken at once

Take = Callable[[bytes | memoryview], None]


def of_vectors(vectors: WordVectors, stop: Stop = never_stop) -> str:
    """SHA-256 over the words, a line each, and over all numbers as float32."""
    digest = hashlib.sha256("\n".join(vectors.words).encode("utf-8", "surrogatepass"))
    _take(vectors.matrix, digest.update, stop)
    return digest.hexdigest()


def of_weights(model: Model, stop: Stop = never_stop) -> str:
    """SHA-256 over names, shapes and numbers of all weights, in the order of their names."""
    digest = hashlib.sha256()
    for name, weights in sorted(model.weights.items()):
        digest.update(f"\n{name} {weights.shape}\n".encode())
        _take(weights, digest.update, stop)
    return digest.hexdigest()


def _take(array: NDArray[np.float32], take: Take, stop: Stop) -> None:
    flat = np.ascontiguousarray(array, "<f4").reshape(-1)
    for start in range(0, flat.size, PIECE):
        stop()
        take(flat[start : start + PIECE].data)
