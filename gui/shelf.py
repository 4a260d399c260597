"""Word vectors at hand: those that ship, and those of a person's own files that were opened last."""

from functools import cached_property
from threading import Lock

from engine.paths import GLOVE
from engine.vectors import WordVectors, open_vectors
from gui.results import OwnVectors
from gui.state import VectorsFile

MOST = 3  # files whose vectors are kept; the others are opened again, mostly from their copies


class Shelf:
    """Filled on the GUI thread, read on those that compute."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._own: dict[VectorsFile, OwnVectors] = {}

    @property
    def shipped(self) -> WordVectors:
        """Raises DataFileError."""
        with self._lock:  # two threads may ask at once
            return self._shipped

    @cached_property
    def _shipped(self) -> WordVectors:
        return open_vectors(GLOVE)

    def add(self, own: OwnVectors) -> None:
        """The one that was added longest ago gives way."""
        kept = [other for other in self._own.values() if other.file != own.file]
        self._own = {each.file: each for each in (*kept[-(MOST - 1) :], own)}

    def find(self, file: VectorsFile) -> OwnVectors | None:
        return self._own.get(file)
