"""What each kind of memory still gives back: by hand, and against another way to fit the reading of a state."""

from collections.abc import Callable

import numpy as np
import pytest

from engine.memories.recall import LEAST, RIDGE, _cosines, _Others, _right, recall
from engine.memories.recipe import KINDS
from engine.memories.run import MemoryRun
from engine.trace import never_stop

Read = Callable[..., MemoryRun]


def test_cosines_and_who_is_nearest_by_hand() -> None:
    answers, values = np.array([[1.0, 1], [0, 0], [0, 2]]), np.array([[1.0, 0], [0, 1], [1, 1]])
    table = _cosines(answers, values)
    half = 2**-0.5
    np.testing.assert_allclose(table[[0, 2]], [[half, half, 1], [0, 1, half]], atol=1e-12)
    assert np.isnan(table[1]).all()
    assert _right(table, np.array([5, 6, 7])).tolist() == [False, False, False]
    assert _right(table, np.array([7, 6, 7])).tolist() == [True, False, False]  # the word stands there twice
    assert _right(table[[2, 0, 0]][:, [1, 0, 2]], np.array([6, 8, 7])).tolist() == [True, False, True]


def test_what_is_not_read_yet_has_no_answer(memories: MemoryRun) -> None:
    found = recall(memories)
    for kind in KINDS:
        later = np.triu(np.ones((10, 10), np.bool_), k=1)
        np.testing.assert_array_equal(np.isnan(found.cosines[kind]), later)
        assert not found.right[kind][later].any()


def test_the_list_forgets_nothing_and_the_others_do(read: Read) -> None:
    """With the words themselves as keys and values, attention finds each by its own key."""
    found = recall(read("the transformer in the paper reads all words at once", maps="identity", rate=0.03))
    counts = {kind: found.rightly(kind, 9) for kind in KINDS}
    assert counts["list"] == 10
    assert counts["recurrent"] < 10
    assert found.cosines["list"][-1].min() > 0.9
    first, last = found.cosines["recurrent"][-1][[1, -1]]
    assert last > first + 0.3


def test_the_layer_gives_back_the_value_it_has_just_written(read: Read) -> None:
    run = read("cat", rate=1.0)
    found = recall(read("cat", rate=run.writes_at))
    assert found.cosines["ttt"][0, 0] == pytest.approx(1, abs=1e-5)


def test_at_rate_0_the_layer_has_no_answer(read: Read) -> None:
    found = recall(read(rate=0.0))
    assert np.isnan(found.cosines["ttt"]).all()
    assert found.rightly("ttt", 9) == 0


def test_after_leaving_float32_the_layer_has_no_answer(read: Read) -> None:
    run = read("the cat drank the milk because it was hungry " * 4, rate=0.5)
    assert run.burst is not None
    found = recall(run)
    assert np.isnan(found.cosines["ttt"][run.burst :]).all()
    for kind in KINDS:
        known = found.cosines[kind][~np.isnan(found.cosines[kind])]
        assert np.abs(known).max() <= 1


def test_the_reading_of_the_state_is_the_ridge_regression_that_it_is_said_to_be(read: Read) -> None:
    """Fitted map by map with an augmented least-squares problem instead of the normal equations."""
    run = read("the cat drank milk", features=4)
    others = _Others(run, never_stop)
    assert others.count == LEAST
    time = 3
    states = np.concatenate([others._states[time], np.ones((LEAST, 1))], axis=1).astype(np.float64)
    weight = RIDGE * (states**2).sum() / states.shape[1]
    state = np.append(run.state("recurrent", time)[0][0], 1).astype(np.float64)
    for asked in range(4):
        padded = np.concatenate([states, np.sqrt(weight) * np.eye(5)])
        wanted = np.concatenate([others._values[asked], np.zeros((5, 4))])
        fitted, *_ = np.linalg.lstsq(padded, wanted)
        np.testing.assert_allclose(others.answers(time)[asked], state @ fitted, rtol=0, atol=1e-6)


def test_the_other_sequences_are_read_by_the_same_recurrence(read: Read) -> None:
    """One of them, read as a sentence of its own, ends in the same state."""
    run = read("the cat drank milk", features=4)
    others = _Others(run, never_stop)
    ids = np.random.default_rng(run.settings.seed).integers(2000, size=(4, others.count))[:, 17]
    alone = read(" ".join(run.vectors.words[i] for i in ids), features=4)
    assert len(alone) == 4
    np.testing.assert_allclose(others._states[3][17], alone.state("recurrent", 3)[0][0], rtol=0, atol=1e-6)


@pytest.mark.parametrize(("features", "count"), [(4, 256), (40, 320)])
def test_there_are_more_other_sequences_than_the_reading_has_weights(
    features: int, count: int, read: Read
) -> None:
    assert recall(read("the cat", features=features)).others == count
