"""How token vectors enter a sequence model, and how vectors become logits (Vaswani et al. 2017, 3.4 and 3.5)."""

import math
from dataclasses import dataclass

import numpy as np

from engine.steps.base import Arithmetic, Array, Cell, Operation, Source, Term

LONGEST_WAVE = 10_000.0


@dataclass(frozen=True)
class TimesRoot(Operation):
    """Every number times the root of the vectors' length, so that positions do not outweigh tokens."""

    width: int

    title = "times root"

    def compute(self, *inputs: Array) -> Array:
        return inputs[0] * np.float32(math.sqrt(self.width))

    def explain(self, cell: Cell, *inputs: Source) -> Arithmetic:
        operand, root = inputs[0].at(*cell), math.sqrt(self.width)
        return Arithmetic((Term((operand,), operand.value * root),), parts=(("factor", root),))

    def latex(self, out: str, *inputs: str) -> str:
        return rf"{out} = \sqrt{{d_{{\mathrm{{model}}}}}}\; {inputs[0]}"

    def numpy(self, out: str, *inputs: str) -> str:
        return f"{out} = {inputs[0]} * {self.width} ** 0.5"


@dataclass(frozen=True)
class Sinusoid(Operation):
    """A sine and a cosine of the position for each of ``width / 2`` wavelengths: ``[pos] -> [pos, width]``."""

    width: int

    title = "sinusoid"

    @property
    def variant(self) -> str:
        return "sinusoid"

    def compute(self, *inputs: Array) -> Array:
        angles = inputs[0][:, None] / LONGEST_WAVE ** (np.arange(0, self.width, 2) / self.width)
        return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(len(angles), -1).astype(np.float32)

    def explain(self, cell: Cell, *inputs: Source) -> Arithmetic:
        position, column = inputs[0].at(cell[0]), cell[1]
        angle = position.value / LONGEST_WAVE ** ((column - column % 2) / self.width)
        value = math.cos(angle) if column % 2 else math.sin(angle)
        return Arithmetic((Term((position,), value),), parts=(("angle", angle),))

    def latex(self, out: str, *inputs: str) -> str:
        angle = rf"\left({inputs[0]}_i / 10000^{{2m/d}}\right)"
        return rf"{out}_{{i,2m}} = \sin{angle}, \quad {out}_{{i,2m+1}} = \cos{angle}"

    def numpy(self, out: str, *inputs: str) -> str:
        wave = f"{LONGEST_WAVE:g} ** (np.arange(0, {self.width}, 2) / {self.width})"
        both = f"np.stack([np.sin({out}), np.cos({out})], axis=-1)"
        return (
            f"{out} = {inputs[0]}[:, None] / {wave}\n"
            f"{out} = {both}.reshape(len({out}), -1).astype(np.float32)"
        )


class Unembed(Operation):
    """``x W_E^T + b``: every vector against the vector of every token.  ``[pos, d]``, ``[vocab, d]``, ``[vocab]``."""

    title = "unembed"

    def compute(self, *inputs: Array) -> Array:
        x, table, bias = inputs
        return x @ table.T + bias

    def explain(self, cell: Cell, *inputs: Source) -> Arithmetic:
        x, table, bias = inputs
        row, token = cell
        terms = []
        for d in range(x.values.shape[1]):
            a, b = x.at(row, d), table.at(token, d)
            terms.append(Term((a, b), a.value * b.value))
        offset = bias.at(token)
        return Arithmetic((*terms, Term((offset,), offset.value)))

    def latex(self, out: str, *inputs: str) -> str:
        x, table, bias = inputs
        return rf"{out} = {x}\,{table}^{{\top}} + {bias}"

    def numpy(self, out: str, *inputs: str) -> str:
        x, table, bias = inputs
        return f"{out} = {x} @ {table}.T + {bias}"
