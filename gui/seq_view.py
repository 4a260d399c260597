"""Where the user looks in a translation: a word that is read or a token that is written, a stage and a step of it."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from engine.models.base import Sizes
from engine.names import CROSS, key, side_of
from engine.pieces import PLAIN, Reading
from engine.recipes import Recipe, Step
from engine.sequences.run import SequenceRun
from engine.trace import Trace
from gui.owners import OfRun
from gui.seq_walk import DIRECTIONS, OF_ALL, READING, Moment, in_layer, places, same, stages_of, walk, writing
from gui.state import State

NEAREST = {"scores": "context", "softmax": "context"}  # stages of a model without attention


@dataclass(frozen=True, eq=False)
class SequenceView(OfRun):
    """A place that exists in ``run``; ``steps`` are those of the stage."""

    run: SequenceRun
    moment: Moment
    head: int
    steps: tuple[Step, ...]
    step: Step
    reading: Reading = PLAIN
    log: bool = False

    @property
    def stages(self) -> tuple[str, ...]:
        """Those that the bar shows: of a recurrent model all, of a Transformer those of one kind of attention."""
        here = self.moment
        if self.run.model.recurrent:
            return (*READING, *writing(self.run))
        return stages_of(self.run, here.side, here.attention, here.layer)

    @property
    def by_head(self) -> bool:
        """Whether each head makes a matrix of its own in this step."""
        several = self.sizes.heads > 1
        return several and ("head" in self.step.axes or "kv_head" in self.step.axes)

    @property
    def trace(self) -> Trace:
        """The one that has the step."""
        return self.run.trace(self.step.output)

    @cached_property
    def walk(self) -> tuple[Moment, ...]:
        """All places, in the order in which the model comes to them."""
        return tuple(walk(self.run, self.moment))

    @property
    def moves(self) -> frozenset[str]:
        """Which of "first", "previous", "next", "last" lead somewhere else."""
        here, run = self.moment, self.run
        starts = here.stage == self.stages[0] and here.layer <= 0
        of_words = here.word if run.model.recurrent else 0
        starts = starts and (of_words == 0 and here.side == "encoder" if run.model.reads else here.place == 0)
        ends = here.stage == "predict" and here.place == places(run) - 1
        return frozenset({*(() if starts else ("first", "previous")), *(() if ends else ("next", "last"))})

    @property
    def _at(self) -> int:
        here = self.moment
        return next((i for i, other in enumerate(self.walk) if same(here, other)), 0)

    def moved(self, move: str) -> dict[str, Any]:
        """The changes of state that make a move."""
        here, last = self._at, len(self.walk) - 1
        to = {"first": 0, "last": last, "next": min(here + 1, last), "previous": max(here - 1, 0)}
        return self.walk[to[move]].changes

    def to_stage(self, stage: str) -> dict[str, Any]:
        """The changes of state that lead to a stage of the bar: of the word or the token that is looked at."""
        changes: dict[str, Any] = {"seq_stage": stage, "seq_step": ""}
        if self.run.model.recurrent:
            changes["seq_side"] = "encoder" if stage in READING else "decoder"
            if stage == OF_ALL:
                changes["seq_word"] = len(self.run.source) - 1
        return changes


def sequence_view_of(state: State, run: SequenceRun) -> SequenceView:
    """The place that ``state`` means in ``run``; what does not exist gives way to the nearest that does."""
    side = state.seq_side if run.model.reads else "decoder"
    word = max(min(state.seq_word, len(run.source) - 1), 0)
    place = min(state.seq_place, places(run) - 1)
    sizes = run.model.sizes
    wanted = sizes.layers if state.seq_stage == "predict" else state.seq_layer  # what comes after all layers
    layer = -1 if run.model.recurrent else min(max(wanted, 0), sizes.layers - 1)
    moment = Moment(side, word, place, layer, _attention(state, run, side), state.seq_stage)
    moment = _with_stage(moment, run, state.seq_step)
    if moment.stage == OF_ALL:
        moment = replace(moment, word=len(run.source) - 1)
    steps = _steps(run, moment)
    chosen = next((step for step in steps if key(step.output) == state.seq_step), steps[-1])
    return SequenceView(run, moment, min(state.seq_head, sizes.heads - 1), steps, chosen)


def layer_and_head(state: State, sizes: Sizes) -> tuple[int, int]:
    """Those that ``state`` means, held to what there is: a walk through a model without layers leaves -1."""
    return min(max(state.seq_layer, 0), sizes.layers - 1), min(state.seq_head, sizes.heads - 1)


def _attention(state: State, run: SequenceRun, side: str) -> str:
    if run.model.recurrent:
        return "cross"
    if side == "encoder":
        return "encoder"
    return "cross" if run.model.reads and state.seq_attention != "self" else "self"


def _with_stage(moment: Moment, run: SequenceRun, step: str) -> Moment:
    """The place with a stage that there is: the one that is wanted, the one that has a step, or the first of them."""
    if run.model.recurrent:
        there = READING if moment.side == "encoder" else writing(run)
    else:
        there = stages_of(run, moment.side, moment.attention, moment.layer)
    wanted = (
        moment.stage,
        f"{CROSS}{moment.stage}",
        moment.stage.removeprefix(CROSS),
        NEAREST.get(moment.stage),
    )
    if found := next((stage for stage in wanted if stage in there), None):
        return replace(moment, stage=found)
    candidates = [replace(moment, stage=stage) for stage in there]
    having = (one for one in candidates if any(key(s.output) == step for s in _steps(run, one)))
    return next(having, candidates[0])


def _steps(run: SequenceRun, moment: Moment) -> tuple[Step, ...]:
    """The steps of a stage, in their order."""
    if not run.model.recurrent:
        trace = run.source_trace if moment.side == "encoder" else run.target_trace
        assert trace is not None
        return tuple(s for s in trace.recipe if s.stage == moment.stage and in_layer(s, run, moment.layer))
    assert run.source_trace is not None
    once = run.source_trace.recipe
    if moment.stage in DIRECTIONS:
        at = f"encoder.{moment.stage}.t{moment.word}."
        return tuple(step for step in once if step.output.startswith(at))
    if moment.side == "encoder":
        return tuple(step for step in once if step.stage == moment.stage)
    recipe: Recipe = (*once, *run.steps[moment.place].recipe)
    return tuple(s for s in recipe if s.stage == moment.stage and side_of(s.output) == "decoder")
