"""The rules of chosen words and of the pair."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.analogy import Analogy, AnalogySettings
from engine.pasted import MOST
from engine.similarity import PairReadout
from engine.vectors import Neighbour
from gui.chosen import add, as_first, as_second, clicked, corners, readout, without

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


def test_words_are_taken_away_and_the_rest_keeps_its_order():
    assert without(("c", "a", "b"), ("a", "z")) == ("c", "b")


def test_the_500_that_fit_are_kept_and_the_rest_is_named():
    many = [f"w{i}" for i in range(MOST + 3)]
    added = add(("first",), many)
    assert (len(added.words), added.words[0]) == (500, "first")
    assert added.left_out == tuple(many[-4:])


def test_an_analogy_s_corners_are_its_words_once_and_the_first_answer():
    answers = (Neighbour("queen", 3, 0.8), Neighbour("monarch", 9, 0.7))
    found = Analogy(("king", "man", "woman"), AnalogySettings(), answers, np.zeros(2))
    assert corners(found) == ("king", "man", "woman", "queen")
    won = Analogy(
        ("king", "man", "woman"), AnalogySettings(inputs=True), (Neighbour("king", 1, 0.9),), np.zeros(2)
    )
    assert corners(won) == ("king", "man", "woman")


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
    numbers = PairReadout(1.0, 2.0, 3.0, 0.5, 60.0, 4.0, 5.0)
    assert readout({PAIR: numbers}, "a", "b") is numbers
    turned = readout({PAIR: numbers}, "b", "a")
    assert (turned.norm_a, turned.norm_b, turned.dot) == (3.0, 2.0, 1.0)
    assert readout({PAIR: numbers}, "a", "c") is None
