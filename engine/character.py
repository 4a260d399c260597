"""What a head does, measured: small functions of its weights, each a label with a definition and a number."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.parallel import split
from engine.text import Tokens
from engine.trace import Stop, never_stop

LARGE = 100_000  # numbers, from which on two threads are quicker
Weights = NDArray[np.float32]
Measured = NDArray[np.float64]  # NaN where a measure is undefined: no such queries, no such keys


def _diagonal(weights: Weights, tokens: Tokens, offset: int) -> Measured:
    """Mean weight from each query to the key ``offset`` places after it, over the queries that have one."""
    if len(tokens) <= abs(offset):
        return np.full(len(weights), np.nan)
    here = np.diagonal(weights, offset, axis1=1, axis2=2)  # [head, query]
    first = max(-offset, 0)
    looking = tokens.attended[first : first + here.shape[1]]
    return _mean(here[:, looking])


def _mean(values: NDArray[np.floating]) -> Measured:
    """[head, query] -> [head]; undefined without queries."""
    if not values.shape[1]:
        return np.full(len(values), np.nan)
    return values.mean(axis=1, dtype=np.float64)


def previous(weights: Weights, tokens: Tokens) -> Measured:
    """Mean of A[i, i-1] over the queries i that have a token before them."""
    return _diagonal(weights, tokens, -1)


def following(weights: Weights, tokens: Tokens) -> Measured:
    """Mean of A[i, i+1] over the queries i that have a token after them."""
    return _diagonal(weights, tokens, 1)


def same(weights: Weights, tokens: Tokens) -> Measured:
    """Mean of A[i, i] over all queries i."""
    return _diagonal(weights, tokens, 0)


def first(weights: Weights, tokens: Tokens) -> Measured:
    """Mean of A[i, 0] over all queries i."""
    return _mean(weights[:, tokens.attended, 0])


def sink(weights: Weights, tokens: Tokens) -> Measured:
    """Mean over all queries of the weight on special tokens ([CLS], [SEP]) together; see `sink_tokens`."""
    special = _special(tokens)
    if not special.any():
        return np.full(len(weights), np.nan)
    return _mean(weights[:, :, special].sum(axis=2)[:, tokens.attended])


def _special(tokens: Tokens) -> NDArray[np.bool_]:
    return np.array(tokens.special, np.bool_) & tokens.attended


def sink_tokens(tokens: Tokens) -> tuple[str, ...]:
    """The special tokens whose weight `sink` adds up."""
    return tuple(tokens.texts[i] for i in np.flatnonzero(_special(tokens)))


def entropy(weights: Weights, tokens: Tokens) -> Measured:
    """Mean over queries of their weights' entropy in bits, as a share of log2 n, n being the keys that may be looked
    at: 0 when each query has one key, 1 when every key weighs the same.  Undefined for a single key.
    """
    keys = int(tokens.attended.sum())
    if keys < 2:
        return np.full(len(weights), np.nan)
    surprise = np.log2(np.maximum(weights, np.finfo(np.float32).tiny))
    bits = -np.vecdot(weights, surprise)[:, tokens.attended]
    return np.clip(_mean(bits) / np.log2(keys), 0.0, 1.0)


def distance(weights: Weights, tokens: Tokens) -> Measured:
    """Mean over queries i of the sum over keys j of A[i, j] |i - j|, in tokens."""
    places = np.arange(len(tokens), dtype=np.float32)
    apart = np.abs(places[:, None] - places)  # [query, key]
    return _mean(np.vecdot(weights, apart)[:, tokens.attended])


def repeats(weights: Weights, tokens: Tokens) -> Measured:
    """Mean weight on the other places of the same token, over the queries that have such a place."""
    again = (tokens.ids[:, None] == tokens.ids) & tokens.attended  # [query, key]
    np.fill_diagonal(again, False)
    have = np.flatnonzero(again.any(axis=1) & tokens.attended)
    return _mean(np.vecdot(weights, again.astype(np.float32))[:, have])


Measure = Callable[[Weights, Tokens], Measured]


@dataclass(frozen=True)
class Character:
    """A measure of heads: ``[head, query, key]`` and tokens -> ``[head]``.  ``formula`` is written out in letters:
    A weights, i query, j key, n keys.  Without a ``unit`` it lies between 0 and 1.
    """

    id: str
    title: str
    formula: str
    measure: Measure
    unit: str = ""


CHARACTERS: Mapping[str, Character] = {
    character.id: character
    for character in (
        Character("previous", "previous", "mean of A[i, i−1]", previous),
        Character("next", "next", "mean of A[i, i+1]", following),
        Character("same", "itself", "mean of A[i, i]", same),
        Character("first", "first", "mean of A[i, 1]", first),
        Character("sink", "sink", "mean of the sum of A[i, j] over special tokens j", sink),
        Character("entropy", "entropy", "mean of −Σ A[i, j] log₂ A[i, j] / log₂ n", entropy),
        Character("distance", "distance", "mean of Σ A[i, j] |i − j|", distance, unit="tokens"),
        Character("repeats", "repeats", "mean of Σ A[i, j] over the other j with the token of i", repeats),
    )
}


def character(weights: Weights, tokens: Tokens, stop: Stop = never_stop) -> dict[str, Measured]:
    """Every measure of every head: ``[head, query, key]`` -> ``[head]`` by id.  ``stop`` is called before each head."""
    measured = {name: np.empty(len(weights)) for name in CHARACTERS}

    def some(heads: slice) -> None:
        for head in range(heads.start, heads.stop):  # one at a time stays near the processor
            stop()
            for name, made in CHARACTERS.items():
                measured[name][head] = made.measure(weights[head : head + 1], tokens)[0]

    split(len(weights), some, large=weights.size > LARGE)
    return measured
