"""The mean of several words, and the odd one out."""

import numpy as np
import pytest

from engine.errors import TooFewPointsError, UndefinedError
from engine.similarity import METRICS
from engine.vectors import WordVectors
from engine.word_group import mean_of, odd_one_out


def vocabulary(**rows: list[float]) -> WordVectors:
    return WordVectors(tuple(rows), np.array(list(rows.values()), np.float32))


@pytest.mark.parametrize(
    ("words", "odd"),
    [
        (("breakfast", "cereal", "dinner", "lunch"), "cereal"),
        (("cat", "dog", "horse", "senate"), "senate"),
        (("monday", "tuesday", "france", "friday"), "france"),
    ],
)
def test_the_odd_one_out(vectors: WordVectors, words: tuple[str, ...], odd: str) -> None:
    ranked = odd_one_out(vectors, words)
    assert ranked[0].word == odd
    assert sorted(one.word for one in ranked) == sorted(words)
    assert [one.cosine for one in ranked] == sorted(one.cosine for one in ranked)


def test_by_hand() -> None:
    """Against the mean of the other two directions, however long the vectors are."""
    words = vocabulary(a=[1, 0], b=[0, 100], c=[0, 1])
    ranked = odd_one_out(words, ("a", "b", "c"))
    assert [one.word for one in ranked] == ["a", "c", "b"], "b and c belong alike: the one named last first"
    assert ranked[0].cosine == 0
    assert ranked[1].cosine == pytest.approx(np.sqrt(0.5))


def test_what_has_no_odd_one() -> None:
    words = vocabulary(a=[1, 0], b=[0, 1], zero=[0, 0])
    with pytest.raises(TooFewPointsError):
        odd_one_out(words, ("a", "b"))
    with pytest.raises(UndefinedError):
        odd_one_out(words, ("a", "b", "zero"))


def test_the_mean_and_its_neighbours(vectors: WordVectors) -> None:
    days = ("monday", "tuesday", "wednesday")
    found = mean_of(vectors, days, 4)
    assert found.vector == pytest.approx(vectors.stack(days).mean(axis=0), abs=1e-15)
    assert {near.word for near in found.nearest} == {"thursday", "friday", "sunday", "saturday"}
    assert found.nearest[0].value == METRICS["cosine"].pair(
        found.vector, vectors.exact(found.nearest[0].word)
    )
    assert {near.word for near in mean_of(vectors, days, 3, inputs=True).nearest} < {*days, "thursday"}


def test_of_unit_vectors_a_long_one_weighs_no_more() -> None:
    words = vocabulary(a=[9, 0], b=[0, 1], c=[2, 2])
    assert mean_of(words, ("a", "b"), 1).vector.tolist() == [4.5, 0.5]
    assert mean_of(words, ("a", "b"), 1, units=True).vector.tolist() == [0.5, 0.5]
    with pytest.raises(TooFewPointsError):
        mean_of(words, (), 3)
    with pytest.raises(UndefinedError):
        mean_of(vocabulary(a=[1, 0], b=[-1, 0], c=[1, 1]), ("a", "b"), 3)
