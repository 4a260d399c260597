"""Attention from its scores on, one operation at a time (Vaswani et al. 2017, equation 1)."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from engine import fast
from engine.fast import LOWEST, TINIEST
from engine.steps.base import Arithmetic, Array, Cell, Operation, Source, Term
from engine.steps.scores import repeated


@dataclass(frozen=True)
class Scale(Operation):
    """Scores divided by the square root of the heads' width, so that their variance does not grow with it; or by
    another ``divisor``: 1 leaves them as they are.
    """

    d_head: int
    divisor: float | None = None

    title = "scale"
    parameters: ClassVar[Mapping[str, tuple[float, float]]] = {"divisor": (1e-6, 1e6)}

    @property
    def by(self) -> float:
        return math.sqrt(self.d_head) if self.divisor is None else self.divisor

    @property
    def variant(self) -> str:
        return "" if self.divisor is None else "divisor"

    def compute(self, *inputs: Array) -> Array:
        return fast.times(inputs[0], 1 / self.by)

    def explain(self, cell: Cell, *inputs: Source) -> Arithmetic:
        score = inputs[0].at(*cell)
        return Arithmetic((Term((score,), score.value / self.by),), parts=(("divisor", self.by),))

    def latex(self, out: str, *inputs: str) -> str:
        divisor = "c" if self.variant else r"\sqrt{d_{\mathrm{head}}}"
        return rf"{out} = \frac{{{inputs[0]}}}{{{divisor}}}"

    def numpy(self, out: str, *inputs: str) -> str:
        return f"{out} = {inputs[0]} / {repr(self.divisor) if self.variant else f'{self.d_head} ** 0.5'}"


class Mask(Operation):
    """Adds 0 where a query may look at a key and minus infinity where it may not: mask ``[query, key]``."""

    title = "mask"

    def compute(self, *inputs: Array) -> Array:
        scaled, mask = inputs
        return scaled + mask if mask.any() else scaled

    def explain(self, cell: Cell, *inputs: Source) -> Arithmetic:
        scaled, mask = inputs[0].at(*cell), inputs[1].at(*cell[1:])
        return Arithmetic((Term((scaled,), scaled.value), Term((mask,), mask.value)))

    def latex(self, out: str, *inputs: str) -> str:
        scaled, mask = inputs
        return rf"{out} = {scaled} + {mask}, \quad {mask}_{{ij}} \in \{{0, -\infty\}}"

    def numpy(self, out: str, *inputs: str) -> str:
        return f"{out} = {inputs[0]} + {inputs[1]}"


@dataclass(frozen=True)
class Softmax(Operation):
    """Each row becomes weights that sum to 1; its maximum is taken off first, which changes nothing but overflow.

    A ``temperature`` below 1 sharpens, above 1 flattens; at 0 the largest alone counts, several share alike.
    """

    temperature: float = 1.0

    title = "softmax"
    parameters: ClassVar[Mapping[str, tuple[float, float]]] = {"temperature": (0.0, 1e6)}

    @property
    def variant(self) -> str:
        return "" if self.temperature == 1 else "temperature"

    @property
    def cold(self) -> bool:
        """Whether the temperature is 0, or so near that float32 holds it for 0."""
        return float(np.float32(self.temperature)) == 0

    def compute(self, *inputs: Array) -> Array:
        (x,) = inputs
        if not self.variant:
            return fast.softmax(x)
        off = x - np.maximum(x.max(-1, keepdims=True), np.float32(LOWEST))
        if self.cold:
            return fast.softmax(np.where(off == 0, np.float32(0), np.float32(-np.inf)))
        with np.errstate(over="ignore"):
            return fast.softmax(off / np.float32(self.temperature))

    def explain(self, cell: Cell, *inputs: Source) -> Arithmetic:
        *place, key = cell
        (masked,) = inputs
        row = [masked.at(*place, j) for j in range(masked.values.shape[-1])]
        maximum = max(max(operand.value for operand in row), LOWEST)
        terms = tuple(Term((operand,), self._exponential(operand.value - maximum)) for operand in row)
        total = math.fsum(term.value for term in terms)
        parts = (("maximum", maximum), ("exponential", terms[key].value), ("total", total))
        return Arithmetic(terms, "share of sum", parts)

    def _exponential(self, off: float) -> float:
        if self.cold:
            return float(off == 0)
        return math.exp(off / self.temperature)

    def latex(self, out: str, *inputs: str) -> str:
        (x,) = inputs
        exponent = rf"({x}_{{i%s}} - m_i) / \tau" if self.variant else rf"{x}_{{i%s}} - m_i"
        return (
            rf"{out}_{{ij}} = \frac{{e^{{{exponent % 'j'}}}}}{{\sum_l e^{{{exponent % 'l'}}}}},"
            rf" \quad m_i = \max_l\, {x}_{{il}}"
        )

    def numpy(self, out: str, *inputs: str) -> str:
        (x,) = inputs
        off = f"{x} - {x}.max(-1, keepdims=True, initial={LOWEST!r})"
        exponential = f"np.exp(({off}) / {self.temperature!r})" if self.variant else f"np.exp({off})"
        if self.cold:
            exponential = f"np.float32(({off}) == 0)"
        return f"{out} = {exponential}\n{out} = {out} / {out}.sum(-1, keepdims=True, initial={TINIEST!r})"


@dataclass(frozen=True)
class WeightedSum(Operation):
    """Values mixed by weights: ``[head, query, key]``, ``[kv_head, key, d_head] -> [head, query, d_head]``."""

    group: int = 1  # query heads that share a value head

    title = "weighted sum"

    def compute(self, *inputs: Array) -> Array:
        weights, v = inputs
        return fast.weighted_sum(weights, fast.per_head(v, len(weights)))

    def explain(self, cell: Cell, *inputs: Source) -> Arithmetic:
        head, query, feature = cell
        weights, v = inputs
        kv_head = head * len(v.values) // len(weights.values)
        terms = []
        for key in range(weights.values.shape[2]):
            a, b = weights.at(head, query, key), v.at(kv_head, key, feature)
            terms.append(Term((a, b), a.value * b.value))
        return Arithmetic(tuple(terms))

    def latex(self, out: str, *inputs: str) -> str:
        weights, v = inputs
        return rf"{out} = {weights}\,{v}"

    def numpy(self, out: str, *inputs: str) -> str:
        weights, v = inputs
        return f"{out} = {weights} @ {repeated(v, self.group)}"
