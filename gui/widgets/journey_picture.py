"""Paths of tokens through the layers: what is drawn, and where everything lies on the screen."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSizeF

from gui.widgets.arrow_layout import Float64, Label, Surface, fit
from gui.widgets.painting import SMALL, TINY, Texts
from gui.widgets.plane_places import along, on_screen, within

PAD = QSizeF(8.0, 2.0)  # around a label's text
MARGIN = 6.0  # at the edges of the picture
EXTENT = np.array([48.0, 18.0, 48.0, 18.0])  # room for labels around all points
LONGEST_NAME = 110
CELL = (80.0, 18.0)  # one name of a muted token in each such part of the screen
MOST_NAMES = 60
REACH, FAVOUR = 9.0, 4.0  # how near the mouse must be; how much nearer the chosen path counts


@dataclass(frozen=True, eq=False)
class Paths:
    """``points`` [layer + 1, token, 2] are finite; ``before``, of the same shape, is drawn beside the paths that stand
    out, but for tokens that are ``new``.

    ``layer``: the one that is looked at.  ``tell`` words what is known of a token after so many layers.
    """

    points: Float64
    names: tuple[str, ...]
    chosen: int
    tell: Callable[[int, int], str]
    before: Float64 | None = None
    layer: int | None = None
    new: frozenset[int] = frozenset()

    @property
    def layers(self) -> int:
        return len(self.points) - 1


@dataclass(frozen=True, eq=False)
class LaidPaths:
    """Places on the screen.  ``numbers`` are boxes of the chosen path's layers, ``names`` those of the tokens."""

    origin: QPointF
    points: Float64  # [layer + 1, token, 2]
    before: Float64 | None
    numbers: dict[int, QRectF]
    names: dict[int, QRectF]
    hidden: int  # numbers and names in view that found no room
    outside: int  # tokens that end out of view

    def end(self, token: int) -> QPointF:
        return QPointF(*self.points[-1, token].tolist())


def bounds(data: Paths, room: QSizeF) -> QRectF:
    """The part of the plane in which all paths are seen."""
    parts = [data.points] if data.before is None else [data.points, data.before]
    every = np.concatenate([part.reshape(-1, 2) for part in parts])
    return fit(np.stack([every.min(axis=0), every.max(axis=0)]), np.stack([EXTENT, EXTENT]), room)


def name_of(data: Paths, token: int, texts: Texts) -> str:
    return texts.elided(data.names[token], SMALL, LONGEST_NAME, bold=token == data.chosen)


def size_of(text: str, texts: Texts, pixels: int = SMALL, bold: bool = False) -> QSizeF:
    return QSizeF(texts.width(text, pixels, bold), texts.metrics(pixels, bold).height()) + PAD


def lay_out(
    data: Paths, view: QRectF, frame: QRectF, texts: Texts, kept_free: Sequence[QRectF] = ()
) -> LaidPaths:
    """``view`` is the part of the plane that fills ``frame``; no label lies on ``kept_free``."""
    points = on_screen(data.points, view, frame)
    before = None if data.before is None else on_screen(data.before, view, frame)
    inside = within(points, frame)  # [layer + 1, token]
    others = _spread_out(points[-1], inside[-1], data.chosen)
    path = points[:, data.chosen]
    surface = Surface(
        frame.adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN),
        np.concatenate([path, points[-1, others]]),
        np.concatenate([path[:-1], path[1:]], axis=1),
    )
    for box in kept_free:
        surface.take(box)
    names: dict[int, QRectF | None] = {}
    numbers: dict[int, QRectF | None] = {}
    if inside[-1, data.chosen]:
        names[data.chosen] = surface.place(_name(data, data.chosen, points, texts))
    for layer in np.flatnonzero(inside[:, data.chosen]).tolist():
        numbers[layer] = surface.place(_number(layer, path, texts))
    for token in others:
        names[token] = surface.place(_name(data, token, points, texts))
    numbered, named = ({k: box for k, box in boxes.items() if box is not None} for boxes in (numbers, names))
    hidden = int(inside[-1].sum() + inside[:, data.chosen].sum()) - len(numbered) - len(named)
    origin = QPointF(*on_screen(np.zeros(2), view, frame).tolist())
    return LaidPaths(origin, points, before, numbered, named, hidden, int((~inside[-1]).sum()))


def point_at(data: Paths, laid: LaidPaths, point: QPointF) -> tuple[int, int] | None:
    """The token, and after how many layers, that lies nearest to a point of the screen."""
    for token, box in laid.names.items():
        if box.contains(point):
            return token, data.layers
    for layer, box in laid.numbers.items():
        if box.contains(point):
            return data.chosen, layer
    far = along(laid.points, point)  # [layer, token]
    far[:, data.chosen] -= FAVOUR
    layer, token = (int(i) for i in np.unravel_index(int(far.argmin()), far.shape))
    if far[layer, token] > REACH:
        return None
    ends = laid.points[layer : layer + 2, token] - [point.x(), point.y()]
    return token, layer + int(np.hypot(*ends.T).argmin())


def _spread_out(ends: Float64, inside: NDArray[np.bool_], chosen: int) -> list[int]:
    """Tokens that may have a name: the first one in each part of the screen."""
    cells = np.floor(ends / CELL)
    found: dict[tuple[float, ...], int] = {}
    for token in np.flatnonzero(inside).tolist():
        if token != chosen:
            found.setdefault(tuple(cells[token].tolist()), token)
    return list(found.values())[:MOST_NAMES]


def _name(data: Paths, token: int, points: Float64, texts: Texts) -> Label:
    """Beyond the path's end."""
    end, before = points[-1, token], points[-2, token]
    bold = token == data.chosen
    size = size_of(name_of(data, token, texts), texts, SMALL, bold)
    return Label((float(end[0]), float(end[1])), size, _unit(end - before))


def _number(layer: int, path: Float64, texts: Texts) -> Label:
    """Beside the path, where it turns away."""
    x, y = _unit(path[min(layer + 1, len(path) - 1)] - path[max(layer - 1, 0)])
    anchor = float(path[layer, 0]), float(path[layer, 1])
    return Label(anchor, size_of(str(layer), texts, TINY, bold=True), (y, -x))


def _unit(step: Float64) -> tuple[float, float]:
    """Of length 1; to the right where there is no step."""
    length = float(np.hypot(*step))
    return (float(step[0]) / length, float(step[1]) / length) if length else (1.0, 0.0)


def rows_of(data: Paths) -> Iterator[tuple[int, int]]:
    """Every token after every layer."""
    return ((token, layer) for token in range(len(data.names)) for layer in range(len(data.points)))
