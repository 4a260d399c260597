"""Where the user is looking, held to what the current run has: layer, head, query, stage and step."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.laboratory import ways_of
from engine.names import key, layer_of, time_of
from engine.pieces import PLAIN, Reading, effective
from engine.recipes import STAGES, Step
from engine.run import Run
from engine.sequences.cache import KEPT
from engine.steps import Carry
from engine.steps.base import Cell
from engine.text import Tokens
from gui.owners import WALK, OfRun, owner_of
from gui.seq_address import into_view
from gui.state import Address, State

Trail = tuple[Address, ...]


@dataclass(frozen=True)
class View(OfRun):
    """A place that exists in ``run``; ``steps`` are those of the stage, ``reading`` and ``log`` say how weights are
    shown.
    """

    run: Run
    layer: int
    head: int
    query: int
    stage: str
    steps: tuple[Step, ...]
    step: Step
    reading: Reading = PLAIN
    log: bool = False

    @property
    def stages(self) -> tuple[str, ...]:
        """The stages that this layer's recipe has, in order."""
        present = {step.stage for step in self.run.model.recipe(self.layer)}
        return tuple(stage for stage in STAGES if stage in present)

    @property
    def by_head(self) -> bool:
        """Whether each head makes a matrix of its own in this step."""
        return "head" in self.step.axes or "kv_head" in self.step.axes

    def beside(self, offset: int) -> dict[str, Any]:
        """The changes of state that lead so many steps on: past the last step into the next layer, and back."""
        layer, steps = self.layer, walk(self.run, self.layer)
        place = steps.index(self.step) + offset
        if place >= len(steps) and layer + 1 < self.run.model.sizes.layers:
            layer, place = layer + 1, 0
            steps = walk(self.run, layer)
        elif place < 0 and layer > 0:
            layer, place = layer - 1, -1
            steps = walk(self.run, layer)
        step = steps[max(min(place, len(steps) - 1), -1 if layer < self.layer else 0)]
        return {"layer": layer, "stage": step.stage, "step": key(step.output)}

    @property
    def moves(self) -> frozenset[str]:
        """Which of "first", "previous", "next", "last" lead somewhere else."""
        steps = walk(self.run, self.layer)
        back = {"first", "previous"} if self.step != steps[0] else {"previous"} if self.layer else set()
        layers = self.run.model.sizes.layers
        on = {"next", "last"} if self.step != steps[-1] else {"next"} if self.layer < layers - 1 else set()
        return frozenset(back | on)

    def moved(self, move: str) -> dict[str, Any]:
        """The changes of state that make a move."""
        if move in ("first", "last"):
            return self.end(move == "last")
        return self.beside(1 if move == "next" else -1)

    def end(self, last: bool) -> dict[str, Any]:
        """The changes of state that lead to the first or the last step of the layer."""
        step = walk(self.run, self.layer)[-1 if last else 0]
        return {"stage": step.stage, "step": key(step.output)}


def walk(run: Run, layer: int) -> tuple[Step, ...]:
    """The steps of a layer that do something; of those that only hand on, the one that a later layer begins with."""
    return tuple(
        step for step in run.model.recipe(layer) if layer > 0 or not isinstance(step.operation, Carry)
    )


def view_of(state: State, run: Run) -> View:
    """The place that ``state`` means in ``run``; what does not exist gives way to the nearest that does."""
    sizes = run.model.sizes
    layer = min(state.layer, sizes.layers - 1)
    steps = tuple(step for step in walk(run, layer) if step.stage == state.stage) or walk(run, layer)[:1]
    chosen = [step for step in steps if key(step.output) == state.step]
    return View(
        run,
        layer,
        min(state.head, sizes.heads - 1),
        _query(state, run.tokens),
        steps[0].stage,
        steps,
        chosen[0] if chosen else steps[0],
        effective(run.tokens, state.reading),
        state.log_colour,
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


def _into_laboratory(path: str, cell: Cell) -> dict[str, Any]:
    chosen = zip(("lab_scoring", "lab_aligning"), ways_of(path), strict=True)
    return {field: way for field, way in chosen if way is not None}


def _into_memories(path: str, cell: Cell) -> dict[str, Any]:
    """The word after which the memories are seen."""
    time = time_of(path)
    return {} if time is None else {"mem_page": "kinds", "mem_kinds": "states", "mem_word": time}


def _into_decoder(path: str, cell: Cell) -> dict[str, Any]:
    """Time steps that have layers are those of a decoder with a cache."""
    time, layer, name = time_of(path), layer_of(path), key(path)
    if time is None or layer is None:
        return into_view(path, cell)
    step = {"mem_step": time, "mem_layer": layer}
    kept = {f"attn.{kept}": kept for kept in KEPT}.get(name)
    return step | ({"mem_cache": "steps", "mem_kept": kept, "mem_head": cell[0]} if kept else {})


# What brings a number of another owner (gui.owners) than the walk through attention into view: the changes of state by
# path and cell.  Of an owner without a line a number is opened, and its desk stays where it looks.
INTO_VIEW: Mapping[str, Callable[[str, Cell], dict[str, Any]]] = {
    "scoring": _into_laboratory,
    "memory": _into_memories,
    "translation": _into_decoder,
}


def opened(state: State, run: Run | None, path: str, cell: Cell) -> dict[str, Any]:
    """The changes of state that open a cell: it is shown in its own step, and the way back is kept.  ``run``: the one
    that is walked through, whoever the number belongs to.
    """
    changes: dict[str, Any] = {"cell": (path, cell)}
    if state.cell and state.cell != (path, cell):
        changes["trail"] = (*state.trail, state.cell)
    return changes | shown(run, path, cell)


def back(state: State, run: Run | None) -> dict[str, Any]:
    """The changes of state that open again the number from which the opened one was reached; none if there is none."""
    if not state.trail:
        return {}
    ahead = (*state.ahead, state.cell) if state.cell else state.ahead
    return _along(run, state.trail[-1], state.trail[:-1], ahead)


def forward(state: State, run: Run | None) -> dict[str, Any]:
    """The changes of state that undo a step back; none if there was none."""
    if not state.ahead:
        return {}
    trail = (*state.trail, state.cell) if state.cell else state.trail
    return _along(run, state.ahead[-1], trail, state.ahead[:-1])


def _along(run: Run | None, address: Address, trail: Trail, ahead: Trail) -> dict[str, Any]:
    return {"cell": address, "trail": trail, "ahead": ahead} | shown(run, *address)


def shown(run: Run | None, path: str, cell: Cell) -> dict[str, Any]:
    """The changes of state that bring an array into view; none for an input or a weight."""
    owner = owner_of(path)
    if owner != WALK:
        return INTO_VIEW[owner](path, cell) if owner in INTO_VIEW else {}
    return _walked_to(run, path, cell) if run else {}


def _walked_to(run: Run, path: str, cell: Cell) -> dict[str, Any]:
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
