"""METRICS: by hand, by law, and the same bits for a pair wherever it is measured."""

import math
from dataclasses import fields

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from engine.errors import UndefinedError
from engine.similarity import METRICS, Float64, Metric, PairReadout, compare, compare_all, matrix, norm, norms

A, B, ZERO = np.array([3.0, 4.0]), np.array([4.0, 3.0]), np.zeros(2)
DIRECTIONAL = ["cosine", "angle_degrees"]

numbers = st.floats(-100, 100).map(lambda x: round(x, 3))
vectors = arrays(np.float64, st.tuples(st.integers(1, 6), st.integers(1, 12)), elements=numbers)
each_metric = pytest.mark.parametrize("metric", METRICS.values(), ids=METRICS.keys())


def test_by_hand() -> None:
    pair = compare(A, B)
    assert (pair.dot, pair.norm_a, pair.norm_b, pair.cosine) == (24.0, 5.0, 5.0, 24 / 25)
    assert pair.angle_degrees == pytest.approx(math.degrees(math.acos(0.96)), rel=1e-14)
    assert f"{pair.angle_degrees:.4f}" == "16.2602"
    assert pair.euclidean == math.sqrt(2)
    assert compare(A, -2 * B).manhattan == 11 + 10
    assert norm(A) == 5.0
    assert norms(np.stack([A, 2 * B, ZERO])).tolist() == [5.0, 10.0, 0.0]


def test_the_table_has_the_read_out_of_a_pair_under_the_same_names() -> None:
    names = {field.name for field in fields(PairReadout)}
    assert set(METRICS) == names - {"norm_a", "norm_b"}
    assert all(metric.id == name and metric.formula for name, metric in METRICS.items())


@pytest.mark.parametrize(("a", "b"), [(ZERO, A), (A, ZERO), (ZERO, ZERO)])
def test_a_zero_vector_has_no_direction(a: Float64, b: Float64) -> None:
    for name in DIRECTIONAL:
        with pytest.raises(UndefinedError, match=name):
            METRICS[name].pair(a, b)
    readout = compare(a, b)
    assert readout.cosine is None
    assert readout.angle_degrees is None
    assert readout.dot == 0.0
    assert readout.euclidean == max(norm(a), norm(b))
    assert readout.manhattan == np.abs(a - b).sum()


def test_a_grid_says_what_is_undefined_and_holds_no_nan() -> None:
    grid = matrix(np.stack([A, ZERO, B]), METRICS["cosine"])
    assert grid.defined.tolist() == [[True, False, True], [False, False, False], [True, False, True]]
    assert grid.values.tolist() == [[1.0, 0.0, 0.96], [0.0, 0.0, 0.0], [0.96, 0.0, 1.0]]
    assert grid.at(0, 1) is None
    assert grid.at(0, 2) == 0.96


@each_metric
def test_a_grid_of_no_vectors_is_empty(metric: Metric) -> None:
    assert matrix(np.empty((0, 5)), metric).values.shape == (0, 0)
    assert compare_all(np.empty((0, 5))) == {}


def test_a_grid_in_another_order_has_the_same_numbers_between_the_same_vectors() -> None:
    grid = matrix(np.stack([A, ZERO, B]), METRICS["cosine"])
    turned = grid.ordered((2, 0, 1))
    assert turned.at(0, 1) == grid.at(2, 0)
    assert turned.at(2, 0) is None
    with pytest.raises(ValueError, match="read-only"):
        turned.values[0, 0] = 1.0


@each_metric
def test_a_grid_is_read_only(metric: Metric) -> None:
    with pytest.raises(ValueError, match="read-only"):
        matrix(np.stack([A, B]), metric).values[0, 0] = 1.0


@given(arrays(np.float64, 100, elements=numbers).filter(np.any))
def test_the_angle_to_itself_is_0_and_to_its_opposite_180_exactly(vector: Float64) -> None:
    angle = METRICS["angle_degrees"]
    assert angle.pair(vector, vector) == 0.0
    assert angle.pair(vector, -vector) == 180.0


@given(arrays(np.float64, 100, elements=numbers).filter(np.any))
def test_a_vector_and_its_double_point_the_same_way(vector: Float64) -> None:
    pair = compare(vector, 2 * vector)
    assert pair.cosine == pytest.approx(1, abs=1e-15)
    assert pair.angle_degrees == 0.0
    assert (pair.euclidean, pair.manhattan) == (pair.norm_a, np.abs(2 * vector - vector).sum())
    third = compare(vector, vector / 3)
    assert third.cosine == pytest.approx(1, abs=1e-15)
    assert third.angle_degrees is not None
    assert third.angle_degrees < 1e-6


@pytest.mark.parametrize("radians", [1e-3, 1e-6, 1e-9, 1e-12])
def test_small_angles_keep_their_digits(radians: float) -> None:
    """The arc cosine of 1 - 5e-19 is that of 1."""
    a, b = np.array([5.0, 0.0]), 7.0 * np.array([math.cos(radians), math.sin(radians)])
    assert METRICS["angle_degrees"].pair(a, b) == pytest.approx(math.degrees(radians), rel=1e-12)
    assert METRICS["angle_degrees"].pair(a, -b) == pytest.approx(180 - math.degrees(radians), rel=1e-15)


def test_the_cosine_of_parallel_vectors_is_clipped() -> None:
    rng = np.random.default_rng(1)
    pairs = [(a, 3 * a) for a in rng.normal(size=(200, 100))]
    assert max(a @ b / (norm(a) * norm(b)) for a, b in pairs) > 1, "nothing to clip: the test proves nothing"
    assert max(METRICS["cosine"].pair(a, b) for a, b in pairs) <= 1
    assert min(METRICS["cosine"].pair(a, -b) for a, b in pairs) >= -1


@given(vectors)
def test_a_pair_has_the_same_bits_in_either_order_alone_and_in_the_grid(rows: Float64) -> None:
    together = compare_all(rows)
    for name, metric in METRICS.items():
        grid = matrix(rows, metric)
        assert np.isfinite(grid.values).all()
        assert np.array_equal(grid.values, grid.values.T)
        for (i, j), readout in together.items():
            assert compare(rows[i], rows[j]) == readout
            assert grid.at(i, j) == getattr(readout, name)
            if grid.defined[i, j]:
                assert metric.pair(rows[j], rows[i]) == grid.at(i, j)


@given(vectors)
def test_the_metrics_agree_with_each_other(rows: Float64) -> None:
    for pair in compare_all(rows).values():
        a, b = pair.norm_a, pair.norm_b
        assert (
            pair.euclidean
            <= pair.manhattan * (1 + 1e-14)
            <= pair.euclidean * rows.shape[1] ** 0.5 * (1 + 1e-13)
        )
        assert pair.euclidean**2 == pytest.approx(a * a + b * b - 2 * pair.dot, abs=1e-12 * (a + b) ** 2)
        if pair.cosine is None or pair.angle_degrees is None:
            assert a * b == 0
            continue
        assert -1 <= pair.cosine <= 1
        assert pair.cosine * a * b == pytest.approx(pair.dot, abs=1e-12 * a * b)
        assert math.cos(math.radians(pair.angle_degrees)) == pytest.approx(pair.cosine, abs=1e-14)


@given(vectors, st.floats(0.01, 100))
def test_the_direction_does_not_depend_on_the_length(rows: Float64, factor: float) -> None:
    for name in DIRECTIONAL:
        plain, scaled = (matrix(vectors, METRICS[name]) for vectors in (rows, factor * rows))
        assert np.array_equal(plain.defined, scaled.defined)
        assert plain.values == pytest.approx(scaled.values, abs=1e-12)
