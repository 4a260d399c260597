"""A large vocabulary: the shipped rows and perturbed copies of them, the same each time."""

from collections.abc import Iterator

import numpy as np

from engine.paths import GLOVE
from engine.similarity import Float32
from engine.vectors import WordVectors, open_vectors

COUNT = 400_000
SEED = 20
SPREAD = 0.1  # of the perturbation, beside some 0.4 of the shipped numbers
DECIMALS = 5  # as published
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def large_vocabulary(count: int = COUNT) -> WordVectors:
    """``count`` different words of 100 numbers each; the shipped ones come first."""
    shipped, draw = open_vectors(GLOVE), np.random.default_rng(SEED)
    words = tuple(_words(shipped.words, count, draw))
    return WordVectors(words, _rows(shipped.matrix, count, draw))


def _rows(shipped: Float32, count: int, draw: np.random.Generator) -> Float32:
    rows = np.resize(shipped, (count, shipped.shape[1]))
    for start in range(len(shipped), count, len(shipped)):
        block = rows[start : start + len(shipped)]
        block += draw.normal(scale=SPREAD, size=block.shape).astype(np.float32)
        np.round(block, DECIMALS, out=block)
    return rows


def _words(shipped: tuple[str, ...], count: int, draw: np.random.Generator) -> Iterator[str]:
    """The shipped words, then words with one to three letters put in."""
    seen: set[str] = set()
    for word in shipped[:count]:
        seen.add(word)
        yield word
    while len(seen) < count:
        word = shipped[draw.integers(len(shipped))]
        for _ in range(draw.integers(1, 4)):
            place = draw.integers(len(word) + 1)
            word = word[:place] + LETTERS[draw.integers(len(LETTERS))] + word[place:]
        if word not in seen:
            seen.add(word)
            yield word
