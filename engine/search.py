"""Finding words as one types: by their beginning, by any part, and by near spelling."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from engine.near_spellings import NearSpellings

Kind = Literal["prefix", "inside", "near"]

KEY = 8  # bytes of a word's beginning by which words are sorted
LONGEST = 200  # characters: a longer text is nothing that a word holds


@dataclass(frozen=True)
class Hit:
    """A word found; ``rank`` is its index, 0 for the most frequent word."""

    word: str
    rank: int
    kind: Kind


class Search:
    """Search over words in the order of their frequency.  Upper and lower case count as the same.

    The first use builds an index, or `prepare` does (half a second for 400,000 words); it is never changed afterwards.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self._words = words

    def prepare(self) -> None:
        """Build the index now, so that the first key is answered as fast as the next one."""
        self.find("\N{MIDDLE DOT}ab", 1)

    def find(self, text: str, limit: int) -> list[Hit]:
        """At most ``limit`` words: the very word first, then those that begin with the text, then those that
        contain it, each kind by frequency, and last near spellings.  An empty text begins every word.
        """
        text = text.strip().lower()
        if "\n" in text or len(text) > LONGEST:
            return []
        hits = {hit.rank: hit for hit in islice(self._containing(text, limit), limit)}
        if len(hits) < limit:
            for rank in self._spellings.find(text, limit):
                hits.setdefault(rank, Hit(self._words[rank], rank, "near"))
        return list(hits.values())[:limit]

    def near(self, word: str, count: int = 3) -> tuple[str, ...]:
        """Words of like spelling: those with the fewest slips first, then those of the same letters, then by
        frequency; maybe none."""
        lowered = word.strip().lower()
        ranks = self._spellings.find(lowered, count) if len(lowered) <= LONGEST else []
        return tuple(self._words[rank] for rank in ranks)

    def _containing(self, text: str, limit: int) -> Iterator[Hit]:
        seen: set[int] = set()
        found: tuple[tuple[Kind, Iterator[int]], ...] = (
            ("prefix", iter(self._beginning(text, limit))),
            ("inside", self._holding(text)),
        )
        for kind, ranks in found:
            for rank in ranks:
                if rank not in seen:
                    seen.add(rank)
                    yield Hit(self._words[rank], rank, kind)

    def _beginning(self, text: str, limit: int) -> list[int]:
        """The first ``limit`` ranks of the words that begin with the text, the very word before all others."""
        prefix = text.encode("utf-8", "surrogatepass")
        low, high = (_key(prefix, filler) for filler in (b"\0", b"\xff"))
        by_key, keys = self._sorted
        ranks = by_key[np.searchsorted(keys, low) : np.searchsorted(keys, high, side="right")]
        if len(prefix) > KEY:
            ranks = np.array([rank for rank in ranks if self._lowered[rank].startswith(text)], np.intp)
        same = ranks[self._sizes[ranks] == len(prefix)]
        first = np.sort(np.partition(ranks, limit)[:limit] if limit < len(ranks) else ranks)
        return [*np.sort(same).tolist(), *first.tolist()]

    def _holding(self, text: str) -> Iterator[int]:
        """Ranks of the words in which the text begins anywhere, in rising order; each once."""
        pattern = text.encode("utf-8", "surrogatepass")
        at = self._joined.find(pattern)
        while 0 <= at < len(self._joined) - 1:
            rank = int(np.searchsorted(self._starts, at, side="right")) - 1
            yield rank
            at = self._joined.find(pattern, int(self._starts[rank + 1]))

    @cached_property
    def _lowered(self) -> list[str]:
        """A word that holds a line feed is found by its other parts."""
        return [_lowered(word) for word in self._words]

    @cached_property
    def _spellings(self) -> NearSpellings:
        return NearSpellings(self._lowered)

    @cached_property
    def _joined(self) -> bytes:
        """All words in one text, each with a line feed before it, and one at the end.  UTF-8: a byte a letter."""
        return "\n".join(["", *self._lowered, ""] if self._lowered else [""]).encode("utf-8", "surrogatepass")

    @cached_property
    def _starts(self) -> NDArray[np.int32]:
        """Where each word's leading line feed lies in the joined text; [word + 1], the last one closes it."""
        return np.flatnonzero(np.frombuffer(self._joined, np.uint8) == ord("\n")).astype(np.int32)

    @cached_property
    def _sizes(self) -> NDArray[np.int32]:
        """Bytes of each word.  [word]"""
        return np.diff(self._starts) - np.int32(1)

    @cached_property
    def _sorted(self) -> tuple[NDArray[np.int32], NDArray[np.uint64]]:
        """Ranks in the order of the words' first KEY bytes, and these as numbers that sort as they do."""
        text = np.frombuffer(self._joined + b"\0" * KEY, np.uint8)
        keys = np.zeros(len(self._words), np.uint64)
        for place in range(KEY):
            letters = np.where(place < self._sizes, text[self._starts[:-1] + 1 + place], np.uint8(0))
            keys = keys << np.uint64(8) | letters
        order = np.argsort(keys, kind="stable").astype(np.int32)
        return order, keys[order]


def _lowered(word: str) -> str:
    """Without a line feed, which divides words here; the very same object where nothing changes."""
    lowered = word.lower().replace("\n", "\r")
    return word if word == lowered else lowered


def _key(prefix: bytes, filler: bytes) -> np.uint64:
    return np.uint64(int.from_bytes(prefix[:KEY].ljust(KEY, filler), "big"))
