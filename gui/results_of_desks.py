"""What the engine made on the desks beside attention: translation, distance, scoring, memory."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.connections import Stack, Walk
from engine.costs import Cost, Shape
from engine.forgetting import Sensitivity
from engine.laboratory import Laboratory
from engine.memories.recall import Recall
from engine.memories.run import MemoryRun
from engine.ngrams import Coverage, Seen
from engine.sequences.decode import Beam
from engine.sequences.run import SequenceRun
from engine.sequences.speed import Speed


@dataclass(frozen=True, eq=False)
class Translation:
    """A source sentence translated to its end, or as far as a model writes.  ``beam``: all that was weighed, where it
    was by beam search.  Of a run with changes, ``unchanged`` has the same tokens without them, and ``before`` is what
    would be written without them.
    """

    run: SequenceRun
    beam: Beam | None = None
    unchanged: SequenceRun | None = None
    before: SequenceRun | None = None


@dataclass(frozen=True, eq=False)
class Origin:
    """What the sentence pairs hold of a source sentence: on which ``side`` of the split it is ("train", "validation" or
    "test"; empty if it is none of theirs), and its translations there.
    """

    text: str
    side: str
    references: tuple[str, ...]


@dataclass(frozen=True)
class PairOffered:
    """An example to translate, in both languages, and its ``side`` of the split."""

    en: str
    zh: str
    side: str


@dataclass(frozen=True, eq=False)
class WordPath:
    """The ways from one word of a sentence to the place of another, by net: "recurrent", "convolution", "attention".

    ``dropped``: words beyond those that are followed.
    """

    words: tuple[str, ...]
    dropped: int
    start: int
    end: int
    stack: Stack
    walks: Mapping[str, Walk]


@dataclass(frozen=True, eq=False)
class Costs:
    """What the nets cost at a shape, multiplications ``curves`` by n, and where attention becomes the dearer one; all
    by net.
    """

    shape: Shape
    by_net: Mapping[str, Cost]
    curves: Mapping[str, tuple[tuple[int, int], ...]]
    crossings: Mapping[str, int]


@dataclass(frozen=True, eq=False)
class Forgetting:
    """How far the last state of a trained recurrent encoder, and the last place of a Transformer's, answer to each word
    of a sentence.  ``text``: as it was typed; ``source``: its language.
    """

    text: str
    source: str
    texts: tuple[str, ...]
    unknown: tuple[str, ...]
    dropped: int
    kind: str
    backward: bool
    state: Sensitivity
    place: Sensitivity


@dataclass(frozen=True, eq=False)
class Mixing:
    """Matrices ``[to, from]`` of two sentences, with what their places are called: those of a head of attention, and
    those of fixed weights of a ``kind``, drawn by a ``seed``.  ``unlike``: how much each of the two differs between the
    sentences, 0 to 1.  ``row``: of the places that have the same token in both, the one where attention differs most.
    """

    layer: int
    head: int
    layers: int
    heads: int
    texts: tuple[tuple[str, ...], tuple[str, ...]]
    unknown: tuple[tuple[str, ...], tuple[str, ...]]  # what the model read as unknown, as it was typed
    dropped: tuple[int, int]
    attention: tuple[NDArray[np.floating], NDArray[np.floating]]
    fixed: tuple[NDArray[np.floating], NDArray[np.floating]]
    kind: str
    seed: int
    unlike: tuple[float, float]
    row: int | None


@dataclass(frozen=True, eq=False)
class Counting:
    """What came after a prefix, in so many sentences and words; ``by_order``: the same for n-grams of every length."""

    prefix: tuple[str, ...]
    unknown: tuple[str, ...]  # words of the prefix that were never seen
    seen: Seen
    by_order: tuple[Seen, ...]
    coverage: tuple[Coverage, ...]
    sentences: int
    tokens: int
    words: int


@dataclass(frozen=True, eq=False)
class Measured:
    """Tokens per second with and without a key/value cache, for a ``request`` (State.mem_measuring), of a model."""

    request: int
    model: str
    found: tuple[Speed, ...]


@dataclass(frozen=True, eq=False)
class Recalled:
    """What three kinds of memory still know after each word."""

    run: MemoryRun
    found: Recall


@dataclass(frozen=True, eq=False)
class Laid:
    """What the laboratory scores: from which source, of which queries the one at ``place``; keys ``left_out`` have no
    vector.
    """

    source: str
    lab: Laboratory
    queries: tuple[str, ...]
    place: int
    left_out: tuple[str, ...]
