"""How the workroom makes runs of a model, and everything that is read from them."""

from collections.abc import Callable, Mapping
from functools import cached_property

from engine.carried import Carried, carried
from engine.check import check
from engine.compare import Comparison, compare
from engine.edits import edited_tokens
from engine.errors import Cancelled
from engine.examples import Look
from engine.head_sum import HeadSum, head_sum
from engine.heads import Glance, Pictures, pictures
from engine.journey import Journey, journey
from engine.models.base import Model
from engine.models.bert import load
from engine.models.fresh import fresh_layer
from engine.names import layer_of
from engine.paths import MINILM
from engine.ranking import PairRanking, rank_pair
from engine.run import Run
from engine.same_word import SameWord, same_word
from engine.text import Spelling
from engine.trace import Stop
from gui.owners import WALK, Openable, owner_of
from gui.results import CheckedStep, LayerTrace, Opened, Overview
from gui.rooms.words import WordsRoom
from gui.shelf import Shelf
from gui.state import State
from gui.view import view_of

NAMED = 5  # words without a vector for which near spellings are looked up
# Methods of the workroom that answer the run of another owner (gui.owners) than the walk through attention.
RUNS: Mapping[str, str] = {"translation": "translation_run", "scoring": "lab_run", "memory": "memory_run"}
OF_THE_SENTENCE = ("text", "source", "heads", "d_head", "seed")


class RunsRoom(WordsRoom):
    """Keeps the last run, without and with the changes, and the last comparison."""

    def __init__(self, shelf: Shelf) -> None:
        super().__init__(shelf)
        self._base_key: object = None
        self._unchanged: Overview | None = None
        self._glance: Glance | None = None
        self._changed: tuple[object, Overview] | None = None
        self._compared: tuple[str, Comparison] | None = None

    @cached_property
    def minilm(self) -> Model:
        return load(MINILM)

    def overview(self, state: State, stop: Stop) -> Overview:
        base = self._base(state, stop)
        if not state.changes:
            return base
        if self._changed is None or self._changed[0] != (self._base_key, state.changes):
            tokens = edited_tokens(base.run.tokens, state.changes)
            glance = Glance(tokens, self._glance if len(tokens) == len(base.run.tokens) else None, stop)
            run = base.run.with_changes(state.changes, glance, stop)
            seen = Overview(run, glance.thumbs, base.near, glance.characters)
            self._changed = (self._base_key, state.changes), seen
        return self._changed[1]

    def _base(self, state: State, stop: Stop) -> Overview:
        """The run without any changes."""
        fresh = state.source == "fresh"
        if fresh and not self._are_in_use(state.vectors_file):
            raise Cancelled  # its changes may address what other vectors do not have; asked again once they are here
        vectors = self.open_vectors if fresh else None
        wanted = vectors, *(getattr(state, name) for name in OF_THE_SENTENCE)
        if self._unchanged is None or wanted != self._base_key:
            model = self.model(state)
            tokens = model.encode(state.text)
            near = {word: self.open_vectors.search.near(word) for word in tokens.left_out[:NAMED]}
            glance = Glance(tokens, stop=stop)
            run = Run.forward(model, tokens, glance, stop)
            self._unchanged = Overview(run, glance.thumbs, near, glance.characters)
            self._glance, self._base_key = glance, wanted
        return self._unchanged

    def pictures(self, state: State, stop: Stop) -> Pictures:
        overview = self.overview(state, stop)
        return pictures(overview.run, overview.thumbs, state.reading, stop)

    def ranking(self, state: State, stop: Stop) -> PairRanking | None:
        """Made only while it is shown: on a long text it takes a pass through all layers."""
        return self.rank(state, stop) if state.heads_view == "pair" else None

    def rank(self, state: State, stop: Stop) -> PairRanking | None:
        overview, pair = self.overview(state, stop), (state.look_from, state.look_to)
        view = view_of(state, overview.run)
        look = Look(view.layer, view.head, view.query)
        return rank_pair(overview.run, overview.thumbs, state.reading, pair, look, stop)

    def trace(self, state: State, stop: Stop) -> LayerTrace:
        run = self.overview(state, stop).run
        layer = view_of(state, run).layer
        unchanged = self._base(state, stop).run.trace(layer, stop) if state.changes else None
        return LayerTrace(run, layer, run.trace(layer, stop), unchanged)

    def carried(self, state: State, stop: Stop) -> Carried | None:
        """Made only of moved or padded tokens: it takes a pass through all layers."""
        return carried(self._base(state, stop).run, self.overview(state, stop).run, stop)

    def spell(self, state: State, stop: Stop, text: str) -> Spelling:
        """How the model reads a text that is to be one token."""
        return self._base(state, stop).run.model.spell(text)

    def comparison(self, state: State, stop: Stop) -> Comparison | None:
        if not state.comparing:
            self._compared = None
            return None
        run = self.overview(state, stop).run
        if self._compared is None or self._compared[0] != state.other or self._compared[1].a is not run:
            self._compared = state.other, compare(run, run.model.encode(state.other), stop)
        return self._compared[1]

    def other_layer(self, state: State, stop: Stop) -> LayerTrace | None:
        found = self.comparison(state, stop)
        if found is None:
            return None
        layer = view_of(state, found.b).layer
        return LayerTrace(found.b, layer, found.b.trace(layer, stop))

    def same_word(self, state: State, stop: Stop) -> SameWord | None:
        found = self.comparison(state, stop)
        return same_word(found, view_of(state, found.a).query, self.open_vectors) if found else None

    def journey(self, state: State, stop: Stop) -> Journey | None:
        if state.plane_page != "path":
            return None
        return journey(self.overview(state, stop).run, self._base(state, stop).run, stop)

    def head_sum(self, state: State, stop: Stop) -> HeadSum | None:
        if state.plane_page != "sum":
            return None
        view = view_of(state, self.overview(state, stop).run)
        return head_sum(view.run, view.layer, view.head, view.query, stop)

    def opened(self, state: State, stop: Stop) -> Opened | None:
        run = self.run_of(state.cell[0], state, stop) if state.cell else None
        if run is None or state.cell is None:
            return None
        try:
            return Opened(run, run.explain(*state.cell))
        except (KeyError, IndexError):  # the cell is not in this sentence or this model
            return None

    def run_of(self, path: str, state: State, stop: Stop) -> Openable | None:
        """The run that an array belongs to; None while its part of the program has none."""
        if (owner := owner_of(path)) == WALK:
            return self.overview(state, stop).run
        make: Callable[[State, Stop], Openable | None] | None = getattr(self, RUNS[owner], None)
        return make(state, stop) if make else None

    def check(self, state: State, stop: Stop, path: str) -> CheckedStep | None:
        """Derive a whole step again by another road."""
        run = self.overview(state, stop).run
        found = check(run.trace(layer_of(path) or 0, stop), path)
        return CheckedStep(run, found) if found else None

    def model(self, state: State) -> Model:
        if state.source == "minilm":
            return self.minilm
        return fresh_layer(self.open_vectors, state.heads, state.d_head, state.seed)
