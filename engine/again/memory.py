"""What memories are made of once more: float64, number by number, the gradient by differences of the loss."""

from collections.abc import Mapping

import numpy as np

from engine.again.block import Again, Float64
from engine.steps import Append, Descend, Gradient, Operation, Product, SquaredLength, Subtract


def _product(operation: Product, x: Float64, weight: Float64) -> Float64:
    axes = ("sa,ab->sb", "hsa,hab->hsb")[x.ndim - 2]
    return np.einsum(axes, x, weight)


def _gradient(operation: Gradient, k: Float64, error: Float64) -> Float64:
    """Central differences of ``|error + k D|^2`` at ``D = 0``, which are exact for a square."""
    out = np.zeros((len(k), k.shape[2], error.shape[2]))
    for head, row, column in np.ndindex(out.shape):
        there, back = error[head].copy(), error[head].copy()
        there[:, column] += k[head, :, row]
        back[:, column] -= k[head, :, row]
        out[head, row, column] = (float((there**2).sum()) - float((back**2).sum())) / 2
    return out


# How each operation is done again.
AGAIN: Mapping[type[Operation], Again] = {
    Append: lambda operation, kept, new: np.array([[*a, *b] for a, b in zip(kept, new, strict=True)]),
    Product: _product,
    Subtract: lambda operation, a, b: a + (-1.0) * b,
    SquaredLength: lambda operation, x: np.einsum("...d,...d->...", x, x)[..., None],
    Gradient: _gradient,
    Descend: lambda operation, weight, gradient: weight + (-operation.rate) * gradient,
}
