"""The sentence pairs, and which of them are held out.  Needs no PyTorch.

Pairs that share an English or a Chinese sentence stand on the same side of the split, and so do those connected
through others.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from engine.tatoeba import SPLIT, VOCABULARIES, Pair, Split, distinct, read_pairs, read_split
from engine.translation_text import TOKENS, Vocabulary, sentence_key

SEED = 20170612
TEST, VALIDATION = 2000, 1000  # pairs
LONG, LONG_TEST = 10, 400  # at least LONG_TEST test pairs have more than LONG English tokens
LARGEST_HELD_OUT = 8  # pairs; what is connected more widely is used for training
AT_LEAST = 2  # a token of the vocabulary is seen this often in the training pairs


def connected(pairs: Sequence[Pair]) -> list[list[Pair]]:
    """Groups of pairs that share a sentence, directly or through others; in the order of their first pair."""
    parent: dict[str, str] = {}

    def root(node: str) -> str:
        while parent.setdefault(node, node) != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    english = [f"en {sentence_key(pair.en, 'en')}" for pair in pairs]
    for pair, key in zip(pairs, english, strict=True):
        parent[root(f"zh {sentence_key(pair.zh, 'zh')}")] = root(key)
    groups: defaultdict[str, list[Pair]] = defaultdict(list)
    for pair, key in zip(pairs, english, strict=True):
        groups[root(key)].append(pair)
    return list(groups.values())


def is_long(pair: Pair) -> bool:
    return len(pair.tokens("en")) > LONG


def split(pairs: Sequence[Pair], seed: int = SEED) -> Split:
    """Holds out whole groups, drawn by ``seed``: first long sentences for the test, then any."""
    groups = connected(distinct(pairs))
    order = np.random.default_rng(seed).permutation(len(groups))
    waiting = [groups[index] for index in order if len(groups[index]) <= LARGEST_HELD_OUT]
    test = _take([group for group in waiting if all(is_long(pair) for pair in group)], LONG_TEST)
    test += _take(_without(waiting, test), TEST - len(test))
    validation = _take(_without(waiting, test), VALIDATION)
    held = {pair.line for pair in test + validation}
    train = [pair for group in groups for pair in group if pair.line not in held]
    return Split(_lines(train), _lines(validation), _lines(test))


def _take(groups: Iterable[list[Pair]], wanted: int) -> list[Pair]:
    """Whole groups, in order, until there are ``wanted`` pairs; a group that is too large is passed over."""
    taken: list[Pair] = []
    for group in groups:
        if len(taken) + len(group) <= wanted:
            taken += group
    return taken


def _without(groups: Iterable[list[Pair]], taken: Iterable[Pair]) -> list[list[Pair]]:
    lines = {pair.line for pair in taken}
    return [group for group in groups if group[0].line not in lines]


def _lines(pairs: Iterable[Pair]) -> tuple[int, ...]:
    return tuple(sorted(pair.line for pair in pairs))


def vocabularies(pairs: Sequence[Pair], lines: Iterable[int]) -> dict[str, Vocabulary]:
    """One for each language, counted over the training pairs alone."""
    train = [pairs[line] for line in lines]
    return {
        language: Vocabulary.count((pair.tokens(language) for pair in train), AT_LEAST) for language in TOKENS
    }


def write_derived() -> None:
    """``split.json`` (its training side is the rest) and the vocabularies, from the pairs alone."""
    pairs = read_pairs()
    parts = split(pairs)
    held_out = {"validation": parts.validation, "test": parts.test}
    SPLIT.write_text(json.dumps(held_out, separators=(",", ":")) + "\n", encoding="utf-8")
    for language, vocabulary in vocabularies(pairs, parts.train).items():
        vocabulary.save(VOCABULARIES[language])


def batches(lengths: Sequence[int], size: int, rng: np.random.Generator) -> Iterator[list[int]]:
    """Indices in batches of like length, in random order; each index once."""
    shuffled = rng.permutation(len(lengths))
    ordered = shuffled[np.argsort(np.asarray(lengths)[shuffled], kind="stable")]
    starts = rng.permutation(range(0, len(lengths), size))
    for start in starts:
        yield [int(index) for index in ordered[start : start + size]]


def padded(rows: Sequence[Sequence[int]]) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """int64 [row, place], filled up with <pad> (0)."""
    filled = np.zeros((len(rows), max(map(len, rows))), np.int64)
    for index, row in enumerate(rows):
        filled[index, : len(row)] = row
    return filled


@dataclass(frozen=True)
class Corpus:
    """What every model is trained and judged on: the files in ``data/tatoeba``."""

    pairs: Sequence[Pair]
    split: Split
    vocabularies: Mapping[str, Vocabulary]

    @classmethod
    def load(cls) -> Corpus:
        pairs = read_pairs()
        read = {language: Vocabulary.load(path) for language, path in VOCABULARIES.items()}
        return cls(pairs, read_split(pairs), read)

    def rows(self, side: str, language: str) -> list[list[int]]:
        """Token numbers of one side of the split (``train``, ``validation``, ``test``), without <s> and </s>."""
        vocabulary = self.vocabularies[language]
        return [vocabulary.encode(self.pairs[line].tokens(language)) for line in getattr(self.split, side)]

    @property
    def fingerprint(self) -> str:
        """Changes with the split and with the vocabularies."""
        parts = (self.split.train, self.split.test, *(v.tokens for v in self.vocabularies.values()))
        return hashlib.sha256(repr(parts).encode("utf-8")).hexdigest()
