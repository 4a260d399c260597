"""One head's sum: the arrows lead to z, in the plane as in all dimensions, in whatever order they follow."""

import numpy as np
import pytest

from engine.edits import MaskLater, SetCells
from engine.head_sum import ORDERS, chain, head_sum
from engine.models.base import Model
from engine.projection import frame
from engine.run import Run

LAYER, HEAD, QUERY = 3, 1, 7
each_order = pytest.mark.parametrize("order", ORDERS)


def test_arrows_by_hand() -> None:
    joints = chain(np.array([[1.0, 0.0], [0.5, 2.0], [0.0, -1.0]]))
    assert joints.tolist() == [[0, 0], [1, 0], [1.5, 2], [1.5, 1]]
    assert ORDERS["weight"](np.array([0.1, 0.4, 0.1, 0.4])).tolist() == [1, 3, 0, 2]
    assert ORDERS["place"](np.array([0.1, 0.4, 0.1])).tolist() == [0, 1, 2]


@each_order
@pytest.mark.parametrize("place", [(0, 0, 0), (LAYER, HEAD, QUERY), (5, 11, 11)])
def test_the_last_arrow_s_tip_is_z(run: Run, order: str, place: tuple[int, int, int]) -> None:
    layer, head, query = place
    found = head_sum(run, layer, head, query)
    tip = chain(found.arrows[ORDERS[order](found.weights)])[-1]
    z = run.trace(layer)[f"blocks.{layer}.attn.z"][head, query]
    assert found.z == pytest.approx(found.frame.place(z.astype(np.float64)), abs=1e-12)
    assert tip == pytest.approx(found.total, abs=1e-12)
    assert tip == pytest.approx(found.z, abs=2e-6), "float32 z against a float64 sum"
    assert not found.by_hand


def test_the_sum_of_the_projected_is_the_projected_sum(run: Run) -> None:
    found, trace = head_sum(run, LAYER, HEAD, QUERY), run.trace(LAYER)
    v = trace[f"blocks.{LAYER}.attn.v"][HEAD].astype(np.float64)
    weights = trace[f"blocks.{LAYER}.attn.weights"][HEAD, QUERY].astype(np.float64)
    assert found.total == pytest.approx(found.frame.place(weights @ v), abs=1e-12)
    centred = frame(v, v.mean(axis=0))
    assert centred.place(weights[:, None] * v).sum(axis=0) != pytest.approx(centred.place(weights @ v))


def test_each_arrow_is_its_weight_times_its_value(run: Run) -> None:
    found, trace = head_sum(run, LAYER, HEAD, QUERY), run.trace(LAYER)
    for key in range(12):
        weight = float(trace[f"blocks.{LAYER}.attn.weights"][HEAD, QUERY, key])
        value = trace[f"blocks.{LAYER}.attn.v"][HEAD, key].astype(np.float64)
        assert found.weights[key] == weight
        assert found.arrows[key] == pytest.approx(weight * found.values[key], abs=1e-12)
        assert found.value_lengths[key] == pytest.approx(np.linalg.norm(value))
        assert found.lengths[key] == pytest.approx(weight * np.linalg.norm(value))


def test_the_plane_keeps_most_of_the_values_of_the_head_whatever_the_query(run: Run) -> None:
    from sklearn.decomposition import TruncatedSVD

    found = head_sum(run, LAYER, HEAD, QUERY)
    v = run.trace(LAYER)[f"blocks.{LAYER}.attn.v"][HEAD].astype(np.float64)
    expected = TruncatedSVD(2, algorithm="arpack").fit_transform(v)
    assert np.abs(found.values) == pytest.approx(np.abs(expected), abs=1e-9)
    assert found.frame.kept == pytest.approx(tuple((expected**2).sum(axis=0) / (v**2).sum()))
    other = head_sum(run, LAYER, HEAD, 2)
    assert np.array_equal(other.values, found.values)
    assert not np.array_equal(other.arrows, found.arrows)


def test_query_heads_that_share_a_value_head(grouped: Model) -> None:
    run = Run.forward(grouped, grouped.encode("abcad"))
    v = run.trace(1)["blocks.1.attn.v"]
    for head, kv_head in ((0, 0), (2, 0), (3, 1), (5, 1)):
        found = head_sum(run, 1, head, 4)
        assert found.value_lengths == pytest.approx(np.linalg.norm(v[kv_head].astype(np.float64), axis=1))
        assert found.total == pytest.approx(found.z, abs=1e-5)


def test_masked_keys_give_nothing(run: Run) -> None:
    found = head_sum(run.with_changes((MaskLater(),)), LAYER, HEAD, QUERY)
    assert not found.arrows[QUERY + 1 :].any()
    assert found.arrows[: QUERY + 1].any(axis=1).all()
    assert found.values[QUERY + 1 :].any()
    assert found.total == pytest.approx(found.z, abs=2e-6)


def test_a_sum_that_was_set_by_hand_is_told_from_its_arrows(run: Run) -> None:
    changed = run.with_changes((SetCells(f"blocks.{LAYER}.attn.z", (HEAD, None, None), 0.0),))
    found = head_sum(changed, LAYER, HEAD, QUERY)
    assert found.by_hand
    assert (found.z.tolist(), found.z_length, found.z_kept) == ([0.0, 0.0], 0.0, None)
    assert found.total == pytest.approx(head_sum(run, LAYER, HEAD, QUERY).total)
    assert not head_sum(changed, LAYER, HEAD + 1, QUERY).by_hand
    assert not head_sum(changed, LAYER - 1, HEAD, QUERY).by_hand


def test_the_plane_s_share_of_z_is_of_its_squared_length(run: Run) -> None:
    found = head_sum(run, LAYER, HEAD, QUERY)
    assert found.z_kept == pytest.approx(np.hypot(*found.z) ** 2 / found.z_length**2)
