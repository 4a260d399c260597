"""Additive attention (Bahdanau et al. 2015, section A.1.2): its score, and the passage between vectors and one head."""

import math

import numpy as np

from engine.steps.base import Arithmetic, Array, Cell, Operation, Source, Term


class AdditiveScores(Operation):
    """``tanh(q + k) . v``: ``[head, query, d]``, ``[head, key, d]``, ``[d] -> [head, query, key]``."""

    title = "additive scores"

    @property
    def variant(self) -> str:
        return "additive"

    def compute(self, *inputs: Array) -> Array:
        q, k, v = inputs
        return np.tanh(q[:, :, None] + k[:, None]) @ v

    def explain(self, cell: Cell, *inputs: Source) -> Arithmetic:
        head, query, key = cell
        q, k, v = inputs
        terms = []
        for d in range(v.values.shape[0]):
            a, b, weight = q.at(head, query, d), k.at(head, key, d), v.at(d)
            terms.append(Term((a, b, weight), math.tanh(a.value + b.value) * weight.value))
        return Arithmetic(tuple(terms))

    def latex(self, out: str, *inputs: str) -> str:
        q, k, v = inputs
        return rf"{out}_{{ij}} = {v} \cdot \tanh\left({q}_i + {k}_j\right)"

    def numpy(self, out: str, *inputs: str) -> str:
        q, k, v = inputs
        return f"{out} = np.tanh({q}[:, :, None] + {k}[:, None]) @ {v}"


class AsHead(Operation):
    """Vectors as those of a single head: ``[pos, d] -> [1, pos, d]``."""

    title = "as one head"

    def compute(self, *inputs: Array) -> Array:
        return inputs[0][None]

    def explain(self, cell: Cell, *inputs: Source) -> Arithmetic:
        operand = inputs[0].at(*cell[1:])
        return Arithmetic((Term((operand,), operand.value),))

    def latex(self, out: str, *inputs: str) -> str:
        return f"{out} = {inputs[0]}"

    def numpy(self, out: str, *inputs: str) -> str:
        return f"{out} = {inputs[0]}[None]"


class FromHead(Operation):
    """The vectors of a single head: ``[1, query, d] -> [query, d]``."""

    title = "from one head"

    def compute(self, *inputs: Array) -> Array:
        return inputs[0][0]

    def explain(self, cell: Cell, *inputs: Source) -> Arithmetic:
        operand = inputs[0].at(0, *cell)
        return Arithmetic((Term((operand,), operand.value),))

    def latex(self, out: str, *inputs: str) -> str:
        return f"{out} = {inputs[0]}"

    def numpy(self, out: str, *inputs: str) -> str:
        return f"{out} = {inputs[0]}[0]"
