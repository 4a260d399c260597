"""One word in two sentences: its vector after each layer, how alike the two are, and its static word vector."""

from dataclasses import dataclass

import numpy as np

from engine.compare import Comparison
from engine.run import Run
from engine.similarity import METRICS, Float64, norm
from engine.text import Tokens
from engine.vectors import Neighbour, WordVectors

PIECE = "##"  # begins a piece that goes on with the word before it
NEIGHBOURS = 5


@dataclass(frozen=True)
class Static:
    """The word's row among the word vectors.  It lies in a space of its own: only its neighbours there tell
    something, never a cosine with a vector of the model."""

    word: str
    rank: int
    norm: float
    neighbours: tuple[Neighbour, ...]


@dataclass(frozen=True)
class SameWord:
    """A word of sentence A and the same in B.  ``at_b`` is empty where B has no such word, and ``cosines`` then too.

    ``cosines``: of the layers' input first, then after each layer; None where one is undefined.
    """

    word: str
    at_a: tuple[int, ...]  # positions of its pieces
    at_b: tuple[int, ...]
    cosines: tuple[float | None, ...]
    static: Static | None


def same_word(found: Comparison, position: int, vectors: WordVectors) -> SameWord:
    """The word at ``position`` of A beside its partner in B, or else beside the first such word there."""
    at_a = pieces(found.a.tokens, position)
    word = spelled(found.a.tokens, at_a)
    at_b = _partner(found, word, at_a)
    cosines = tuple(cosines_of(word_path(found.a, at_a), word_path(found.b, at_b))) if at_b else ()
    return SameWord(word, at_a, at_b, cosines, static(word, vectors))


def pieces(tokens: Tokens, position: int) -> tuple[int, ...]:
    """Positions of all pieces of the word that a token belongs to."""
    first, texts = position, tokens.texts
    while first and texts[first].startswith(PIECE):
        first -= 1
    last = first + 1
    while last < len(texts) and texts[last].startswith(PIECE):
        last += 1
    return tuple(range(first, last))


def spelled(tokens: Tokens, positions: tuple[int, ...]) -> str:
    """The word that some pieces make."""
    first, *rest = (tokens.texts[i] for i in positions)
    return first + "".join(text.removeprefix(PIECE) for text in rest)


def word_path(run: Run, positions: tuple[int, ...]) -> Float64:
    """A word's vector as the first layer receives it and after each layer; the mean over its pieces.
    [layers + 1, d_model]"""
    path: Float64 = run.streams()[:, list(positions)].mean(axis=1)
    return path


def cosines_of(a: Float64, b: Float64) -> list[float | None]:
    """The cosine of each row of ``a`` with that of ``b``; None where one is zero.  [n, dim] each"""
    found = (METRICS["cosine"].row(one, other[np.newaxis]) for one, other in zip(a, b, strict=True))
    return [float(values[0]) if defined[0] else None for values, defined in found]


def static(word: str, vectors: WordVectors) -> Static | None:
    """None for a word without a vector."""
    if word not in vectors:
        return None
    rank, vector = vectors.rank(word), vectors.exact(word)
    length = norm(vector)
    near = vectors.neighbours(word, METRICS["cosine"], NEIGHBOURS) if length else ()
    return Static(vectors.words[rank], rank, float(length), near)


def _partner(found: Comparison, word: str, at_a: tuple[int, ...]) -> tuple[int, ...]:
    partner, tokens = found.partner(at_a[0]), found.b.tokens
    if partner is not None and spelled(tokens, pieces(tokens, partner)) == word:
        return pieces(tokens, partner)
    words = (pieces(tokens, j) for j in range(len(tokens)) if not tokens.texts[j].startswith(PIECE))
    return next((at for at in words if spelled(tokens, at) == word), ())
