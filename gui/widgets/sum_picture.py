"""Arrows laid end to end, and the one arrow that they make together: what is drawn, and where it lies."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF

from gui.widgets.arrow_layout import Float64, Label, Surface, fit
from gui.widgets.painting import SMALL, Texts
from gui.widgets.plane_places import along, on_screen, within

PAD = QSizeF(8.0, 2.0)  # around a label's text
MARGIN = 6.0  # at the edges of the picture
EXTENT = np.array([60.0, 20.0, 60.0, 20.0])  # room for labels around all arrows
LONGEST_NAME = 110
SHORTEST, HEAVY, MOST_LABELS = (
    8.0,
    0.1,
    40,
)  # arrows with a label: so long on the screen or so heavy; how many
REACH = 9.0  # how near the mouse must be


@dataclass(frozen=True, eq=False)
class Chain:
    """``joints`` [arrow + 1, 2] are finite and begin at zero; ``values`` [arrow, 2] are the arrows before they are
    weighted.  ``z`` is drawn apart where the arrows no longer lead to it.

    ``tell`` words what is known of an arrow; the one after the last is their sum.
    """

    joints: Float64
    values: Float64
    weights: Float64  # [arrow]
    labels: tuple[str, ...]
    total: str  # the sum's label
    tell: Callable[[int], str]
    z: tuple[float, float] | None = None
    z_label: str = ""

    @property
    def count(self) -> int:
        return len(self.labels)


@dataclass(frozen=True, eq=False)
class LaidChain:
    """Places on the screen; ``labels`` of the arrows that found room, the one after the last is the sum's."""

    joints: Float64  # [arrow + 1, 2]
    z: QPointF | None
    labels: dict[int, QRectF]
    z_label: QRectF | None
    hidden: int  # arrows in view without a label
    outside: int  # arrows out of view

    def joint(self, place: int) -> QPointF:
        return QPointF(*self.joints[place].tolist())

    def middle(self, arrow: int) -> QPointF:
        return (self.joint(arrow) + self.joint(arrow + 1)) * 0.5

    def tip(self, thing: int) -> QPointF:
        """Where the label of an arrow, or of the sum, belongs."""
        return self.joint(-1) if thing == len(self.joints) - 1 else self.middle(thing)


def bounds(data: Chain, room: QSizeF) -> QRectF:
    """The part of the plane in which all arrows are seen."""
    every = data.joints if data.z is None else np.concatenate([data.joints, [data.z]])
    return fit(np.stack([every.min(axis=0), every.max(axis=0)]), np.stack([EXTENT, EXTENT]), room)


def label_of(text: str, texts: Texts, bold: bool = False) -> str:
    return texts.elided(text, SMALL, LONGEST_NAME, bold)


def lay_out(
    data: Chain, view: QRectF, frame: QRectF, texts: Texts, kept_free: Sequence[QRectF] = ()
) -> LaidChain:
    """``view`` is the part of the plane that fills ``frame``; no label lies on ``kept_free``."""
    joints = on_screen(data.joints, view, frame)
    middles, lengths = (joints[:-1] + joints[1:]) / 2, np.hypot(*np.diff(joints, axis=0).T)
    inside = within(middles, frame)
    wanted = inside & ((lengths >= SHORTEST) | (data.weights >= HEAVY))
    labelled = [i for i in np.argsort(-data.weights, kind="stable").tolist() if wanted[i]][:MOST_LABELS]
    lines = np.concatenate([joints[:-1], joints[1:]], axis=1)[labelled]
    whole = np.concatenate([joints[:1], joints[-1:]], axis=1)
    surface = Surface(
        frame.adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN),
        np.concatenate([joints[-1:], joints[1:][labelled]]),
        np.concatenate([lines, whole]),
    )
    for box in kept_free:
        surface.take(box)
    placed = {data.count: surface.place(_beyond(data.total, joints[-1], joints[0], texts))}
    z, z_label = None, None
    if data.z is not None:
        at = on_screen(np.array(data.z), view, frame)
        z, z_label = QPointF(*at.tolist()), surface.place(_beyond(data.z_label, at, joints[0], texts))
    for arrow in labelled:
        placed[arrow] = surface.place(_beside(data.labels[arrow], joints, arrow, texts))
    labels = {thing: box for thing, box in placed.items() if box is not None}
    hidden = int(inside.sum()) - sum(thing < data.count for thing in labels)
    return LaidChain(joints, z, labels, z_label, hidden, int((~inside).sum()))


def arrow_at(data: Chain, laid: LaidChain, point: QPointF) -> int | None:
    """The arrow, or the sum, that lies nearest to a point of the screen."""
    for thing, box in laid.labels.items():
        if box.contains(point):
            return thing
    far = np.append(along(laid.joints, point), along(laid.joints[[0, -1]], point))
    nearest = int(far.argmin())
    return nearest if far[nearest] <= REACH else None


def _beyond(text: str, tip: Float64, start: Float64, texts: Texts) -> Label:
    """On from an arrow's tip."""
    x, y = tip - start
    length = float(np.hypot(x, y))
    way = (float(x) / length, float(y) / length) if length else (1.0, 0.0)
    return Label((float(tip[0]), float(tip[1])), _size(text, texts, bold=True), way)


def _beside(text: str, joints: Float64, arrow: int, texts: Texts) -> Label:
    """Beside an arrow's middle, on the side away from the sum."""
    middle, (x, y) = (joints[arrow] + joints[arrow + 1]) / 2, joints[arrow + 1] - joints[arrow]
    (a, b), (c, d) = joints[-1] - joints[0], middle - joints[0]
    side = 1.0 if a * d - b * c >= 0 else -1.0
    length = float(np.hypot(x, y))
    way = (-side * float(y) / length, side * float(x) / length) if length else (0.0, -1.0)
    return Label((float(middle[0]), float(middle[1])), _size(text, texts), way)


def _size(text: str, texts: Texts, bold: bool = False) -> QSizeF:
    metrics = texts.metrics(SMALL, bold)
    return QSizeF(metrics.horizontalAdvance(label_of(text, texts, bold)), metrics.height()) + PAD
