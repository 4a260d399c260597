"""What is added up, dimension by dimension, behind every number that is told of two vectors."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.dot_terms import DotTerms, added_up
from engine.similarity import METRICS, Float64, norm, unit


@dataclass(frozen=True)
class Measure:
    """``terms`` makes one number per dimension of two vectors [dim] each; the formula says what becomes of their sum.

    ``directions``: whether the vectors are brought to length 1 first, which is undefined for a zero vector.
    """

    formula: str  # LaTeX
    terms: Callable[[Float64, Float64], Float64]
    directions: bool = False


@dataclass(frozen=True, eq=False)
class PairTerms:
    """``added``: the terms of a measure and the two numbers that each is made of, in the order in which they are added.

    ``together`` is the length of the sum of the two vectors, which the angle's formula divides by.
    """

    measure: str
    added: DotTerms
    together: float

    @property
    def total(self) -> float:
        return float(self.added.running[-1])


def _products(a: Float64, b: Float64) -> Float64:
    return a * b


def _squared_differences(a: Float64, b: Float64) -> Float64:
    return (a - b) ** 2


def _differences(a: Float64, b: Float64) -> Float64:
    return abs(a - b)


MEASURES: Mapping[str, Measure] = {
    "dot": Measure(METRICS["dot"].formula, _products),
    "norm_a": Measure(r"\|\mathbf{a}\| = \sqrt{\sum_i a_i^2}", lambda a, b: a * a),
    "norm_b": Measure(r"\|\mathbf{b}\| = \sqrt{\sum_i b_i^2}", lambda a, b: b * b),
    "cosine": Measure(METRICS["cosine"].formula, _products),
    "angle_degrees": Measure(METRICS["angle_degrees"].formula, _squared_differences, directions=True),
    "euclidean": Measure(METRICS["euclidean"].formula, _squared_differences),
    "manhattan": Measure(METRICS["manhattan"].formula, _differences),
}


def pair_terms(measure: str, a: Float64, b: Float64, by_size: bool = False) -> PairTerms:
    """Of two vectors [dim].  ``by_size``: the terms farthest from zero first.

    The cosine's terms are the products of its dot product.  A zero vector has no direction: it stays zero.
    """
    made = MEASURES[measure]
    if made.directions:
        a, b = unit(a), unit(b)
    return PairTerms(measure, added_up(a, b, made.terms(a, b), by_size), norm(a + b))
