"""Where the user is looking, held to what the current run has: layer, head, query, stage and step."""

from dataclasses import dataclass
from typing import Any

from engine.names import key, layer_of
from engine.recipes import STAGES, Step
from engine.run import Run
from engine.steps import Carry
from engine.steps.base import Cell
from engine.text import Tokens
from gui.session import State


@dataclass(frozen=True)
class View:
    """A place that exists in ``run``; ``steps`` are those of the stage."""

    run: Run
    layer: int
    head: int
    query: int
    stage: str
    steps: tuple[Step, ...]
    step: Step

    @property
    def stages(self) -> tuple[str, ...]:
        """The stages that this layer's recipe has, in order."""
        present = {step.stage for step in self.run.model.recipe(self.layer)}
        return tuple(stage for stage in STAGES if stage in present)

    def beside(self, offset: int) -> str:
        """The stage so many further on, held to the first and the last."""
        place = self.stages.index(self.stage) + offset
        return self.stages[min(max(place, 0), len(self.stages) - 1)]


def view_of(state: State, run: Run) -> View:
    """The place that ``state`` means in ``run``; what does not exist gives way to the nearest that does."""
    sizes = run.model.sizes
    layer = min(state.layer, sizes.layers - 1)
    recipe = run.model.recipe(layer)
    steps = tuple(step for step in recipe if step.stage == state.stage) or recipe[:1]
    chosen = [step for step in steps if key(step.output) == state.step]
    return View(
        run,
        layer,
        min(state.head, sizes.heads - 1),
        _query(state, run.tokens),
        steps[0].stage,
        steps,
        chosen[0] if chosen else _usual(steps),
    )


def _query(state: State, tokens: Tokens) -> int:
    """The token at the anchor, if there is one; else the one at the position, or the last."""
    if state.anchor is not None:
        for place, (first, last) in enumerate(tokens.spans):
            if first <= state.anchor < last:
                return place
    return min(state.query, len(tokens) - 1)


def anchored(state: State, run: Run) -> int | None:
    """The character where the query stands, to find it again when the sentence is split in another way."""
    first, last = run.tokens.spans[_query(state, run.tokens)]
    return first if last > first else None


def _usual(steps: tuple[Step, ...]) -> Step:
    """The step that a stage shows first: its last one that does something."""
    return next((step for step in reversed(steps) if not isinstance(step.operation, Carry)), steps[-1])


def opened(state: State, run: Run, path: str, cell: Cell) -> dict[str, Any]:
    """The changes of state that open a cell: it is shown in its own step, and the way back is kept."""
    changes: dict[str, Any] = {"cell": (path, cell)}
    if state.cell and state.cell != (path, cell):
        changes["trail"] = (*state.trail, state.cell)
    return changes | shown(run, path, cell)


def shown(run: Run, path: str, cell: Cell) -> dict[str, Any]:
    """The changes of state that bring an array into view; none for an input or a weight."""
    layer = layer_of(path) or 0
    step = next((step for step in run.model.recipe(layer) if step.output == path), None)
    if step is None:
        return {}
    changes: dict[str, Any] = {"layer": layer, "stage": step.stage, "step": key(path)}
    places = dict(zip(step.axes, cell, strict=True))
    if "head" in places:
        changes["head"] = places["head"]
    if "query" in places:
        changes |= {"query": places["query"], "anchor": None}
    return changes
