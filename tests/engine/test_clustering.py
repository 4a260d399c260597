"""The order of a matrix by groups."""

from itertools import pairwise

import numpy as np
import pytest

from engine.clustering import clustered
from engine.similarity import METRICS, Metric, matrix
from engine.vectors import WordVectors

each_metric = pytest.mark.parametrize("metric", METRICS.values(), ids=METRICS.keys())


@each_metric
def test_groups_lie_together(metric: Metric) -> None:
    """Three groups of four, far apart, in a shuffled order: each is a run of neighbours."""
    rng = np.random.default_rng(7)
    group = rng.permutation(np.repeat(np.arange(3), 4))
    rows = 9 * np.eye(3)[group] + rng.normal(scale=0.2, size=(12, 3))
    order = clustered(matrix(rows, metric), metric)
    assert sorted(order) == list(range(12))
    assert np.count_nonzero(np.diff(group[list(order)])) == 2
    assert clustered(matrix(rows, metric), metric) == order


def test_words(vectors: WordVectors) -> None:
    words = ("cat", "monday", "paris", "dog", "sunday", "rome", "horse", "friday", "berlin")
    order = clustered(matrix(vectors.stack(words), METRICS["cosine"]), METRICS["cosine"])
    kinds = ["animal", "day", "city"] * 3
    assert sum(kinds[a] != kinds[b] for a, b in pairwise(order)) == 2


def test_points_on_a_line_are_walked_along_it() -> None:
    """Each group is turned so that near ends meet."""
    places = np.array([0.0, 100.0, 1.0, 103.0, 2.5, 107.0, 112.0, 4.5])[:, np.newaxis]
    order = clustered(matrix(places, METRICS["euclidean"]), METRICS["euclidean"])
    assert places[list(order), 0].tolist() == sorted(places[:, 0].tolist())


def test_the_group_that_holds_the_earlier_word_stands_first() -> None:
    """Although the other one was closed earlier; and its far end is the first."""
    places = np.array([0.0, 10.0, 10.1, 1.0])[:, np.newaxis]
    assert clustered(matrix(places, METRICS["euclidean"]), METRICS["euclidean"]) == (0, 3, 1, 2)


@pytest.mark.parametrize("count", [0, 1, 2])
def test_few(count: int) -> None:
    assert clustered(matrix(np.eye(3)[:count], METRICS["cosine"]), METRICS["cosine"]) == tuple(range(count))


def test_words_without_direction_come_last() -> None:
    rows = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 0.0], [0.0, 1.0], [1.0, 0.1], [0.1, 1.0]])
    assert clustered(matrix(rows, METRICS["cosine"]), METRICS["cosine"])[-2:] == (0, 2)
    assert clustered(matrix(rows[[0, 2]], METRICS["cosine"]), METRICS["cosine"]) == (0, 1)


@each_metric
def test_equal_rows(metric: Metric) -> None:
    assert sorted(clustered(matrix(np.ones((5, 3)), metric), metric)) == [0, 1, 2, 3, 4]
