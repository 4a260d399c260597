"""The walk through a translation: all its places in the order in which the model comes to them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.names import CROSS, layer_of
from engine.recipes import Step
from engine.sequences.recipes import PARTS, STAGES
from engine.sequences.run import SequenceRun
from engine.steps import Carry

# What a person steps through in a recurrent model: the stages of its recipe, each direction of reading for itself.
READING = ("read", "forward", "backward", "states", "summary")
WRITING = ("state", "scores", "softmax", "context", "write", "readout", "predict")
DIRECTIONS = ("forward", "backward")
OF_ALL = "summary"  # the stage of the encoder that is not of one word
# The stages of a Transformer belong to the same parts: each kind of attention has all four.
OF_TRANSFORMER = {
    "input": PARTS[0],
    "qkv": PARTS[1],
    **dict.fromkeys(("scores", "scale", "mask", "softmax", "weighted_sum"), PARTS[2]),
}
HIDDEN = frozenset({"dropout", f"{CROSS}dropout"})  # stages in which nothing happens
AFTER_CROSS = ("feed_forward", "add_2", "norm_2", "predict")


@dataclass(frozen=True)
class Moment:
    """A place in the walk.  ``word`` counts in the source, ``place`` in the output; ``layer`` is -1 without layers."""

    side: str
    word: int
    place: int
    layer: int
    attention: str
    stage: str

    @property
    def changes(self) -> dict[str, Any]:
        """The changes of state that lead there."""
        named = {f"seq_{name}": value for name, value in vars(self).items()}
        return named | {"seq_step": ""}


def part_of(stage: str, recurrent: bool) -> str:
    """Which of the four parts of an attention model a stage belongs to."""
    if recurrent:
        return PARTS[0] if stage in DIRECTIONS else STAGES[stage]
    return OF_TRANSFORMER.get(stage.removeprefix(CROSS), PARTS[3])


def same(one: Moment, other: Moment) -> bool:
    """Whether two are one place of the walk: what belongs to the other side makes no difference."""
    of_side = "word" if one.side == "encoder" and one.layer < 0 else "place" if one.side == "decoder" else ""
    names = ("side", "layer", "stage", "attention", *filter(None, (of_side,)))
    return all(getattr(one, name) == getattr(other, name) for name in names)


def places(run: SequenceRun) -> int:
    """How many tokens of the output there are to look at."""
    return max(len(run.written), 1)


def writing(run: SequenceRun) -> tuple[str, ...]:
    """The stages of a recurrent decoder: without attention there is no alignment."""
    without = () if run.looks_back else ("scores", "softmax")
    return tuple(stage for stage in WRITING if stage not in without)


def _recurrent(run: SequenceRun) -> Iterator[Moment]:
    last = len(run.source) - 1
    for word in range(last + 1):
        for stage in READING[:-1]:
            yield Moment("encoder", word, 0, -1, "cross", stage)
    yield Moment("encoder", last, 0, -1, "cross", OF_ALL)
    for place in range(places(run)):
        for stage in writing(run):
            yield Moment("decoder", last, place, -1, "cross", stage)


def stages_of(run: SequenceRun, side: str, attention: str, layer: int) -> tuple[str, ...]:
    """The stages of one kind of attention in a layer of a Transformer, with what comes before and after it."""
    trace = run.source_trace if side == "encoder" else run.target_trace
    assert trace is not None
    there = dict.fromkeys(
        step.stage for step in trace.recipe if in_layer(step, run, layer) and step.stage not in HIDDEN
    )
    if side == "encoder" or not run.model.reads:
        return tuple(there)
    crossing = attention == "cross"
    return tuple(stage for stage in there if (stage.startswith(CROSS) or stage in AFTER_CROSS) == crossing)


def in_layer(step: Step, run: SequenceRun, layer: int) -> bool:
    """Whether a step belongs to a layer: the first has what comes before all of them, the last what comes after."""
    found = layer_of(step.output)
    if found is not None:
        return found == layer and (layer > 0 or not isinstance(step.operation, Carry))
    return layer == (run.model.sizes.layers - 1 if step.stage == "predict" else 0)


def walk(run: SequenceRun, here: Moment) -> Iterator[Moment]:
    """Word after word is read, token after token is written.  While the source is read, the place in the output is that
    of ``here``, and so is the word as a Transformer reads, which does so with all at once.
    """
    return _recurrent(run) if run.model.recurrent else _transformer(run, here)


def _transformer(run: SequenceRun, here: Moment) -> Iterator[Moment]:
    layers = range(run.model.sizes.layers)
    start = here.place if here.side == "encoder" else 0
    for layer in layers if run.model.reads else ():
        for stage in stages_of(run, "encoder", "encoder", layer):
            yield Moment("encoder", here.word, start, layer, "encoder", stage)
    kinds = ("self", "cross") if run.model.reads else ("self",)
    once = [
        (layer, kind, stage)
        for layer in layers
        for kind in kinds
        for stage in stages_of(run, "decoder", kind, layer)
    ]
    for place in range(places(run)):
        for layer, kind, stage in once:
            yield Moment("decoder", here.word, place, layer, kind, stage)
