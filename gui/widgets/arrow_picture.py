"""Words as arrows from the origin: where everything lies on the screen."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import atan2, cos, degrees, hypot, radians, sin

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF

from gui.widgets.arrow_layout import Float64, Label, Surface, hung
from gui.widgets.painting import SMALL, Texts
from gui.widgets.plain import visible

PAD = QSizeF(10.0, 4.0)  # around a label's text
MARGIN = 6.0  # at the edges of the picture
LONGEST_LABEL = 140
PAIR_WEIGHT = 2  # how much worse it is to cross an arrow of the pair than any other
BESIDE, CLOSE = 11.0, 5.0  # farther from its tip a label hangs on a line; or with another tip hardly farther
LEAST_ARC = 18.0  # shorter arrows have no room for one
ARC, WIDE_ARC, NARROW = 42.0, 74.0, 25.0  # radius of the angle; of one below so many degrees


@dataclass(frozen=True)
class Arrow:
    """A word at finite coordinates; ``tip`` is what its tooltip says."""

    word: str
    x: float
    y: float
    tip: str = ""


@dataclass(frozen=True)
class Arrows:
    """What is drawn: ``a`` and ``b`` are highlighted, with ``angle`` written between them."""

    arrows: tuple[Arrow, ...] = ()
    a: str | None = None
    b: str | None = None
    angle: str = ""

    def get(self, word: str | None) -> Arrow | None:
        return next((arrow for arrow in self.arrows if arrow.word == word), None)

    def in_order(self) -> list[Arrow]:
        """A and B first, then the longest ones."""
        first = {self.a: 2, self.b: 1}
        return sorted(self.arrows, key=lambda one: (-first.get(one.word, 0), -hypot(one.x, one.y)))


@dataclass(frozen=True)
class Arc:
    """The angle from A to B, in degrees counter-clockwise."""

    radius: float
    start: float
    span: float

    def middle(self, origin: QPointF) -> tuple[float, float]:
        half = radians(self.start + self.span / 2)
        return origin.x() + self.radius * cos(half), origin.y() - self.radius * sin(half)


@dataclass(frozen=True)
class Laid:
    """Places on the screen: of every tip, and of the labels that found room."""

    origin: QPointF
    tips: dict[str, QPointF]
    labels: dict[str, QRectF]
    arc: Arc | None = None
    angle: QRectF | None = None
    unlabelled: int = 0  # words in view whose label found no room
    outside: int = 0  # words whose tips are out of view

    def led(self, word: str) -> bool:
        """Whether a label needs a line to its tip: it stands away from it, or as near to another one."""
        box = self.labels[word]
        own = distance(self.tips[word], nearest(box, self.tips[word]))
        others = (tip for other, tip in self.tips.items() if other != word)
        return own > BESIDE or any(distance(tip, nearest(box, tip)) < own + CLOSE for tip in others)


def label_of(arrow: Arrow, data: Arrows, texts: Texts) -> str:
    """The word as it is written beside its arrow."""
    return texts.elided(visible(arrow.word), SMALL, LONGEST_LABEL, bold=arrow.word in (data.a, data.b))


def extents(data: Arrows, texts: Texts) -> tuple[Float64, Float64]:
    """Points [n, 2] and what hangs on each [n, 4] for `arrow_layout.fit`; the origin is the last of them."""
    points = np.array([[one.x, one.y] for one in data.arrows] + [[0.0, 0.0]])
    sides = [_extent(one, data, texts) for one in data.arrows]
    return points, np.array([*sides, [2 * MARGIN] * 4])


def _extent(arrow: Arrow, data: Arrows, texts: Texts) -> list[float]:
    size = _size(arrow, data, texts)
    x, y = map(float, hung(size, np.array([_direction(arrow)]), np.array([2 * MARGIN]))[0])
    across, down = size.width() / 2, size.height() / 2
    return [max(2 * MARGIN, reach + MARGIN) for reach in (across - x, down - y, across + x, down + y)]


def _size(arrow: Arrow, data: Arrows, texts: Texts) -> QSizeF:
    metrics = texts.metrics(SMALL, arrow.word in (data.a, data.b))
    return QSizeF(metrics.horizontalAdvance(label_of(arrow, data, texts)), metrics.height()) + PAD


def _direction(arrow: Arrow) -> tuple[float, float]:
    """Outwards, y downwards; to the right for an arrow without length."""
    length = hypot(arrow.x, arrow.y)
    return (arrow.x / length, -arrow.y / length) if length else (1.0, 0.0)


def lay_out(data: Arrows, view: QRectF, frame: QRectF, texts: Texts, kept_free: QRectF | None = None) -> Laid:
    """Place everything: ``view`` is the part of the plane that fills ``frame``; no label lies in ``kept_free``."""
    place = _placer(view, frame)
    origin = place(0.0, 0.0)
    tips = {one.word: place(one.x, one.y) for one in data.arrows}
    shafts = np.array([[origin.x(), origin.y(), tip.x(), tip.y()] for tip in tips.values()]).reshape(-1, 4)
    of_pair = np.array([word in (data.a, data.b) for word in tips], np.bool_)
    lines = np.concatenate([shafts, *[shafts[of_pair]] * PAIR_WEIGHT])
    surface = Surface(frame.adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN), shafts[:, 2:], lines)
    if kept_free is not None:
        surface.take(kept_free)
    seen = [one for one in data.in_order() if frame.contains(tips[one.word])]
    labels = {one.word: _label(one, data, tips[one.word], texts) for one in seen}
    pair = [word for word in labels if word in (data.a, data.b)]
    placed = {word: surface.place(labels[word]) for word in pair}
    arc = _arc(data, origin, tips)
    angle = None if arc is None else surface.place(_angle_label(data.angle, arc, origin, texts))
    placed |= {word: surface.place(labels[word]) for word in labels if word not in pair}
    boxes = {word: box for word, box in placed.items() if box is not None}
    return Laid(origin, tips, boxes, arc, angle, len(seen) - len(boxes), len(tips) - len(seen))


def _placer(view: QRectF, frame: QRectF) -> Callable[[float, float], QPointF]:
    across, down = frame.width() / view.width(), frame.height() / view.height()

    def place(x: float, y: float) -> QPointF:
        return QPointF(
            frame.left() + (x - view.left()) * across,
            frame.bottom() - (y - view.top()) * down,
        )

    return place


def _label(arrow: Arrow, data: Arrows, tip: QPointF, texts: Texts) -> Label:
    return Label((tip.x(), tip.y()), _size(arrow, data, texts), _direction(arrow))


def _angle_label(text: str, arc: Arc, origin: QPointF, texts: Texts) -> Label:
    metrics = texts.metrics(SMALL)
    half = radians(arc.start + arc.span / 2)
    size = QSizeF(metrics.horizontalAdvance(text), metrics.height()) + PAD
    return Label(arc.middle(origin), size, (cos(half), -sin(half)))


def _arc(data: Arrows, origin: QPointF, tips: dict[str, QPointF]) -> Arc | None:
    """None unless both arrows are long enough on the screen to hold it."""
    a, b = data.get(data.a), data.get(data.b)
    if a is None or b is None or not data.angle:
        return None
    shorter = min(distance(origin, tips[a.word]), distance(origin, tips[b.word]))
    if shorter < LEAST_ARC:
        return None
    start = degrees(atan2(a.y, a.x))
    span = (degrees(atan2(b.y, b.x)) - start + 180.0) % 360.0 - 180.0
    return Arc(min(shorter * 0.65, WIDE_ARC if abs(span) < NARROW else ARC), start, span)


def distance(one: QPointF, other: QPointF) -> float:
    return hypot(one.x() - other.x(), one.y() - other.y())


def nearest(box: QRectF, point: QPointF) -> QPointF:
    """The point of a box that lies nearest to another one."""
    return QPointF(min(max(point.x(), box.left()), box.right()), min(max(point.y(), box.top()), box.bottom()))


def words_at(laid: Laid, point: QPointF, reach: float = 10.0) -> Iterator[str]:
    """Words whose label or tip lies under a point of the screen, the nearest first."""
    inside = [word for word, box in laid.labels.items() if box.contains(point)]
    near = sorted((distance(tip, point), word) for word, tip in laid.tips.items())
    yield from inside
    yield from (word for far, word in near if far <= reach)
