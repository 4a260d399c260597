"""One sentence through several models: where the translations part, and how the context moves from token to token."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from engine.errors import DataFileError
from engine.names import CROSS
from engine.sequences.decode import greedy
from engine.sequences.model import SequenceModel
from engine.sequences.run import SequenceRun
from engine.sequences.searching import parting
from engine.similarity import METRICS
from engine.steps.base import Array
from engine.trace import Stop, never_stop


@dataclass(frozen=True, eq=False)
class Translated:
    """A greedy translation: the probability of each of its tokens, and the cosine of the context it was written from
    with that of the token before; None of the first, and where it is undefined.
    """

    run: SequenceRun
    chances: tuple[float, ...]
    likeness: tuple[float | None, ...]

    @property
    def kind(self) -> str:
        return self.run.model.kind


@dataclass(frozen=True, eq=False)
class Beside:
    """Translations of one sentence, ``missing`` the models that could not be loaded, by kind.  ``parting`` is the first
    place at which not all translations agree.
    """

    translations: tuple[Translated, ...]
    missing: Mapping[str, DataFileError]

    @property
    def parting(self) -> int | None:
        return parting([one.run.written for one in self.translations])


def translated(model: SequenceModel, text: str, stop: Stop = never_stop) -> Translated:
    """A sentence by one model.  EmptySentenceError if it has no token."""
    run = greedy(SequenceRun.begin(model, model.encode(text), stop=stop), stop)
    chances = tuple(float(run.chances(place)[token]) for place, token in enumerate(run.written))
    return Translated(run, chances, likeness(contexts(run)))


def contexts(run: SequenceRun) -> Array:
    """What each token of the output was told of the source ``[output, feature]``: the context vector of a recurrent
    model, of a Transformer what attention to the source adds in the last layer.
    """
    count = len(run.written)
    if run.model.recurrent:
        return np.concatenate([trace[f"decoder.t{time}.context"] for time, trace in enumerate(run.steps)])[
            :count
        ]
    assert run.target_trace is not None
    return run.target_trace[f"decoder.blocks.{run.model.sizes.layers - 1}.{CROSS}attn.out"][:count]


def likeness(vectors: Array) -> tuple[float | None, ...]:
    """The cosine of each vector with the one before it ``[n, feature] -> n``."""
    wide = vectors.astype(np.float64)
    return (None, *(_cosine(a, b) for a, b in pairwise(wide)))[: len(wide)]


def _cosine(a: np.ndarray, b: np.ndarray) -> float | None:
    values, defined = METRICS["cosine"].row(a, b[np.newaxis])
    return float(values[0]) if defined[0] else None


def mean_likeness(one: Translated) -> float | None:
    """On average over the output; None where there is none."""
    known: Sequence[float] = [value for value in one.likeness if value is not None]
    return sum(known) / len(known) if known else None
