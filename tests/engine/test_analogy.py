"""Analogies: the published figures, and the quick search against measuring every word."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.analogy import ALMOST_ZERO, METHODS, AnalogySettings, Terms, analogy
from engine.errors import UndefinedError, UnknownWordError
from engine.similarity import METRICS, unit
from engine.vectors import WordVectors

KING: Terms = ("king", "man", "woman")
PARIS: Terms = ("paris", "france", "germany")
MULTIPLIED = AnalogySettings("3cosmul")


def vocabulary(matrix: np.ndarray) -> WordVectors:
    return WordVectors(tuple(f"w{i}" for i in range(len(matrix))), matrix.astype(np.float32))


@pytest.mark.parametrize(
    ("terms", "how", "answers"),
    [
        (KING, AnalogySettings(), [("queen", "0.7699"), ("monarch", "0.6843"), ("throne", "0.6756")]),
        (KING, AnalogySettings(units=False, inputs=True), [("king", "0.8552"), ("queen", "0.7834")]),
        (PARIS, AnalogySettings(units=False), [("berlin", "0.8810")]),
        (PARIS, AnalogySettings(), [("berlin", "0.8846")]),
    ],
)
def test_golden(
    vectors: WordVectors, terms: Terms, how: AnalogySettings, answers: list[tuple[str, str]]
) -> None:
    found = analogy(vectors, terms, len(answers), how)
    assert [(near.word, f"{near.value:.4f}") for near in found.answers] == answers
    assert (found.terms, found.settings) == (terms, how)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("inputs", [False, True])
def test_the_inputs_are_answers_only_where_they_may_be(
    vectors: WordVectors, method: str, inputs: bool
) -> None:
    found = analogy(vectors, ("King", "man", "woman"), 60, AnalogySettings(method, inputs=inputs))
    assert bool({"king", "woman"} & {near.word for near in found.answers}) == inputs
    assert found.terms == KING
    assert found.margin == found.answers[0].value - found.answers[1].value > 0


def test_the_score_is_the_cosine_with_what_is_drawn(vectors: WordVectors) -> None:
    for units in (False, True):
        found = analogy(vectors, KING, 5, AnalogySettings(units=units))
        a, b, c = unit(vectors.stack(KING)) if units else vectors.stack(KING)
        assert np.array_equal(found.target, a - b + c)
        for near in found.answers:
            assert near.value == METRICS["cosine"].pair(found.target, vectors.exact(near.word))


def test_products_by_hand() -> None:
    """cos(x, a) = 1, cos(x, b) = 0, cos(x, c) = 0: 1 * 0.5 / 0.501."""
    words = vocabulary(np.array([[2, 0, 0], [0, 3, 0], [0, 0, 1], [7, 0, 0], [0, -1, 0]]))
    found = analogy(words, ("w0", "w1", "w2"), 9, MULTIPLIED)
    assert [near.word for near in found.answers] == ["w4", "w3"]
    assert found.answers[1].value == pytest.approx(0.5 / 0.501)
    assert found.answers[0].value == pytest.approx(0.25 / ALMOST_ZERO), (
        "opposite to b: what divides is almost zero"
    )


@settings(max_examples=40)
@given(seed=st.integers(0, 10**6), spread=st.sampled_from([1, 2, 1000]), count=st.integers(1, 30))
def test_the_quick_search_finds_what_measuring_every_word_finds(seed: int, spread: int, count: int) -> None:
    """Many ties, zero vectors, and divisors next to zero."""
    rng = np.random.default_rng(seed)
    words = vocabulary(rng.integers(-spread, spread + 1, size=(600, 3)))
    words.matrix[:3] = [[1, 2, 0], [spread, 0, 1], [-1, 1, 1]]
    found = analogy(words, ("w0", "w1", "w2"), count, MULTIPLIED).answers
    exact = words.exact_rows(range(600))
    a, b, c = ((METRICS["cosine"].row(row, exact)[0] + 1) / 2 for row in exact[:3])
    scores = np.where(exact.any(axis=1), a * c / (b + ALMOST_ZERO), -1)
    scores[:3] = -1
    best = [i for i in np.argsort(-scores, kind="stable").tolist() if scores[i] >= 0][:count]
    assert [(near.rank, near.value) for near in found] == [(i, scores[i]) for i in best]


@pytest.mark.parametrize("how", [AnalogySettings(), MULTIPLIED])
def test_a_word_without_direction_is_refused_where_directions_count(how: AnalogySettings) -> None:
    words = vocabulary(np.array([[1, 0], [0, 0], [0, 2], [3, 4]]))
    with pytest.raises(UndefinedError):
        analogy(words, ("w0", "w1", "w2"), 3, how)
    raw = analogy(words, ("w0", "w1", "w2"), 3, AnalogySettings(units=False))
    assert raw.target.tolist() == [1, 2]
    assert [near.word for near in raw.answers] == ["w3"]
    assert raw.margin is None


def test_a_sum_of_zero_has_no_direction() -> None:
    words = vocabulary(np.array([[1, 0], [2, 0], [1, 0], [3, 4]]))
    with pytest.raises(UndefinedError):
        analogy(words, ("w0", "w1", "w2"), 3, AnalogySettings(units=False))


def test_an_unknown_word_is_named(vectors: WordVectors) -> None:
    with pytest.raises(UnknownWordError) as caught:
        analogy(vectors, ("king", "man", "womam"), 3, AnalogySettings())
    assert caught.value.word == "womam"
