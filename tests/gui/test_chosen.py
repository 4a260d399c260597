"""The rules of chosen words and of the pair."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.similarity import PairReadout
from gui.chosen import LONGEST, MOST, add, as_first, as_second, clicked, listed, readout

PAIR = ("a", "b")
words = st.lists(st.text("abcdefgh", min_size=1, max_size=2), max_size=60)


@pytest.mark.parametrize(
    ("rule", "word", "pair"),
    [
        (clicked, "c", ("b", "c")),
        (clicked, "a", ("b", "a")),
        (clicked, "b", ("a", "b")),
        (as_first, "c", ("c", "b")),
        (as_first, "b", ("b", "a")),
        (as_first, "a", ("a", "b")),
        (as_second, "c", ("a", "c")),
        (as_second, "a", ("b", "a")),
        (as_second, "b", ("a", "b")),
    ],
)
def test_what_a_choice_makes_of_the_pair(rule, word, pair):
    assert rule(PAIR, word) == pair


@pytest.mark.parametrize("rule", [clicked, as_first, as_second])
def test_a_pair_fills_up_from_nothing(rule):
    assert rule((), "a") == ("a",)
    assert set(rule(("a",), "b")) == {"a", "b"}
    assert rule(("a",), "a") == ("a",)


def test_a_list_may_be_separated_in_any_way():
    assert listed(" king, queen;man\n\twoman ,, ") == ("king", "queen", "man", "woman")
    assert listed(" \n,") == ()
    assert len(listed("x" * 5000)[0]) == LONGEST


@given(words, words)
def test_adding_keeps_each_word_once_in_order_and_loses_none(first, more):
    chosen = tuple(dict.fromkeys(first))[:MOST]
    added = add(chosen, more)
    assert added.words[: len(chosen)] == chosen
    assert len(set(added.words)) == len(added.words) <= MOST
    assert set(added.words) | set(added.left_out) == set(chosen) | set(more)
    assert set(added.already) == set(chosen) & set(more)
    assert not set(added.left_out) & set(added.words)


def test_a_pair_is_read_either_way_round():
    numbers = PairReadout(1.0, 2.0, 3.0, 0.5, 60.0, 4.0)
    assert readout({PAIR: numbers}, "a", "b") is numbers
    turned = readout({PAIR: numbers}, "b", "a")
    assert (turned.norm_a, turned.norm_b, turned.dot) == (3.0, 2.0, 1.0)
    assert readout({PAIR: numbers}, "a", "c") is None
