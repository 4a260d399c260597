"""The way of every token's vector through the layers, in one plane for all tokens and layers of a run."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.projection import Frame, frame
from engine.run import Run
from engine.similarity import Float64, norms
from engine.trace import Stop, never_stop


@dataclass(frozen=True, eq=False)
class Away:
    """The same tokens without the changes in force, in the same plane.  Where a token is not ``there`` without them,
    as padding is not, it stands in its own place.
    """

    points: Float64  # [layer + 1, pos, axis]
    distances: Float64  # [layer + 1, pos] between both, in all dimensions
    there: NDArray[np.bool_]  # [pos]


@dataclass(frozen=True, eq=False)
class Journey:
    """Where every token stands as the first layer receives it (0), and after each layer.

    The plane is that of the run without changes, so that it stays as it is while changes come and go.
    """

    run: Run
    frame: Frame
    points: Float64  # [layer + 1, pos, axis]
    lengths: Float64  # [layer + 1, pos] from the origin of the plane, in all dimensions
    steps: Float64  # [layer, pos] how far each layer moves each token, in all dimensions
    kept: float | None  # the part of these points' squared distances from the origin that the plane keeps
    unchanged: Away | None = None


def journey(run: Run, unchanged: Run | None = None, stop: Stop = never_stop) -> Journey:
    """The principal components are those of all tokens at all layers of the unchanged run, in float64."""
    streams = run.streams()  # [layer + 1, pos, d_model]
    before = streams if unchanged is None or unchanged is run else unchanged.streams()
    stop()
    rows = before.reshape(-1, before.shape[-1])
    fitted = frame(rows, rows.mean(axis=0))
    stop()
    away = None if before is streams else _away(run, streams, before, fitted)
    return Journey(
        run,
        fitted,
        fitted.place(streams),
        norms(streams - fitted.origin),
        norms(np.diff(streams, axis=0)),
        fitted.share(streams),
        away,
    )


def _away(run: Run, streams: Float64, before: Float64, fitted: Frame) -> Away:
    origin = np.array([run.tokens.came_from(i) for i in range(len(run.tokens))])
    there = origin < before.shape[1]
    same = np.where(there[:, np.newaxis], before[:, np.where(there, origin, 0)], streams)
    return Away(fitted.place(same), norms(streams - same), there)
