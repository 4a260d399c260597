"""Nets over the words of a sentence: where their nodes lie, and what is drawn of them."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from PySide6.QtCore import QLineF, QPointF, QRectF

Node = tuple[int, int]  # level and position; words are level 0
Edge = tuple[Node, Node]

TITLE, WORDS = 20.0, 22.0  # heights of a net's title and of its words
GAP, MARGIN = 8.0, 8.0
LOW, LOW_SHARE = 62.0, 0.12  # height of the levels of a net that has one: at least, and of all
RADIUS, SMALLEST = 5.0, 1.2


@dataclass(frozen=True)
class NetPicture:
    """``path``: the nodes of the shortest way, the word first; ``edges``: all connections that lead to its end."""

    name: str
    title: str  # what it is, and how far
    about: str  # what its nodes read
    colour: str  # of the theme
    levels: int
    path: tuple[Node, ...]
    edges: tuple[Edge, ...]

    @cached_property
    def field(self) -> frozenset[Node]:
        """The nodes that the place hears of, itself among them."""
        return frozenset(node for edge in self.edges for node in edge) | frozenset(self.path)


@dataclass(frozen=True)
class Band:
    """The part of the picture that a net has: title above, words below."""

    net: NetPicture
    box: QRectF
    words: int

    @property
    def step(self) -> float:
        """Width of a word."""
        return (self.box.width() - 2 * MARGIN) / max(self.words, 1)

    @property
    def ground(self) -> float:
        """Where the words begin."""
        return self.box.bottom() - WORDS

    @property
    def rise(self) -> float:
        """From level to level."""
        return (self.ground - self.box.top() - TITLE - 2 * RADIUS) / max(self.net.levels, 1)

    @property
    def radius(self) -> float:
        return max(min(RADIUS, self.step / 5, self.rise / 3), SMALLEST)

    def at(self, node: Node) -> QPointF:
        level, place = node
        return QPointF(self.middle(place), self.ground - RADIUS - level * self.rise)

    def lines(self, edges: Iterable[Edge]) -> list[QLineF]:
        """Of many nodes at once: each column and each level is placed a single time."""
        across = [self.middle(place) for place in range(self.words)]
        up = [self.at((level, 0)).y() for level in range(self.net.levels + 1)]
        return [QLineF(across[a], up[i], across[b], up[j]) for (i, a), (j, b) in edges]

    def middle(self, place: int) -> float:
        return self.box.left() + MARGIN + (place + 0.5) * self.step

    def word(self, place: int) -> QRectF:
        """The box of a word."""
        return QRectF(self.middle(place) - self.step / 2, self.ground, self.step, WORDS)

    def place_at(self, x: float) -> int | None:
        """The word whose column lies there."""
        place = int((x - self.box.left() - MARGIN) // self.step)
        return place if 0 <= place < self.words else None


def arrange(nets: tuple[NetPicture, ...], words: int, room: QRectF) -> tuple[Band, ...]:
    """One below the other: nets of one level are low, the others share what is left."""
    frame, deep = TITLE + WORDS, sum(net.levels > 1 for net in nets)
    height = room.height() - GAP * (len(nets) - 1) - len(nets) * frame  # of all levels
    low = min(max(LOW, LOW_SHARE * room.height()), max(height / max(len(nets), 1), 12.0))
    spare = height - (len(nets) - deep) * low
    each = max(spare / deep, low) if deep else low + max(spare, 0.0) / max(len(nets), 1)
    bands, top = [], room.top()
    for net in nets:
        height = frame + (each if net.levels > 1 or not deep else low)
        bands.append(Band(net, QRectF(room.left(), top, room.width(), height), words))
        top += height + GAP
    return tuple(bands)
