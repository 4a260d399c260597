"""What every operation is, and how the arithmetic behind one of its cells is told."""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from numpy.typing import NDArray

from engine.errors import EditError

Array = NDArray[Any]  # float32; token ids are int64
Cell = tuple[int, ...]

AGREEMENT = 1e-5  # of the largest number in a calculation: how near shown and derived value must be
ROUNDING = 4e-6  # of all terms' sizes together: what a long sum in float32 can lose


@dataclass(frozen=True)
class Operand:
    """One number that went in: which array, which cell, which value."""

    name: str
    cell: Cell
    value: float


@dataclass(frozen=True)
class Term:
    """A part of the result and the operands that it was made of."""

    operands: tuple[Operand, ...]
    value: float


@dataclass(frozen=True)
class Source:
    """An input array with the name under which its cells can be opened."""

    name: str
    values: Array

    def at(self, *cell: int) -> Operand:
        return Operand(self.name, tuple(int(i) for i in cell), float(self.values[cell]))


def _share(terms: Sequence[float], parts: Mapping[str, float]) -> float:
    total = math.fsum(terms)
    return parts["exponential"] / total if total else 0.0


# How the terms make the result.
RULES: Mapping[str, Callable[[Sequence[float], Mapping[str, float]], float]] = {
    "sum": lambda terms, parts: math.fsum(terms),
    "root of sum": lambda terms, parts: math.sqrt(math.fsum(terms)),
    "share of sum": _share,
    "tanh of sum": lambda terms, parts: math.tanh(math.fsum(terms)),
    "logistic of sum": lambda terms, parts: (1 + math.tanh(math.fsum(terms) / 2)) / 2,
    "sum above zero": lambda terms, parts: max(0.0, math.fsum(terms)),
    "hit of sum": lambda terms, parts: float(math.fsum(terms[:-1]) <= parts["drawn"] < math.fsum(terms)),
}


@dataclass(frozen=True)
class Arithmetic:
    """The terms of one cell in float64, the rule that joins them, and named values on the way."""

    terms: tuple[Term, ...]
    rule: str = "sum"
    parts: tuple[tuple[str, float], ...] = ()

    @property
    def result(self) -> float:
        return RULES[self.rule]([term.value for term in self.terms], dict(self.parts))

    @property
    def largest(self) -> float:
        """Size of the largest term, or of the result where many small terms make it larger; infinities aside."""
        terms = (term.value for term in self.terms if self.rule != "root of sum")
        return max((abs(value) for value in (*terms, self.result) if math.isfinite(value)), default=0.0)

    @property
    def tolerance(self) -> float:
        """How far float32 may be from the result."""
        sizes = (abs(term.value) for term in self.terms if self.rule == "sum" and math.isfinite(term.value))
        return max(AGREEMENT * self.largest, ROUNDING * math.fsum(sizes), 1e-35)


class Operation(ABC):
    """A step's arithmetic.  ``compute``, ``explain`` and ``numpy`` say the same thing three times."""

    title: ClassVar[str]
    parameters: ClassVar[Mapping[str, tuple[float, float]]] = {}  # what a person may set, and its limits
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {}  # what a person may choose, and between what

    def with_parameter(self, name: str, value: float | str) -> "Operation":
        """The same operation with another value.  EditError for an unknown name or a value out of its limits."""
        if isinstance(value, str):
            if value not in self.choices.get(name, ()):
                raise EditError("no such parameter", f"{self.title}.{name}.{value}")
            return replace(self, **{name: value})  # type: ignore[type-var]
        if name not in self.parameters:
            raise EditError("no such parameter", f"{self.title}.{name}")
        low, high = self.parameters[name]
        if not low <= value <= high:
            raise EditError("out of its limits", name)
        return replace(self, **{name: value})  # type: ignore[type-var]

    @property
    def variant(self) -> str:
        """What sets this formula apart from the usual one of the same step; empty if nothing does."""
        return ""

    @abstractmethod
    def compute(self, *inputs: Array) -> Array:
        """The output array, float32."""

    @abstractmethod
    def explain(self, cell: Cell, *inputs: Source) -> Arithmetic:
        """The arithmetic behind one cell of the output."""

    @abstractmethod
    def latex(self, out: str, *inputs: str) -> str:
        """The formula, from the symbols of output and inputs."""

    @abstractmethod
    def numpy(self, out: str, *inputs: str) -> str:
        """NumPy code that assigns ``out``, from the Python names of output and inputs."""
