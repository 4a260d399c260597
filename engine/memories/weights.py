"""The weights of the memories: drawn by a seed, none of them trained."""

from collections.abc import Mapping

import numpy as np

from engine.memories.recipe import AT
from engine.steps.base import Array
from engine.vectors import WordVectors

HOLD = 0.9  # what W_h leaves of a state's length: below 1, or nothing would ever fade
CALM = 0.5  # how much less x W_x varies than x, so that tanh bends it a little
MAPS = ("drawn", "identity")


def drawn_weights(vectors: WordVectors, features: int, maps: str, seed: int) -> dict[str, Array]:
    """By path.  Of each word vector the first ``features`` are taken, or as many as there are.

    Queries, keys and values are made by maps with normal entries of variance ``1 / d``, which on average keep a
    vector's length, or by the ``identity``.  ``W_h`` turns the state and shortens it (a random orthogonal matrix; Saxe
    et al. 2014).  The same seed draws the same recurrence for both kinds of maps.
    """
    d = min(features, vectors.dim)
    generator = np.random.default_rng(seed)
    recurrence = _recurrence(generator, d)
    thetas = {f"theta_{name}": _normal(generator, d) for name in ("Q", "K", "V")}
    if maps == "identity":
        thetas = dict.fromkeys(thetas, np.eye(d))
    start = {
        "x.gamma": np.ones(d),
        "x.beta": np.zeros(d),
        "zero": np.zeros((1, d)),
        "list.no_k": np.zeros((1, 0, d)),
        "list.no_v": np.zeros((1, 0, d)),
        "ttt.start": np.zeros((1, d, d)),
    }
    made = {
        f"{AT}{name}": array.astype(np.float32) for name, array in {**recurrence, **thetas, **start}.items()
    }
    for array in made.values():
        array.flags.writeable = False
    return {f"{AT}W_E": vectors.matrix[:, :d], **made}


def _normal(generator: np.random.Generator, d: int) -> Array:
    return generator.normal(0, d**-0.5, (d, d))


def _recurrence(generator: np.random.Generator, d: int) -> Mapping[str, Array]:
    turn, corner = np.linalg.qr(generator.normal(size=(d, d)))
    return {
        "recurrent.W_x": CALM * _normal(generator, d),
        "recurrent.W_h": HOLD * turn * np.sign(np.diag(corner)),
        "recurrent.b": np.zeros(d),
        "recurrent.W_z": _normal(generator, d),
    }
