"""What memories are made of: a list that grows by a row, and a matrix that learns by one gradient step at a time."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from engine.steps.base import Arithmetic, Array, Cell, Operation, Source, Term


class Append(Operation):
    """A list with new rows below: ``[.., key, d]``, ``[.., new, d] -> [.., key + new, d]``."""

    title = "append"

    def compute(self, *inputs: Array) -> Array:
        return np.concatenate(inputs, axis=-2)

    def explain(self, cell: Cell, *inputs: Source) -> Arithmetic:
        before, new = inputs
        *place, row, feature = cell
        kept = before.values.shape[-2]
        operand = before.at(*cell) if row < kept else new.at(*place, row - kept, feature)
        return Arithmetic((Term((operand,), operand.value),))

    def latex(self, out: str, *inputs: str) -> str:
        before, new = inputs
        return rf"{out} \leftarrow \left[\,{before}\,;\; {new}\,\right]"

    def numpy(self, out: str, *inputs: str) -> str:
        before, new = inputs
        return f"{out} = np.concatenate([{before}, {new}], axis=-2)"


class Product(Operation):
    """``x W`` without a bias, by heads where there are any: ``[.., step, a]``, ``[.., a, b] -> [.., step, b]``."""

    title = "product"

    def compute(self, *inputs: Array) -> Array:
        x, weight = inputs
        return x @ weight

    def explain(self, cell: Cell, *inputs: Source) -> Arithmetic:
        x, weight = inputs
        *place, row, column = cell
        terms = []
        for m in range(x.values.shape[-1]):
            a, b = x.at(*place, row, m), weight.at(*place, m, column)
            terms.append(Term((a, b), a.value * b.value))
        return Arithmetic(tuple(terms))

    def latex(self, out: str, *inputs: str) -> str:
        x, weight = inputs
        return rf"{out} = {x}\,{weight}"

    def numpy(self, out: str, *inputs: str) -> str:
        x, weight = inputs
        return f"{out} = {x} @ {weight}"


class Subtract(Operation):
    """The difference of two arrays of one shape."""

    title = "subtract"

    def compute(self, *inputs: Array) -> Array:
        a, b = inputs
        return a - b

    def explain(self, cell: Cell, *inputs: Source) -> Arithmetic:
        a, b = (source.at(*cell) for source in inputs)
        return Arithmetic((Term((a,), a.value), Term((b,), -b.value)))

    def latex(self, out: str, *inputs: str) -> str:
        return rf"{out} = {inputs[0]} - {inputs[1]}"

    def numpy(self, out: str, *inputs: str) -> str:
        return f"{out} = {inputs[0]} - {inputs[1]}"


class SquaredLength(Operation):
    """The sum of the squares of a vector: ``[.., step, d] -> [.., step, 1]``."""

    title = "squared length"

    def compute(self, *inputs: Array) -> Array:
        (x,) = inputs
        return np.vecdot(x, x)[..., None]

    def explain(self, cell: Cell, *inputs: Source) -> Arithmetic:
        (x,) = inputs
        operands = [x.at(*cell[:-1], d) for d in range(x.values.shape[-1])]
        return Arithmetic(tuple(Term((o,), o.value * o.value) for o in operands))

    def latex(self, out: str, *inputs: str) -> str:
        return rf"{out} = \left|{inputs[0]}\right|^2"

    def numpy(self, out: str, *inputs: str) -> str:
        return f"{out} = ({inputs[0]} ** 2).sum(-1, keepdims=True)"


class Gradient(Operation):
    """How the squared error ``|k W - v|^2`` grows with each weight of W, from ``k`` and ``e = k W - v``: ``2 k^T e``.

    ``[head, step, a]``, ``[head, step, b] -> [head, a, b]``; over several steps it is their sum.
    """

    title = "gradient"

    def compute(self, *inputs: Array) -> Array:
        k, error = inputs
        return np.float32(2) * (k.swapaxes(-1, -2) @ error)

    def explain(self, cell: Cell, *inputs: Source) -> Arithmetic:
        k, error = inputs
        head, row, column = cell
        terms = []
        for step in range(k.values.shape[-2]):
            a, b = k.at(head, step, row), error.at(head, step, column)
            terms.append(Term((a, b), 2 * a.value * b.value))
        return Arithmetic(tuple(terms), parts=(("factor", 2.0),))

    def latex(self, out: str, *inputs: str) -> str:
        k, error = inputs
        return rf"{out} = 2\,{k}^{{\top}} {error}"

    def numpy(self, out: str, *inputs: str) -> str:
        k, error = inputs
        return f"{out} = 2 * {k}.swapaxes(-1, -2) @ {error}"


@dataclass(frozen=True)
class Descend(Operation):
    """One step of gradient descent: ``W - rate * G``."""

    rate: float

    title = "descend"
    parameters: ClassVar[Mapping[str, tuple[float, float]]] = {"rate": (-1e6, 1e6)}

    def compute(self, *inputs: Array) -> Array:
        weight, gradient = inputs
        return weight - np.float32(self.rate) * gradient

    def explain(self, cell: Cell, *inputs: Source) -> Arithmetic:
        weight, gradient = (source.at(*cell) for source in inputs)
        terms = (Term((weight,), weight.value), Term((gradient,), -self.rate * gradient.value))
        return Arithmetic(terms, parts=(("learning rate", self.rate),))

    def latex(self, out: str, *inputs: str) -> str:
        weight, gradient = inputs
        return rf"{out} = {weight} - \eta\,{gradient}"

    def numpy(self, out: str, *inputs: str) -> str:
        weight, gradient = inputs
        return f"{out} = {weight} - {self.rate!r} * {gradient}"
