"""Layer norm in three parts: mean, deviation, and the normalised, scaled, shifted vector (Ba et al. 2016)."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine import fast
from engine.steps.base import Arithmetic, Array, Cell, Operation, Source, Term


class Mean(Operation):
    """The mean over features: ``[pos, d] -> [pos, 1]``."""

    title = "mean"

    def compute(self, *inputs: Array) -> Array:
        return fast.mean(inputs[0])

    def explain(self, cell: Cell, *inputs: Source) -> Arithmetic:
        (x,) = inputs
        size = x.values.shape[1]
        operands = [x.at(cell[0], m) for m in range(size)]
        return Arithmetic(tuple(Term((operand,), operand.value / size) for operand in operands))

    def latex(self, out: str, *inputs: str) -> str:
        return rf"{out}_i = \frac{{1}}{{d}} \sum_m {inputs[0]}_{{im}}"

    def numpy(self, out: str, *inputs: str) -> str:
        return f"{out} = {inputs[0]}.mean(-1, keepdims=True)"


@dataclass(frozen=True)
class Deviation(Operation):
    """The standard deviation over features, epsilon under the root: ``[pos, d]``, ``[pos, 1] -> [pos, 1]``."""

    epsilon: float

    title = "deviation"
    parameters: ClassVar[Mapping[str, tuple[float, float]]] = {"epsilon": (0.0, 1e6)}

    def compute(self, *inputs: Array) -> Array:
        x, mean = inputs
        return fast.deviation(x, mean, self.epsilon)

    def explain(self, cell: Cell, *inputs: Source) -> Arithmetic:
        x, mean = inputs
        size, centre = x.values.shape[1], mean.at(cell[0], 0)
        operands = [x.at(cell[0], m) for m in range(size)]
        squares = [Term((o, centre), (o.value - centre.value) ** 2 / size) for o in operands]
        variance = math.fsum(term.value for term in squares)
        parts = (("variance", variance), ("epsilon", self.epsilon))
        return Arithmetic((*squares, Term((), self.epsilon)), "root of sum", parts)

    def latex(self, out: str, *inputs: str) -> str:
        x, mean = inputs
        return (
            rf"{out}_i = \sqrt{{\frac{{1}}{{d}} \sum_m \left({x}_{{im}} - {mean}_i\right)^2 + \varepsilon}}"
        )

    def numpy(self, out: str, *inputs: str) -> str:
        x, mean = inputs
        return f"{out} = np.sqrt((({x} - {mean}) ** 2).mean(-1, keepdims=True) + {self.epsilon!r})"


class Normalize(Operation):
    """``(x - mean) / deviation * gamma + beta``: ``[pos, d] -> [pos, d]``."""

    title = "normalise"

    def compute(self, *inputs: Array) -> Array:
        return fast.normalize(*inputs)

    def explain(self, cell: Cell, *inputs: Source) -> Arithmetic:
        pos, feature = cell
        x, mean, deviation, gamma, beta = inputs
        operands = (x.at(pos, feature), mean.at(pos, 0), deviation.at(pos, 0), gamma.at(feature))
        value, centre, width, gain = (operand.value for operand in operands)
        shift = beta.at(feature)
        normed = (value - centre) / width
        terms = (Term(operands, normed * gain), Term((shift,), shift.value))
        return Arithmetic(terms, parts=(("normalised", normed),))

    def latex(self, out: str, *inputs: str) -> str:
        x, mean, deviation, gamma, beta = inputs
        return rf"{out} = \frac{{{x} - {mean}}}{{{deviation}}} \cdot {gamma} + {beta}"

    def numpy(self, out: str, *inputs: str) -> str:
        x, mean, deviation, gamma, beta = inputs
        return f"{out} = ({x} - {mean}) / {deviation} * {gamma} + {beta}"
