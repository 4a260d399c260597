"""The most frequent words of a crowd by name: one in each part of the screen, where there is room for it."""

from collections.abc import Sequence, Set
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF

from engine.density import Density, apart
from gui.widgets.arrow_labels import corners
from gui.widgets.arrow_layout import Float64
from gui.widgets.density_picture import window
from gui.widgets.painting import TINY, Texts
from gui.widgets.plain import visible
from gui.widgets.plane_places import on_screen

ACROSS, DOWN = 120.0, 32.0  # of a part of the screen
GAP = 4.0  # from a word's point to its name
LONGEST = 110
TRIED = 150  # names at most, the most frequent ones


@dataclass(frozen=True)
class Name:
    """A word of the crowd, and where its point and its name lie on the screen."""

    word: str
    rank: int
    tip: QPointF
    box: QRectF
    text: str


def names(
    crowd: tuple[Density, Sequence[str]],
    view: QRectF,
    frame: QRectF,
    texts: Texts,
    taken: Sequence[QRectF],
    left_out: Set[str],
) -> tuple[Name, ...]:
    """Those that overlap neither each other nor what is ``taken``; words ``left_out`` are on the screen already."""
    density, words = crowd
    cell = ACROSS * view.width() / frame.width(), DOWN * view.height() / frame.height()
    ranks = [
        rank for rank in density.named(window(view), cell)[:TRIED].tolist() if words[rank] not in left_out
    ]
    if not ranks:
        return ()
    places = on_screen(density.points(np.array(ranks)).astype(np.float64), view, frame)
    shown = [texts.elided(visible(words[rank]), TINY, LONGEST) for rank in ranks]
    boxes = _boxes(places, [texts.width(text, TINY) for text in shown], texts.metrics(TINY).height())
    free = _free(boxes, places, frame, taken)
    kept = np.flatnonzero(free)[apart(boxes[free])]
    return tuple(_name(words[ranks[at]], ranks[at], places[at], boxes[at], shown[at]) for at in kept.tolist())


def _boxes(places: Float64, widths: Sequence[int], height: int) -> Float64:
    """Of each point and the name to its right: left, top, right, bottom.  [n, 4]"""
    x, y = places.T
    return np.stack([x - GAP / 2, y - height / 2, x + GAP + np.array(widths) + 2, y + height / 2], axis=1)


def _free(boxes: Float64, places: Float64, frame: QRectF, taken: Sequence[QRectF]) -> np.ndarray:
    """Which boxes lie within the frame and on nothing that is taken."""
    left, top, right, bottom = boxes.T
    edge = corners(frame)
    free = (left >= edge[0]) & (top >= edge[1]) & (right <= edge[2]) & (bottom <= edge[3])
    if taken:
        others = np.array([corners(box) for box in taken]).T[:, :, np.newaxis]  # [edge, other, 1]
        on = (left < others[2]) & (others[0] < right) & (top < others[3]) & (others[1] < bottom)
        free &= ~on.any(axis=0)
    return free


def _name(word: str, rank: int, place: Float64, box: Float64, text: str) -> Name:
    x, y = place.tolist()
    left, top, right, bottom = box.tolist()
    return Name(word, rank, QPointF(x, y), QRectF(left, top, right - left, bottom - top), text)
