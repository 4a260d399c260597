"""From scores to weights in other ways than by softmax: the largest alone, one drawn, those near a place, a sparse few.

Every row of ``[head, query, key]`` is aligned by itself.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from engine.errors import EditError
from engine.steps.base import Arithmetic, Array, Cell, Operation, Source, Term

Wide = NDArray[np.float64]


def _one_hot(places: NDArray[np.intp], like: Array, where: NDArray[np.bool_]) -> Array:
    """1 at one place of each row for which ``where`` holds, else 0."""
    out = np.zeros(like.shape, np.float32)
    np.put_along_axis(out, places[..., None], where[..., None].astype(np.float32), -1)
    return out


class Hard(Operation):
    """1 for the largest score of a row, 0 for all others; of equal ones the first has it.  A row of masked keys has
    none.
    """

    title = "hard"

    def compute(self, *inputs: Array) -> Array:
        (x,) = inputs
        return _one_hot(x.argmax(-1), x, x.max(-1) > -np.inf)

    def explain(self, cell: Cell, *inputs: Source) -> Arithmetic:
        (x,) = inputs
        row, score = x.values[cell[:-1]], x.at(*cell)
        best = int(row.argmax())
        maximum = float(row[best])
        parts = (("maximum", maximum), ("place of the maximum", best + 1.0))
        return Arithmetic((Term((score,), float(cell[-1] == best and maximum > -math.inf)),), parts=parts)

    def latex(self, out: str, *inputs: str) -> str:
        (x,) = inputs
        return (
            rf"{out}_{{ij}} = 1 \;\mathrm{{if}}\; j = \mathrm{{arg\,max}}_l\, {x}_{{il}},"
            r" \;\mathrm{else}\; 0"
        )

    def numpy(self, out: str, *inputs: str) -> str:
        (x,) = inputs
        largest = f"(np.arange({x}.shape[-1]) == {x}.argmax(-1)[..., None])"
        return f"{out} = np.float32({largest} & ({x}.max(-1, keepdims=True) > -np.inf))"


@dataclass(frozen=True)
class Drawn(Operation):
    """1 for a key that is drawn by its weight, 0 for all others: the stochastic hard attention of Xu et al. (2015).

    A number is drawn for each row, uniform between 0 and the sum of its weights; the key in whose part of the sum it
    falls has it.  The same ``seed`` draws the same again.
    """

    seed: int = 0

    title = "drawn"
    parameters: ClassVar[Mapping[str, tuple[float, float]]] = {"seed": (0, 2**32 - 1)}

    def with_parameter(self, name: str, value: float | str) -> Operation:
        if name == "seed" and value != int(value):
            raise EditError("not a whole number", name)
        return super().with_parameter(name, int(value) if name == "seed" else value)

    def numbers(self, rows: tuple[int, ...]) -> Wide:
        """What is drawn for the rows, before it is stretched to their sums."""
        return np.random.default_rng(self.seed).random(rows)

    def compute(self, *inputs: Array) -> Array:
        (weights,) = inputs
        edges = np.cumsum(weights, -1, dtype=np.float64)
        drawn = self.numbers(weights.shape[:-1]) * edges[..., -1]
        return _one_hot((edges > drawn[..., None]).argmax(-1), weights, edges[..., -1] > 0)

    def explain(self, cell: Cell, *inputs: Source) -> Arithmetic:
        (weights,) = inputs
        row = cell[:-1]
        total = math.fsum(weights.values[row].astype(np.float64))
        operands = (weights.at(*row, key) for key in range(cell[-1] + 1))
        number = float(self.numbers(weights.values.shape[:-1])[row]) * total
        terms = tuple(Term((operand,), operand.value) for operand in operands)
        return Arithmetic(terms, "hit of sum", (("drawn", number),))

    def latex(self, out: str, *inputs: str) -> str:
        (x,) = inputs
        return (
            rf"{out}_{{ij}} = 1 \;\mathrm{{if}}\; \sum_{{l < j}} {x}_{{il}} \leq u_i <"
            rf" \sum_{{l \leq j}} {x}_{{il}}, \;\mathrm{{else}}\; 0"
        )

    def numpy(self, out: str, *inputs: str) -> str:
        (x,) = inputs
        drawn = f"np.random.default_rng({self.seed}).random({x}.shape[:-1] + (1,)) * {out}[..., -1:]"
        return (
            f"{out} = np.cumsum({x}, -1, dtype=np.float64)\n"
            f"{out} = {out} > {drawn}\n"
            f"{out} = np.float32({out} & (np.cumsum({out}, -1) == 1))"
        )


@dataclass(frozen=True)
class NearPlace(Operation):
    """Weights times a bell over the places of the keys, ``exp(-(j - centre)^2 / (2 width^2))`` (Luong et al. 2015,
    equation 10).  What it takes away is not given to other keys: the weights sum to less than 1.

    At width 0 only the key at the centre keeps its weight.
    """

    centre: int  # from 0
    width: float  # the bell's standard deviation, in places

    title = "near a place"

    def bell(self, place: int) -> float:
        """What the weight of the key at a place is multiplied by."""
        away = place - self.centre
        if self.width == 0:
            return float(away == 0)
        return math.exp(-((away / self.width) ** 2) / 2)

    def compute(self, *inputs: Array) -> Array:
        (weights,) = inputs
        return weights * np.array([self.bell(j) for j in range(weights.shape[-1])], np.float32)

    def explain(self, cell: Cell, *inputs: Source) -> Arithmetic:
        weight, factor = inputs[0].at(*cell), self.bell(cell[-1])
        parts = (("places away", float(abs(cell[-1] - self.centre))), ("bell", factor))
        return Arithmetic((Term((weight,), weight.value * factor),), parts=parts)

    def latex(self, out: str, *inputs: str) -> str:
        return rf"{out}_{{ij}} = {inputs[0]}_{{ij}}\; e^{{-(j - p)^2 / 2\sigma^2}}"

    def numpy(self, out: str, *inputs: str) -> str:
        (x,) = inputs
        away = f"np.arange({x}.shape[-1]) - {self.centre}"
        bell = f"np.exp(-((({away}) / {self.width!r}) ** 2) / 2)" if self.width else f"({away} == 0)"
        return f"{out} = {x} * np.float32({bell})"


def support(row: Wide) -> NDArray[np.intp]:
    """Which scores get a weight by sparsemax, the largest first: the longest beginning of the sorted row whose last is
    above the threshold that it makes itself (Martins & Astudillo 2016, algorithm 1).
    """
    order: NDArray[np.intp] = np.argsort(-row, kind="stable")
    ranked = row[order]
    counts = np.arange(1, len(row) + 1)
    return order[: int(counts[1 + counts * ranked > np.cumsum(ranked)][-1])]


class SparseThreshold(Operation):
    """What sparsemax takes off every score, so that what stays above zero sums to 1: ``-> [head, query, one]``."""

    title = "sparse threshold"

    def compute(self, *inputs: Array) -> Array:
        (x,) = inputs
        out = np.empty((*x.shape[:-1], 1), np.float32)
        for place in np.ndindex(x.shape[:-1]):
            row: Wide = x[place].astype(np.float64)
            kept = row[support(row)]
            out[place] = (kept.sum() - 1) / len(kept)
        return out

    def explain(self, cell: Cell, *inputs: Source) -> Arithmetic:
        (x,) = inputs
        row = cell[:-1]
        kept = support(x.values[row].astype(np.float64))
        operands = [x.at(*row, int(key)) for key in kept]
        terms = tuple(Term((operand,), operand.value / len(kept)) for operand in operands)
        return Arithmetic((*terms, Term((), -1 / len(kept))), parts=(("kept keys", float(len(kept))),))

    def latex(self, out: str, *inputs: str) -> str:
        return rf"{out}_i = \frac{{\sum_{{l \leq k}} {inputs[0]}_{{i(l)}} \; - 1}}{{k}}"

    def numpy(self, out: str, *inputs: str) -> str:
        (x,) = inputs
        return (
            f"{out} = -np.sort(-{x}.astype(np.float64), -1)\n"
            f"{out} = (np.cumsum({out}, -1) - 1) / np.arange(1, {x}.shape[-1] + 1)\n"
            f"{out} = {out}.max(-1, keepdims=True).astype(np.float32)"
        )


class Sparsemax(Operation):
    """Scores less their row's threshold, and nothing where that is below zero: many weights are exactly 0."""

    title = "sparsemax"

    def compute(self, *inputs: Array) -> Array:
        x, threshold = inputs
        return np.maximum(x - threshold, np.float32(0))

    def explain(self, cell: Cell, *inputs: Source) -> Arithmetic:
        score, threshold = inputs[0].at(*cell), inputs[1].at(*cell[:-1], 0)
        terms = Term((score,), score.value), Term((threshold,), -threshold.value)
        return Arithmetic(terms, "sum above zero")

    def latex(self, out: str, *inputs: str) -> str:
        x, threshold = inputs
        return rf"{out}_{{ij}} = \max\left(0,\, {x}_{{ij}} - {threshold}_i\right)"

    def numpy(self, out: str, *inputs: str) -> str:
        x, threshold = inputs
        return f"{out} = np.maximum({x} - {threshold}, 0)"
