"""How the workroom makes maps of words, what lies behind them, and how far to trust them."""

import numpy as np

from engine.density import density
from engine.pair_terms import MEASURES, pair_terms
from engine.trace import Stop
from engine.words import Plane, known_words, map_words, trust_in
from gui.results import Around, Behind, Crowd, Trusted
from gui.rooms.words import WordsRoom
from gui.shelf import Shelf
from gui.state import State

AROUND = 6  # of the neighbours of each word of the pair, drawn on the map


class MapsRoom(WordsRoom):
    """Keeps the map last made."""

    def __init__(self, shelf: Shelf) -> None:
        super().__init__(shelf)
        self._mapped: tuple[object, Plane | None] | None = None
        self._crowd: Crowd | None = None
        self._trusted: Trusted | None = None

    def plane(self, state: State, stop: Stop) -> Plane | None:
        """Made once for the words and the settings: t-SNE takes its time."""
        wanted = self.open_vectors, state.words, state.map_settings
        if self._mapped is None or self._mapped[0] != wanted:
            known = known_words(self.open_vectors, state.words)
            self._mapped = wanted, map_words(self.open_vectors, known, state.map_settings, stop)
        return self._mapped[1]

    def around(self, state: State, stop: Stop) -> Around | None:
        plane = self.plane(state, stop)
        if not state.map_near or plane is None or plane.frame is None:
            return None
        found = self.neighbours(state, stop)
        of = {near.word: one.word for one in found for near in one.found[:AROUND]}
        points = plane.frame.place(self.open_vectors.stack(of)).tolist()
        return Around(plane, {word: (x, y) for word, (x, y) in zip(of, points, strict=True)}, of)

    def crowd(self, state: State, stop: Stop) -> Crowd | None:
        plane = self.plane(state, stop)
        if not state.map_all or plane is None or plane.frame is None:
            return None
        turn, vectors, kept = state.map_turn, self.open_vectors, self._crowd
        if kept is None or kept.plane is not plane or kept.turn != turn:
            self._crowd = Crowd(plane, turn, density(vectors, turn.frame(plane.frame)), vectors.words)
        return self._crowd

    def trusted(self, state: State, stop: Stop) -> Trusted | None:
        plane, kept = self.plane(state, stop), self._trusted
        if plane is None:
            return None
        if kept is None or kept.plane is not plane:
            self._trusted = Trusted(plane, trust_in(self.open_vectors, plane))
        return self._trusted

    def behind(self, state: State, stop: Stop) -> Behind | None:
        pair = known_words(self.open_vectors, state.pair)
        if state.measure not in MEASURES or state.likeness_page != "pair" or len(pair) < 2:
            return None
        a, b = self.open_vectors.stack(pair)
        whole = pair_terms(state.measure, a, b, state.by_size)
        plane = self.plane(state, stop)
        if plane is None:
            return Behind((pair[0], pair[1]), whole, None)
        places = plane.turned(state.map_turn).coordinates
        a, b = (np.array(places[word]) for word in pair)
        return Behind((pair[0], pair[1]), whole, pair_terms(state.measure, a, b))
