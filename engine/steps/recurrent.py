"""A gated recurrent unit, one operation at a time (Cho et al. 2014, in the form of torch.nn.GRU)."""

import math
from dataclasses import dataclass

import numpy as np

from engine.steps.base import Arithmetic, Array, Cell, Operation, Source, Term
from engine.steps.embedding import Carry

RESET, UPDATE, CANDIDATE = range(3)  # the order in which gates stand side by side
GATE_NAMES = ("r", "z", "n")


def part(x: Array, which: int) -> Array:
    """The columns of one gate: ``[step, 3 d] -> [step, d]``."""
    size = x.shape[-1] // 3
    return x[:, which * size : (which + 1) * size]


def _code(x: str, which: int) -> str:
    return f"np.split({x}, 3, axis=-1)[{which}]"


def _column(x: Source, which: int, feature: int) -> int:
    return which * (x.values.shape[-1] // 3) + feature


class HandOn(Carry):
    """The state of the step before, under its name in this one."""

    title = "hand on"

    def latex(self, out: str, *inputs: str) -> str:
        return rf"{out} \leftarrow {inputs[0]}"


@dataclass(frozen=True)
class TakeRow(Operation):
    """One token's row: ``[pos, d] -> [1, d]``."""

    row: int

    title = "take a row"

    def compute(self, *inputs: Array) -> Array:
        return inputs[0][self.row : self.row + 1]

    def explain(self, cell: Cell, *inputs: Source) -> Arithmetic:
        operand = inputs[0].at(self.row, cell[1])
        return Arithmetic((Term((operand,), operand.value),))

    def latex(self, out: str, *inputs: str) -> str:
        return rf"{out} = {inputs[0]}_t"

    def numpy(self, out: str, *inputs: str) -> str:
        return f"{out} = {inputs[0]}[{self.row}:{self.row + 1}]"


class StackRows(Operation):
    """Rows of all steps below each other: ``[1, d]`` of each ``-> [pos, d]``."""

    title = "stack"

    def compute(self, *inputs: Array) -> Array:
        return np.concatenate(inputs)

    def explain(self, cell: Cell, *inputs: Source) -> Arithmetic:
        operand = inputs[cell[0]].at(0, cell[1])
        return Arithmetic((Term((operand,), operand.value),))

    def latex(self, out: str, *inputs: str) -> str:
        return rf"{out} = ({inputs[0]})_{{t = 1 \ldots n}}"

    def numpy(self, out: str, *inputs: str) -> str:
        return f"{out} = np.concatenate([{', '.join(inputs)}])"


class SideBySide(Operation):
    """Vectors of the same tokens end to end: ``[pos, a]``, ``[pos, b] ... -> [pos, a + b ...]``."""

    title = "side by side"

    def compute(self, *inputs: Array) -> Array:
        return np.concatenate(inputs, axis=-1)

    def explain(self, cell: Cell, *inputs: Source) -> Arithmetic:
        row, column = cell
        for source in inputs:
            if column < source.values.shape[1]:
                break
            column -= source.values.shape[1]
        operand = source.at(row, column)
        return Arithmetic((Term((operand,), operand.value),))

    def latex(self, out: str, *inputs: str) -> str:
        joined = r" ;\; ".join(inputs)
        return rf"{out} = [\,{joined}\,]"

    def numpy(self, out: str, *inputs: str) -> str:
        return f"{out} = np.concatenate([{', '.join(inputs)}], axis=-1)"


@dataclass(frozen=True)
class Gate(Operation):
    """``sigma(A + B)`` on the columns of one gate: ``[1, 3 d]`` from the input and from the state ``-> [1, d]``."""

    which: int  # RESET or UPDATE

    title = "gate"

    def compute(self, *inputs: Array) -> Array:
        from_x, from_state = inputs
        pre = part(from_x, self.which) + part(from_state, self.which)
        with np.errstate(over="ignore"):
            return np.float32(1) / (np.float32(1) + np.exp(-pre))

    def explain(self, cell: Cell, *inputs: Source) -> Arithmetic:
        operands = [source.at(cell[0], _column(source, self.which, cell[1])) for source in inputs]
        inside = (("inside the logistic function", math.fsum(o.value for o in operands)),)
        return Arithmetic(tuple(Term((o,), o.value) for o in operands), "logistic of sum", inside)

    def latex(self, out: str, *inputs: str) -> str:
        name = GATE_NAMES[self.which]
        return rf"{out} = \sigma\left({inputs[0]}_{{{name}}} + {inputs[1]}_{{{name}}}\right)"

    def numpy(self, out: str, *inputs: str) -> str:
        a, b = (_code(x, self.which) for x in inputs)
        return f"{out} = 1 / (1 + np.exp(-({a} + {b})))"


class Candidate(Operation):
    """``tanh(A_n + r * B_n)``: the reset gate decides how much of the old state counts.  ``-> [1, d]``."""

    title = "candidate"

    def compute(self, *inputs: Array) -> Array:
        from_x, from_state, reset = inputs
        made: Array = np.tanh(part(from_x, CANDIDATE) + reset * part(from_state, CANDIDATE))
        return made

    def explain(self, cell: Cell, *inputs: Source) -> Arithmetic:
        from_x, from_state, reset = inputs
        row, feature = cell
        a, b = (x.at(row, _column(x, CANDIDATE, feature)) for x in (from_x, from_state))
        r = reset.at(row, feature)
        terms = Term((a,), a.value), Term((r, b), r.value * b.value)
        return Arithmetic(terms, "tanh of sum", (("inside tanh", math.fsum(term.value for term in terms)),))

    def latex(self, out: str, *inputs: str) -> str:
        from_x, from_state, reset = inputs
        return rf"{out} = \tanh\left({from_x}_n + {reset} \odot {from_state}_n\right)"

    def numpy(self, out: str, *inputs: str) -> str:
        from_x, from_state, reset = inputs
        return f"{out} = np.tanh({_code(from_x, CANDIDATE)} + {reset} * {_code(from_state, CANDIDATE)})"


class Blend(Operation):
    """``(1 - z) * n + z * h``: the update gate moves between candidate and old state.  ``-> [1, d]``."""

    title = "blend"

    def compute(self, *inputs: Array) -> Array:
        update, candidate, before = inputs
        return (np.float32(1) - update) * candidate + update * before

    def explain(self, cell: Cell, *inputs: Source) -> Arithmetic:
        z, n, h = (source.at(*cell) for source in inputs)
        return Arithmetic((Term((z, n), (1 - z.value) * n.value), Term((z, h), z.value * h.value)))

    def latex(self, out: str, *inputs: str) -> str:
        z, n, h = inputs
        return rf"{out} = (1 - {z}) \odot {n} + {z} \odot {h}"

    def numpy(self, out: str, *inputs: str) -> str:
        z, n, h = inputs
        return f"{out} = (1 - {z}) * {n} + {z} * {h}"
