"""Every operation walked backwards, against finite differences of the operation itself."""

import numpy as np
import pytest

from engine.pullbacks import PULLBACKS, pull_back
from engine.recipes import Step, feed_forward, post_norm_block
from engine.steps import (
    Add,
    Blend,
    Candidate,
    Carry,
    Deviation,
    Dropout,
    Gate,
    HandOn,
    JoinHeads,
    Linear,
    Mask,
    Mean,
    Normalize,
    ProjectHeads,
    Relu,
    Scale,
    Scores,
    Softmax,
    StackRows,
    TakeRow,
    TimesRoot,
    WeightedSum,
)

STEP = 1e-6


def drawn(*shape, seed=0):
    return np.random.default_rng((seed, *shape)).normal(size=shape)


def wide(*shape):
    return np.abs(drawn(*shape)) + 0.5


MASK = np.where(np.tri(3, dtype=bool), 0.0, -np.inf)

# Operations with inputs [pos 3], [head 2], [d 4]; those after the first None stay as they are.
CASES = (
    (Carry(), (drawn(3, 4),)),
    (HandOn(), (drawn(1, 4),)),
    (Add(), (drawn(3, 4), drawn(3, 4, seed=1))),
    (Dropout((0, 0)), (drawn(3, 4),)),
    (Linear(), (drawn(3, 4), drawn(4, 5), drawn(5))),
    (ProjectHeads(2), (drawn(3, 4), drawn(4, 6), drawn(6))),
    (JoinHeads(), (drawn(2, 3, 4),)),
    (Scores(), (drawn(2, 3, 4), drawn(2, 3, 4, seed=1))),
    (Scale(9), (drawn(2, 3, 3),)),
    (TimesRoot(9), (drawn(3, 4),)),
    (Softmax(), (drawn(2, 3, 3) + MASK,)),
    (WeightedSum(), (drawn(2, 3, 3), drawn(2, 3, 4))),
    (Mean(), (drawn(3, 4),)),
    (Deviation(1e-5), (drawn(3, 4), drawn(3, 1))),
    (Normalize(), (drawn(3, 4), drawn(3, 1), wide(3, 1), drawn(4), drawn(4, seed=1))),
    (Relu(), (drawn(3, 4),)),
    (TakeRow(2), (drawn(3, 4),)),
    (StackRows(), (drawn(1, 4), drawn(1, 4, seed=1), drawn(1, 4, seed=2))),
    (Gate(0), (drawn(1, 6), drawn(1, 6, seed=1))),
    (Gate(1), (drawn(1, 6), drawn(1, 6, seed=1))),
    (Candidate(), (drawn(1, 6), drawn(1, 6, seed=1), drawn(1, 2))),
    (Blend(), (drawn(1, 4), drawn(1, 4, seed=1), drawn(1, 4, seed=2))),
)


def run(operation, *inputs):
    """The operation by its printed line of NumPy, which takes float64 as it is."""
    names = [f"x{place}" for place in range(len(inputs))]
    scope = {"np": np, **dict(zip(names, inputs, strict=True))}
    exec(operation.numpy("out", *names), scope)
    return scope["out"]


def differences(of, x):
    """``d of / d x`` by central differences, [*output, *input]."""
    columns = []
    for cell in np.ndindex(x.shape):
        ends = []
        for sign in (1, -1):
            moved = x.copy()
            moved[cell] += sign * STEP
            ends.append(np.asarray(of(moved), np.float64))
        with np.errstate(invalid="ignore"):  # what a mask hides stays minus infinity
            columns.append(np.nan_to_num((ends[0] - ends[1]) / (2 * STEP)))
    return np.stack(columns, axis=-1).reshape(*columns[0].shape, *x.shape)


@pytest.mark.parametrize(
    ("operation", "inputs"), CASES, ids=[f"{type(op).__name__} {i}" for i, (op, _) in enumerate(CASES)]
)
def test_a_pullback_is_the_derivative(operation, inputs):
    out = run(operation, *inputs)
    one_each = np.eye(out.size).reshape(out.size, *out.shape)
    found = PULLBACKS[type(operation)](operation, one_each, inputs)
    assert len(found) == len(inputs)
    for place, cotangent in enumerate(found):
        if cotangent is None:
            continue

        def computed(x, place=place):
            return run(operation, *inputs[:place], x, *inputs[place + 1 :])

        expected = differences(computed, inputs[place]).reshape(out.size, *inputs[place].shape)
        np.testing.assert_allclose(np.broadcast_to(cotangent, expected.shape), expected, atol=1e-7)


def test_a_mask_hands_on_what_comes_back():
    scaled = drawn(2, 3, 3)
    (found, of_mask) = PULLBACKS[Mask](Mask(), drawn(5, 2, 3, 3), (scaled, MASK))
    np.testing.assert_array_equal(found, drawn(5, 2, 3, 3))
    assert of_mask is None


def test_every_operation_that_has_a_pullback_is_tried():
    assert {type(operation) for operation, _ in CASES} | {Mask} == set(PULLBACKS)


def test_only_weights_are_left_out():
    """A forgotten input would make a Jacobian too small without any sign of it."""
    moving = {Linear: 1, ProjectHeads: 1, Normalize: 3}
    for operation, inputs in CASES:
        out = run(operation, *inputs)
        found = PULLBACKS[type(operation)](operation, np.ones((1, *out.shape)), inputs)
        assert sum(c is not None for c in found) == moving.get(type(operation), len(inputs))


def block_values(count, width, hidden):
    shapes = {
        **{f"blocks.0.attn.{name}": (width, width) for name in ("W_Q", "W_K", "W_V", "W_O")},
        **{f"blocks.0.attn.{name}": (width,) for name in ("b_Q", "b_K", "b_V", "b_O")},
        **{f"blocks.0.{norm}.{part}": (width,) for norm in ("norm1", "norm2") for part in ("gamma", "beta")},
        **{"blocks.0.mlp.W_in": (width, hidden), "blocks.0.mlp.b_in": (hidden,)},
        **{"blocks.0.mlp.W_out": (hidden, width), "blocks.0.mlp.b_out": (width,)},
    }
    drawing = np.random.default_rng(3)
    return {path: drawing.normal(size=shape) for path, shape in shapes.items()}


def test_a_whole_block_is_walked_back_to_its_input():
    """Ways that part and meet again, as around an addition, are added up."""
    recipe = post_norm_block(0, "embed", 2, 2, 2, 1e-5, Relu())
    weights, mask = block_values(3, 4, 5), np.zeros((3, 3))

    def everything(x):
        values = {**weights, "mask": mask, "embed": x}
        for step in recipe:
            values[step.output] = run(step.operation, *(values[path] for path in step.inputs))
        return values

    x, out = drawn(3, 4), "blocks.0.norm2"
    values = everything(x)
    one_each = np.eye(12).reshape(12, 3, 4)
    found = pull_back(recipe, values, {out: one_each}, ["embed"])
    assert set(found) == {"embed"}
    expected = differences(lambda moved: everything(moved)[out], x).reshape(12, 3, 4)
    np.testing.assert_allclose(found["embed"], expected, atol=1e-6)


def test_what_does_not_lead_to_the_output_gets_nothing():
    recipe = (
        Step("blocks.0.resid_pre", Carry(), ("embed",), "input"),
        *feed_forward("blocks.0.mlp.", "x", Relu()),
    )
    values = {"embed": drawn(1, 4), "blocks.0.resid_pre": drawn(1, 4)}
    found = pull_back(recipe, values, {"blocks.0.resid_pre": np.eye(4)[:, None]}, ["embed", "x"])
    assert set(found) == {"embed"}
