"""Words as arrows from the origin: where everything lies on the screen."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import atan2, cos, degrees, hypot, radians, sin

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF

from gui.widgets.arrow_labels import quick
from gui.widgets.arrow_layout import Float64, Label, Surface, hung
from gui.widgets.painting import SMALL, Texts
from gui.widgets.plain import visible
from gui.widgets.plane_places import distance, hanging, on_screen

PAD = QSizeF(10.0, 4.0)  # around a label's text
MARGIN = 6.0  # at the edges of the picture
LONGEST_LABEL = 140
PAIR_WEIGHT = 2  # how much worse it is to cross an arrow of the pair than any other
ASIDE = 24.0  # room left and right of each of many words
FEW = 60  # words whose labels are placed with care
LEAST_ARC = 18.0  # shorter arrows have no room for one
ARC, WIDE_ARC, NARROW = 42.0, 74.0, 25.0  # radius of the angle; of one below so many degrees


@dataclass(frozen=True)
class Arrow:
    """A word at finite coordinates; ``tip`` is what its tooltip says.  ``near``: the word whose neighbour it is, if it
    is shown as one."""

    word: str
    x: float
    y: float
    tip: str = ""
    near: str = ""


@dataclass(frozen=True)
class Link:
    """A line between two words; what kind of, is told by ``kind``: "torn", "invented" or "analogy"."""

    start: str
    end: str
    kind: str


@dataclass(frozen=True)
class Arrows:
    """What is drawn: ``a`` and ``b`` are highlighted, with ``angle`` written between them.

    ``shafts``: words are arrows from the origin, not dots.  ``centred``: the origin means something.  ``map`` tells one
    map from another; on the next the view is fitted anew, and words glide there if ``glides``.
    """

    arrows: tuple[Arrow, ...] = ()
    a: str | None = None
    b: str | None = None
    angle: str = ""
    links: tuple[Link, ...] = ()
    selected: frozenset[str] = frozenset()
    shafts: bool = True
    centred: bool = True
    map: object = None
    glides: bool = False

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(arrow.word for arrow in self.arrows)

    def get(self, word: str | None) -> Arrow | None:
        return next((arrow for arrow in self.arrows if arrow.word == word), None)

    def in_order(self) -> list[Arrow]:
        """A and B first, then the longest ones, those that are shown as neighbours last."""
        first = {self.a: 2, self.b: 1}
        return sorted(
            self.arrows, key=lambda one: (-first.get(one.word, 0), one.near != "", -hypot(one.x, one.y))
        )


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
        return word in self._led

    @cached_property
    def _led(self) -> frozenset[str]:
        return hanging(self.labels, self.tips)


def label_of(arrow: Arrow, data: Arrows, texts: Texts) -> str:
    """The word as it is written beside its arrow."""
    return texts.elided(visible(arrow.word), SMALL, LONGEST_LABEL, bold=arrow.word in (data.a, data.b))


def extents(data: Arrows, texts: Texts) -> tuple[Float64, Float64]:
    """Points [n, 2] and what hangs on each [n, 4] for `arrow_layout.fit`; the origin is the last of them."""
    points = np.array([[one.x, one.y] for one in data.arrows] + [[0.0, 0.0]])
    few = len(data.arrows) <= FEW  # of more, not every label can find room
    sides = [_extent(one, data, texts) if few else [ASIDE, 2 * MARGIN] * 2 for one in data.arrows]
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


def lay_out(
    data: Arrows, view: QRectF, frame: QRectF, texts: Texts, kept_free: Sequence[QRectF] = ()
) -> Laid:
    """Place everything: ``view`` is the part of the plane that fills ``frame``; no label lies in ``kept_free``."""
    plane = np.array([[0.0, 0.0], *([one.x, one.y] for one in data.arrows)])
    origin, *ends = (QPointF(x, y) for x, y in on_screen(plane, view, frame).tolist())
    tips = {one.word: end for one, end in zip(data.arrows, ends, strict=True)}
    seen = [one for one in data.in_order() if frame.contains(tips[one.word])]
    labels = {one.word: _label(one, data, tips[one.word], texts) for one in seen}
    arc = _arc(data, origin, tips)
    written = _angle_label(data.angle, arc, origin, texts) if arc else None
    place = _one_by_one if len(tips) <= FEW else _quickly
    boxes, angle = place(data, labels, written, Scene(origin, tips, frame, kept_free))
    return Laid(origin, tips, boxes, arc, angle, len(seen) - len(boxes), len(tips) - len(seen))


@dataclass(frozen=True)
class Scene:
    """What labels have to reckon with."""

    origin: QPointF
    tips: dict[str, QPointF]
    frame: QRectF
    kept_free: Sequence[QRectF]

    @property
    def room(self) -> QRectF:
        return self.frame.adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)

    @property
    def ends(self) -> Float64:
        """[word, axis]"""
        return np.array([[tip.x(), tip.y()] for tip in self.tips.values()]).reshape(-1, 2)


Placed = tuple[dict[str, QRectF], QRectF | None]  # the labels that found room, and the angle's


def _one_by_one(data: Arrows, labels: dict[str, Label], angle: Label | None, scene: Scene) -> Placed:
    """With care: each where it covers and crosses least, the pair's first, then the angle's."""
    ends = scene.ends
    shafts = np.concatenate([np.full_like(ends, (scene.origin.x(), scene.origin.y())), ends], axis=1)
    of_pair = np.array([word in (data.a, data.b) for word in scene.tips], np.bool_)
    lines = np.concatenate([shafts, *[shafts[of_pair]] * PAIR_WEIGHT]) if data.shafts else shafts[:0]
    surface = Surface(scene.room, ends, lines)
    for box in scene.kept_free:
        surface.take(box)
    pair = [word for word in labels if word in (data.a, data.b)]
    placed = {word: surface.place(labels[word]) for word in pair}
    written = surface.place(angle) if angle else None
    placed |= {word: surface.place(labels[word]) for word in labels if word not in pair}
    return {word: box for word, box in placed.items() if box is not None}, written


def _quickly(data: Arrows, labels: dict[str, Label], angle: Label | None, scene: Scene) -> Placed:
    """For many: places for the pair and the angle are found first, wherever; no other label covers a tip."""
    surface = Surface(scene.room, np.empty((0, 2)), np.empty((0, 4)))
    for box in scene.kept_free:
        surface.take(box)
    wanted = {word: surface.place(labels[word]) for word in labels if word in (data.a, data.b)}
    pair = {word: box for word, box in wanted.items() if box is not None}
    written = surface.place(angle) if angle else None
    blocked = [*scene.kept_free, *pair.values(), *([written] if written else [])]
    others = {word: label for word, label in labels.items() if word not in wanted}
    return pair | quick(others, scene.ends, scene.room, blocked), written


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


def words_at(laid: Laid, point: QPointF, reach: float = 10.0) -> Iterator[str]:
    """Words whose label or tip lies under a point of the screen, the nearest first."""
    inside = [word for word, box in laid.labels.items() if box.contains(point)]
    near = sorted((distance(tip, point), word) for word, tip in laid.tips.items())
    yield from inside
    yield from (word for far, word in near if far <= reach)
