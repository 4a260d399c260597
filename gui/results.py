"""What the engine made of the state, as the panes read it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.analogy import Analogy
from engine.carried import Carried
from engine.check import Checked
from engine.compare import Comparison
from engine.density import Density
from engine.dictionary import LookUp
from engine.fading import Fading
from engine.head_sum import HeadSum
from engine.heads import Pictures
from engine.journey import Journey
from engine.maps.trust import Trust
from engine.maps.turning import Turn
from engine.memories.run import MemoryRun
from engine.nearest import SideBySide
from engine.opening import ImportReport
from engine.pair_terms import PairTerms
from engine.ranking import PairRanking
from engine.run import Run
from engine.same_word import SameWord
from engine.scaling import Scaling
from engine.search import Hit
from engine.sequences.beside import Beside
from engine.sequences.evaluation import Scores
from engine.sequences.searching import Searched
from engine.sequences.work import Ledger
from engine.sequences.writing import Writing
from engine.similarity import Grid
from engine.text import Spelling
from engine.trace import Derivation, Trace
from engine.vectors import Neighbour, WordVectors
from engine.word_group import Belonging, Mean
from engine.words import Plane, WordsReport
from gui.owners import Openable
from gui.remarks import SessionRead
from gui.results_of_desks import (
    Costs,
    Counting,
    Forgetting,
    Laid,
    Measured,
    Mixing,
    Origin,
    PairOffered,
    Recalled,
    Translation,
    WordPath,
)
from gui.state import VectorsFile, WordPair


@dataclass(frozen=True, eq=False)
class Neighbours:
    """The words nearest to ``word`` by ``metric``, best first."""

    word: str
    metric: str
    found: tuple[Neighbour, ...]


@dataclass(frozen=True, eq=False)
class Around:
    """The nearest words of the pair on a map, in its fixed orientation: where, and whose neighbour each is."""

    plane: Plane
    places: Mapping[str, tuple[float, float]]
    of: Mapping[str, str]


@dataclass(frozen=True, eq=False)
class Crowd:
    """All words on a map, as it is laid on the screen."""

    plane: Plane
    turn: Turn
    density: Density
    words: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Trusted:
    """How far to trust a map; None of fewer than three words."""

    plane: Plane
    found: Trust | None


@dataclass(frozen=True, eq=False)
class Behind:
    """What is added up behind a number of the pair, in all dimensions and on the map, if the words have one."""

    words: WordPair
    whole: PairTerms
    plane: PairTerms | None


@dataclass(frozen=True, eq=False)
class LikenessMatrix:
    """A metric between all chosen words that are known; ``grid`` says which entries are undefined."""

    words: tuple[str, ...]
    metric: str
    grid: Grid


@dataclass(frozen=True, eq=False)
class Overview:
    """A run with every head's weights in small ``[layer, head, size, size]``, and the measures of every head
    ``[layer, head]`` by the ids of engine.character.

    ``near`` has near spellings of words that were left out of the sentence.
    """

    run: Run
    thumbs: NDArray[np.float32]
    near: Mapping[str, tuple[str, ...]]
    characters: Mapping[str, NDArray[np.float64]]


@dataclass(frozen=True, eq=False)
class LayerTrace:
    """Every array of one layer of a run."""

    run: Run
    layer: int
    trace: Trace
    unchanged: Trace | None = None  # the same layer without the changes in force


@dataclass(frozen=True, eq=False)
class Opened:
    """A number that was opened, and the run that it is from."""

    run: Openable
    derivation: Derivation


@dataclass(frozen=True, eq=False)
class CheckedStep:
    """A step of a run that was derived again by another road."""

    run: Run
    found: Checked


@dataclass(frozen=True, eq=False)
class Saved:
    """A file that was written; two of one path are two events."""

    path: Path


@dataclass(frozen=True, eq=False)
class OwnVectors:
    """Word vectors of a person's own file, and what was found in it.  ``known``: it had been opened before."""

    file: VectorsFile
    vectors: WordVectors
    report: ImportReport
    known: bool = False


@dataclass(frozen=True, eq=False)
class Importing:
    """A file on its way: how much of it has been read, then what was ``found``, which waits for a decision."""

    file: VectorsFile
    done: float = 0.0  # to 1
    found: OwnVectors | None = None


@dataclass(frozen=True, eq=False)
class Results:
    """What the engine made of it.  ``None`` means not ready; ``failed`` says why by result."""

    vectors: WordVectors | None = None
    hits: tuple[Hit, ...] = ()
    described: WordsReport | None = None
    plane: Plane | None = None  # the map, in its fixed orientation; none of fewer than two words
    around: Around | None = None  # none while not asked for, or on a map without place for others ...
    crowd: Crowd | None = None  # ... and so here
    trusted: Trusted | None = None
    matrix: LikenessMatrix | None = None
    neighbours: tuple[Neighbours, ...] | None = None  # of each word of the pair
    behind: Behind | None = None  # none while no number of the pair is taken apart
    nearest: tuple[SideBySide, ...] | None = None  # of the pair; none while out of sight ...
    analogy: Analogy | None = None  # ... and so with these
    odd_one: tuple[Belonging, ...] | None = None
    mean: Mean | None = None
    completions: tuple[Hit, ...] = ()  # of what is typed into one of the analogy's boxes
    overview: Overview | None = None
    pictures: Pictures | None = None
    ranking: PairRanking | None = None  # none while it is not asked for, or when every token is hidden
    trace: LayerTrace | None = None
    opened: Opened | None = None
    comparison: Comparison | None = None  # none while it is out of sight, as are the two below
    other_layer: LayerTrace | None = None  # of the other sentence: the layer that is looked at
    same_word: SameWord | None = None
    journey: Journey | None = None  # none while its page of the plane is not looked at, as is the sum
    head_sum: HeadSum | None = None
    translation: Translation | None = None  # none while its desk is not looked at, as are the three below
    origin: Origin | None = None
    pairs: tuple[PairOffered, ...] = ()
    scores: Scores | None = None  # recorded when the translation models were judged
    searched: Searched | None = None  # none while its page is not looked at, as are the two below
    beside: Beside | None = None
    writing: Writing | None = None
    far_path: WordPath | None = (
        None  # none while its page of the desk for distances is not looked at, as are the others
    )
    far_costs: Costs | None = None
    far_forgetting: Forgetting | None = None
    far_fading: Fading | None = None
    far_mixing: Mixing | None = None
    far_counting: Counting | None = None
    ledger: Ledger | None = None  # of a key/value cache; none while its page is not looked at ...
    speeds: Measured | None = None
    memories: MemoryRun | None = None  # ... and so with the three kinds of memory
    recalled: Recalled | None = None
    lab_laid: Laid | None = None  # none off its page of the desk for scoring, as are the next two
    lab_scaling: Scaling | None = None
    lab_look: LookUp | None = None
    saved: Saved | None = None
    session_read: SessionRead | None = None
    checked: CheckedStep | None = None
    carried: Carried | None = None  # none unless words were moved or the sentence was filled up
    spelled: Spelling | None = None
    imported: OwnVectors | None = None  # the vectors in use, unless they are those that ship
    importing: Importing | None = None  # a file that is being opened, or could not be
    failed: Mapping[str, Exception] = field(default_factory=dict)
