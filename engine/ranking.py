"""All heads in order: by the weight that each gives from one token to another, or by a measure of its own."""

import csv
import io
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.examples import Look
from engine.heads import weights_of
from engine.pieces import Place, Reading, place_of, places, read
from engine.run import Run
from engine.trace import Stop, never_stop

Weights = NDArray[np.float32]
COLUMNS = (
    "rank", "layer", "head", "from", "from token", "to", "to token", "weight",
    "pieces joined", "special hidden", "first hidden",
)  # fmt: skip


@dataclass(frozen=True)
class Ranked:
    """A head, counted from 0, and its value; NaN where that is undefined."""

    layer: int
    head: int
    value: float


def rank(values: NDArray[np.floating], largest_first: bool = True) -> tuple[Ranked, ...]:
    """All heads of ``[layer, head]`` in order, equal ones by layer and head; undefined ones last."""
    flat = values.ravel()
    order = np.argsort(-flat if largest_first else flat, kind="stable")  # NaN comes last either way
    heads = values.shape[1]
    return tuple(Ranked(int(i) // heads, int(i) % heads, float(flat[i])) for i in order)


@dataclass(frozen=True, eq=False)
class PairRanking:
    """All heads by the weight from one of ``places`` to another, strongest first."""

    run: Run
    reading: Reading
    places: tuple[Place, ...]
    query: int
    key: int
    heads: tuple[Ranked, ...]

    def csv(self) -> str:
        """As a table: layers, heads and tokens counted from 1, weights in full precision."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(COLUMNS)
        ends = [value for at in (self.query, self.key) for value in self._end(at)]
        how = [int(on) for on in (self.reading.join, self.reading.hide_special, self.reading.hide_first)]
        for place, one in enumerate(self.heads, start=1):
            weight = "" if np.isnan(one.value) else str(np.float32(one.value))
            writer.writerow([place, one.layer + 1, one.head + 1, *ends, weight, *how])
        return out.getvalue()

    def _end(self, at: int) -> tuple[str, int]:
        return self.places[at].text, self.places[at].first + 1


def rank_pair(
    run: Run,
    thumbs: Weights,
    reading: Reading,
    pair: tuple[int | None, int | None],
    look: Look,
    stop: Stop = never_stop,
) -> PairRanking | None:
    """All heads by the weight between the places of two tokens.  Instead of None, and of a token that is hidden, stand
    the query of ``look`` and that query's strongest key in its head.  None when every token is hidden.
    """
    found = places(run.tokens, reading)
    if not found:
        return None
    query = place_of(found, pair[0])
    if query is None:
        query = place_of(found, look.query) or 0
    key = place_of(found, pair[1])
    if key is None:
        weights = weights_of(run, thumbs, look.layer, stop)[look.head]
        key = int(read(weights, run.tokens, reading)[0][query].argmax())
    heads = rank(weights_between(run, thumbs, reading, query, key, stop))
    return PairRanking(run, reading, found, query, key, heads)


def weights_between(
    run: Run, thumbs: Weights, reading: Reading, query: int, key: int, stop: Stop = never_stop
) -> Weights:
    """The weight from one place to another in every head ``[layer, head]``; NaN where the query's row is undefined."""
    between = []
    for layer in range(run.model.sizes.layers):
        shown, defined = read(weights_of(run, thumbs, layer, stop), run.tokens, reading)
        between.append(np.where(defined[:, query], shown[:, query, key], np.float32(np.nan)))
    return np.stack(between)
