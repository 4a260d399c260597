"""How far to trust a map: by hand, and scikit-learn's number."""

import numpy as np
import pytest

from engine.maps.trust import nearest, trust
from engine.vectors import WordVectors
from engine.words import describe, trust_in


def test_by_hand() -> None:
    """On a line, and then with the third and the last point having changed places."""
    true = np.array([[0.0], [1.0], [3.0], [7.0], [15.0]])
    drawn = true[[0, 1, 4, 3, 2]]
    told = trust(true, drawn, neighbours=1)
    assert told
    assert told.neighbours == 1
    assert nearest(true, 1).tolist() == [[1], [0], [1], [2], [3]]
    assert nearest(drawn, 1).tolist() == [[1], [0], [3], [4], [1]]
    assert told.torn == ((), (), (1,), (2,), (3,))
    assert told.invented == ((), (), (3,), (4,), (1,))
    # The false ones are truly the third, the fourth and the third nearest: too far by 2, 3 and 2.
    assert told.trustworthiness == pytest.approx(1 - 2 * (2 + 3 + 2) / (5 * 1 * (2 * 5 - 3 * 1 - 1)))


def test_a_true_map_tears_and_invents_nothing() -> None:
    flat = np.random.default_rng(1).normal(size=(30, 2))
    told = trust(np.hstack([flat, np.zeros((30, 5))]), 3 * flat)
    assert told
    assert told.trustworthiness == 1
    assert not any(told.torn)
    assert not any(told.invented)


@pytest.mark.parametrize(
    ("count", "neighbours"), [(0, None), (2, None), (3, 1), (4, 1), (5, 2), (11, 5), (40, 5)]
)
def test_fewer_words_have_fewer_neighbours(count: int, neighbours: int | None) -> None:
    rows = np.random.default_rng(count).normal(size=(count, 6))
    told = trust(rows, rows[:, :2])
    assert (told.neighbours if told else None) == neighbours
    if told:
        assert all(
            len(torn) == len(false) <= told.neighbours
            for torn, false in zip(told.torn, told.invented, strict=True)
        )


def test_equal_points_are_no_neighbours_of_themselves() -> None:
    told = trust(np.zeros((7, 3)), np.zeros((7, 2)))
    assert told
    assert not any(told.torn)
    assert nearest(np.zeros((4, 2)), 2).tolist() == [[1, 2], [0, 2], [0, 1], [0, 1]]


def test_of_words(vectors: WordVectors) -> None:
    """The plane of these words puts a city beside a state that is not its likest."""
    words = (
        "florida",
        "california",
        "texas",
        "politics",
        "truth",
        "cat",
        "dog",
        "milk",
        "king",
        "queen",
        "paris",
    )
    plane = describe(vectors, words).plane
    assert plane
    told = trust_in(vectors, plane)
    assert told
    assert 0.5 < told.trustworthiness < 1
    assert any(told.torn)
