"""The products behind a dot product."""

import numpy as np
import pytest

from engine.dot_terms import dot_terms
from engine.similarity import METRICS
from engine.vectors import WordVectors


def test_by_hand() -> None:
    a, b = np.array([1.0, -5.0, 2.0, 0.0]), np.array([3.0, 2.0, 1.0, 9.0])
    plain = dot_terms(a, b)
    assert plain.products.tolist() == [3, -10, 2, 0]
    assert plain.running.tolist() == [3, -7, -5, -5]
    largest = dot_terms(a, b, by_size=True)
    assert largest.dimensions.tolist() == [1, 0, 2, 3]
    assert (largest.a.tolist(), largest.b.tolist()) == ([-5, 1, 2, 0], [2, 3, 1, 9])
    assert largest.running.tolist() == [-10, -7, -5, -5]


@pytest.mark.parametrize("by_size", [False, True])
def test_the_last_sum_is_the_dot_product(vectors: WordVectors, by_size: bool) -> None:
    a, b = vectors.exact("florida"), vectors.exact("texas")
    found = dot_terms(a, b, by_size)
    assert found.running[-1] == pytest.approx(METRICS["dot"].pair(a, b), rel=1e-14)
    assert np.array_equal(found.products, (a * b)[found.dimensions])
    assert sorted(found.dimensions.tolist()) == list(range(100))
