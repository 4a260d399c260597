"""Near spellings: the quick search finds what comparing every word, letter by letter, finds."""

from collections import Counter
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.near_spellings import NearSpellings, allowed, distances

letters = st.text("abcd", max_size=9)


def plain_distance(a: str, b: str) -> int:
    """Optimal string alignment, by its definition."""

    @cache
    def of(i: int, j: int) -> int:
        if not i or not j:
            return i + j
        ways = [of(i - 1, j) + 1, of(i, j - 1) + 1, of(i - 1, j - 1) + (a[i - 1] != b[j - 1])]
        if i > 1 and j > 1 and (a[i - 1], a[i - 2]) == (b[j - 2], b[j - 1]):
            ways.append(of(i - 2, j - 2) + 1)
        return min(ways)

    return of(len(a), len(b))


def codes(word: str) -> np.ndarray:
    return np.array([ord(letter) for letter in word], np.uint32)


@pytest.mark.parametrize(
    ("a", "b", "slips"),
    [("kitten", "sitting", 3), ("ca", "abc", 3), ("cat", "act", 1), ("", "ab", 2), ("same", "same", 0)],
)
def test_by_hand(a: str, b: str, slips: int) -> None:
    """Swapped letters are not changed again: "ca" to "abc" takes 3."""
    assert plain_distance(a, b) == slips
    found = distances(codes(a), codes(b)[np.newaxis], np.array([len(b)], np.int32), 9)
    assert found.tolist() == [slips]


@given(st.lists(letters, min_size=1, max_size=20, unique=True), letters)
def test_near_is_what_holds_few_slips(vocabulary: list[str], word: str) -> None:
    true = {rank: plain_distance(word, other) for rank, other in enumerate(vocabulary)}
    others = [Counter(other) for other in vocabulary]
    apart = {
        rank: sum(((other - Counter(word)) + (Counter(word) - other)).values())
        for rank, other in enumerate(others)
    }
    near = sorted((true[rank], apart[rank], rank) for rank in true if true[rank] <= allowed(word) > 0)
    assert NearSpellings(vocabulary).find(word, 50) == [rank for *_, rank in near]


@pytest.mark.parametrize(("word", "slips"), [("", 0), ("a", 0), ("ab", 1), ("abcd", 1), ("abcde", 2)])
def test_short_words_may_hold_fewer_slips(word: str, slips: int) -> None:
    assert allowed(word) == slips


def test_letters_beyond_two_bytes_and_letters_that_share_a_mark_are_told_apart() -> None:
    """The code points of "a" and "A" + 32 * n fall together when words are sifted, and only then."""
    twin = chr(ord("a") + 32 * 2000)
    assert NearSpellings(["😀😀b", "abcdef"]).find("😀b", 3) == [0]
    assert NearSpellings([f"{twin}{twin}{twin}def", "aaadef"]).find("aaadee", 3) == [1]
