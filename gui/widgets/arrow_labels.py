"""Places for the labels of hundreds of words: quick and plain, each beside its own point and on no other."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF

from gui.widgets.arrow_layout import Float64, Label

CELL = 3.0  # points of the screen: how finely it is kept what is taken
NEAR = 8.0  # from a point to its label: beyond all cells that the point takes
TIP = 2.0  # half the room that a point needs for itself
Box = tuple[float, float, float, float]  # left, top, right, bottom
AROUND = np.radians([0, 45, -45, 90, -90, 135, -135, 180])  # from the way its arrow goes


class Taken:
    """What is taken of a frame, cell by cell; a box takes all cells that it touches."""

    def __init__(self, frame: QRectF) -> None:
        self._left, self._top = frame.left(), frame.top()
        columns, rows = (int(np.ceil(max(side, 1.0) / CELL)) for side in (frame.width(), frame.height()))
        self.cells: NDArray[np.bool_] = np.zeros((rows, columns), np.bool_)

    def part(self, box: Box) -> NDArray[np.bool_]:
        """The cells that a box touches, within the frame."""
        left, top, right, bottom = box
        x, y = max(int((left - self._left) / CELL), 0), max(int((top - self._top) / CELL), 0)
        return self.cells[y : int((bottom - self._top) / CELL) + 1, x : int((right - self._left) / CELL) + 1]

    def take(self, box: Box) -> None:
        self.part(box)[:] = True


def quick(
    labels: Mapping[str, Label], tips: Float64, frame: QRectF, blocked: Iterable[QRectF] = ()
) -> dict[str, QRectF]:
    """A box for each label that finds room beside its own point; the first ones choose first.

    ``tips`` [n, 2] are all points: no label lies on one.
    """
    taken, points = Taken(frame), Taken(frame)
    for one in blocked:
        taken.take(corners(one))
    for x, y in tips.tolist():
        if frame.contains(QPointF(x, y)):
            points.take((x - TIP, y - TIP, x + TIP, y + TIP))
    placed: dict[str, QRectF] = {}
    for word, boxes in zip(labels, candidates(list(labels.values()), frame), strict=True):
        box = next((b for b in boxes if not (taken.part(b).any() or points.part(b).any())), None)
        if box is not None:
            taken.take(box)
            left, top, right, bottom = box
            placed[word] = QRectF(left, top, right - left, bottom - top)
    return placed


def corners(box: QRectF) -> Box:
    """As a plain tuple."""
    return box.left(), box.top(), box.left() + box.width(), box.top() + box.height()


def candidates(labels: Sequence[Label], frame: QRectF) -> list[list[Box]]:
    """For each label the boxes beside its point that lie within the frame, the way its arrow goes first."""
    if not labels:
        return []
    anchors, ways = np.array([label.anchor for label in labels]), np.array([one.direction for one in labels])
    half = np.array([[one.size.width() / 2, one.size.height() / 2] for one in labels])[:, np.newaxis]
    turns = np.arctan2(ways[:, 1], ways[:, 0])[:, np.newaxis] + AROUND
    around = np.stack([np.cos(turns), np.sin(turns)], axis=-1)  # [label, way, axis]
    centres = anchors[:, np.newaxis] + around * NEAR + np.clip(1.5 * around, -1.0, 1.0) * half
    low, high = centres - half, centres + half
    edge = corners(frame)
    within = ((low >= edge[:2]) & (high <= edge[2:])).all(axis=-1)
    boxes = np.concatenate([low, high], axis=-1)
    return [[_box(row) for row in mine[kept].tolist()] for mine, kept in zip(boxes, within, strict=True)]


def _box(edges: list[float]) -> Box:
    left, top, right, bottom = edges
    return left, top, right, bottom
