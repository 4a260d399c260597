"""Counting instead of learning: which words came after the same few words, in sentences that were read.

Contexts are numbers: as digits of base V + 1 a few words make one int64, so a table is two sorted arrays.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from engine.tatoeba import read_pairs, read_split
from engine.trace import Stop, never_stop
from engine.translation_text import END as END_NUMBER
from engine.translation_text import SPECIALS
from engine.translation_text import START as START_NUMBER

Int64 = NDArray[np.int64]

START, END = SPECIALS[START_NUMBER], SPECIALS[END_NUMBER]  # before the first word, after the last
ORDERS = (1, 2, 3, 4, 5)
CHECK_EVERY = 500  # sentences


@dataclass(frozen=True)
class Next:
    """A word that came next, how often, and its share of all that came."""

    word: str
    count: int
    share: float


@dataclass(frozen=True)
class Seen:
    """The words that came after a context.  ``context``: its words; shorter than was asked for where that was never
    seen.  ``total``: how often it was seen.  ``next``: most frequent first, then by alphabet.
    """

    order: int  # asked for
    asked: tuple[str, ...]
    context: tuple[str, ...]
    total: int
    next: tuple[Next, ...]

    @property
    def backed_off(self) -> bool:
        return self.context != self.asked


@dataclass(frozen=True)
class Coverage:
    """How many contexts of ``order`` - 1 words were seen, and how many V words could make."""

    order: int
    seen: int
    possible: int

    @property
    def share(self) -> float:
        return self.seen / self.possible


@dataclass(frozen=True, eq=False)
class Table:
    """Every place of the text: the context before it, and its word; sorted by both.  ``seen``: how many contexts are
    of words alone.
    """

    contexts: Int64
    words: NDArray[np.int32]
    seen: int


@dataclass(frozen=True, eq=False)
class Counted:
    """Tables of all orders of some sentences."""

    vocabulary: tuple[str, ...]  # START and END, then by alphabet
    sentences: int
    tables: Mapping[int, Table]

    @classmethod
    def of(cls, sentences: Iterable[Sequence[str]], stop: Stop = never_stop) -> "Counted":
        """Count them.  ``stop`` is called every now and then."""
        read = []
        for place, sentence in enumerate(sentences):
            if place % CHECK_EVERY == 0:
                stop()
            read.append(tuple(sentence))
        vocabulary = (START, END, *sorted({word for sentence in read for word in sentence}))
        number = {word: i for i, word in enumerate(vocabulary)}
        stop()
        rows = [[number[word] for word in sentence] for sentence in read]
        tables = {}
        for order in ORDERS:
            stop()
            tables[order] = _table(rows, order, len(vocabulary))
        return cls(vocabulary, len(read), tables)

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        return {word: number for number, word in enumerate(self.vocabulary)}

    @property
    def words(self) -> int:
        """How many different words there are."""
        return len(self.vocabulary) - 2

    @property
    def tokens(self) -> int:
        """How many words were read, the ends of sentences among them."""
        return len(self.tables[1].words)

    @property
    def nbytes(self) -> int:
        """Memory of the tables."""
        return sum(table.contexts.nbytes + table.words.nbytes for table in self.tables.values())

    def coverage(self) -> tuple[Coverage, ...]:
        return tuple(
            Coverage(order, table.seen, self.words ** (order - 1)) for order, table in self.tables.items()
        )

    def after(self, prefix: Sequence[str], order: int) -> Seen:
        """What came after the last ``order`` - 1 words of a prefix.  If they were never seen together, the first of
        them is left out, until what remains was seen: without any, that is every word.
        """
        padded = (*[START] * (order - 1), *prefix)
        asked = tuple(padded[len(padded) - order + 1 :])
        for begin in range(len(asked) + 1):
            if found := self._counts(asked[begin:]):
                break
        total = sum(found.values())
        ranked = sorted(found.items(), key=lambda item: (-item[1], item[0]))
        answers = tuple(Next(word, count, count / total) for word, count in ranked)
        return Seen(order, asked, asked[begin:], total, answers)

    def _counts(self, context: Sequence[str]) -> dict[str, int]:
        if not self.numbers.keys() >= set(context):
            return {}
        table, key = self.tables[len(context) + 1], _key([self.numbers[w] for w in context], self)
        first, last = np.searchsorted(table.contexts, [key, key + 1])
        words, counts = np.unique(table.words[first:last], return_counts=True)
        return {self.vocabulary[w]: c for w, c in zip(words.tolist(), counts.tolist(), strict=True)}


def _key(numbers: Sequence[int], counted: Counted) -> int:
    key = 0
    for number in numbers:
        key = key * len(counted.vocabulary) + number
    return key


def _table(rows: Sequence[Sequence[int]], order: int, base: int) -> Table:
    """``rows``: sentences as numbers, in which START is 0 and END is 1."""
    assert base ** (order - 1) < 2**63, "a context does not fit into one number"
    lead = [0] * (order - 1)
    text = np.array([n for row in rows for n in (*lead, *row, 1)], np.int64)
    keys, pure = np.zeros(len(text), np.int64), np.ones(len(text), bool)
    for back in range(order - 1, 0, -1):
        before = np.concatenate([np.zeros(back, np.int64), text[:-back]])
        keys, pure = keys * base + before, pure & (before > 1)
    real = text > 0  # START never comes next
    keys, words, pure = keys[real], text[real].astype(np.int32), pure[real]
    by = np.lexsort((words, keys))
    return Table(keys[by], words[by], len(np.unique(keys[pure])))


def training_sentences(stop: Stop = never_stop) -> Iterator[list[str]]:
    """The English side of every training pair, in words.  Raises DataFileError."""
    pairs = read_pairs()
    stop()
    return (pairs[line].tokens("en") for line in read_split(pairs).train)
