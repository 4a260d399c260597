"""Three kinds of memory: against PyTorch's gradients, plain loops and by hand; their sizes; and odd input."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from engine.errors import Cancelled, EmptySentenceError
from engine.memories.recipe import KINDS, at_time, learning
from engine.memories.run import MOST, MemoryRun
from engine.steps.base import Array
from engine.trace import Trace

GOLDEN = Path(__file__).parents[2] / "golden" / "memory.npz"
Read = Callable[..., MemoryRun]


def learn(keys: Array, values: Array, queries: Array, rate: float) -> list[Trace]:
    """The layer that learns alone, a trace per step."""
    traces: list[Trace] = []
    state = np.zeros((1, keys.shape[1], values.shape[1]), np.float32)
    for time, (k, v, q) in enumerate(zip(keys, values, queries, strict=True)):
        given = {at_time(time, name): row[None, None] for name, row in (("k", k), ("v", v), ("q", q))}
        given[at_time(time - 1, "ttt.state") if time else "memory.ttt.start"] = state
        traces.append(Trace.compute(tuple(learning(time, rate)), given))
        state = traces[-1][at_time(time, "ttt.state")]
    return traces


# --- the layer that learns ----------------------------------------------------------------------------------


def test_its_gradients_steps_and_outputs_are_those_of_automatic_differentiation() -> None:
    with np.load(GOLDEN) as golden:
        traces = learn(golden["k"], golden["v"], golden["q"], float(golden["rate"]))
        for time, trace in enumerate(traces):
            for name, tolerance in (("gradient", 1e-5), ("state", 1e-6), ("loss", 1e-5), ("z", 1e-6)):
                found = trace[at_time(time, f"ttt.{name}")].squeeze()
                np.testing.assert_allclose(found, golden[name][time], rtol=0, atol=tolerance, err_msg=name)


def test_its_steps_are_those_of_plain_loops() -> None:
    draw = np.random.default_rng(3)
    keys, values, queries = (draw.normal(size=(4, size)).astype(np.float32) for size in (3, 2, 3))
    weights = [[0.0] * 2 for _ in range(3)]
    for time, trace in enumerate(learn(keys, values, queries, 0.1)):
        k, v = keys[time].tolist(), values[time].tolist()
        error = [sum(k[i] * weights[i][j] for i in range(3)) - v[j] for j in range(2)]
        for i in range(3):
            for j in range(2):
                weights[i][j] -= 0.1 * 2 * k[i] * error[j]
        np.testing.assert_allclose(trace[at_time(time, "ttt.state")][0], weights, rtol=0, atol=1e-6)
        z = [sum(queries[time][i] * weights[i][j] for i in range(3)) for j in range(2)]
        np.testing.assert_allclose(trace[at_time(time, "ttt.z")][0, 0], z, rtol=0, atol=1e-6)


def test_by_hand_a_step_of_one_half_writes_the_value_of_a_key_of_length_1() -> None:
    keys = np.array([[1, 0], [0, 1], [1, 0]], np.float32)
    values = np.array([[3, -1], [2, 5], [4, 4]], np.float32)
    first, second, third = learn(keys, values, keys, 0.5)
    assert first["memory.t0.ttt.state"][0].tolist() == [[3, -1], [0, 0]]
    assert second["memory.t1.ttt.state"][0].tolist() == [[3, -1], [2, 5]]
    assert third["memory.t2.ttt.state"][0].tolist() == [[4, 4], [2, 5]]  # the same key again: written over
    assert third["memory.t2.ttt.loss"].item() == (3 - 4) ** 2 + (-1 - 4) ** 2
    assert third["memory.t2.ttt.z"][0, 0].tolist() == [4, 4]


def test_at_the_rate_that_is_offered_the_last_value_is_given_back(read: Read) -> None:
    run = read("hungry", rate=0.02)
    assert run.writes_at is not None
    again = read("hungry", rate=run.writes_at)
    key, value = again.stacked("k"), again.stacked("v")
    np.testing.assert_allclose(key @ again.state("ttt", 0)[0][0], value, rtol=0, atol=1e-5)


@pytest.mark.parametrize(("times", "grows"), [(0.98, False), (1.02, True)])
def test_a_step_overshoots_from_the_rate_that_is_said(times: float, grows: bool, read: Read) -> None:
    """Of one word alone, read twice: its error afterwards against that before."""
    run = read("cat cat", rate=times * read("cat").overshoots_from())
    before, after = (run.traces[time][at_time(time, "ttt.loss")].item() for time in range(2))
    assert (after > before) is grows


def test_what_overshoots_is_said_of_the_longest_key(read: Read) -> None:
    run = read()
    lengths = [
        float((trace[at_time(time, "k")].astype(np.float64) ** 2).sum())
        for time, trace in enumerate(run.traces)
    ]
    assert max(lengths) > 1.2 * np.mean(lengths)
    assert run.overshoots_from() == pytest.approx(1 / max(lengths))


def test_at_rate_0_it_stays_zero_and_below_0_its_error_grows(read: Read) -> None:
    assert not read(rate=0.0).state("ttt", 9)[0].any()
    uphill = read("cat cat cat", rate=-0.01)
    losses = [trace[at_time(time, "ttt.loss")].item() for time, trace in enumerate(uphill.traces)]
    assert losses == sorted(losses)
    assert losses[0] < losses[-1]


@pytest.mark.parametrize("rate", [0.5, 1000.0, -1000.0])
def test_where_it_leaves_float32_it_ends_and_the_others_read_on(rate: float, read: Read) -> None:
    text = "the cat drank the milk because it was hungry " * 6
    run, calm = read(text, rate=rate), read(text)
    assert run.burst is not None
    assert 0 < run.burst < len(run) == len(calm)
    assert run.read_until("ttt") == run.burst
    for time in range(run.burst):
        assert np.isfinite(run.state("ttt", time)[0]).all()
    for kind in ("recurrent", "list"):
        for one, other in zip(run.state(kind, len(run) - 1), calm.state(kind, len(run) - 1), strict=True):
            np.testing.assert_array_equal(one, other)
    with pytest.raises(IndexError):
        run.state("ttt", run.burst)
    with pytest.raises(KeyError):
        run.explain(at_time(run.burst, "ttt.state"), (0, 0, 0))


# --- the other two ------------------------------------------------------------------------------------------


def test_the_list_is_attention_over_all_words_so_far(memories: MemoryRun) -> None:
    q, k, v = (memories.stacked(name).astype(np.float64) for name in "qkv")
    for time in (0, 4, 9):
        scores = [sum(a * b for a, b in zip(q[time], k[j], strict=True)) / 4 for j in range(time + 1)]
        shares = np.exp(scores) / np.exp(scores).sum()
        found = memories.traces[time][at_time(time, "list.z")][0, 0]
        np.testing.assert_allclose(found, shares @ v[: time + 1], rtol=0, atol=1e-5)


def test_the_recurrent_state_is_that_of_plain_loops(memories: MemoryRun) -> None:
    weights = {
        name: memories.weights[f"memory.recurrent.{name}"].astype(np.float64) for name in ("W_x", "W_h", "b")
    }
    state = np.zeros(16)
    for time, trace in enumerate(memories.traces):
        x = trace[at_time(time, "x")][0].astype(np.float64)
        state = np.tanh(x @ weights["W_x"] + state @ weights["W_h"] + weights["b"])
        np.testing.assert_allclose(memories.state("recurrent", time)[0][0], state, rtol=0, atol=1e-5)


def test_each_word_is_read_at_the_length_root_d(memories: MemoryRun) -> None:
    lengths = [np.linalg.norm(trace[at_time(time, "x")]) for time, trace in enumerate(memories.traces)]
    np.testing.assert_allclose(lengths, 4.0, rtol=1e-3)


def test_with_the_identity_key_value_and_query_are_the_word(read: Read) -> None:
    run = read(maps="identity")
    for time, trace in enumerate(run.traces):
        for name in "qkv":
            np.testing.assert_array_equal(trace[at_time(time, name)][0], trace[at_time(time, "x")])


# --- sizes --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("features", [2, 16, 100])
def test_bytes_are_those_of_the_arrays_and_only_the_list_grows(features: int, read: Read) -> None:
    run = read(features=features)
    for time in range(len(run)):
        for kind in KINDS:
            assert run.state_bytes(kind, time) == sum(array.nbytes for array in run.state(kind, time))
        assert run.state_bytes("recurrent", time) == 4 * features
        assert run.state_bytes("list", time) == 2 * 4 * features * (time + 1)
        assert run.state_bytes("ttt", time) == 4 * features**2


def test_states_have_their_shapes(memories: MemoryRun) -> None:
    shapes = {kind: [array.shape for array in memories.state(kind, 6)] for kind in KINDS}
    assert shapes == {"recurrent": [(1, 16)], "list": [(1, 7, 16), (1, 7, 16)], "ttt": [(1, 16, 16)]}


# --- the run as others see it -------------------------------------------------------------------------------


def test_a_number_opens_down_to_the_word_vectors_of_an_earlier_word(memories: MemoryRun) -> None:
    path = at_time(4, "list.k")
    found = memories.explain(path, (0, 2, 5))
    assert found.arithmetic.terms[0].operands[0].name == at_time(3, "list.k")
    earlier = memories.explain(at_time(2, "list.k"), (0, 2, 5)).arithmetic.terms[0].operands[0]
    assert (earlier.name, earlier.value) == (at_time(2, "k"), found.output.value)


def test_places_along_an_axis_have_the_names_of_words(memories: MemoryRun) -> None:
    assert memories.texts(at_time(2, "list.k"), "key") == ("the", "cat", "drank")
    assert memories.texts(at_time(2, "k"), "step") == ("drank",)
    assert memories.texts(at_time(2, "ttt.state"), "d_key") == ()
    assert memories.texts("memory.W_E", "vocab")[0] == "the"


def test_one_seed_draws_the_same_numbers_and_another_others(read: Read) -> None:
    one, same, other = read(seed=4), read(seed=4), read(seed=5)
    np.testing.assert_array_equal(one.state("ttt", 9)[0], same.state("ttt", 9)[0])
    assert not np.array_equal(one.state("recurrent", 9)[0], other.state("recurrent", 9)[0])


def test_the_recurrence_turns_a_state_and_shortens_it_in_no_preferred_direction(read: Read) -> None:
    drawn = [read("cat", features=100, seed=seed).weights for seed in range(12)]
    corners = set()
    for weights in drawn:
        turn = weights["memory.recurrent.W_h"].astype(np.float64)
        np.testing.assert_allclose(turn @ turn.T, 0.81 * np.eye(100), rtol=0, atol=1e-6)
        corners.add(bool(turn[0, 0] > 0))
        assert weights["memory.recurrent.W_x"].std() * 10 == pytest.approx(0.5, rel=0.03)
        assert weights["memory.recurrent.W_z"].std() * 10 == pytest.approx(1.0, rel=0.03)
    assert corners == {True, False}


# --- odd input ----------------------------------------------------------------------------------------------


def test_words_without_a_vector_are_left_out_and_named(read: Read) -> None:
    run = read("the xqzzt cat")
    assert (run.tokens.texts, run.tokens.left_out) == (("the", "cat"), ("xqzzt",))


@pytest.mark.parametrize("text", ["", "   ", "xqzzt"])
def test_without_a_word_there_is_nothing_to_read(text: str, read: Read) -> None:
    with pytest.raises(EmptySentenceError):
        read(text)


def test_more_than_sixty_words_are_cut_off(read: Read) -> None:
    run = read("the cat " * 35)
    assert (len(run), run.tokens.dropped) == (MOST, 10)


def test_more_features_than_there_are_are_all(read: Read) -> None:
    assert read("the cat", features=300).d == 100


def test_reading_stops_when_it_is_no_longer_wanted(memories: MemoryRun) -> None:
    def stop() -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        MemoryRun.read(memories.vectors, "the cat", memories.settings, stop)
