"""The numbers behind each measure of a pair add up to what the read-out says."""

import math

import numpy as np
import pytest

from engine.pair_terms import MEASURES, PairTerms, pair_terms
from engine.similarity import PairReadout, compare
from engine.vectors import WordVectors

A, B = np.array([3.0, 4.0]), np.array([4.0, 3.0])

# What each formula does with the sum of its terms.
ENDS = {
    "dot": lambda found, pair: found.total,
    "norm_a": lambda found, pair: math.sqrt(found.total),
    "norm_b": lambda found, pair: math.sqrt(found.total),
    "cosine": lambda found, pair: found.total / (pair.norm_a * pair.norm_b),
    "angle_degrees": lambda found, pair: math.degrees(2 * math.atan(math.sqrt(found.total) / found.together)),
    "euclidean": lambda found, pair: math.sqrt(found.total),
    "manhattan": lambda found, pair: found.total,
}


@pytest.mark.parametrize(
    ("measure", "terms"),
    [
        ("dot", [12, 12]),
        ("norm_a", [9, 16]),
        ("norm_b", [16, 9]),
        ("cosine", [12, 12]),
        ("angle_degrees", [0.04, 0.04]),  # of (0.6, 0.8) and (0.8, 0.6)
        ("euclidean", [1, 1]),
        ("manhattan", [1, 1]),
    ],
)
def test_by_hand(measure: str, terms: list[float]) -> None:
    assert pair_terms(measure, A, B).added.products.tolist() == pytest.approx(terms)


def test_every_number_of_a_pair_has_its_terms() -> None:
    assert set(MEASURES) == set(PairReadout.__dataclass_fields__) == set(ENDS)


@pytest.mark.parametrize("by_size", [False, True])
@pytest.mark.parametrize("measure", MEASURES)
def test_the_formula_leads_from_the_terms_to_the_read_out(
    vectors: WordVectors, measure: str, by_size: bool
) -> None:
    a, b = vectors.exact("florida"), vectors.exact("truth")
    pair = compare(a, b)
    found = pair_terms(measure, a, b, by_size)
    assert len(found.added.products) == 100
    assert ENDS[measure](found, pair) == pytest.approx(getattr(pair, measure), rel=1e-13)


def test_by_size_the_largest_term_comes_first_whatever_the_measure() -> None:
    found = pair_terms("manhattan", np.array([0.0, 1, 5]), np.array([1.0, 1, 2]), by_size=True)
    assert found.added.dimensions.tolist() == [2, 0, 1]
    assert found.added.running.tolist() == [3, 4, 4]


def test_a_zero_vector_has_finite_terms() -> None:
    found: PairTerms = pair_terms("angle_degrees", np.zeros(2), B)
    assert found.total == pytest.approx(1.0)
    assert found.together == pytest.approx(1.0)
