"""Operations that bring vectors in and carry them on: table look-up, addition, hand-over."""

from functools import reduce
from operator import add

from engine.steps.base import Arithmetic, Array, Cell, Operation, Source, Term


class Lookup(Operation):
    """Row ``ids[i]`` of a table: ``[pos]``, ``[vocab, d] -> [pos, d]``."""

    title = "embed"

    def compute(self, *inputs: Array) -> Array:
        ids, table = inputs
        return table[ids]

    def explain(self, cell: Cell, *inputs: Source) -> Arithmetic:
        ids, table = inputs
        row = table.at(int(ids.values[cell[0]]), cell[1])
        return Arithmetic((Term((row,), row.value),))

    def latex(self, out: str, *inputs: str) -> str:
        ids, table = inputs
        return rf"{out}_i = {table}[{ids}_i]"

    def numpy(self, out: str, *inputs: str) -> str:
        ids, table = inputs
        return f"{out} = {table}[{ids}]"


class Add(Operation):
    """The sum of arrays of one shape: embedding parts, skip connections (He et al. 2016)."""

    title = "add"

    def compute(self, *inputs: Array) -> Array:
        return reduce(add, inputs)

    def explain(self, cell: Cell, *inputs: Source) -> Arithmetic:
        operands = [source.at(*cell) for source in inputs]
        return Arithmetic(tuple(Term((operand,), operand.value) for operand in operands))

    def latex(self, out: str, *inputs: str) -> str:
        return rf"{out} = {' + '.join(inputs)}"

    def numpy(self, out: str, *inputs: str) -> str:
        return f"{out} = {' + '.join(inputs)}"


class Carry(Operation):
    """The same array under its name in the next layer."""

    title = "carry on"

    def compute(self, *inputs: Array) -> Array:
        return inputs[0]

    def explain(self, cell: Cell, *inputs: Source) -> Arithmetic:
        operand = inputs[0].at(*cell)
        return Arithmetic((Term((operand,), operand.value),))

    def latex(self, out: str, *inputs: str) -> str:
        return rf"{out} = {inputs[0]}"

    def numpy(self, out: str, *inputs: str) -> str:
        return f"{out} = {inputs[0]}"
