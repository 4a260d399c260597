"""The exact Jacobians of the shipped encoders, against the formula of a gated unit and against finite differences."""

from functools import cache

import numpy as np
import pytest

from engine.errors import Cancelled
from engine.forgetting import jacobian, of_last_place, of_last_state
from engine.sequences.model import load
from engine.sequences.recipes import reader
from engine.sequences.run import SequenceRun
from engine.trace import Trace

STEP = 1e-5
TEXT = "I ate an apple."


@cache
def ran(kind):
    model = load(f"en-zh.{kind}")
    sentence = model.encode(TEXT)
    return model, sentence, SequenceRun.begin(model, sentence).source_trace


def sigma(x):
    return 1 / (1 + np.exp(-x))


def unit(x, h, W, U, b_W, b_U):
    """One step of torch.nn.GRU in float64; rows may be a batch."""
    d = U.shape[0]
    a, b = x @ W + b_W, h @ U + b_U
    r, z = sigma(a[:, :d] + b[:, :d]), sigma(a[:, d : 2 * d] + b[:, d : 2 * d])
    n = np.tanh(a[:, 2 * d :] + r * b[:, 2 * d :])
    return (1 - z) * n + z * h, (r, z, n, b[:, 2 * d :])


def weights_of(trace, direction):
    return [
        np.asarray(trace[f"encoder.{direction}.gru.{name}"], np.float64) for name in ("W", "U", "b_W", "b_U")
    ]


def chain(xs, W, U, b_W, b_U):
    """``d h_T / d x_i`` of every i by the formula of the gates, multiplied along the sentence."""
    d = U.shape[0]
    h, steps = np.zeros((1, d)), []
    for x in xs:
        new, (r, z, n, b) = unit(x[None], h, W, U, b_W, b_U)
        of_n, of_z = (1 - z) * (1 - n**2), (h - n) * z * (1 - z)
        of_r = of_n * b * r * (1 - r)
        by_state = np.diag(z[0]) + (U[:, 2 * d :] * of_n * r + U[:, d : 2 * d] * of_z + U[:, :d] * of_r).T
        by_word = (W[:, 2 * d :] * of_n + W[:, d : 2 * d] * of_z + W[:, :d] * of_r).T
        steps.append((by_state, by_word))
        h = new
    found, later = [], np.eye(d)
    for by_state, by_word in reversed(steps):
        found.append(later @ by_word)
        later = later @ by_state
    return found[::-1]


def tiny():
    """Three words of 2 numbers, states of 3."""
    drawing = np.random.default_rng(5)
    shapes = {"W": (2, 9), "U": (3, 9), "b_W": (9,), "b_U": (9,)}
    given = {f"encoder.forward.gru.{name}": drawing.normal(size=shape) for name, shape in shapes.items()}
    given |= {"encoder.embed": drawing.normal(size=(3, 2)), "encoder.zero": np.zeros((1, 3))}
    given = {path: array.astype(np.float32) for path, array in given.items()}
    return Trace.compute(tuple(reader("forward", 3)), given)


def test_a_tiny_unit_by_the_formula_and_by_finite_differences():
    trace = tiny()
    xs, weights = np.asarray(trace["encoder.embed"], np.float64), weights_of(trace, "forward")
    found = of_last_state(trace, "forward", 3)
    by_hand = chain(xs, *weights)
    np.testing.assert_allclose(found.norms, [np.linalg.norm(j) for j in by_hand], rtol=1e-5)

    def last(xs):
        h = np.zeros((1, 3))
        for x in xs:
            h, _ = unit(x[None], h, *weights)
        return h[0]

    for word in range(3):
        for feature in range(2):
            push = np.zeros_like(xs)
            push[word, feature] = STEP
            slope = (last(xs + push) - last(xs - push)) / (2 * STEP)
            np.testing.assert_allclose(slope, by_hand[word][:, feature], atol=1e-8)


@pytest.mark.parametrize("kind", ["fixed", "attention"])
@pytest.mark.parametrize("direction", ["forward", "backward"])
def test_the_shipped_encoder_by_finite_differences(kind, direction):
    """All 256 features of a word are pushed at once, as a batch."""
    _, sentence, trace = ran(kind)
    xs, weights = np.asarray(trace["encoder.embed"], np.float64), weights_of(trace, direction)
    found = of_last_state(trace, direction, len(sentence))
    for word in (0, 3, len(sentence) - 1):
        ends = []
        for push in (STEP, -STEP):
            h = np.zeros((256, 256))
            for place in range(len(xs)) if direction == "forward" else reversed(range(len(xs))):
                moved = np.tile(xs[place], (256, 1)) + (np.eye(256) * push if place == word else 0)
                h, _ = unit(moved, h, *weights)
            ends.append(h)
        jacobian = (ends[0] - ends[1]) / (2 * STEP)
        assert found.norms[word] == pytest.approx(np.linalg.norm(jacobian), rel=1e-5)


def test_the_shipped_transformer_by_finite_differences():
    """Its recipe runs here by its printed lines of NumPy, in float64."""
    model, sentence, trace = ran("transformer")
    found = of_last_place(trace, model.memory)
    wide = {
        path: np.asarray(trace[path], np.float64)
        for step in trace.recipe
        for path in step.inputs
        if trace.step(path) is None and path != "encoder.tokens"
    }
    after = [step for step in trace.recipe if step.output != "encoder.embed"]
    names = {path: f"x{i}" for i, path in enumerate({p for s in trace.recipe for p in (s.output, *s.inputs)})}
    lines = [step.operation.numpy(names[step.output], *(names[p] for p in step.inputs)) for step in after]
    code = compile("\n".join(lines), "recipe", "exec")

    def last(embed):
        scope = {"np": np, **{names[path]: array for path, array in wide.items()}}
        scope[names["encoder.embed"]] = embed
        exec(code, scope)
        return scope[names[model.memory]][-1]

    embed, columns, word = np.asarray(trace["encoder.embed"], np.float64), [], 1
    np.testing.assert_allclose(last(embed), trace[model.memory][-1], atol=1e-4)
    for feature in range(0, 192, 4):  # every fourth column of the Jacobian
        push = np.zeros_like(embed)
        push[word, feature] = STEP
        columns.append((last(embed + push) - last(embed - push)) / (2 * STEP))
    exact = jacobian(trace, model.memory, len(sentence) - 1, ["encoder.embed"])["encoder.embed"]
    np.testing.assert_allclose(exact[:, word, ::4].T, columns, atol=2e-4)
    np.testing.assert_allclose(found.norms, np.linalg.norm(exact, axis=(0, 2)), rtol=1e-9)


def test_what_is_far_from_the_end_counts_for_less_and_less():
    model = load("en-zh.fixed")
    sentence = model.encode("the old man " * 20)
    found = of_last_state(SequenceRun.begin(model, sentence).source_trace, "forward", len(sentence))
    every_old = found.norms[1:60:3]
    assert (np.diff(every_old[3:]) > 0).all()
    assert found.shares[1] < 0.01 < 1 == found.shares.max()


def test_a_push_is_the_norm_over_the_root_of_the_width():
    found = of_last_state(tiny(), "forward", 3)
    assert found.width == 2
    np.testing.assert_allclose(found.pushes * np.sqrt(2), found.norms)


def test_work_that_is_not_wanted_stops():
    def stop():
        raise Cancelled

    _, sentence, trace = ran("fixed")
    with pytest.raises(Cancelled):
        of_last_state(trace, "forward", len(sentence), stop)
