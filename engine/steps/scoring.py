"""Scores of vectors that belong to no head: scaled, or squeezed by tanh (Brauwers & Frasincar 2021, section 3.1.3)."""

import numpy as np

from engine.steps.attention import Scale
from engine.steps.base import Arithmetic, Array, Cell, Operation, Source, Term


class ScaleByWidth(Scale):
    """`Scale` by the width of the vectors themselves."""

    def latex(self, out: str, *inputs: str) -> str:
        return rf"{out} = \frac{{{inputs[0]}}}{{\sqrt{{d}}}}"


class ActivatedScores(Operation):
    """``tanh(scores + c)``: ``[head, query, key]``, ``[one]``.  The activated general score is that of ``q W k``."""

    title = "activated scores"

    def compute(self, *inputs: Array) -> Array:
        scores, shift = inputs
        made: Array = np.tanh(scores + shift)
        return made

    def explain(self, cell: Cell, *inputs: Source) -> Arithmetic:
        operands = inputs[0].at(*cell), inputs[1].at(0)
        return Arithmetic(tuple(Term((operand,), operand.value) for operand in operands), "tanh of sum")

    def latex(self, out: str, *inputs: str) -> str:
        scores, shift = inputs
        return rf"{out} = \tanh\left({scores} + {shift}\right)"

    def numpy(self, out: str, *inputs: str) -> str:
        return f"{out} = np.tanh({inputs[0]} + {inputs[1]})"
