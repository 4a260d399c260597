"""Where the user looks is held to what the run has; faces lead back to the cells that they show."""

from dataclasses import replace

import numpy as np
import pytest

from engine.names import key
from gui.faces import face
from gui.state import State
from gui.view import opened, view_of


@pytest.fixture(scope="module")
def minilm(made):
    return made().trace


@pytest.fixture(scope="module")
def fresh(made):
    return made(source="fresh", heads=3, d_head=5).trace


def test_what_does_not_exist_gives_way(fresh):
    view = view_of(State(layer=5, head=11, query=400, stage="nowhere"), fresh.run)
    assert (view.layer, view.head, view.query) == (0, 2, len(fresh.run.tokens) - 1)
    assert view.stage == "input"


def test_walking_goes_through_every_step_of_every_layer_and_back(minilm):
    run, state, seen = minilm.run, State(layer=0, stage="input"), []
    while "next" in (view := view_of(state, run)).moves:
        seen.append(view.step.output)
        state = replace(state, **view.moved("next"))
    seen.append(view.step.output)
    carried = {"blocks.0.resid_pre"}  # the same array under its next name
    assert seen == [s.output for i in range(6) for s in run.model.recipe(i) if s.output not in carried]
    back = []
    while "previous" in (view := view_of(state, run)).moves:
        back.append(view.step.output)
        state = replace(state, **view.moved("previous"))
    assert [*back, view.step.output] == seen[::-1]


def test_first_and_last_stay_in_the_layer(minilm):
    view = view_of(State(layer=3, stage="scores"), minilm.run)
    assert view.moved("first") == {"stage": "input", "step": "resid_pre"}
    assert view.moved("last") == {"stage": "norm_2", "step": "norm2"}


def test_a_stage_shows_its_first_step_or_the_one_asked_for(minilm):
    assert key(view_of(State(layer=0, stage="input"), minilm.run).step.output) == "embed"
    assert key(view_of(State(layer=1, stage="input"), minilm.run).step.output) == "resid_pre"
    assert key(view_of(State(stage="qkv"), minilm.run).step.output) == "attn.q"
    assert key(view_of(State(stage="qkv", step="attn.k"), minilm.run).step.output) == "attn.k"


@pytest.mark.parametrize("which", ["minilm", "fresh"])
def test_every_drawn_cell_is_the_cell_it_claims_to_be(which, request):
    shown = request.getfixturevalue(which)
    view = view_of(State(head=1), shown.run)
    generator = np.random.default_rng(0)
    for step in shown.trace.recipe:
        for path in (step.output, *step.inputs):
            for by_head in (False, True):
                found = face(shown.trace, path, view, by_head)
                if found is None:
                    assert {"vocab", "place", "segment"} & set(shown.trace.axes(path))
                    continue
                row, col = (int(generator.integers(n)) for n in found.data.values.shape)
                cell = found.cell(row, col)
                assert found.data.values[row, col] == shown.trace[path][cell]
                assert found.place(cell) == (row, col)


def test_a_cell_of_another_head_has_no_place(minilm):
    view = view_of(State(head=1), minilm.run)
    found = face(minilm.trace, "blocks.3.attn.weights", view, True)
    assert found.place((1, 2, 3)) == (2, 3)
    assert found.place((0, 2, 3)) is None
    columns = face(minilm.trace, "blocks.3.attn.W_Q", view, True)
    assert columns.data.cols == 32
    assert columns.place((0, 31)) is None
    assert columns.place((0, 32)) == (0, 0)


def test_opening_a_cell_shows_its_step_and_keeps_the_way_back(minilm):
    state = State(cell=("blocks.3.attn.weights", (1, 7, 2)), layer=3)
    changes = opened(state, minilm.run, "blocks.2.norm2", (7, 5))
    assert changes["trail"] == (("blocks.3.attn.weights", (1, 7, 2)),)
    assert (changes["layer"], changes["stage"]) == (2, "norm_2")
    assert "layer" not in opened(state, minilm.run, "W_E", (3, 5))
