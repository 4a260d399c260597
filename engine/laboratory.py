"""One query and its keys, scored by the functions of the literature and aligned in every way: a recipe and a trace."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from engine.errors import TooFewPointsError
from engine.laboratory_parameters import LabSettings, drawn_parameters, window_mask
from engine.parallel import one_blas_thread
from engine.recipes import Recipe, Step
from engine.steps import (
    ActivatedScores,
    AdditiveScores,
    AsHead,
    Drawn,
    Hard,
    Mask,
    NearPlace,
    ProjectHeads,
    ScaleByWidth,
    Scores,
    Softmax,
    Sparsemax,
    SparseThreshold,
)
from engine.steps.base import Array, Cell
from engine.trace import Derivation, Stop, Trace, never_stop

# The ways to score, in the order of the literature: without parameters first.
SCORINGS = ("dot", "scaled", "cosine", "general", "biased", "activated", "additive", "location")
SAME_WIDTH = frozenset({"dot", "scaled", "cosine"})  # they need a query as long as the keys
# The ways to align; the last array of each.
ALIGNINGS = ("softmax", "hard", "drawn", "local", "gaussian", "sparsemax")
ONE = 1e-4  # how far from 1 float32's sum of weights can be


@dataclass(frozen=True, eq=False)
class Given:
    """A query ``[d_query]`` and keys ``[key, d_key]`` in float32, what they are called, and parameters that were
    trained for them.
    """

    query: Array
    keys: Array
    query_text: str
    key_texts: tuple[str, ...]
    trained: Mapping[str, Array]

    @property
    def widths(self) -> tuple[int, int]:
        return self.query.shape[-1], self.keys.shape[-1]


class Told(NamedTuple):
    """Of some weights: their sum, their entropy in bits if they sum to 1, the largest."""

    total: float
    bits: float | None
    largest: float


@dataclass(frozen=True, eq=False)
class Laboratory:
    """The trace with what it was made of."""

    given: Given
    settings: LabSettings
    trace: Trace

    def explain(self, path: str, cell: Cell) -> Derivation:
        """KeyError and IndexError for a number that is not here."""
        return self.trace.explain(path, cell)

    def texts(self, path: str, axis: str) -> tuple[str, ...]:
        """What stands at the places of an axis; nothing for features."""
        return {"query": (self.given.query_text,), "key": self.given.key_texts}.get(axis, ())

    @property
    def scorings(self) -> tuple[str, ...]:
        """The ways to score that these vectors allow."""
        return scorings_for(*self.given.widths)

    def scores(self, scoring: str) -> Array:
        """``[key]``"""
        row: Array = self.trace[f"lab.{scoring}"][0, 0]
        return row

    def weights(self, scoring: str, aligning: str) -> Array:
        """``[key]``"""
        row: Array = self.trace[weights_path(scoring, aligning)][0, 0]
        return row

    def told(self, scoring: str, aligning: str) -> Told:
        """Sum, entropy and largest of the weights."""
        weights = self.weights(scoring, aligning).astype(np.float64)
        total = float(weights.sum())
        kept = weights[weights > 0]
        bits = -float(kept @ np.log2(kept)) + 0.0  # no minus before a zero
        return Told(total, bits if abs(total - 1) < ONE else None, float(weights.max()))

    def without_direction(self) -> tuple[bool, tuple[int, ...]]:
        """Whether the query is a zero vector, and which keys are: with these a cosine is undefined."""
        zeros = np.flatnonzero(~self.given.keys.any(axis=-1))
        return not self.given.query.any(), tuple(map(int, zeros))

    def leaders(self, scoring: str) -> tuple[int, ...]:
        """The keys that share the largest score."""
        scores = self.scores(scoring)
        return tuple(map(int, np.flatnonzero(scores == scores.max())))


def scorings_for(d_query: int, d_key: int) -> tuple[str, ...]:
    return tuple(name for name in SCORINGS if d_query == d_key or name not in SAME_WIDTH)


def weights_path(scoring: str, aligning: str) -> str:
    return f"lab.of_{scoring}.{aligning}"


def ways_of(path: str) -> tuple[str | None, str | None]:
    """The way to score and the way to align that an array belongs to."""
    _, name, *rest = *path.split("."), ""
    scoring = name.removeprefix("of_")
    return scoring if scoring in SCORINGS else None, rest[0] if rest[0] in ALIGNINGS else None


def steps_of(scoring: str, d: int) -> Recipe:
    """The steps of a way to score; ``d`` is the width of the vectors."""
    at = f"lab.{scoring}"
    product = Step(f"{at}.product", Scores(), ("lab.q", "lab.k"), "scores")
    general = Step(f"{at}.q", ProjectHeads(1), ("lab.query", "lab.W"), "scores")
    biased = Step(f"{at}.q", ProjectHeads(1), ("lab.query", "lab.W", "lab.b"), "scores")
    ways: Mapping[str, Recipe] = {
        "dot": (replace(product, output=at),),
        "scaled": (product, Step(at, ScaleByWidth(d), (f"{at}.product",), "scores")),
        "cosine": (Step(at, Scores(function="cosine"), ("lab.q", "lab.k"), "scores"),),
        "general": (general, Step(at, Scores(), (f"{at}.q", "lab.k"), "scores")),
        "biased": (biased, Step(at, Scores(), (f"{at}.q", "lab.k"), "scores")),
        "activated": (
            general,
            replace(product, inputs=(f"{at}.q", "lab.k")),
            Step(at, ActivatedScores(), (f"{at}.product", "lab.c"), "scores"),
        ),
        "additive": (
            Step(f"{at}.q", ProjectHeads(1), ("lab.query", f"{at}.W"), "scores"),
            Step(f"{at}.k", ProjectHeads(1), ("lab.keys", f"{at}.U", f"{at}.b"), "scores"),
            Step(at, AdditiveScores(), (f"{at}.q", f"{at}.k", f"{at}.v"), "scores"),
        ),
        "location": (Step(at, ProjectHeads(1), ("lab.query", f"{at}.W"), "scores"),),
    }
    return ways[scoring]


def alignments_of(scoring: str, settings: LabSettings) -> Recipe:
    """The steps that make weights of these scores, in every way."""
    of, scores, centre = f"lab.of_{scoring}.", f"lab.{scoring}", settings.centre
    return (
        Step(f"{of}softmax", Softmax(), (scores,), "align"),
        Step(f"{of}hard", Hard(), (scores,), "align"),
        Step(f"{of}drawn", Drawn(settings.draw), (f"{of}softmax",), "align"),
        Step(f"{of}windowed", Mask(), (scores, "lab.window"), "align"),
        Step(f"{of}local", Softmax(), (f"{of}windowed",), "align"),
        Step(f"{of}gaussian", NearPlace(centre, settings.reach / 2), (f"{of}local",), "align"),
        Step(f"{of}threshold", SparseThreshold(), (scores,), "align"),
        Step(f"{of}sparsemax", Sparsemax(), (scores, f"{of}threshold"), "align"),
    )


def lab_recipe(d_query: int, d_key: int, settings: LabSettings) -> Recipe:
    """Every way to score that the widths allow, each aligned in every way."""
    scorings = scorings_for(d_query, d_key)
    return (
        Step("lab.q", AsHead(), ("lab.query",), "scores"),
        Step("lab.k", AsHead(), ("lab.keys",), "scores"),
        *(step for scoring in scorings for step in steps_of(scoring, d_key)),
        *(step for scoring in scorings for step in alignments_of(scoring, settings)),
    )


def laboratory(given: Given, settings: LabSettings, stop: Stop = never_stop) -> Laboratory:
    """TooFewPointsError without keys.  A centre and a reach beyond the keys are held to them."""
    count = len(given.keys)
    if not count:
        raise TooFewPointsError(0)
    centre, reach = min(max(settings.centre, 0), count - 1), min(max(settings.reach, 0), count)
    settings = replace(settings, centre=centre, reach=reach)
    values = {
        "lab.query": given.query.reshape(1, -1).astype(np.float32),
        "lab.keys": given.keys.astype(np.float32),
        "lab.window": window_mask(count, settings.centre, settings.reach),
        **drawn_parameters(*given.widths, count, settings),
        **given.trained,
    }
    with one_blas_thread():
        trace = Trace.compute(lab_recipe(*given.widths, settings), values, stop=stop)
    return Laboratory(given, settings, trace)
