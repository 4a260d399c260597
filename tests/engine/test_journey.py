"""Paths through the layers: by hand, against scikit-learn, and what changes leave as it was."""

from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from engine.edits import CutToken, Padding, Reorder, SetCells
from engine.errors import Cancelled
from engine.examples import HUNGRY
from engine.journey import journey
from engine.models.base import Model
from engine.run import Run

LAYER, HEAD, QUERY = 3, 1, 7


def test_by_hand() -> None:
    """Two tokens of three numbers, before and after one layer: a cross, long from left to right."""
    streams = np.array([[[7.0, 1, 5], [10, 0, 5]], [[13, 1, 5], [10, 2, 5]]])
    tiny = SimpleNamespace(streams=lambda: streams, tokens=("a", "b"))
    found = journey(cast(Run, tiny))
    assert found.points == pytest.approx(np.array([[[3.0, 0], [0, 1]], [[-3, 0], [0, -1]]]))
    assert found.frame.kept == pytest.approx((18 / 20, 2 / 20))
    assert found.kept == pytest.approx(1.0)
    assert found.lengths == pytest.approx(np.array([[3.0, 1], [3, 1]]))
    assert found.steps == pytest.approx(np.array([[6.0, 2]]))
    assert found.unchanged is None


def test_all_tokens_and_layers_share_the_components_of_scikit_learn(run: Run) -> None:
    from sklearn.decomposition import PCA

    layers = [run.trace(0)["embed_norm"], *(run.stream(layer) for layer in range(6))]
    rows = np.concatenate(layers).astype(np.float64)
    reference = PCA(n_components=2, svd_solver="full")
    expected = reference.fit_transform(rows)
    expected *= np.sign(expected[np.abs(expected).argmax(axis=0), [0, 1]])
    found = journey(run)
    assert found.points.dtype == np.float64
    assert found.points == pytest.approx(expected.reshape(7, 12, 2), abs=1e-9)
    assert found.frame.kept == pytest.approx(tuple(reference.explained_variance_ratio_), abs=1e-12)
    assert found.kept == pytest.approx(sum(reference.explained_variance_ratio_), abs=1e-12)


def test_lengths_and_steps_are_those_of_the_whole_vectors(run: Run) -> None:
    found = journey(run)
    before, after = (run.stream(layer)[QUERY].astype(np.float64) for layer in (2, 3))
    assert found.steps[3, QUERY] == pytest.approx(np.sqrt(((after - before) ** 2).sum()))
    assert found.lengths[4, QUERY] == pytest.approx(np.linalg.norm(after - found.frame.origin))
    assert (np.hypot(*found.points.reshape(-1, 2).T) <= found.lengths.ravel() + 1e-9).all()


def test_a_change_leaves_earlier_layers_and_the_plane_as_they_were(run: Run) -> None:
    switched_off = SetCells(f"blocks.{LAYER}.attn.z", (HEAD, None, None), 0.0)
    changed = run.with_changes((switched_off,))
    alone, found = journey(run), journey(changed, run)
    assert found.unchanged is not None
    assert np.array_equal(found.unchanged.points, alone.points)
    assert found.frame.kept == alone.frame.kept
    assert np.array_equal(found.points[: LAYER + 1], alone.points[: LAYER + 1])
    assert not found.unchanged.distances[: LAYER + 1].any()
    assert (found.points[LAYER + 1 :, QUERY] != alone.points[LAYER + 1 :, QUERY]).all()
    gap = changed.stream(5)[QUERY].astype(np.float64) - run.stream(5)[QUERY]
    assert found.unchanged.distances[6, QUERY] == pytest.approx(np.linalg.norm(gap))
    assert found.kept != pytest.approx(alone.kept, abs=1e-6)


def test_tokens_that_were_cut_or_moved_are_beside_themselves(run: Run) -> None:
    places = list(range(12))
    places[1], places[4] = places[4], places[1]
    changed = run.with_changes((CutToken(2), Reorder(tuple(places))))
    alone, found = journey(run), journey(changed, run)
    assert found.unchanged is not None
    came_from = [0, 4, 3, 1, *range(5, 12)]
    assert found.points.shape == (7, 11, 2)
    assert found.unchanged.points == pytest.approx(alone.points[:, came_from], abs=1e-12)


def test_padding_is_not_there_without_it(run: Run) -> None:
    changed = run.with_changes((CutToken(2), Padding(2, "[PAD]", 0, seen=True)))
    alone, found = journey(run), journey(changed, run)
    assert found.unchanged is not None
    assert found.unchanged.there.tolist() == [True] * 11 + [False] * 2
    assert np.array_equal(found.unchanged.points[:, 11:], found.points[:, 11:])
    assert not found.unchanged.distances[:, 11:].any()
    assert found.unchanged.points[:, 2] == pytest.approx(alone.points[:, 3], abs=1e-12)
    assert found.unchanged.distances[6, :11].all()


def test_a_layer_alone_with_one_word_is_a_line(fresh: Model) -> None:
    found = journey(Run.forward(fresh, fresh.encode("hello")))
    assert found.points.shape == (2, 1, 2)
    assert found.frame.kept == pytest.approx((1.0, 0.0))
    assert found.points[0, 0] == pytest.approx(-found.points[1, 0])


def test_it_can_be_stopped(minilm: Model) -> None:
    def stop() -> None:
        raise Cancelled

    run = Run.forward(minilm, minilm.encode(HUNGRY))
    with pytest.raises(Cancelled):
        journey(run, None, stop)
