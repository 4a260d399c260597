"""Pasted lists: whatever divides the words, and words that hold such signs themselves."""

import numpy as np
import pytest

from engine.pasted import pasted
from engine.vectors import WordVectors

KNOWN = (
    "king",
    "queen",
    "man",
    "new york",
    ". . .",
    "at name@domain.com",
    "u.s.",
    "'",
    "2010",
    "-",
    "us",
    "don't",
    "US",
)


@pytest.fixture(scope="module")
def words() -> WordVectors:
    return WordVectors(KNOWN, np.eye(len(KNOWN), dtype=np.float32))


@pytest.mark.parametrize(
    "text",
    [
        "king queen man",
        "king,queen,man",
        "king; queen; man;",
        "king\tqueen\tman",
        "king\r\nqueen\r\n\r\nman\r\n",
        '"king", "queen", "man"',
        "['king', 'queen', 'man']",
        "“king” „queen‟ «man»".replace("‟", "”"),
        "1. king\n2. queen\n3. man",
        "- king\n• queen\n* man",
        "king|queen / man",
        "king、queen，man",
        "King.\u2028QUEEN!\u00a0\u00a0(man)",
        "king king queen, king man",
    ],
)
def test_any_separators(words: WordVectors, text: str) -> None:
    found = pasted(text, words)
    assert (found.words, found.unknown, found.left_out) == (("king", "queen", "man"), (), ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("new york", ("new york",)),
        ("king\nnew york\nman", ("king", "new york", "man")),
        ("king, New York, man", ("king", "new york", "man")),
        (". . .\nat name@domain.com", (". . .", "at name@domain.com")),
        ("u.s. don't ' - 2010", ("u.s.", "don't", "'", "-", "2010")),
        ("US, us, Us", ("US", "us")),
    ],
)
def test_words_with_signs_of_their_own_are_taken_as_they_are(
    words: WordVectors, text: str, expected: tuple[str, ...]
) -> None:
    found = pasted(text, words)
    assert (found.words, found.unknown) == (expected, ())


def test_what_has_no_vector_is_named_as_it_was_given(words: WordVectors) -> None:
    found = pasted('king, "Quenn", queen, Quenn quen', words)
    assert (found.words, found.unknown) == (("king", "queen"), ("Quenn", "quen"))


def test_no_more_than_there_is_room_for(words: WordVectors) -> None:
    found = pasted("king queen nobody man 2010", words, most=2)
    assert (found.words, found.left_out, found.unknown) == (("king", "queen"), ("man", "2010"), ("nobody",))


@pytest.mark.parametrize("text", ["", "  \n\t ,;, ", "...", "()"])
def test_nothing_but_separators(words: WordVectors, text: str) -> None:
    assert pasted(text, words).words == pasted(text, words).unknown == ()
