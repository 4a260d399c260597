"""The engine's side of the window: makes each result from the state, opens data once, keeps the last run.

RECIPES is a small spreadsheet: result -> (the State fields it depends on, how the workroom makes it).
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from engine.examples import Look
from engine.fingerprint import of_vectors, of_weights
from engine.report import page
from engine.trace import Stop
from gui.exporting.vectors import write_vectors
from gui.exporting.whole import write_whole
from gui.remarks import Remark, SessionRead
from gui.results import Saved
from gui.rooms.distance import DistanceRoom
from gui.rooms.maps import MapsRoom
from gui.rooms.memory import MemoryRoom
from gui.rooms.runs import OF_THE_SENTENCE, RunsRoom
from gui.rooms.scoring import ScoringRoom
from gui.rooms.translation_pages import TranslationPagesRoom
from gui.session_file import document, read
from gui.shelf import Shelf
from gui.state import State
from gui.view import view_of

RUN_FIELDS = (*OF_THE_SENTENCE, "changes", "vectors_file")
READING_FIELDS = ("join_pieces", "hide_special", "hide_first")
COMPARED_FIELDS = (*RUN_FIELDS, "other", "comparing")
LOOK_FIELDS = ("layer", "head", "query", "anchor")
MAP_FIELDS = (
    "vectors_file",
    "words",
    "pair",
    "map_method",
    "map_seed",
    "perplexity",
    "map_axes",
    "map_square",
)
ANALOGY_FIELDS = ("vectors_file", "analogy_terms", "analogy_method", "analogy_units", "analogy_inputs")
SOURCE_FIELDS = ("desk", "seq_text", "seq_source")
WRITING_FIELDS = (
    *("seq_model", "seq_method", "seq_width", "seq_temperature", "seq_seed"),
    *("seq_prefix", "seq_changes"),
)
FAR_FIELDS = ("desk", "far_page")
STACK_FIELDS = ("far_text", "far_width", "far_dilation", "far_doubling")
MIXED_FIELDS = (
    *("far_text", "far_other", "far_layer", "far_head"),
    *("far_fixed", "far_seed", "far_width"),
)
ON_WRITING_FIELDS = (
    *("desk", "seq_model", "seq_prompt", "seq_prefix", "seq_to_end"),
    *("seq_method", "seq_temperature", "seq_seed", "seq_changes"),
)
CACHE_FIELDS = ("desk", "mem_page", "mem_model", "mem_text", "mem_prompt")
MEMORY_FIELDS = (
    *("desk", "mem_page", "vectors_file", "mem_sentence"),
    *("mem_features", "mem_maps", "mem_seed", "mem_rate"),
)
LAB_FIELDS = (
    *("desk", "lab_page", "lab_source", "lab_query", "lab_keys", "lab_step", "lab_start", "lab_seed"),
    *("lab_centre", "lab_reach", "lab_draw"),
)
DRAWN_FIELDS = ("desk", "lab_page", "lab_count", "lab_samples", "lab_sample_seed", "lab_halted")
ASKED_FIELDS = (
    *("desk", "lab_page", "lab_query", "lab_keys", "lab_values", "lab_function", "lab_temperature"),
    "vectors_file",
)
PAIR_FIELDS = ("heads_view", "look_from", "look_to", *LOOK_FIELDS)


class Workroom(ScoringRoom, DistanceRoom, RunsRoom, MapsRoom, MemoryRoom, TranslationPagesRoom):
    """All of the engine's side, and the files it writes.  Used by one thread at a time."""

    def __init__(self, shelf: Shelf | None = None) -> None:
        super().__init__(shelf or Shelf())
        self._prints: WeakKeyDictionary[object, str] = WeakKeyDictionary()  # fingerprints

    def save_ranking(self, state: State, stop: Stop, path: str) -> Saved:
        """Write the ranking of all heads as a table to ``path``."""
        ranking, target = self.rank(state, stop), Path(path)
        target.write_text(ranking.csv() if ranking else "", encoding="utf-8", newline="\n")
        return Saved(target)

    def report(self, state: State, stop: Stop, path: str) -> Saved:
        """Write the walk-through of what is looked at to ``path``."""
        run = self.overview(state, stop).run
        view = view_of(state, run)
        look = Look(view.layer, view.head, view.query)
        target = Path(path)
        target.write_text(page(run, state.text, look), encoding="utf-8", newline="\n")
        return Saved(target)

    def save_session(self, state: State, stop: Stop, path: str) -> Saved:
        """Write what is chosen, and fingerprints of what it was made on, to ``path``."""
        target = Path(path)
        write_whole(target, document(state, self._made_on(state, stop)))
        return Saved(target)

    def open_session(self, state: State, stop: Stop, path: str) -> SessionRead:
        """What a file holds, and whether it was made on what is open now."""
        found, made_on = read(Path(path))
        ours = self._made_on(replace(state, **found.choices), stop)
        others = (Remark(f"other {name}") for name in ours if made_on.get(name, ours[name]) != ours[name])
        awaited = "" if "vectors" in ours else made_on.get("vectors", "")
        return replace(found, remarks=(*found.remarks, *others), awaited=awaited)

    def compare_vectors(self, state: State, stop: Stop, found: SessionRead) -> SessionRead:
        """Whether the vectors that a session waited for, and that are in use by now, are those it was made on."""
        ours = self._made_on(state, stop).get("vectors", found.awaited)
        return SessionRead(found.path, {}, (Remark("other vectors"),) if ours != found.awaited else ())

    def save_vectors(self, state: State, stop: Stop, path: str) -> Saved:
        """Write the vectors of the chosen words to ``path``: as an array, or as CSV if it ends so."""
        write_vectors(Path(path), self.open_vectors, state.words)
        return Saved(Path(path))

    def _made_on(self, state: State, stop: Stop) -> Mapping[str, str]:
        """Fingerprints of the vectors and, unless they are drawn by a seed, of the weights; each taken once."""
        asked: dict[str, tuple[Any, Callable[..., str]]] = {}
        if self._are_in_use(state.vectors_file):
            asked["vectors"] = self.open_vectors, of_vectors
        if (model := self.model(state)).trained:
            asked["weights"] = model, of_weights
        for thing, take in asked.values():
            if thing not in self._prints:
                self._prints[thing] = take(thing, stop)
        return {name: self._prints[thing] for name, (thing, _) in asked.items()}


# What can be asked for, and the result that it publishes.
JOBS: Mapping[str, str] = {
    "report": "saved",
    "save_ranking": "saved",
    "save_session": "saved",
    "save_vectors": "saved",
    "open_session": "session_read",
    "compare_vectors": "session_read",
    "check": "checked",
    "spell": "spelled",
}

Make = Callable[[Workroom, State, Stop], object]
Recipe = tuple[frozenset[str], Make]

RECIPES: Mapping[str, Recipe] = {
    "vectors": (frozenset({"vectors_file"}), Workroom.vectors),  # the first one: the others use what it finds
    "imported": (frozenset({"vectors_file"}), Workroom.imported),
    "overview": (frozenset(RUN_FIELDS), Workroom.overview),
    "trace": (frozenset({*RUN_FIELDS, "layer"}), Workroom.trace),
    "opened": (
        frozenset(
            {*RUN_FIELDS, *SOURCE_FIELDS, *WRITING_FIELDS, *CACHE_FIELDS, *MEMORY_FIELDS, "cell"}
            | {*LAB_FIELDS, *ASKED_FIELDS, *LOOK_FIELDS, *ON_WRITING_FIELDS}
        ),
        Workroom.opened,
    ),
    "carried": (frozenset(RUN_FIELDS), Workroom.carried),
    "pictures": (frozenset({*RUN_FIELDS, *READING_FIELDS}), Workroom.pictures),
    "ranking": (frozenset({*RUN_FIELDS, *READING_FIELDS, *PAIR_FIELDS}), Workroom.ranking),
    "comparison": (frozenset(COMPARED_FIELDS), Workroom.comparison),
    "other_layer": (frozenset({*COMPARED_FIELDS, "layer"}), Workroom.other_layer),
    "same_word": (frozenset({*COMPARED_FIELDS, "query", "anchor"}), Workroom.same_word),
    "journey": (frozenset({*RUN_FIELDS, "plane_page"}), Workroom.journey),
    "head_sum": (frozenset({*RUN_FIELDS, *LOOK_FIELDS, "plane_page"}), Workroom.head_sum),
    "described": (frozenset({"vectors_file", "words"}), Workroom.described),
    "plane": (frozenset(MAP_FIELDS), Workroom.plane),
    "matrix": (frozenset({"vectors_file", "words", "metric", "clustered", "likeness_page"}), Workroom.matrix),
    "neighbours": (frozenset({"vectors_file", "pair", "metric"}), Workroom.neighbours),
    "behind": (
        frozenset({*MAP_FIELDS, "map_swapped", "map_flipped", "measure", "by_size", "likeness_page"}),
        Workroom.behind,
    ),
    "nearest": (frozenset({"vectors_file", "pair", "likeness_page"}), Workroom.nearest),
    "analogy": (frozenset({*ANALOGY_FIELDS, "likeness_page"}), Workroom.analogy),
    "odd_one": (frozenset({"vectors_file", "words", "likeness_page"}), Workroom.odd_one),
    "mean": (
        frozenset({"vectors_file", "words", "mean_units", "mean_inputs", "likeness_page"}),
        Workroom.mean,
    ),
    "completions": (frozenset({"vectors_file", "completing"}), Workroom.completions),
    "hits": (frozenset({"vectors_file", "search"}), Workroom.hits),
    "around": (frozenset({*MAP_FIELDS, "map_near", "metric"}), Workroom.around),
    "crowd": (frozenset({*MAP_FIELDS, "map_all", "map_swapped", "map_flipped"}), Workroom.crowd),
    "trusted": (frozenset(MAP_FIELDS), Workroom.trusted),
    "translation": (frozenset({*SOURCE_FIELDS, *WRITING_FIELDS}), Workroom.translation),
    "pairs": (frozenset({"desk"}), Workroom.pairs),
    "origin": (frozenset(SOURCE_FIELDS), Workroom.origin),
    "scores": (frozenset({"desk"}), Workroom.scores),
    "searched": (frozenset({*SOURCE_FIELDS, "seq_page", "seq_model", "seq_width"}), Workroom.searched),
    "beside": (frozenset({*SOURCE_FIELDS, "seq_page"}), Workroom.beside),
    "writing": (frozenset(ON_WRITING_FIELDS), Workroom.writing),
    "far_path": (frozenset({*FAR_FIELDS, *STACK_FIELDS, "far_from", "far_to"}), Workroom.far_path),
    "far_costs": (frozenset({*FAR_FIELDS, *STACK_FIELDS, "far_n", "far_d"}), Workroom.far_costs),
    "far_forgetting": (
        frozenset({*FAR_FIELDS, "far_text", "far_kind", "far_backward"}),
        Workroom.far_forgetting,
    ),
    "far_fading": (
        frozenset({*FAR_FIELDS, "far_recurrence", "far_radius", "far_seed"}),
        Workroom.far_fading,
    ),
    "far_mixing": (frozenset({*FAR_FIELDS, *MIXED_FIELDS}), Workroom.far_mixing),
    "far_counting": (frozenset({*FAR_FIELDS, "far_prefix", "far_order"}), Workroom.far_counting),
    "ledger": (frozenset(CACHE_FIELDS), Workroom.ledger),
    "speeds": (frozenset({"mem_measuring"}), Workroom.speeds),
    "memories": (frozenset(MEMORY_FIELDS), Workroom.memories),
    "recalled": (frozenset({*MEMORY_FIELDS, "mem_kinds"}), Workroom.recalled),
    "lab_laid": (
        frozenset({*LAB_FIELDS, *RUN_FIELDS, *LOOK_FIELDS, *SOURCE_FIELDS, *WRITING_FIELDS}),
        Workroom.lab_laid,
    ),
    "lab_scaling": (frozenset(DRAWN_FIELDS), Workroom.lab_scaling),
    "lab_look": (frozenset(ASKED_FIELDS), Workroom.lab_look),
}
# Maps, and what is said of them; the clock runs where nobody waits.
ASIDE = frozenset({"plane", "around", "crowd", "trusted", "behind", "lab_scaling", "speeds"})
# Made at the start once all else is there: to load scikit-learn takes longer than the rest together.
LAST = frozenset({"trusted"})
