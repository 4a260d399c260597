"""Nearest neighbours: the fast search finds what measuring every word finds."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import UndefinedError, UnknownWordError
from engine.paths import GLOVE
from engine.similarity import METRICS, FromDots, Metric
from engine.vectors import (
    BLOCK,
    Neighbour,
    WordVectors,
    _plain_neighbours,
    candidates,
    open_vectors,
)

FROM_DOTS = [metric for metric in METRICS.values() if isinstance(metric, FromDots)]

each_metric = pytest.mark.parametrize("metric", METRICS.values(), ids=METRICS.keys())


@pytest.fixture(scope="module")
def glove() -> WordVectors:
    return open_vectors(GLOVE)


def vocabulary(matrix: np.ndarray) -> WordVectors:
    return WordVectors(tuple(f"w{i}" for i in range(len(matrix))), matrix.astype(np.float32))


def test_golden_florida(glove: WordVectors) -> None:
    found = glove.neighbours("florida", METRICS["cosine"], 5)
    assert [(hit.word, f"{hit.value:.4f}") for hit in found] == [
        ("texas", "0.8823"),
        ("carolina", "0.8348"),
        ("california", "0.8277"),
        ("arizona", "0.8264"),
        ("miami", "0.8123"),
    ]


@each_metric
@pytest.mark.parametrize("count", [1, 10, 97, 98, 3000])
def test_fast_and_plain_agree_on_the_shipped_words(glove: WordVectors, metric: Metric, count: int) -> None:
    query = glove.exact("king") - glove.exact("man") + glove.exact("woman")
    assert glove.neighbours(query, metric, count) == _plain_neighbours(glove, query, metric, count)


@each_metric
@settings(max_examples=30)
@given(seed=st.integers(0, 10**6), spread=st.sampled_from([1, 3, 1000]), count=st.integers(1, 40))
def test_fast_and_plain_agree_with_many_ties_and_zero_vectors(
    metric: Metric, seed: int, spread: int, count: int
) -> None:
    rng = np.random.default_rng(seed)
    vectors = vocabulary(rng.integers(-spread, spread + 1, size=(rng.integers(1, 40) * BLOCK + 5, 3)))
    query = np.array([1.0, -2.0, 3.0])
    assert vectors.neighbours(query, metric, count) == _plain_neighbours(vectors, query, metric, count)


@each_metric
@pytest.mark.parametrize("scale", [1, 1000])
def test_differences_below_the_precision_of_the_search_decide_the_order(metric: Metric, scale: int) -> None:
    """Thousands of vectors whose float32 scores are the same but for rounding."""
    rng = np.random.default_rng(3)
    base = scale * rng.normal(size=20)
    vectors = vocabulary(base + scale * 1e-6 * rng.normal(size=(5000, 20)))
    assert vectors.neighbours(base, metric, 10) == _plain_neighbours(vectors, base, metric, 10)


@each_metric
def test_few_words_with_a_direction_among_thousands_without(metric: Metric) -> None:
    matrix = np.zeros((50 * BLOCK, 2))
    matrix[7], matrix[70] = [1, 2], [2, 1]
    query = np.array([1.0, 0.0])
    vectors = vocabulary(matrix)
    found = vectors.neighbours(query, metric, 5)
    assert found == _plain_neighbours(vectors, query, metric, 5)
    assert len(found) == (2 if metric.needs_direction else 5)


def test_the_search_leaves_few_words_to_be_measured_again(glove: WordVectors) -> None:
    scores = glove.matrix @ glove.matrix[glove.index("florida")]
    for count in (1, 10, 97, 600):
        nearest = set(np.argsort(scores)[-count:].tolist())
        kept = set(candidates(scores, count, 0.0).tolist())
        assert nearest <= kept
        assert len(kept) <= 1.3 * count


@each_metric
def test_a_value_is_the_pairs_own_to_the_last_bit(glove: WordVectors, metric: Metric) -> None:
    query = glove.exact("milk")
    for hit in glove.neighbours("milk", metric, 20):
        assert (
            hit.value
            == metric.pair(query, glove.exact(hit.word))
            == metric.pair(glove.exact(hit.word), query)
        )
        assert glove.index(hit.word) == hit.rank


def test_a_word_leaves_itself_out_and_a_vector_does_not(glove: WordVectors) -> None:
    for metric in METRICS.values():
        assert "milk" not in {hit.word for hit in glove.neighbours("Milk", metric, 50)}
    nearest = glove.neighbours(glove.exact("milk"), METRICS["euclidean"], 1)
    assert nearest == (Neighbour("milk", glove.index("milk"), 0.0),)


def test_words_can_be_left_out(glove: WordVectors) -> None:
    cosine = METRICS["cosine"]
    everything = glove.neighbours("florida", cosine, 12)
    fewer = glove.neighbours("florida", cosine, 10, leave_out=["Texas", "miami", "florida"])
    assert list(fewer) == [hit for hit in everything if hit.word not in ("texas", "miami")]
    with pytest.raises(UnknownWordError):
        glove.neighbours("florida", cosine, 10, leave_out=["florda"])


@each_metric
def test_no_more_than_there_are(metric: Metric) -> None:
    vectors = vocabulary(np.array([[1, 0], [0, 2], [0, 0], [3, 3]]))
    assert len(vectors.neighbours("w0", metric, 99)) == (2 if metric.needs_direction else 3)
    assert vectors.neighbours("w0", metric, 0) == ()
    assert vectors.neighbours("w0", metric, 5, leave_out=vectors.words) == ()


@each_metric
def test_a_zero_query_is_undefined_only_where_a_direction_is_needed(metric: Metric) -> None:
    vectors = vocabulary(np.array([[1, 0], [0, 0], [3, 4]]))
    if metric.needs_direction:
        with pytest.raises(UndefinedError, match=metric.id):
            vectors.neighbours("w1", metric, 2)
    else:
        value = {"dot": [0.0, 0.0], "euclidean": [1.0, 5.0], "manhattan": [1.0, 7.0]}[metric.id]
        assert [hit.value for hit in vectors.neighbours("w1", metric, 2)] == value
    with pytest.raises(UndefinedError):
        vectors.neighbours(np.array([np.nan, 1.0]), metric, 2)


@settings(max_examples=30)
@given(st.integers(0, 10**6), st.integers(1, 30))
def test_side_by_side_is_one_by_one(seed: int, count: int) -> None:
    rng = np.random.default_rng(seed)
    vectors = vocabulary(rng.integers(-2, 3, size=(500, 3)))
    query = rng.normal(size=3)
    found = vectors.side_by_side(query, FROM_DOTS, count)
    assert found == tuple(_plain_neighbours(vectors, query, metric, count) for metric in FROM_DOTS)


def test_the_search_is_done_in_float32(glove: WordVectors) -> None:
    """A float64 scalar on the way would double its time."""
    for metric in METRICS.values():
        assert glove._scores(glove.exact("milk"), 5.0, metric).dtype == np.float32
