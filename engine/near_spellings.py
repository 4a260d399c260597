"""Words spelled nearly like another: edit distance over a whole vocabulary at once."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

SHORT, LONG = 2, 5  # letters: shorter words have no near spellings; from LONG on two slips may be forgiven
LETTERS = 32  # code points are told apart modulo this when words are sifted: a-z stay apart
BLOCK = 1 << 14  # words whose marks are made at a time

Codes = NDArray[np.unsignedinteger]
Ranks = NDArray[np.int32]
Marks = NDArray[np.uint64]
NONE = np.empty(0, np.int32)


def allowed(word: str) -> int:
    """How many slips a word of this length may hold."""
    return 0 if len(word) < SHORT else 1 if len(word) < LONG else 2


class NearSpellings:
    """Searches lower-cased words in the order of their frequency.  The first search builds the index."""

    def __init__(self, lowered: Sequence[str]) -> None:
        self._words = lowered

    def find(self, word: str, count: int) -> list[int]:
        """At most ``count`` ranks: fewest slips first, then the most letters in common, then by frequency.

        A slip is a letter too few, too many or wrong, or two neighbours swapped: the optimal string alignment distance
        (R. A. Wagner and R. Lowrance, "An Extension of the String-to-String Correction Problem", 1975, restricted).
        A word that holds more slips than `allowed` is not near.
        """
        most = allowed(word)
        ranks = self._sifted(word, most) if most else NONE
        if not len(ranks):
            return []
        letters, lengths = self._letters(ranks)
        slips = distances(_codes(word), letters, lengths, most)
        near = np.flatnonzero(slips <= most)
        differing = np.array([_differing(word, self._words[rank]) for rank in ranks[near].tolist()])
        order = np.lexsort((ranks[near], differing, slips[near]))[:count]
        return [int(rank) for rank in ranks[near][order]]

    def _sifted(self, word: str, most: int) -> Ranks:
        """Ranks of all words that can be near, and few others: a slip changes the length by 1 and two marks at most."""
        by_size, sizes, marks = self._index
        low, high = np.searchsorted(sizes, (len(word) - most, len(word) + most + 1))
        mine = _marked(_codes(word), np.array([0, len(word)]))
        return by_size[low:high][np.bitwise_count(marks[low:high] ^ mine) <= 2 * most]

    def _letters(self, ranks: Ranks) -> tuple[Codes, Ranks]:
        """Code points [word, place], any beyond a word's end, and lengths [word]."""
        text, starts = self._text
        lengths = starts[ranks + 1] - starts[ranks]
        places = starts[ranks][:, np.newaxis] + np.arange(lengths.max())
        return text[np.minimum(places, len(text) - 1)], lengths

    @cached_property
    def _text(self) -> tuple[Codes, Ranks]:
        """All words' code points, and where each word begins: [word + 1]."""
        lengths = np.fromiter(map(len, self._words), np.int32, len(self._words))
        codes = _codes("".join(self._words))
        narrow = codes.astype(np.min_scalar_type(codes.max(initial=0)))  # most languages fit into two bytes
        return narrow, np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)

    @cached_property
    def _index(self) -> tuple[Ranks, Ranks, Marks]:
        """Ranks, shorter words first; their lengths; their marks."""
        codes, starts = self._text
        lengths = np.diff(starts)
        order = np.argsort(lengths, kind="stable").astype(np.int32)
        ends = range(0, len(lengths) + BLOCK, BLOCK)
        blocks = [_marked(codes, starts[start : start + BLOCK + 1]) for start in ends if start < len(lengths)]
        marks = np.concatenate(blocks) if blocks else np.empty(0, np.uint64)
        return order, lengths[order], marks[order]


def _codes(text: str) -> NDArray[np.uint32]:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)


def _marked(codes: Codes, starts: NDArray[np.signedinteger]) -> Marks:
    """Which letters (modulo LETTERS) a word has, and which more than once, as bits: [word].

    A letter taken away or added changes one bit at most, another one in its place two.
    """
    count = len(starts) - 1
    owners = np.repeat(np.arange(count), np.diff(starts))
    letters = codes[starts[0] : starts[-1]] % LETTERS
    counts = np.bincount(owners * LETTERS + letters, minlength=count * LETTERS).reshape(count, LETTERS)
    bits = np.uint64(1) << np.arange(LETTERS, dtype=np.uint64)
    once, again = (np.where(counts > n, bits, np.uint64(0)).sum(axis=1, dtype=np.uint64) for n in (0, 1))
    return once | again << np.uint64(LETTERS)


def distances(word: Codes, letters: Codes, lengths: Ranks, most: int) -> NDArray[np.uint8]:
    """Optimal string alignment distances of a word [m] to words ``letters`` [n, place] of some ``lengths`` [n].

    All words at once, a row of the table for each letter of ``word``.  Only places that lie within ``most`` of the
    diagonal are filled, so distances above it may come out larger than they are.
    """
    n, width = letters.shape
    far = np.uint8(most + 1)
    columns = np.ascontiguousarray(letters.T)
    before: list[NDArray[np.uint8]] = []
    row = [np.full(n, min(j, most + 1), np.uint8) for j in range(width + 1)]
    never = np.full(n, far, np.uint8)
    for i, code in enumerate(word, start=1):
        low, high = max(1, i - most), min(width, i + most)
        new = [never] * (width + 1)
        if i <= most:
            new[0] = np.full(n, i, np.uint8)
        for j in range(low, high + 1):
            cost = row[j - 1] + (columns[j - 1] != code)
            np.minimum(cost, row[j] + np.uint8(1), out=cost)
            np.minimum(cost, new[j - 1] + np.uint8(1), out=cost)
            if i > 1 and j > 1:
                swapped = (columns[j - 2] == code) & (columns[j - 1] == word[i - 2])
                np.minimum(cost, np.where(swapped, before[j - 2] + np.uint8(1), far), out=cost)
            new[j] = np.minimum(cost, far)
        before, row = row, new
    table = np.stack(row)
    return table[np.minimum(lengths, width), np.arange(n)]


def _differing(one: str, other: str) -> int:
    """Letters that one word has and the other lacks, counted both ways."""
    rest = list(other)
    missing = 0
    for letter in one:
        if letter in rest:
            rest.remove(letter)
        else:
            missing += 1
    return missing + len(rest)
