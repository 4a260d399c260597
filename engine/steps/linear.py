"""Linear maps: plain, into heads, and the joining of heads.  A map into heads may do without a bias."""

from dataclasses import dataclass

from engine import fast
from engine.steps.base import Arithmetic, Array, Cell, Operation, Source, Term


def _dot_and_bias(row: int, column: int, x: Source, weight: Source, *bias: Source) -> Arithmetic:
    products = []
    for m in range(x.values.shape[-1]):
        a, b = x.at(row, m), weight.at(m, column)
        products.append(Term((a, b), a.value * b.value))
    offsets = [source.at(column) for source in bias]
    return Arithmetic((*products, *(Term((offset,), offset.value) for offset in offsets)))


class Linear(Operation):
    """``x W + b``: ``[pos, d_in]``, ``[d_in, d_out]``, ``[d_out] -> [pos, d_out]``."""

    title = "linear"

    def compute(self, *inputs: Array) -> Array:
        x, weight, bias = inputs
        return fast.linear(x, weight, bias)

    def explain(self, cell: Cell, *inputs: Source) -> Arithmetic:
        return _dot_and_bias(cell[0], cell[1], *inputs)

    def latex(self, out: str, *inputs: str) -> str:
        x, weight, bias = inputs
        return rf"{out} = {x}\,{weight} + {bias}"

    def numpy(self, out: str, *inputs: str) -> str:
        x, weight, bias = inputs
        return f"{out} = {x} @ {weight} + {bias}"


@dataclass(frozen=True)
class ProjectHeads(Operation):
    """A linear map whose columns are dealt to the heads: ``-> [head, pos, d_head]`` (Vaswani et al. 2017, 3.2.2)."""

    heads: int

    title = "project to heads"

    def compute(self, *inputs: Array) -> Array:
        x, weight, *bias = inputs
        return fast.linear(x, weight, *bias).reshape(len(x), self.heads, -1).transpose(1, 0, 2)

    def explain(self, cell: Cell, *inputs: Source) -> Arithmetic:
        head, pos, feature = cell
        d_head = inputs[1].values.shape[1] // self.heads
        return _dot_and_bias(pos, head * d_head + feature, *inputs)

    def latex(self, out: str, *inputs: str) -> str:
        x, weight, *bias = inputs
        return " + ".join([rf"{out} = {x}\,{weight}", *bias])

    def numpy(self, out: str, *inputs: str) -> str:
        x, weight, *bias = inputs
        mapped = " + ".join([f"{x} @ {weight}", *bias])
        return f"{out} = ({mapped}).reshape(len({x}), {self.heads}, -1).transpose(1, 0, 2)"


class JoinHeads(Operation):
    """Heads side by side: ``[head, query, d_head] -> [query, head * d_head]``."""

    title = "join heads"

    def compute(self, *inputs: Array) -> Array:
        (z,) = inputs
        return z.transpose(1, 0, 2).reshape(z.shape[1], -1)

    def explain(self, cell: Cell, *inputs: Source) -> Arithmetic:
        query, column = cell
        (z,) = inputs
        head, feature = divmod(column, z.values.shape[2])
        operand = z.at(head, query, feature)
        return Arithmetic((Term((operand,), operand.value),))

    def latex(self, out: str, *inputs: str) -> str:
        return rf"{out} = [\,{inputs[0]}^{{(1)}}\; {inputs[0]}^{{(2)}}\; \cdots\; {inputs[0]}^{{(h)}}\,]"

    def numpy(self, out: str, *inputs: str) -> str:
        return f"{out} = {inputs[0]}.transpose(1, 0, 2).reshape({inputs[0]}.shape[1], -1)"
