"""Finding words as one types: by their beginning, by any part, and by near spelling."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property
from itertools import islice
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Kind = Literal["prefix", "inside", "near"]

LETTERS = 32  # code points are counted modulo this: a-z stay apart, the rest may fall together
SHORTLIST = 200  # words whose spelling is compared in full
LIKENESS = 0.6  # least SequenceMatcher.ratio of a near spelling, as in difflib.get_close_matches


@dataclass(frozen=True)
class Hit:
    """A word found; ``rank`` is its index, 0 for the most frequent word."""

    word: str
    rank: int
    kind: Kind


class Search:
    """Search over words in the order of their frequency.  Upper and lower case count as the same.

    The first use builds an index (tens of milliseconds for 50,000 words), which is never changed afterwards.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self._words = words

    def find(self, text: str, limit: int) -> list[Hit]:
        """At most ``limit`` words: the very word first, then those that begin with the text, then those that
        contain it, each kind by frequency, and last near spellings.  An empty text begins every word.
        """
        text = text.strip().lower()
        hits = {hit.rank: hit for hit in islice(self._containing(text), limit)} if "\n" not in text else {}
        if len(hits) < limit:
            for rank in self._near(text, limit):
                hits.setdefault(rank, Hit(self._words[rank], rank, "near"))
        return list(hits.values())[:limit]

    def near(self, word: str, count: int = 3) -> tuple[str, ...]:
        """Words of like spelling, the likest first, then those of the same letters, then by frequency; maybe none."""
        return tuple(self._words[rank] for rank in self._near(word.strip().lower(), count))

    def _containing(self, text: str) -> Iterator[Hit]:
        ways: tuple[tuple[Kind, str], ...] = (
            ("prefix", f"\n{text}\n"),
            ("prefix", f"\n{text}"),
            ("inside", text),
        )
        seen: set[int] = set()
        for kind, pattern in ways:
            for rank in self._occurrences(pattern):
                if rank not in seen:
                    seen.add(rank)
                    yield Hit(self._words[rank], rank, kind)

    def _occurrences(self, pattern: str) -> Iterator[int]:
        """Ranks of the words in which the pattern begins, in rising order; each once."""
        at = self._joined.find(pattern)
        while 0 <= at < len(self._joined) - 1:
            rank = int(np.searchsorted(self._starts, at, side="right")) - 1
            yield rank
            at = self._joined.find(pattern, int(self._starts[rank + 1]))

    def _near(self, word: str, count: int) -> list[int]:
        if len(word) > self._longest * (2 / LIKENESS - 1):  # then no ratio can reach LIKENESS
            return []
        gaps = np.abs(self._letters - _letter_counts([word])).sum(axis=0, dtype=np.int16)
        matcher = SequenceMatcher(None, "", word, autojunk=False)
        ratios = []
        for rank in np.argsort(gaps, kind="stable")[:SHORTLIST].tolist():
            matcher.set_seq1(self._lowered[rank])
            # Among equals the letters decide: swapped ones come first.
            ratios.append((-matcher.ratio(), int(gaps[rank]), rank))
        return [rank for ratio, _, rank in sorted(ratios)[:count] if -ratio >= LIKENESS]

    @cached_property
    def _lowered(self) -> list[str]:
        return [word.lower() for word in self._words]

    @cached_property
    def _longest(self) -> int:
        return max(map(len, self._lowered), default=0)

    @cached_property
    def _joined(self) -> str:
        """All words in one text, each with a line feed before it, and one at the end."""
        return "\n" + "".join(f"{word}\n" for word in self._lowered)

    @cached_property
    def _starts(self) -> NDArray[np.int64]:
        """Where each word's leading line feed lies in the joined text; [word + 1], the last one closes it."""
        return np.cumsum([0] + [len(word) + 1 for word in self._lowered])

    @cached_property
    def _letters(self) -> NDArray[np.int16]:
        return _letter_counts(self._lowered)


def _letter_counts(words: Sequence[str]) -> NDArray[np.int16]:
    """How often each letter (modulo LETTERS) occurs in each word: [letter, word].

    Words whose counts differ much cannot be spelled alike, which spares comparing them letter by letter.
    """
    codes = np.frombuffer("".join(words).encode("utf-32-le", "surrogatepass"), np.uint32) % LETTERS
    owners = np.repeat(np.arange(len(words)), [len(word) for word in words])
    counts = np.bincount(codes * len(words) + owners, minlength=LETTERS * len(words))
    return counts.reshape(LETTERS, len(words)).astype(np.int16)
