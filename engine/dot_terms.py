"""The products behind a dot product, all dimensions, with their running sum."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.similarity import Float64


@dataclass(frozen=True, eq=False)
class DotTerms:
    """One entry per dimension, in the order in which they are added: [dim] each."""

    dimensions: NDArray[np.intp]  # from 0
    a: Float64
    b: Float64
    products: Float64
    running: Float64


def dot_terms(a: Float64, b: Float64, by_size: bool = False) -> DotTerms:
    """Of two vectors [dim]; ``by_size``: the products farthest from zero first, whatever their sign.

    The last running sum is the dot product within rounding: sums in another order round differently.
    """
    return added_up(a, b, a * b, by_size)


def added_up(a: Float64, b: Float64, products: Float64, by_size: bool) -> DotTerms:
    """The same of any one number per dimension, [dim], in place of the products."""
    order = np.argsort(-np.abs(products), kind="stable") if by_size else np.arange(len(products))
    return DotTerms(order, a[order], b[order], products[order], np.cumsum(products[order]))
