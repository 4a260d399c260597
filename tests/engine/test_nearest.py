"""Neighbours by several metrics side by side: the same as one by one, and where they disagree."""

import numpy as np
import pytest

from engine.errors import UnknownWordError
from engine.nearest import COMPARED, Line, SideBySide, side_by_side
from engine.similarity import METRICS
from engine.vectors import Neighbour, WordVectors


@pytest.mark.parametrize("word", ["florida", "the", "Milk"])
def test_each_list_is_that_of_its_metric(vectors: WordVectors, word: str) -> None:
    found = side_by_side(vectors, word, 12)
    assert tuple(found.lists) == COMPARED
    for name, neighbours in found.lists.items():
        assert neighbours == vectors.neighbours(word, METRICS[name], 12)
    assert found.word == word.lower()


@pytest.mark.parametrize("word", ["truth", "asparagus", "walrus", "zebra"])
def test_frequent_words_win_under_the_dot_product(vectors: WordVectors, word: str) -> None:
    """What the lists are put side by side to show: the dot product lists longer vectors, of more frequent words."""
    lists = side_by_side(vectors, word, 10).lists
    ranks = [np.median([near.rank for near in lists[name]]) for name in COMPARED]
    lengths = [np.mean([vectors.lengths[near.rank] for near in lists[name]]) for name in COMPARED]
    assert ranks == sorted(ranks)
    assert lengths == sorted(lengths, reverse=True)


def test_where_they_disagree() -> None:
    lists = {
        "dot": (Neighbour("a", 1, 9.0), Neighbour("b", 2, 8.0), Neighbour("c", 3, 7.0)),
        "cosine": (Neighbour("a", 1, 0.9), Neighbour("c", 3, 0.8), Neighbour("d", 4, 0.7)),
    }
    found = SideBySide("w", lists)
    assert found.lines("dot", "cosine") == (Line("a", 0, 0), Line("c", 2, 1))
    assert [line.level for line in found.lines("dot", "cosine")] == [True, False]
    assert {word: found.disagree(word) for word in "abcd"} == {"a": False, "b": True, "c": True, "d": True}
    assert found.places["c"] == {"dot": 2, "cosine": 1}


def test_the_middle_of_a_list_s_ranks() -> None:
    lists = {"dot": (Neighbour("a", 1, 9.0), Neighbour("b", 90, 8.0), Neighbour("c", 4, 7.0)), "cosine": ()}
    found = SideBySide("w", lists)
    assert found.middle_rank("dot") == 4
    assert found.middle_rank("cosine") is None


def test_a_zero_vector_has_no_list_where_a_direction_is_needed() -> None:
    words = WordVectors(("zero", "a", "b"), np.array([[0, 0], [1, 0], [0, 2]], np.float32))
    found = side_by_side(words, "zero", 5)
    assert [(name, [near.word for near in lists]) for name, lists in found.lists.items()] == [
        ("dot", ["a", "b"]),
        ("cosine", []),
        ("euclidean", ["a", "b"]),
    ]
    assert "zero" not in {near.word for near in side_by_side(words, "a", 5).lists["cosine"]}


def test_an_unknown_word_is_named(vectors: WordVectors) -> None:
    with pytest.raises(UnknownWordError):
        side_by_side(vectors, "florda", 5)
