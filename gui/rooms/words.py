"""How the workroom makes what there is to say of words: searches, likeness, neighbours, analogies, groups."""

from functools import cached_property

from engine.analogy import Analogy, analogy
from engine.clustering import clustered
from engine.nearest import SideBySide, side_by_side
from engine.search import Hit
from engine.similarity import METRICS, matrix
from engine.trace import Stop
from engine.vectors import WordVectors
from engine.word_group import Belonging, Mean, mean_of, odd_one_out
from engine.words import WordsReport, describe, known_words
from gui.results import LikenessMatrix, Neighbours, OwnVectors
from gui.shelf import Shelf
from gui.state import State, VectorsFile

HITS = 50
NEIGHBOURS = 10
COMPARED = 10  # neighbours by each metric, side by side
ANSWERS = 12  # of an analogy, and near a mean


class WordsRoom:
    """A result that belongs to one page of the pane is None while another one is looked at."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self._in_use: OwnVectors | None = None  # unless those that ship are

    @cached_property
    def open_vectors(self) -> WordVectors:
        """Those in use, to begin with the ones that ship."""
        return self.shelf.shipped

    def vectors(self, state: State, stop: Stop) -> WordVectors:
        """Those that were chosen if they are at hand; until then the ones before stay in use."""
        own = self.shelf.find(state.vectors_file)
        if own is not None:
            self._in_use, self.open_vectors = own, own.vectors
        elif state.vectors_file == VectorsFile():
            self._in_use, self.open_vectors = None, self.shelf.shipped
        return self.open_vectors

    def imported(self, state: State, stop: Stop) -> OwnVectors | None:
        return self._in_use

    def _are_in_use(self, file: VectorsFile) -> bool:
        return file == (self._in_use.file if self._in_use else VectorsFile())

    def described(self, state: State, stop: Stop) -> WordsReport:
        return describe(self.open_vectors, state.words)

    def hits(self, state: State, stop: Stop) -> tuple[Hit, ...]:
        return self._found(state.search)

    def completions(self, state: State, stop: Stop) -> tuple[Hit, ...]:
        return self._found(state.completing)

    def _found(self, text: str) -> tuple[Hit, ...]:
        search = self.open_vectors.search
        if not text.strip():
            search.prepare()  # so that the first key is answered at once
            return ()
        return tuple(search.find(text, HITS))

    def matrix(self, state: State, stop: Stop) -> LikenessMatrix | None:
        if state.likeness_page not in ("pair", "matrix"):
            return None
        known, metric = known_words(self.open_vectors, state.words), METRICS[state.metric]
        grid = matrix(self.open_vectors.stack(known), metric)
        if state.clustered:
            order = clustered(grid, metric)
            known, grid = tuple(known[i] for i in order), grid.ordered(order)
        return LikenessMatrix(known, state.metric, grid)

    def neighbours(self, state: State, stop: Stop) -> tuple[Neighbours, ...]:
        metric = METRICS[state.metric]
        return tuple(
            Neighbours(word, state.metric, self.open_vectors.neighbours(word, metric, NEIGHBOURS))
            for word in self.known_pair(state)
        )

    def nearest(self, state: State, stop: Stop) -> tuple[SideBySide, ...] | None:
        if state.likeness_page != "neighbours":
            return None
        return tuple(side_by_side(self.open_vectors, word, COMPARED) for word in self.known_pair(state))

    def analogy(self, state: State, stop: Stop) -> Analogy | None:
        if state.likeness_page != "analogy":
            return None
        return analogy(self.open_vectors, state.analogy_terms, ANSWERS, state.solving)

    def odd_one(self, state: State, stop: Stop) -> tuple[Belonging, ...] | None:
        if state.likeness_page != "group":
            return None
        return odd_one_out(self.open_vectors, known_words(self.open_vectors, state.words))

    def mean(self, state: State, stop: Stop) -> Mean | None:
        if state.likeness_page != "group":
            return None
        known = known_words(self.open_vectors, state.words)
        return mean_of(self.open_vectors, known, ANSWERS, state.mean_units, state.mean_inputs)

    def known_pair(self, state: State) -> list[str]:
        return [word for word in state.pair if word in self.open_vectors]
