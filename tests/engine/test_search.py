"""Search: what is found, in which order, and the same as by looking at every word."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.paths import GLOVE
from engine.search import KEY, Hit, Search
from engine.vectors import open_vectors

FEW = ("the", "cat", "concat", "category", "catcat", "scatter", "a.c", "Cat's", "act")

words = st.lists(st.text("abc", min_size=1, max_size=6), max_size=40, unique=True)


@pytest.fixture(scope="module")
def glove() -> Search:
    return open_vectors(GLOVE).search


def found(search: Search, text: str, limit: int = 20) -> list[str]:
    return [hit.word for hit in search.find(text, limit)]


def test_by_hand() -> None:
    """The word itself, what begins with it, what contains it, what is spelled like it; each by frequency."""
    assert Search(FEW).find("cat", 20) == [
        Hit("cat", 1, "prefix"),
        Hit("category", 3, "prefix"),
        Hit("catcat", 4, "prefix"),
        Hit("Cat's", 7, "prefix"),
        Hit("concat", 2, "inside"),
        Hit("scatter", 5, "inside"),
        Hit("act", 8, "near"),
    ]


def test_the_word_itself_comes_first_however_rare() -> None:
    assert found(Search(("kings", "kingdom", "king")), "king") == ["king", "kings", "kingdom"]


def test_case_and_surrounding_blanks_do_not_count() -> None:
    assert found(Search(FEW), "  CAT'\n") == found(Search(FEW), "cat'")
    assert found(Search(FEW), "cat'")[0] == "Cat's"


@pytest.mark.parametrize("limit", [0, 1, 3, 6, 7])
def test_the_limit_keeps_the_best(limit: int) -> None:
    assert Search(FEW).find("cat", limit) == Search(FEW).find("cat", 20)[:limit]


def test_an_empty_text_begins_every_word() -> None:
    assert found(Search(FEW), "", 3) == ["the", "cat", "concat"]
    assert len(found(Search(FEW), " ", 99)) == len(FEW)


def test_typed_signs_are_meant_literally() -> None:
    assert found(Search(FEW), "a.c")[0] == "a.c"
    assert "act" not in {hit.word for hit in Search(FEW).find("a.c", 20) if hit.kind != "near"}


@pytest.mark.parametrize("text", ["cat\nconcat", "e\nc", "👩‍👩‍👧", "注意力", "\udcff", "x" * 100_000])
def test_what_no_word_can_hold_finds_nothing(text: str) -> None:
    assert [hit for hit in Search(FEW).find(text, 20) if hit.kind != "near"] == []


def test_no_words_no_hits() -> None:
    assert Search(()).find("a", 5) == Search(()).find("", 5) == []
    assert Search(()).near("a") == ()


@given(words, st.text("abc", max_size=4))
def test_beginnings_and_parts_are_found_as_by_looking_at_every_word(vocabulary: list[str], text: str) -> None:
    hits = Search(vocabulary).find(text, 1000)
    begins = sorted((word != text, rank) for rank, word in enumerate(vocabulary) if word.startswith(text))
    within = [rank for rank, word in enumerate(vocabulary) if text in word and not word.startswith(text)]
    assert [hit.rank for hit in hits if hit.kind == "prefix"] == [rank for _, rank in begins]
    assert [hit.rank for hit in hits if hit.kind == "inside"] == within
    kinds = [hit.kind for hit in hits]
    assert kinds == sorted(kinds, key=["prefix", "inside", "near"].index)
    assert len({hit.rank for hit in hits}) == len(hits)
    assert all(vocabulary[hit.rank] == hit.word for hit in hits)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("florda", "florida"),
        ("drnak", "drank"),
        ("recieve", "receive"),
        ("politcs", "politics"),
        ("Beleive", "believe"),
        ("interantional", "international"),
        ("helo", "hello"),
        ("keybord", "keyboard"),
    ],
)
def test_slips_find_the_word_that_was_meant(glove: Search, typed: str, meant: str) -> None:
    assert glove.near(typed)[0] == meant
    assert meant in [hit.word for hit in glove.find(typed, 10) if hit.kind == "near"]


def test_the_most_frequent_of_many_words_with_the_same_letters_is_compared() -> None:
    letters = "abcdefgh"
    shuffled = ["".join(order) for order in permutations(letters) if order[:2] == ("h", "g")]
    assert Search([*shuffled[:10], letters, *shuffled[10:]]).near("abcdefhg", 1) == (letters,)


def test_the_shipped_words_as_one_types(glove: Search) -> None:
    assert found(glove, "flo", 4) == ["flo", "florida", "floor", "flow"]
    assert found(glove, "florid", 3) == ["florida", "floridians", "florio"]
    assert found(glove, "izz", 4) == ["izzat", "izzy", "izzo", "pizza"]


def test_nonsense_is_near_nothing(glove: Search) -> None:
    assert glove.near("xqzjv") == ()
    assert glove.near("") == ()
    assert glove.find("xqzjv", 10) == []


@pytest.mark.parametrize("length", [KEY - 1, KEY, KEY + 1])
def test_words_that_begin_alike_for_as_long_as_the_index_tells_are_told_apart(length: int) -> None:
    begin = "abcdefghijkl"[:length]
    search = Search((f"{begin}xy", f"{begin}z", f"{begin[:-1]}!", begin, f"{begin}x"))
    assert found(search, begin, 4) == [begin, f"{begin}xy", f"{begin}z", f"{begin}x"]
    assert found(search, f"{begin}x", 2) == [f"{begin}x", f"{begin}xy"]


def test_odd_words_are_found_by_what_they_hold() -> None:
    odd = (". . .", "at name@domain.com", "\u00a0", "a\u2028b", "two\nlines", "ΣΑΣ", "straße", "😀face", "")
    search = Search(odd)
    for word in ("name@", "a\u2028b", "lines", "σα", "aße", "😀"):
        assert word in found(search, word, 1)[0].lower()
    assert Hit("", 8, "prefix") in search.find("", 20)


@given(words, st.text("abc", min_size=1, max_size=3), st.integers(1, 10))
def test_prepared_or_not_finds_the_same(vocabulary: list[str], text: str, limit: int) -> None:
    ready = Search(vocabulary)
    ready.prepare()
    assert ready.find(text, limit) == Search(vocabulary).find(text, limit)
