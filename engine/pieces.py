"""Attention read by words: word pieces joined, special tokens or the first one left out with the rest renormalised."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.text import Tokens

PIECE = "##"  # before a WordPiece that goes on with the word
Weights = NDArray[np.float32]


@dataclass(frozen=True)
class Reading:
    """How weights are read; without any of these, as they are."""

    join: bool = False  # the pieces of a word as one
    hide_special: bool = False
    hide_first: bool = False

    @property
    def hides(self) -> bool:
        return self.hide_special or self.hide_first

    @property
    def plain(self) -> bool:
        return not (self.join or self.hides)


PLAIN = Reading()


@dataclass(frozen=True)
class Place:
    """A row and column of weights that were read: the tokens ``first`` up to ``end`` of the sentence."""

    text: str
    first: int
    end: int


def _goes_on(tokens: Tokens, index: int) -> bool:
    """Whether a token is a further piece of the word that the token before it is of."""
    before = index - 1
    if before < 0 or tokens.special[before] or tokens.special[index]:
        return False
    touches = tokens.spans[before][1] == tokens.spans[index][0]
    return touches and tokens.texts[index].startswith(PIECE) and len(tokens.texts[index]) > len(PIECE)


def joined(tokens: Tokens) -> tuple[Place, ...]:
    """The words of a sentence, each with its pieces: ``play ##ing`` reads ``playing``."""
    words: list[Place] = []
    for i, text in enumerate(tokens.texts):
        if _goes_on(tokens, i):
            whole = words.pop()
            words.append(Place(whole.text + text.removeprefix(PIECE), whole.first, i + 1))
        else:
            words.append(Place(text, i, i + 1))
    return tuple(words)


def _all_places(tokens: Tokens, reading: Reading) -> tuple[Place, ...]:
    if reading.join:
        return joined(tokens)
    return tuple(Place(text, i, i + 1) for i, text in enumerate(tokens.texts))


def _kept(tokens: Tokens, reading: Reading) -> list[int]:
    """Which of all places are not hidden."""
    return [
        i
        for i, place in enumerate(_all_places(tokens, reading))
        if not (reading.hide_special and tokens.special[place.first]) and not (reading.hide_first and i == 0)
    ]


def places(tokens: Tokens, reading: Reading) -> tuple[Place, ...]:
    """What the rows and columns are of weights that were `read`."""
    every = _all_places(tokens, reading)
    return tuple(every[i] for i in _kept(tokens, reading))


def effective(tokens: Tokens, reading: Reading) -> Reading:
    """The reading without what changes nothing in a sentence: plain where no word has pieces and nothing is hidden, or
    where everything would be.
    """
    if reading == PLAIN:
        return PLAIN
    every = places(tokens, Reading(join=reading.join))
    hidden = len(every) - len(places(tokens, reading))
    if hidden == len(every):
        return PLAIN
    join = reading.join and len(every) < len(tokens)
    return Reading(join, reading.hide_special, reading.hide_first) if hidden else Reading(join)


def place_of(found: tuple[Place, ...], token: int | None) -> int | None:
    """Which of the places holds a token; None if none does."""
    if token is None:
        return None
    return next((i for i, place in enumerate(found) if place.first <= token < place.end), None)


@dataclass(frozen=True)
class Made:
    """How one number of weights that were read comes about: the mean over the tokens of ``query`` of the sum over those
    of ``key``, divided by ``rest``, which is what the row has left where something is hidden, and else 1.
    """

    query: Place
    key: Place
    mean: float
    rest: float

    @property
    def value(self) -> float:
        return self.mean / self.rest


def made_of(weights: Weights, tokens: Tokens, reading: Reading, query: int, key: int) -> Made | None:
    """The number that two tokens have a part in, of the weights of one head ``[query, key]``; None if one of them is
    hidden, or nothing is left of the row.
    """
    found = places(tokens, reading)
    row, col = place_of(found, query), place_of(found, key)
    if row is None or col is None:
        return None
    looks = weights[found[row].first : found[row].end].mean(axis=0, dtype=np.float64)  # [key]
    sums = [float(looks[place.first : place.end].sum()) for place in found]
    rest = sum(sums) if reading.hides else 1.0
    return Made(found[row], found[col], sums[col], rest) if rest > 0 else None


def read(weights: Weights, tokens: Tokens, reading: Reading) -> tuple[Weights, NDArray[np.bool_]]:
    """Weights ``[..., query, key]`` as a reading has them, and where a row is defined ``[..., query]``.

    Joined first: the sum over the pieces of a key, the mean over those of a query, so that rows still sum to 1.  Then
    what is hidden goes, as query and as key, and each row is divided by its sum; a row of which nothing is left is
    0 and not defined.
    """
    if reading.plain:
        return weights, np.full(weights.shape[:-1], True)
    if reading.join:
        weights = _joined_weights(weights, joined(tokens))
    if not reading.hides:
        return weights, np.full(weights.shape[:-1], True)
    kept = _kept(tokens, reading)
    rest = _rest(weights, kept)
    total = rest.sum(axis=-1, keepdims=True)
    shown = np.divide(rest, total, out=np.zeros_like(rest), where=total > 0)
    return shown, (total > 0)[..., 0]


def _rest(weights: Weights, kept: list[int]) -> Weights:
    if kept and kept[-1] - kept[0] == len(kept) - 1:  # usual, and no copy
        part = slice(kept[0], kept[-1] + 1)
        return weights[..., part, part]
    return weights[..., kept, :][..., kept]


def _joined_weights(weights: Weights, words: tuple[Place, ...]) -> Weights:
    if len(words) == weights.shape[-1]:
        return weights
    starts = [word.first for word in words]
    sizes = np.array([word.end - word.first for word in words], np.float32)
    by_key = np.add.reduceat(weights, starts, axis=-1)
    return np.divide(np.add.reduceat(by_key, starts, axis=-2), sizes[:, None], dtype=np.float32)
