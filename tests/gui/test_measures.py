"""The formulas with their numbers put in, for two vectors whose numbers anybody can check."""

import csv
from io import StringIO

import numpy as np
import pytest

from engine.pair_terms import MEASURES as TERMS
from engine.pair_terms import pair_terms
from engine.similarity import compare
from gui.measures import MEASURES, terms_csv, worked

A, B = np.array([3.0, 4.0]), np.array([4.0, -3.0])
C = np.array([4.0, 3.0])


@pytest.mark.parametrize(
    ("measure", "said"),
    [
        ("dot", "3.0000 × 4.0000 + 4.0000 × 3.0000 = 24.0000"),
        ("norm_a", "√25.0000 = 5.0000"),
        ("norm_b", "√25.0000 = 5.0000"),
        ("cosine", "24.0000 ÷ (5.0000 × 5.0000) = 0.9600"),
        ("angle_degrees", "2 arctan (√0.0800 ÷ 1.9799) = 16.2602°"),
        ("euclidean", "√2.0000 = 1.4142"),
        ("manhattan", "|3.0000 − 4.0000| + |4.0000 − 3.0000| = 2.0000"),
    ],
)
def test_by_hand(measure, said):
    assert worked(pair_terms(measure, A, C), compare(A, C)) == said


def test_negative_factors_stand_in_brackets():
    assert worked(pair_terms("dot", A, B), compare(A, B)) == "3.0000 × 4.0000 + 4.0000 × (−3.0000) = 0.0000"


def test_of_many_dimensions_only_the_first_are_written():
    a, ones = np.arange(1.0, 100.0), np.ones(99)
    said = worked(pair_terms("dot", a, ones, by_size=True), compare(a, ones))
    assert said == "99.0000 × 1.0000 + 98.0000 × 1.0000 + … = 4950.00"


@pytest.mark.parametrize("measure", ["cosine", "angle_degrees"])
def test_what_is_undefined_is_said_so(measure):
    assert worked(pair_terms(measure, A, np.zeros(2)), compare(A, np.zeros(2))).startswith("undefined")


def test_every_measure_has_a_face():
    assert list(MEASURES) == list(TERMS)


@pytest.mark.parametrize("measure", MEASURES)
def test_the_csv_has_every_dimension_with_all_digits(measure):
    a, b = np.random.default_rng(3).normal(size=(2, 100))
    found = pair_terms(measure, a, b, by_size=True)
    head, *rows = csv.reader(StringIO(terms_csv(found, ('say "a"', "b,c"))))
    assert head[:3] == ["dimension", 'say "a"', "b,c"]
    numbers = np.array(rows, float)
    assert sorted(numbers[:, 0]) == list(range(1, 101))
    assert np.array_equal(numbers[:, 3], found.added.products)
    assert np.array_equal(numbers[:, 4], found.added.running)
