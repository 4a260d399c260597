"""Word pieces joined and tokens hidden: by hand, and rows that still sum to 1."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.models.base import Model
from engine.pieces import PLAIN, Reading, effective, joined, made_of, place_of, places, read
from engine.text import Tokens

PIECES = ("[CLS]", "play", "##ing", "cat", "[SEP]")


def tokens(texts: tuple[str, ...] = PIECES) -> Tokens:
    special = tuple(text.startswith("[") for text in texts)
    count, at, spans = len(texts), 0, []
    for text in texts:
        at += not text.startswith("##")
        length = 0 if text.startswith("[") else len(text.removeprefix("##"))
        spans.append((at, at + length))
        at += length
    flags = (False,) * count
    return Tokens(texts, np.arange(count), special, flags, tuple(spans), np.ones(count, np.bool_))


WEIGHTS = np.array(
    [
        [0.1, 0.2, 0.3, 0.3, 0.1],
        [0.5, 0.1, 0.1, 0.1, 0.2],
        [0.1, 0.4, 0.2, 0.2, 0.1],
        [0.2, 0.2, 0.2, 0.2, 0.2],
        [0.6, 0.0, 0.0, 0.0, 0.4],
    ],
    np.float32,
)


def test_words_of_pieces(minilm: Model) -> None:
    found = joined(minilm.encode("Unbelievably, xylophonists play."))
    texts = [place.text for place in found]
    assert texts == ["[CLS]", "unbelievably", ",", "xylophonists", "play", ".", "[SEP]"]
    assert [place.first for place in found[1:]] == [place.end for place in found[:-1]]


@pytest.mark.parametrize("text", ["##ing", "a ##ing", "##", "hungry."])
def test_what_a_person_typed_is_not_a_piece(minilm: Model, text: str) -> None:
    found = minilm.encode(text)
    assert len(joined(found)) == len(found)


def test_joined_by_hand() -> None:
    shown, defined = read(WEIGHTS, tokens(), Reading(join=True))
    expected = [[0.1, 0.5, 0.3, 0.1], [0.3, 0.4, 0.15, 0.15], [0.2, 0.4, 0.2, 0.2], [0.6, 0, 0, 0.4]]
    assert shown == pytest.approx(np.array(expected), abs=1e-6)
    assert shown.dtype == np.float32
    assert defined.all()
    assert [place.text for place in places(tokens(), Reading(join=True))] == [
        "[CLS]",
        "playing",
        "cat",
        "[SEP]",
    ]


def test_hidden_by_hand() -> None:
    shown, defined = read(WEIGHTS, tokens(), Reading(hide_special=True))
    assert shown[0] == pytest.approx([1 / 3, 1 / 3, 1 / 3], abs=1e-6)
    assert shown[1] == pytest.approx([0.5, 0.25, 0.25], abs=1e-6)
    assert defined.all()
    assert [place.text for place in places(tokens(), Reading(hide_special=True))] == ["play", "##ing", "cat"]


def test_a_row_with_nothing_left_is_undefined_and_not_a_number_that_is_none() -> None:
    weights = WEIGHTS.copy()
    weights[3] = [0.5, 0, 0, 0, 0.5]
    shown, defined = read(weights, tokens(), Reading(hide_special=True))
    assert defined.tolist() == [True, True, False]
    assert shown[2].tolist() == [0, 0, 0]


def test_the_first_token_is_hidden_whatever_it_is() -> None:
    words = tokens(("play", "##ing", "cat"))
    assert [place.text for place in places(words, Reading(hide_first=True))] == ["##ing", "cat"]
    assert [place.text for place in places(words, Reading(True, False, True))] == ["cat"]


def test_everything_can_be_hidden() -> None:
    nothing = tokens(("[CLS]", "[SEP]"))
    shown, defined = read(WEIGHTS[:2, :2], nothing, Reading(hide_special=True))
    assert places(nothing, Reading(hide_special=True)) == ()
    assert shown.shape == (0, 0)
    assert defined.shape == (0,)


def test_a_plain_reading_is_the_array_itself() -> None:
    assert read(WEIGHTS, tokens(), Reading())[0] is WEIGHTS


@given(
    st.lists(st.sampled_from(["a", "##b", "cat", "##ing"]), min_size=1, max_size=12),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.integers(0, 2**32 - 1),
)
def test_rows_sum_to_one(words: list[str], join: bool, special: bool, first: bool, seed: int) -> None:
    some = tokens(("[CLS]", *words, "[SEP]"))
    weights = np.random.default_rng(seed).random((2, len(some), len(some))).astype(np.float32) + np.float32(
        0.01
    )
    weights /= weights.sum(axis=-1, keepdims=True)
    reading = Reading(join, special, first)
    shown, defined = read(weights, some, reading)
    count = len(places(some, reading))
    assert shown.shape == (2, count, count)
    assert shown.sum(axis=-1)[defined] == pytest.approx(1, abs=1e-5)
    assert defined.all() == bool(count) or not count


def test_only_what_changes_something_is_a_reading() -> None:
    whole = tokens(("[CLS]", "cat", "[SEP]"))
    assert effective(whole, Reading(join=True)) == PLAIN
    assert effective(tokens(), Reading(join=True)) == Reading(join=True)
    assert effective(tokens(("play", "##ing")), Reading(join=True, hide_special=True)) == Reading(join=True)
    assert effective(whole, Reading(True, True)) == Reading(False, True)
    assert effective(tokens(("[CLS]", "[SEP]")), Reading(hide_special=True)) == PLAIN  # nothing would be left


def test_a_token_lies_in_the_place_of_its_word() -> None:
    found = places(tokens(), Reading(join=True, hide_special=True))
    assert [place_of(found, token) for token in range(5)] == [None, 0, 0, 1, None]
    assert place_of(found, None) is None


def test_how_a_number_comes_about_by_hand() -> None:
    """Mean over `play` and `##ing` of their weight on `cat`, of what they give to all but the special tokens."""
    made = made_of(WEIGHTS, tokens(), Reading(join=True, hide_special=True), 2, 3)
    assert made is not None
    assert (made.query.text, made.key.text) == ("playing", "cat")
    assert (made.mean, made.rest) == pytest.approx(((0.1 + 0.2) / 2, (0.3 + 0.8) / 2))
    assert made_of(WEIGHTS, tokens(), Reading(hide_special=True), 0, 3) is None
    assert made_of(WEIGHTS, tokens(), Reading(hide_special=True), 3, 4) is None
    nothing = WEIGHTS.copy()
    nothing[3] = [0.5, 0, 0, 0, 0.5]
    assert made_of(nothing, tokens(), Reading(hide_special=True), 3, 1) is None


@pytest.mark.parametrize(
    "reading", [Reading(True), Reading(True, True), Reading(False, True), Reading(True, True, True)]
)
def test_every_number_that_is_read_comes_about_so(reading: Reading) -> None:
    draw = np.random.default_rng(3).random((5, 5)).astype(np.float32)
    draw /= draw.sum(axis=1, keepdims=True)
    shown, found = read(draw, tokens(), reading)[0], places(tokens(), reading)
    for row, col in np.ndindex(shown.shape):
        made = made_of(draw, tokens(), reading, found[row].end - 1, found[col].first)
        assert made is not None
        assert made.value == pytest.approx(float(shown[row, col]), abs=1e-6)
