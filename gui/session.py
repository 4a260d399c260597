"""The one place of application state.

Panes read ``session.state`` and ``session.results``, call ``session.set(...)`` and listen to
``session.changed``.  They never talk to each other or to the engine.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from engine.check import Checked
from engine.compare import Comparison
from engine.edits import Edit
from engine.examples import HUNGRY, LOOK, SWEET, WORDS
from engine.heads import Pictures
from engine.pieces import Reading
from engine.ranking import PairRanking
from engine.run import Run
from engine.same_word import SameWord
from engine.search import Hit
from engine.similarity import Grid
from engine.steps.base import Cell
from engine.trace import Derivation, Trace
from engine.vectors import Neighbour, WordVectors
from engine.words import WordsReport

Address = tuple[str, Cell]  # an array's path and one of its cells


@dataclass(frozen=True)
class State:
    """What the user has chosen.  Small, immutable, comparable: undo is keeping an old one."""

    words: tuple[str, ...] = WORDS
    text: str = HUNGRY
    source: str = "minilm"  # or "fresh"
    heads: int = 8  # of the fresh layer
    d_head: int = 64
    seed: int = 0
    changes: tuple[Edit, ...] = ()  # what-if: in force from left to right

    search: str = ""
    pair: tuple[str, ...] = (WORDS[0], WORDS[2])  # the two words compared; fewer when fewer are chosen
    metric: str = "cosine"
    layer: int = LOOK.layer
    head: int = LOOK.head
    query: int = LOOK.query  # position of the token that is looked from
    anchor: int | None = None  # or the character of the sentence where it stands, for another tokenization
    stage: str = "softmax"
    step: str = ""  # key of the array shown within the stage; empty for the stage's last
    cell: Address | None = None  # the number that is opened
    trail: tuple[Address, ...] = ()  # the numbers it was reached through
    direction: str = "looks"  # of the weights that light up the sentence; or "looked_at"
    one_word: bool = False  # show how the word looked from comes by its sum, instead of matrices
    difference: bool = False  # show what the changes make of each array, instead of the array
    theme: str = "light"

    other: str = SWEET  # the sentence that the text is compared with
    comparing: bool = False  # whether the comparison is in sight: it is made only then
    compare_page: str = "parting"  # one of gui.parts.compare_page.PAGES
    compare_side: str = "difference"  # or "a", "b": the matrix that is seen when there is room for one
    threshold: float = 0.05  # differences up to this one count as none

    heads_view: str = "grid"  # or "list", "pair": how all heads are shown
    order: str = ""  # of the heads by a measure, a key of gui.characters.ORDERS; empty for as they are
    bound: float | None = None  # heads beyond it in that order are left out
    look_from: int | None = None  # the pair by which heads are ranked: a token, or None for the query ...
    look_to: int | None = None  # ... and its strongest key
    join_pieces: bool = False
    hide_special: bool = False
    hide_first: bool = False
    log_colour: bool = False

    @property
    def reading(self) -> Reading:
        """How the heads' weights are read."""
        return Reading(self.join_pieces, self.hide_special, self.hide_first)


# Moving the view is not an edit: no undo entry.
EDITS = frozenset({"words", "text", "source", "heads", "d_head", "seed", "changes", "other"})
# Changes address arrays and tokens of one run: with another, they are gone.
OF_THE_RUN = frozenset({"text", "source", "heads", "d_head", "seed"})


@dataclass(frozen=True, eq=False)
class Neighbours:
    """The words nearest to ``word`` by ``metric``, best first."""

    word: str
    metric: str
    found: tuple[Neighbour, ...]


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

    run: Run
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
class Results:
    """What the engine made of it.  ``None`` means not ready; ``failed`` says why by result."""

    vectors: WordVectors | None = None
    hits: tuple[Hit, ...] = ()
    described: WordsReport | None = None
    matrix: LikenessMatrix | None = None
    neighbours: tuple[Neighbours, ...] | None = None  # of each word of the pair
    overview: Overview | None = None
    pictures: Pictures | None = None
    ranking: PairRanking | None = None  # none while it is not asked for, or when every token is hidden
    trace: LayerTrace | None = None
    opened: Opened | None = None
    comparison: Comparison | None = None  # none while it is out of sight, as are the two below
    other_layer: LayerTrace | None = None  # of the other sentence: the layer that is looked at
    same_word: SameWord | None = None
    saved: Saved | None = None
    checked: CheckedStep | None = None
    failed: Mapping[str, Exception] = field(default_factory=dict)


def settled(state: State) -> State:
    """The same choices with a pair within the chosen words, filled up from them, and no difference from nothing."""
    kept = tuple(word for word in state.pair if word in state.words)
    filled = (*kept, *(word for word in state.words if word not in kept))[:2]
    return replace(state, pair=filled, difference=state.difference and bool(state.changes))


class Session(QObject):
    """Holds state and results and says what has changed.  Lives on the GUI thread."""

    changed = Signal(frozenset)  # names of the State or Results fields that differ now
    requested = Signal(
        str, object
    )  # a job for the engine that is no choice, with its argument: a file to write

    def __init__(self, parent: QObject | None = None, state: State | None = None) -> None:
        super().__init__(parent)
        self.state = state or State()
        self.results = Results()
        self.undo_stack = QUndoStack(self)

    def set(self, **changes: Any) -> None:
        """Change the state.  Does nothing, and says nothing, if nothing differs."""
        if any(changes[name] != getattr(self.state, name) for name in OF_THE_RUN & changes.keys()):
            changes.setdefault("changes", ())
        new = settled(replace(self.state, **changes))
        if new == self.state:
            return
        if new.changes != self.state.changes and "changes" in self.results.failed:
            self.publish(failed={name: why for name, why in self.results.failed.items() if name != "changes"})
        if EDITS & changes.keys():
            self.undo_stack.push(_Edit(self, self.state, new))
        else:
            self.adopt(new)

    def refuse(self, error: Exception) -> None:
        """Take back the change of the run that was made last, since the engine cannot make it, and keep why."""
        self.publish(failed={**self.results.failed, "changes": error})
        if "changes" in self.undo_stack.undoText():
            self.undo_stack.undo()

    def publish(self, **results: Any) -> None:
        """Called by Compute, on the GUI thread, when the engine has an answer."""
        differing = frozenset(name for name, value in results.items() if getattr(self.results, name) != value)
        self.results = replace(self.results, **results)
        if differing:
            self.changed.emit(differing)

    def adopt(self, new: State) -> None:
        """Take ``new`` as the state and say which fields differ."""
        old, self.state = self.state, new
        self.changed.emit(frozenset(k for k in vars(new) if getattr(new, k) != getattr(old, k)))


class _Edit(QUndoCommand):
    """The only undo command: puts back what an edit changed, keeping where the user is looking."""

    def __init__(self, session: Session, before: State, after: State) -> None:
        changed = [name for name in sorted(EDITS) if getattr(after, name) != getattr(before, name)]
        super().__init__(", ".join(changed))
        self._session, self._after = session, after
        self._old = {name: getattr(before, name) for name in changed}
        self._new = {name: getattr(after, name) for name in changed}
        self._first = True

    def redo(self) -> None:
        if self._first:  # the whole choice, views that came with the edit included
            self._first = False
            self._session.adopt(self._after)
        else:
            self._put(self._new)

    def undo(self) -> None:
        self._put(self._old)

    def _put(self, values: dict[str, Any]) -> None:
        self._session.adopt(settled(replace(self._session.state, **values)))
