"""Curves as numbers, and where they lie: powers of ten upwards; across, powers of ten too, or steps."""

from dataclasses import dataclass
from functools import cached_property
from math import ceil, floor, isfinite, log10

from PySide6.QtCore import QPointF, QRectF

LOWEST = 1e-300  # what is smaller lies at the bottom
FEWEST_UP, FEWEST_ACROSS = 22.0, 46.0  # points from one number of a scale to the next
FLAT = 1  # powers of ten that are shown at least


@dataclass(frozen=True)
class Curve:
    """``points`` from left to right, none of them negative."""

    name: str
    colour: str  # of the theme
    points: tuple[tuple[float, float], ...]
    dashed: bool = False


@dataclass(frozen=True)
class Mark:
    """A line across all curves, with words at its top; ``strong`` for what is looked at."""

    at: float
    text: str
    strong: bool = False


@dataclass(frozen=True)
class Chart:
    """``across`` and ``up`` say what is counted; ``limits`` are the ends of the heights, where these are not to follow
    the curves.
    """

    curves: tuple[Curve, ...]
    marks: tuple[Mark, ...] = ()
    across: str = ""
    up: str = ""
    log_across: bool = True
    limits: tuple[float, float] | None = None

    @cached_property
    def width(self) -> tuple[float, float]:
        """The ends across."""
        places = [x for curve in self.curves for x, _ in curve.points]
        return min(places, default=1.0), max(places, default=10.0)

    @cached_property
    def powers(self) -> tuple[int, int]:
        """The whole powers of ten between which all heights lie."""
        heights = [y for curve in self.curves for _, y in curve.points if y > LOWEST and isfinite(y)]
        low, high = self.limits or (min(heights, default=1.0), max(heights, default=10.0))
        first, last = floor(log10(low)), ceil(log10(high))
        return first, max(last, first + FLAT)


@dataclass(frozen=True)
class Laid:
    """A chart within a frame."""

    chart: Chart
    frame: QRectF

    def x(self, value: float) -> float:
        low, high = self.chart.width
        if self.chart.log_across:
            value, low, high = (log10(max(one, LOWEST)) for one in (value, low, high))
        share = (value - low) / (high - low) if high > low else 0.5
        return self.frame.left() + share * self.frame.width()

    def y(self, value: float) -> float:
        first, last = self.chart.powers
        share = (log10(max(value, LOWEST)) - first) / (last - first)
        return self.frame.bottom() - min(max(share, 0.0), 1.0) * self.frame.height()

    def at(self, point: tuple[float, float]) -> QPointF:
        return QPointF(self.x(point[0]), self.y(point[1]))

    def value_at(self, x: float) -> float:
        """What lies there across."""
        low, high = self.chart.width
        share = min(max((x - self.frame.left()) / max(self.frame.width(), 1.0), 0.0), 1.0)
        if self.chart.log_across:
            return float(10 ** (log10(low) + share * (log10(high) - log10(low))))
        return low + share * (high - low)

    def powers_up(self) -> range:
        """Powers of ten that have a number beside the frame."""
        first, last = self.chart.powers
        most = max(int(self.frame.height() / FEWEST_UP), 1)
        return range(first, last + 1, max(ceil((last - first) / most), 1))

    def numbers_across(self) -> list[float]:
        """What has a number below the frame."""
        low, high = self.chart.width
        most = max(int(self.frame.width() / FEWEST_ACROSS), 1)
        if self.chart.log_across:
            first, last = ceil(log10(low)), floor(log10(high))
            return [10.0**power for power in range(first, last + 1, max(ceil((last - first) / most), 1))]
        step = next((s for s in (1, 2, 5, 10, 20, 50, 100) if (high - low) / s <= most), high - low or 1)
        return [low + step * i for i in range(int((high - low) / step) + 1)]


def height_at(curve: Curve, at: float, log_across: bool) -> float:
    """A curve's height at a place, on the line between the points beside it."""
    before = [p for p in curve.points if p[0] <= at] or [curve.points[0]]
    after = [p for p in curve.points if p[0] >= at] or [curve.points[-1]]
    (x0, y0), (x1, y1) = before[-1], after[0]
    if x0 == x1:
        return y0
    share = (log10(at / x0) / log10(x1 / x0)) if log_across else (at - x0) / (x1 - x0)
    low, high = log10(max(y0, LOWEST)), log10(max(y1, LOWEST))
    return float(10 ** (low + share * (high - low)))
