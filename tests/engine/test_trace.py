"""A trace owns its arrays, and what-if computes again just what depends on the edit."""

import numpy as np
import pytest

from engine.errors import Cancelled
from engine.models.base import Model
from engine.names import NAMES
from engine.run import Run
from engine.steps.base import Array
from engine.trace import Trace

AT = "blocks.0."
BEFORE_Z = ("q", "k", "v", "scores", "scaled", "masked", "weights")
AFTER_Z = (
    "attn.joined",
    "attn.out",
    "resid_mid",
    "norm1",
    "mlp.pre",
    "mlp.post",
    "mlp.out",
    "resid_post",
    "norm2",
)


@pytest.fixture(scope="module")
def trace(grouped: Model) -> Trace:
    return Run.forward(grouped, grouped.encode("abacadab")).trace(0)


@pytest.fixture(scope="module")
def edited_z(trace: Trace) -> Trace:
    z = np.array(trace[f"{AT}attn.z"])
    z[1] = 0
    return trace.what_if({f"{AT}attn.z": z})


def bits(trace: Trace) -> dict[str, bytes]:
    return {step.output: trace[step.output].tobytes() for step in trace.recipe}


# --- ownership ----------------------------------------------------------------------------------------------


def test_no_array_can_be_written_to(trace: Trace) -> None:
    paths = {path for step in trace.recipe for path in (step.output, *step.inputs)}
    assert {"tokens", "mask", f"{AT}attn.W_Q", f"{AT}attn.z"} <= paths
    for path in paths:
        with pytest.raises(ValueError, match="read-only"):
            trace[path][...] = 0


def test_an_edit_is_copied(trace: Trace) -> None:
    z = np.zeros_like(trace[f"{AT}attn.z"])
    edited = trace.what_if({f"{AT}attn.z": z})
    z[:] = 7
    assert not edited[f"{AT}attn.z"].any()
    with pytest.raises(ValueError, match="read-only"):
        edited[f"{AT}attn.z"][...] = 0


def test_every_name_has_axes_and_a_step_unless_it_is_given(trace: Trace) -> None:
    assert trace.axes(f"{AT}attn.scores") == ("head", "query", "key")
    step = trace.step(f"{AT}attn.scores")
    assert step is not None
    assert step.inputs == (f"{AT}attn.q", f"{AT}attn.k")
    assert trace.step(f"{AT}attn.W_Q") is None
    assert f"{AT}attn.scores" in trace
    assert "blocks.7.attn.scores" not in trace


def test_memory_counts_the_arrays_that_the_recipe_made(trace: Trace) -> None:
    made = [trace[step.output] for step in trace.recipe]
    assert trace.nbytes() == sum(array.size * 4 for array in made)


# --- what if ------------------------------------------------------------------------------------------------


def test_arrays_before_the_edit_are_the_same_objects(trace: Trace, edited_z: Trace) -> None:
    for name in BEFORE_Z:
        assert edited_z[f"{AT}attn.{name}"] is trace[f"{AT}attn.{name}"]
    assert edited_z["embed_norm"] is trace["embed_norm"]
    assert edited_z[f"{AT}attn.W_Q"] is trace[f"{AT}attn.W_Q"]


def test_arrays_after_the_edit_are_computed_again(trace: Trace, edited_z: Trace) -> None:
    for name in AFTER_Z:
        assert not np.array_equal(edited_z[f"{AT}{name}"], trace[f"{AT}{name}"]), name
    d_head = trace[f"{AT}attn.z"].shape[2]
    joined = edited_z[f"{AT}attn.joined"]
    assert not joined[:, d_head : 2 * d_head].any()
    expected = joined @ trace[f"{AT}attn.W_O"] + trace[f"{AT}attn.b_O"]
    np.testing.assert_allclose(edited_z[f"{AT}attn.out"], expected, atol=1e-5)


def test_the_original_is_as_it_was(grouped: Model) -> None:
    trace = Run.forward(grouped, grouped.encode("abacadab")).trace(0)
    before = bits(trace)
    trace.what_if(
        {f"{AT}attn.scores": np.zeros_like(trace[f"{AT}attn.scores"]), f"{AT}mlp.b_in": np.ones(20)}
    )
    assert bits(trace) == before
    assert not trace.unedited


def test_an_edit_that_changes_nothing_gives_the_same_bits(trace: Trace) -> None:
    for path in (step.output for step in trace.recipe):
        assert bits(trace.what_if({path: trace[path]})) == bits(trace), path


def test_weights_and_inputs_can_be_edited(trace: Trace) -> None:
    tokens = trace.what_if({"tokens": trace["tokens"][::-1]})
    assert np.array_equal(tokens["embed"], trace["embed"][::-1])
    assert tokens["pos_embed"] is trace["pos_embed"]
    weight = np.array(trace[f"{AT}attn.W_K"])
    weight[0, 0] += 1
    keys = trace.what_if({f"{AT}attn.W_K": weight})
    assert keys[f"{AT}attn.q"] is trace[f"{AT}attn.q"]
    assert not np.array_equal(keys[f"{AT}attn.k"][0], trace[f"{AT}attn.k"][0])
    assert np.array_equal(keys[f"{AT}attn.k"][1], trace[f"{AT}attn.k"][1])


def test_an_earlier_edit_stands(trace: Trace, edited_z: Trace) -> None:
    """A second edit, further up, does not compute the first one away."""
    both = edited_z.what_if({f"{AT}attn.scores": np.zeros_like(trace[f"{AT}attn.scores"])})
    assert both[f"{AT}attn.z"] is edited_z[f"{AT}attn.z"]
    assert set(both.unedited) == {f"{AT}attn.z", f"{AT}attn.scores"}


@pytest.mark.parametrize("order", ["C", "F"])
def test_an_edit_of_another_type_or_layout_does_not_spread(trace: Trace, order: str) -> None:
    pre = f"{AT}mlp.pre"
    wide = np.array(trace[pre] + 1, np.float64, order=order)  # type: ignore[call-overload]
    edited, plain = trace.what_if({pre: wide}), trace.what_if({pre: trace[pre] + np.float32(1)})
    assert bits(edited) == bits(plain)
    assert all(edited[step.output].dtype == np.float32 for step in edited.recipe)


@pytest.mark.parametrize("path", ["attn.z", "blocks.1.attn.z", "blocks.0.attn.zz", ""])
def test_an_unknown_name_is_refused(trace: Trace, path: str) -> None:
    with pytest.raises(KeyError):
        trace.what_if({path: np.zeros(3)})


@pytest.mark.parametrize("shape", [(6, 8), (1, 8, 3), (6, 8, 3, 1), ()])
def test_another_shape_is_refused_even_where_numpy_would_stretch_it(
    trace: Trace, shape: tuple[int, ...]
) -> None:
    with pytest.raises(ValueError, match="shape"):
        trace.what_if({f"{AT}attn.z": np.zeros(shape)})


# --- explain ------------------------------------------------------------------------------------------------


def test_an_edited_number_stands_for_itself_and_its_neighbours_do_not(trace: Trace, edited_z: Trace) -> None:
    path = f"{AT}attn.z"
    by_hand, untouched = edited_z.explain(path, (1, 2, 0)), edited_z.explain(path, (0, 2, 0))
    assert by_hand.edited
    assert by_hand.step is None
    assert by_hand.arithmetic.result == 0
    assert not untouched.edited
    assert untouched == trace.explain(path, (0, 2, 0))


def test_what_follows_an_edit_is_explained_by_the_edit(edited_z: Trace) -> None:
    found = edited_z.explain(f"{AT}attn.out", (0, 0))
    assert found.agrees
    heads = [
        term
        for term in found.arithmetic.terms
        if 3 <= term.operands[0].cell[-1] < 6 and len(term.operands) == 2
    ]
    assert len(heads) == 3
    assert all(term.value == 0 for term in heads)


def test_a_weight_and_an_input_stand_for_themselves(trace: Trace) -> None:
    weight, token = trace.explain("W_E", (3, 1)), trace.explain("tokens", (2,))
    assert (weight.step, weight.edited) == (None, False)
    assert weight.arithmetic.result == weight.output.value == float(trace["W_E"][3, 1])
    assert token.output.value == 0.0


@pytest.mark.parametrize("cell", [(), (0,), (0, 0, 0), (8, 0), (0, 12), (-1, 0)])
def test_a_cell_that_is_not_there_is_refused(trace: Trace, cell: tuple[int, ...]) -> None:
    with pytest.raises(IndexError):
        trace.explain("embed_norm", cell)


# --- stop ---------------------------------------------------------------------------------------------------


def given(trace: Trace) -> dict[str, Array]:
    made = {step.output for step in trace.recipe}
    return {path: trace[path] for step in trace.recipe for path in step.inputs if path not in made}


@pytest.mark.parametrize("allowed", [0, 1, 17])
def test_work_that_is_no_longer_wanted_ends_at_the_next_step(trace: Trace, allowed: int) -> None:
    asked = 0

    def stop() -> None:
        nonlocal asked
        asked += 1
        if asked > allowed:
            raise Cancelled

    with pytest.raises(Cancelled):
        Trace.compute(trace.recipe, given(trace), stop=stop)
    assert asked == allowed + 1


def test_stop_is_asked_before_every_step(trace: Trace) -> None:
    asked: list[None] = []
    Trace.compute(trace.recipe, given(trace), stop=lambda: asked.append(None))
    assert len(asked) == len(trace.recipe)


def test_computing_again_from_what_was_given_gives_the_same_bits(trace: Trace) -> None:
    assert bits(Trace.compute(trace.recipe, given(trace))) == bits(trace)
    assert set(NAMES) >= {path.removeprefix(AT) for path in given(trace)}
