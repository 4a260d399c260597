"""Nets as connections between the positions of a sentence: how far it is from a word to a place that needs it.

Nothing here is calculated: `walk` follows the connections, breadth-first.  engine/costs.py has the formulas.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

MOST_WORDS = 60  # of a sentence whose connections are followed

Node = tuple[int, int]  # level and position; the words are level 0
Edge = tuple[Node, Node]  # what is read, and what reads it
Reads = Callable[
    [Node, int], Iterator[Node]
]  # which nodes a node above the words reads, of so many positions


@dataclass(frozen=True)
class Stack:
    """Convolutions of one ``width``.  The places of a window stand ``dilation`` apart, twice as far in each further
    layer if ``doubling``.

    A place looks to both sides; at an even width one place farther back than ahead.
    """

    width: int = 3
    dilation: int = 1
    doubling: bool = False

    @property
    def back(self) -> int:
        """Places of the window before its middle."""
        return self.width // 2

    @property
    def ahead(self) -> int:
        return (self.width - 1) // 2

    def apart(self, layer: int) -> int:
        """``layer`` from 1."""
        return self.dilation * (2 ** (layer - 1) if self.doubling else 1)

    def field(self, layers: int) -> int:
        """The receptive field: how many positions lie between the first and the last that one place of the last of so
        many layers can hear of, these two among them, in an endless sentence.
        """
        return 1 + (self.width - 1) * sum(self.apart(layer) for layer in range(1, layers + 1))


@dataclass(frozen=True)
class Net:
    """``flat``: all its nodes above the words are of level 1 and read each other, as recurrent states do."""

    reads: Reads = field(repr=False)
    flat: bool = False


def _forward(node: Node, count: int) -> Iterator[Node]:
    yield 0, node[1]
    if node[1] > 0:
        yield 1, node[1] - 1


def _backward(node: Node, count: int) -> Iterator[Node]:
    yield 0, node[1]
    if node[1] < count - 1:
        yield 1, node[1] + 1


def _everything(node: Node, count: int) -> Iterator[Node]:
    return ((node[0] - 1, place) for place in range(count))


RECURRENT, BACKWARD = Net(_forward, flat=True), Net(_backward, flat=True)  # from either end of the sentence
ATTENTION = Net(_everything)


def convolution(stack: Stack) -> Net:
    """Every place of a layer reads a window of the layer below, as far as it lies within the sentence."""

    def window(node: Node, count: int) -> Iterator[Node]:
        level, place = node
        apart = stack.apart(level)
        if apart >= count:  # nothing but the middle lies within
            yield level - 1, place
            return
        for offset in range(-stack.back * apart, stack.ahead * apart + 1, apart):
            if 0 <= place + offset < count:
                yield level - 1, place + offset

    return Net(window)


@dataclass(frozen=True)
class Walk:
    """From a word to a place.

    ``steps``: how often what the word says is handed on, from state to state or from layer to layer; None if it never
    arrives.  ``levels``: of the net, above the words, that it takes, or after which nothing more is heard of.
    ``path``: the nodes passed, the word first.  ``edges``: all connections by which the place hears of anything.
    """

    steps: int | None
    levels: int
    path: tuple[Node, ...]
    edges: tuple[Edge, ...]

    @property
    def heard(self) -> frozenset[int]:
        """The positions that the place hears of."""
        return frozenset(place for (level, place), _ in self.edges if level == 0)


def walk(net: Net, word: int, place: int, count: int) -> Walk:
    """The shortest way from a word to a place of the lowest level where it arrives."""
    levels = 1 if net.flat else _depth(net, word, place, count)
    through = _behind(net, (levels, place), count)
    edges = tuple((read, node) for node in through if node[0] for read in net.reads(node, count))
    path = _back_along(through, (0, word))
    first = 1 if net.flat else 0  # into its own state a word is read, not handed on
    return Walk(len(path) - 1 - first if path else None, levels, path, edges)


def _depth(net: Net, word: int, place: int, count: int) -> int:
    """How many layers it takes; if they never suffice, after how many no more places hear of the word."""
    heard, level, last = {word}, 0, 0
    while place not in heard and level < count:
        level += 1
        now = {p for p in range(count) if any(q in heard for _, q in net.reads((level, p), count))}
        heard, last = now, level if now != heard else last
    return level if place in heard else max(last, 1)


def _behind(net: Net, top: Node, count: int) -> dict[Node, Node | None]:
    """Every node that a node hears of, and through which other it did so first."""
    through: dict[Node, Node | None] = {top: None}
    row = [top]
    while row:
        further: list[Node] = []
        for node in (node for node in row if node[0]):
            for read in net.reads(node, count):
                if read not in through:
                    through[read] = node
                    further.append(read)
        row = further
    return through


def _back_along(through: Mapping[Node, Node | None], start: Node) -> tuple[Node, ...]:
    node: Node | None = start
    if start not in through:
        return ()
    path = []
    while node is not None:
        path.append(node)
        node = through[node]
    return tuple(path)
