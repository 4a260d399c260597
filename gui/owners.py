"""Whose a number is: which run has an array, told by how its path begins, and what such a run can say."""

from collections.abc import Mapping
from typing import Protocol

from engine.models.base import Sizes
from engine.run import Run
from engine.sequences.run import SequenceRun
from engine.steps.base import Cell
from engine.trace import Derivation

# Beginnings of paths, and the part of the program whose run has them; all others are of the walk through attention.
OWNERS: Mapping[str, str] = {
    "encoder": "translation",
    "decoder": "translation",
    "lab": "scoring",
    "memory": "memory",
}
WALK = "attention"


def owner_of(path: str) -> str:
    """One of gui.pages.DESKS."""
    return OWNERS.get(path.partition(".")[0], WALK)


class Named(Protocol):
    """What can say what the places along an axis of an array are called; nothing where they are only counted."""

    def texts(self, path: str, axis: str) -> tuple[str, ...]: ...


class Openable(Named, Protocol):
    """A run whose numbers can be opened."""

    def explain(self, path: str, cell: Cell) -> Derivation:
        """The arithmetic behind one cell.  KeyError or IndexError where there is none such."""
        ...


class OfRun:
    """A place in a run of a model: what it has of the run."""

    run: Run | SequenceRun

    @property
    def sizes(self) -> Sizes:
        return self.run.model.sizes

    def texts(self, path: str, axis: str) -> tuple[str, ...]:
        """What the places along an axis of an array are called."""
        return self.run.texts(path, axis)
