"""Non-linear functions of single numbers."""

import math

import numpy as np

from engine import fast
from engine.steps.base import Arithmetic, Array, Cell, Operation, Source, Term


class Gelu(Operation):
    """``x Phi(x)`` with the exact normal distribution function, not its tanh form (Hendrycks & Gimpel 2016).

    Its terms are ``x / 2`` and ``x / 2 erf(x / sqrt 2)``: far below zero they cancel, and what float32 leaves of them
    is to be measured against their size.
    """

    title = "GELU"

    def compute(self, *inputs: Array) -> Array:
        return fast.gelu(inputs[0])

    def explain(self, cell: Cell, *inputs: Source) -> Arithmetic:
        x = inputs[0].at(*cell)
        half, erf = x.value / 2, math.erf(x.value / math.sqrt(2))
        return Arithmetic((Term((x,), half), Term((x,), half * erf)), parts=(("share", (1 + erf) / 2),))

    def latex(self, out: str, *inputs: str) -> str:
        (x,) = inputs
        return rf"{out} = \frac{{{x}}}{{2}} \left(1 + \mathrm{{erf}}\,\frac{{{x}}}{{\sqrt{{2}}}}\right)"

    def numpy(self, out: str, *inputs: str) -> str:
        (x,) = inputs
        erf = "np.vectorize(math.erf, otypes=[np.float32])"
        return f"{out} = {x} / 2 * (1 + {erf}({x} / math.sqrt(2)))"


class Relu(Operation):
    """``max(0, x)``."""

    title = "ReLU"

    @property
    def variant(self) -> str:
        return "relu"

    def compute(self, *inputs: Array) -> Array:
        return np.maximum(inputs[0], np.float32(0))

    def explain(self, cell: Cell, *inputs: Source) -> Arithmetic:
        x = inputs[0].at(*cell)
        return Arithmetic((Term((x,), max(0.0, x.value)),))

    def latex(self, out: str, *inputs: str) -> str:
        return rf"{out} = \max\left(0,\, {inputs[0]}\right)"

    def numpy(self, out: str, *inputs: str) -> str:
        return f"{out} = np.maximum({inputs[0]}, 0)"


class Tanh(Operation):
    """The hyperbolic tangent: everything comes between -1 and 1."""

    title = "tanh"

    def compute(self, *inputs: Array) -> Array:
        made: Array = np.tanh(inputs[0])
        return made

    def explain(self, cell: Cell, *inputs: Source) -> Arithmetic:
        x = inputs[0].at(*cell)
        return Arithmetic((Term((x,), math.tanh(x.value)),))

    def latex(self, out: str, *inputs: str) -> str:
        return rf"{out} = \tanh\left({inputs[0]}\right)"

    def numpy(self, out: str, *inputs: str) -> str:
        return f"{out} = np.tanh({inputs[0]})"
