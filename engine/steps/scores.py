"""How well a query fits a key: the functions that can score them, none of which has weights of its own."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine import fast
from engine.fast import TINIEST
from engine.steps.base import Arithmetic, Array, Cell, Operation, Source, Term

Wide = NDArray[np.float64]
Parts = tuple[tuple[str, float], ...]


def repeated(kv: str, group: int) -> str:
    """Code for one key or value head for each query head."""
    return f"{kv}.repeat({group}, axis=0)" if group > 1 else kv


def _unit(x: Array) -> Array:
    """Each vector over its length; a zero vector stays one.  In float64 no square is too large or too small."""
    wide: Wide = x.astype(np.float64)
    lengths = np.linalg.norm(wide, axis=-1, keepdims=True)
    return np.divide(wide, lengths, out=wide, where=lengths > 0).astype(np.float32)


def _cosine(q: Array, k: Array) -> Array:
    return fast.scores(_unit(q), _unit(k))


def _products(q: Wide, k: Wide) -> tuple[Wide, Parts]:
    return q * k, ()


def _shares_of_cosine(q: Wide, k: Wide) -> tuple[Wide, Parts]:
    lengths = float(np.linalg.norm(q)), float(np.linalg.norm(k))
    both = lengths[0] * lengths[1]
    terms = q * k / both if both else np.zeros_like(q)
    return terms, (("length of q", lengths[0]), ("length of k", lengths[1]))


def _half_squares(q: Wide, k: Wide) -> tuple[Wide, Parts]:
    return -((q - k) ** 2) / 2, ()


def _code_of_cosine(out: str, q: str, k: str) -> str:
    unit_q, unit_k = (
        f"{x} / np.maximum(np.linalg.norm({x}, axis=-1, keepdims=True), {TINIEST!r})" for x in (q, k)
    )
    return f"{out} = {unit_q}\n{out} = {out} @ ({unit_k}).transpose(0, 2, 1)"


class Function(NamedTuple):
    """A way to score: ``[head, query, d]``, ``[head, key, d] -> [head, query, key]``; the terms of one score of two
    vectors, with named values on the way; the formula; the code.
    """

    compute: Callable[[Array, Array], Array]
    terms: Callable[[Wide, Wide], tuple[Wide, Parts]]
    latex: str
    numpy: Callable[[str, str, str], str]


FUNCTIONS: Mapping[str, Function] = {
    "dot": Function(
        fast.scores,
        _products,
        r"%(out)s = %(q)s\,%(k)s^{\top}",
        lambda out, q, k: f"{out} = {q} @ {k}.transpose(0, 2, 1)",
    ),
    "cosine": Function(
        _cosine,
        _shares_of_cosine,
        r"%(out)s_{ij} = \frac{%(q)s_i \cdot %(k)s_j}{|%(q)s_i|\,|%(k)s_j|}",
        _code_of_cosine,
    ),
    "distance": Function(
        fast.half_distances,
        _half_squares,
        r"%(out)s_{ij} = -\frac{1}{2} \left|%(q)s_i - %(k)s_j\right|^2",
        lambda out, q, k: f"{out} = -(({q}[:, :, None] - {k}[:, None]) ** 2).sum(-1) / 2",
    ),
}


@dataclass(frozen=True)
class Scores(Operation):
    """``Q K^T``: ``[head, query, d_head]``, ``[kv_head, key, d_head] -> [head, query, key]``.

    Or another ``function`` of the same vectors: their cosine, 0 where one of them is zero; or minus half their squared
    distance, whose softmax weighs by a Gaussian kernel (Tsai et al. 2019).
    """

    group: int = 1  # query heads that share a key head
    function: str = "dot"

    title = "scores"
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {"function": tuple(FUNCTIONS)}

    @property
    def variant(self) -> str:
        return "" if self.function == "dot" else self.function

    def compute(self, *inputs: Array) -> Array:
        q, k = inputs
        return FUNCTIONS[self.function].compute(q, fast.per_head(k, len(q)))

    def explain(self, cell: Cell, *inputs: Source) -> Arithmetic:
        head, query, key = cell
        q, k = inputs
        kv_head = head * len(k.values) // len(q.values)
        one, other = q.values[head, query].astype(np.float64), k.values[kv_head, key].astype(np.float64)
        values, parts = FUNCTIONS[self.function].terms(one, other)
        terms = (
            Term((q.at(head, query, d), k.at(kv_head, key, d)), float(value))
            for d, value in enumerate(values)
        )
        return Arithmetic(tuple(terms), parts=parts)

    def latex(self, out: str, *inputs: str) -> str:
        q, k = inputs
        return FUNCTIONS[self.function].latex % {"out": out, "q": q, "k": k}

    def numpy(self, out: str, *inputs: str) -> str:
        q, k = inputs
        return FUNCTIONS[self.function].numpy(out, q, repeated(k, self.group))
