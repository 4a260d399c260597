"""How the window speaks of each metric: its name, what it means, how its numbers are written and coloured."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QCoreApplication

from engine.similarity import Grid
from gui.theme import Scale
from gui.widgets import numbers
from gui.widgets.matrix_data import MatrixData

# Which colour means alike, by the kind of scale and the theme.
NEARNESS: Mapping[tuple[Scale, str], str] = {
    ("signed", "light"): "orange: alike",
    ("signed", "dark"): "orange: alike",
    ("weights", "light"): "pale: alike",
    ("weights", "dark"): "dark: alike",
}


@dataclass(frozen=True)
class MetricFace:
    """``limits``: the ends of the colour scale; without them they follow from the values.

    A matrix shows ``digits`` after the point where there is room, at least ``fewest``.
    """

    title: str
    sense: str
    scale: Scale
    limits: tuple[float, float] | None = None
    unit: str = ""
    digits: int = 2
    fewest: int = 1

    @property
    def name(self) -> str:
        return QCoreApplication.translate("metrics", self.title)

    @property
    def meaning(self) -> str:
        return QCoreApplication.translate("metrics", self.sense)

    def text(self, value: float | None, digits: int = 4) -> str:
        """A value with its unit."""
        return numbers.short(value, digits) + (self.unit if value is not None else "")


FACES: Mapping[str, MetricFace] = {
    "dot": MetricFace(
        "dot product",
        "The products of the coordinates, added up: large where two long vectors point the same way.",
        "signed",
        digits=1,
        fewest=0,
    ),
    "cosine": MetricFace(
        "cosine",
        "How far two vectors point the same way: 1 the same way, 0 at right angles, −1 opposite.",
        "signed",
        limits=(-1.0, 1.0),
    ),
    "angle_degrees": MetricFace(
        "angle",
        "The angle between two vectors: 0° the same way, 90° at right angles, 180° opposite.",
        "weights",
        unit="°",
        digits=1,
        fewest=0,
    ),
    "euclidean": MetricFace(
        "distance",
        "The straight way from the tip of one vector to the tip of the other.",
        "weights",
    ),
    "manhattan": MetricFace(
        "Manhattan",
        "From tip to tip along the axes only: the differences of all coordinates, added up.",
        "weights",
        digits=1,
        fewest=0,
    ),
}


def nearness(metric: str, theme: str) -> str:
    """Which colour of a matrix means that two words are alike, in two words."""
    return QCoreApplication.translate("metrics", NEARNESS[FACES[metric].scale, theme])


def picture(words: tuple[str, ...], metric: str, grid: Grid, digits: int | None = None) -> MatrixData:
    """The metric between all words, ready to be shown; undefined values are NaN, which is drawn as such."""
    face = FACES[metric]
    values, limits = np.where(grid.defined, grid.values, np.nan), face.limits
    if face.scale == "weights" and limits is None:
        limits = 0.0, max(float(grid.values.max(initial=0.0)), 1e-9)
    digits = face.digits if digits is None else digits
    return MatrixData(values, words, words, scale=face.scale, limits=limits, digits=digits)
