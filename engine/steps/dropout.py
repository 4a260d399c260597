"""Dropout: in training, numbers are dropped at random, so that none can rely on another."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from engine.errors import EditError
from engine.steps.base import Arithmetic, Array, Cell, Operation, Source, Term

MOST = 0.95  # of the numbers


@dataclass(frozen=True)
class Dropout(Operation):
    """Each number becomes 0 with the probability ``rate``; those kept are divided by ``1 - rate``, so that the mean
    stays (Srivastava et al. 2014, in its inverted form).  At rate 0, as when a model is used, it hands its input on.

    ``place`` sets the draws of this step apart from those of every other step with the same seed.
    """

    place: tuple[int, ...]
    rate: float = 0.0
    seed: int = 0

    title = "dropout"
    parameters: ClassVar[Mapping[str, tuple[float, float]]] = {"rate": (0.0, MOST), "seed": (0, 2**32 - 1)}

    def with_parameter(self, name: str, value: float | str) -> Operation:
        if name == "seed" and value != int(value):
            raise EditError("not a whole number", name)
        return super().with_parameter(name, int(value) if name == "seed" else value)

    @property
    def variant(self) -> str:
        return "training" if self.rate else ""

    @property
    def _kept(self) -> float:
        """The share of numbers that stays."""
        return 1 - self.rate

    def dropped(self, shape: tuple[int, ...]) -> NDArray[np.bool_]:
        """Which numbers of an array are dropped."""
        draws = np.random.default_rng([self.seed, *self.place]).random(shape, np.float32)
        return draws < self.rate

    def compute(self, *inputs: Array) -> Array:
        (x,) = inputs
        if not self.rate:
            return x
        return np.where(self.dropped(x.shape), np.float32(0), x / np.float32(self._kept))

    def explain(self, cell: Cell, *inputs: Source) -> Arithmetic:
        (x,) = inputs
        operand = x.at(*cell)
        if not self.rate:
            return Arithmetic((Term((operand,), operand.value),))
        if self.dropped(x.values.shape)[cell]:
            return Arithmetic((Term((operand,), 0.0),), parts=(("dropped", self.rate),))
        return Arithmetic((Term((operand,), operand.value / self._kept),), parts=(("kept", self._kept),))

    def latex(self, out: str, *inputs: str) -> str:
        (x,) = inputs
        if not self.rate:
            return rf"{out} = {x}"
        return rf"{out}_{{im}} = \frac{{r_{{im}}\,{x}_{{im}}}}{{1 - p}}"

    def numpy(self, out: str, *inputs: str) -> str:
        (x,) = inputs
        if not self.rate:
            return f"{out} = {x}"
        draws = f"np.random.default_rng({[self.seed, *self.place]}).random({x}.shape, np.float32)"
        return f"{out} = np.where({draws} < {self.rate!r}, 0, {x} / {self._kept!r})"
