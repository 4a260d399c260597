"""The engine's side of the window: makes each result from the state, opens data once, keeps the last run.

RECIPES is a small spreadsheet: result -> (the State fields it depends on, how the workroom makes it).
"""

from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path

from engine.check import check
from engine.compare import Comparison, compare
from engine.edits import edited_tokens
from engine.examples import Look
from engine.heads import Glance, Pictures, pictures
from engine.models.base import Model
from engine.models.bert import load
from engine.models.fresh import fresh_layer
from engine.names import layer_of
from engine.paths import GLOVE, MINILM
from engine.ranking import PairRanking, rank_pair
from engine.report import page
from engine.run import Run
from engine.same_word import SameWord, same_word
from engine.search import Hit
from engine.similarity import METRICS, matrix
from engine.trace import Stop
from engine.vectors import WordVectors, open_vectors
from engine.words import WordsReport, describe
from gui.session import (
    CheckedStep,
    LayerTrace,
    LikenessMatrix,
    Neighbours,
    Opened,
    Overview,
    Saved,
    State,
)
from gui.view import view_of

HITS = 50
NAMED = 5  # words without a vector for which near spellings are looked up
NEIGHBOURS = 10
OF_THE_SENTENCE = ("text", "source", "heads", "d_head", "seed")
RUN_FIELDS = (*OF_THE_SENTENCE, "changes")
READING_FIELDS = ("join_pieces", "hide_special", "hide_first")
COMPARED_FIELDS = (*RUN_FIELDS, "other", "comparing")
PAIR_FIELDS = ("heads_view", "look_from", "look_to", "query", "anchor", "layer", "head")


class Workroom:
    """The engine's side of the table: opens data once, keeps the last run.  Used by one thread at a time."""

    def __init__(self) -> None:
        self._base_key: object = None
        self._unchanged: Overview | None = None
        self._glance: Glance | None = None
        self._changed: tuple[object, Overview] | None = None
        self._compared: tuple[str, Comparison] | None = None

    @cached_property
    def open_vectors(self) -> WordVectors:
        return open_vectors(GLOVE)

    @cached_property
    def minilm(self) -> Model:
        return load(MINILM)

    def vectors(self, state: State, stop: Stop) -> WordVectors:
        return self.open_vectors

    def hits(self, state: State, stop: Stop) -> tuple[Hit, ...]:
        return tuple(self.open_vectors.search.find(state.search, HITS)) if state.search.strip() else ()

    def described(self, state: State, stop: Stop) -> WordsReport:
        return describe(self.open_vectors, state.words)

    def matrix(self, state: State, stop: Stop) -> LikenessMatrix:
        known = tuple(dict.fromkeys(word for word in state.words if word in self.open_vectors))
        grid = matrix(self.open_vectors.stack(known), METRICS[state.metric])
        return LikenessMatrix(known, state.metric, grid)

    def neighbours(self, state: State, stop: Stop) -> tuple[Neighbours, ...]:
        vectors, metric = self.open_vectors, METRICS[state.metric]
        known = [word for word in state.pair if word in vectors]
        return tuple(
            Neighbours(word, state.metric, vectors.neighbours(word, metric, NEIGHBOURS)) for word in known
        )

    def overview(self, state: State, stop: Stop) -> Overview:
        base = self._base(state, stop)
        if not state.changes:
            return base
        if self._changed is None or self._changed[0] != (self._base_key, state.changes):
            tokens = edited_tokens(base.run.tokens, state.changes)
            glance = Glance(tokens, self._glance if len(tokens) == len(base.run.tokens) else None)
            run = base.run.with_changes(state.changes, glance, stop)
            seen = Overview(run, glance.thumbs, base.near, glance.characters)
            self._changed = (self._base_key, state.changes), seen
        return self._changed[1]

    def _base(self, state: State, stop: Stop) -> Overview:
        """The run without any changes."""
        wanted = tuple(getattr(state, name) for name in OF_THE_SENTENCE)
        if self._unchanged is None or wanted != self._base_key:
            model = self._model(state)
            tokens = model.encode(state.text)
            near = {word: self.open_vectors.search.near(word) for word in tokens.left_out[:NAMED]}
            glance = Glance(tokens)
            run = Run.forward(model, tokens, glance, stop)
            self._unchanged = Overview(run, glance.thumbs, near, glance.characters)
            self._glance, self._base_key = glance, wanted
        return self._unchanged

    def pictures(self, state: State, stop: Stop) -> Pictures:
        overview = self.overview(state, stop)
        return pictures(overview.run, overview.thumbs, state.reading, stop)

    def ranking(self, state: State, stop: Stop) -> PairRanking | None:
        """Made only while it is shown: on a long text it takes a pass through all layers."""
        return self._rank(state, stop) if state.heads_view == "pair" else None

    def _rank(self, state: State, stop: Stop) -> PairRanking | None:
        overview, pair = self.overview(state, stop), (state.look_from, state.look_to)
        view = view_of(state, overview.run)
        look = Look(view.layer, view.head, view.query)
        return rank_pair(overview.run, overview.thumbs, state.reading, pair, look, stop)

    def save_ranking(self, state: State, stop: Stop, path: str) -> Saved:
        """Write the ranking of all heads as a table to ``path``."""
        ranking, target = self._rank(state, stop), Path(path)
        target.write_text(ranking.csv() if ranking else "", encoding="utf-8", newline="\n")
        return Saved(target)

    def trace(self, state: State, stop: Stop) -> LayerTrace:
        run = self.overview(state, stop).run
        layer = view_of(state, run).layer
        unchanged = self._base(state, stop).run.trace(layer, stop) if state.changes else None
        return LayerTrace(run, layer, run.trace(layer, stop), unchanged)

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

    def opened(self, state: State, stop: Stop) -> Opened | None:
        if state.cell is None:
            return None
        run = self.overview(state, stop).run
        try:
            return Opened(run, run.explain(*state.cell))
        except (KeyError, IndexError):  # the cell is not in this sentence or this model
            return None

    def report(self, state: State, stop: Stop, path: str) -> Saved:
        """Write the walk-through of what is looked at to ``path``."""
        run = self.overview(state, stop).run
        view = view_of(state, run)
        look = Look(view.layer, view.head, view.query)
        target = Path(path)
        target.write_text(page(run, state.text, look), encoding="utf-8", newline="\n")
        return Saved(target)

    def check(self, state: State, stop: Stop, path: str) -> CheckedStep | None:
        """Derive a whole step again by another road."""
        run = self.overview(state, stop).run
        found = check(run.trace(layer_of(path) or 0, stop), path)
        return CheckedStep(run, found) if found else None

    def _model(self, state: State) -> Model:
        if state.source == "minilm":
            return self.minilm
        return fresh_layer(self.open_vectors, state.heads, state.d_head, state.seed)


# What can be asked for, and the result that it publishes.
JOBS: Mapping[str, str] = {"report": "saved", "save_ranking": "saved", "check": "checked"}

Make = Callable[[Workroom, State, Stop], object]
Recipe = tuple[frozenset[str], Make]

RECIPES: Mapping[str, Recipe] = {
    "vectors": (frozenset(), Workroom.vectors),
    "overview": (frozenset(RUN_FIELDS), Workroom.overview),
    "trace": (frozenset({*RUN_FIELDS, "layer"}), Workroom.trace),
    "opened": (frozenset({*RUN_FIELDS, "cell"}), Workroom.opened),
    "pictures": (frozenset({*RUN_FIELDS, *READING_FIELDS}), Workroom.pictures),
    "ranking": (frozenset({*RUN_FIELDS, *READING_FIELDS, *PAIR_FIELDS}), Workroom.ranking),
    "comparison": (frozenset(COMPARED_FIELDS), Workroom.comparison),
    "other_layer": (frozenset({*COMPARED_FIELDS, "layer"}), Workroom.other_layer),
    "same_word": (frozenset({*COMPARED_FIELDS, "query", "anchor"}), Workroom.same_word),
    "described": (frozenset({"words"}), Workroom.described),
    "matrix": (frozenset({"words", "metric"}), Workroom.matrix),
    "neighbours": (frozenset({"pair", "metric"}), Workroom.neighbours),
    "hits": (frozenset({"search"}), Workroom.hits),
}
