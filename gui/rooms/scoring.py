"""How the workroom scores and aligns: what is laid on the bench, the experiment with scaling, the dictionary."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from engine.dictionary import AT, LookUp, look_up
from engine.laboratory import Given, Laboratory, laboratory
from engine.laboratory_parameters import LabSettings
from engine.names import block
from engine.scaling import Scaling, ScalingSettings, sample_scaling
from engine.sequences.run import SequenceRun
from engine.steps.base import Array
from engine.trace import Stop
from gui.results_of_desks import Laid
from gui.rooms.runs import RunsRoom
from gui.rooms.translation import TranslationRoom
from gui.shelf import Shelf
from gui.state import State
from gui.view import view_of

DESK = "scoring"
ADDITIVE = "attention"  # the kind of translation model whose scores are additive
TRAINED = {f"lab.additive.{name}": f"decoder.attn.{name}_a" for name in "WUbv"}


@dataclass(frozen=True)
class _Bench:
    """What is scored, and the queries of which it is one."""

    given: Given
    queries: tuple[str, ...]
    place: int
    left_out: tuple[str, ...] = ()


class ScoringRoom(RunsRoom, TranslationRoom):
    """Keeps the samples last drawn.  A page's result is None while another one is looked at."""

    def __init__(self, shelf: Shelf) -> None:
        super().__init__(shelf)
        self._sampled: Scaling | None = None

    def lab_laid(self, state: State, stop: Stop) -> Laid | None:
        """Made while its page is looked at.  UnknownWordError for a query without a vector."""
        if state.desk != DESK or state.lab_page != "laboratory":
            return None
        return self._lay(state, stop)

    def lab_scaling(self, state: State, stop: Stop) -> Scaling | None:
        """Samples are drawn until they are there or it is halted; then the last ones stay."""
        if state.desk != DESK or state.lab_page != "scale":
            return None
        settings = ScalingSettings(state.lab_count, state.lab_samples, state.lab_sample_seed)
        if not state.lab_halted and (self._sampled is None or self._sampled.settings != settings):
            self._sampled = sample_scaling(settings, stop)
        return self._sampled

    def lab_look(self, state: State, stop: Stop) -> LookUp | None:
        if state.desk != DESK or state.lab_page != "dictionary":
            return None
        return self._look_up(state, stop)

    def lab_run(self, state: State, stop: Stop) -> Laboratory | LookUp:
        """What has the number that is opened."""
        if state.cell is not None and state.cell[0].startswith(AT):
            return self._look_up(state, stop)
        return self._lay(state, stop).lab

    def _look_up(self, state: State, stop: Stop) -> LookUp:
        asked = state.lab_query, state.lab_keys, dict(state.lab_values)
        return look_up(self.open_vectors, *asked, state.lab_function, state.lab_temperature, stop)

    def _lay(self, state: State, stop: Stop) -> Laid:
        ways = {"words": self._words, "head": self._head, "translation": self._decoder}
        bench = ways[state.lab_source](state, stop)
        settings = LabSettings(
            state.lab_start, state.lab_seed, state.lab_centre, state.lab_reach, state.lab_draw
        )
        lab = laboratory(bench.given, settings, stop)
        return Laid(state.lab_source, lab, bench.queries, bench.place, bench.left_out)

    def _words(self, state: State, stop: Stop) -> _Bench:
        """Vectors of words, as they are."""
        vectors = self.open_vectors
        known = tuple(word for word in state.lab_keys if word in vectors)
        left_out = tuple(word for word in state.lab_keys if word not in vectors)
        query, keys = vectors.stack([state.lab_query])[0], vectors.stack(known) if known else np.empty((0, 0))
        return _Bench(_given(query, keys, state.lab_query, known), (state.lab_query,), 0, left_out)

    def _head(self, state: State, stop: Stop) -> _Bench:
        """Query and keys of a head of the sentence that goes through attention."""
        run = self.overview(state, stop).run
        view = view_of(state, run)
        trace, texts = run.trace(view.layer, stop), run.tokens.texts
        kv_head = view.head * run.model.sizes.kv_heads // run.model.sizes.heads
        q, k = (trace[f"{block(view.layer)}attn.{name}"] for name in "qk")
        return _Bench(
            _given(q[view.head, view.query], k[kv_head], texts[view.query], texts), texts, view.query
        )

    def _decoder(self, state: State, stop: Stop) -> _Bench:
        """The state of the recurrent decoder before it writes a token, and the encoder's states, with the parameters
        that were trained to score them.
        """
        run = self._attending(state, stop)
        place = min(max(state.lab_step, 0), len(run.output) - 1)
        step = run.steps[place].step(f"decoder.t{place}.attn.q")
        assert run.source_trace is not None
        assert step is not None
        query, keys = run.steps[place][step.inputs[0]], run.source_trace["encoder.states"]
        trained = {ours: run.model.weights[theirs] for ours, theirs in TRAINED.items()}
        given = _given(query[0], keys, run.output[place], run.source.texts, trained)
        return _Bench(given, run.output, place)

    def _attending(self, state: State, stop: Stop) -> SequenceRun:
        """The translation by the model that attends with additive scores: the one that is looked at, if it is one."""
        if state.seq_model != ADDITIVE:
            state = replace(state, seq_model=ADDITIVE, seq_prefix=(), seq_changes=())
        return self._translate(state, stop).run


def _given(
    query: Array, keys: Array, text: str, texts: tuple[str, ...], trained: Mapping[str, Array] | None = None
) -> Given:
    return Given(query.astype(np.float32), keys.astype(np.float32), text, texts, trained or {})
