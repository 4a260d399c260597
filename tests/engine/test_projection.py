"""Principal components: by hand, by law, and against scikit-learn."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from engine.errors import TooFewPointsError
from engine.maps.pca import pca, principal
from engine.projection import frame
from engine.similarity import METRICS, Float64, matrix

numbers = st.floats(-10, 10).map(lambda x: round(x, 4))
shapes = st.tuples(st.integers(2, 8), st.integers(1, 10))
points = arrays(np.float64, shapes, elements=numbers)


def test_by_hand() -> None:
    """A cross, long from left to right; the first of two points equally far out is the positive one."""
    projection = pca(np.array([[7.0, 1.0], [13.0, 1.0], [10.0, 0.0], [10.0, 2.0]]))
    assert projection.method == "pca"
    assert projection.coordinates == pytest.approx(np.array([[3, 0], [-3, 0], [0, 1], [0, -1]]))
    assert projection.explained == pytest.approx((18 / 20, 2 / 20))


def test_the_point_farthest_out_is_positive_on_each_axis() -> None:
    """(-9, 0) lies farthest out on one axis and (0, -4) on the other, whichever way all points are turned."""
    rows = np.array([[-9.0, 0.0], [0.0, -4.0], [4.0, 2.0], [5.0, 2.0]])
    for sign in (1, -1):
        coordinates = pca(sign * rows).coordinates
        farthest = np.abs(coordinates).argmax(axis=0)
        assert coordinates[farthest, [0, 1]].min() > 0
        assert farthest.tolist() == [0, 1]


@pytest.mark.parametrize("count", [0, 1])
def test_too_few_points(count: int) -> None:
    with pytest.raises(TooFewPointsError) as caught:
        pca(np.ones((count, 100)))
    assert caught.value.count == count


@pytest.mark.parametrize("rows", [[[0.1, 0.2], [3.1, 4.2]], [[0.1], [5.1]]])
def test_two_points_lie_on_the_first_axis(rows: list[list[float]]) -> None:
    projection = pca(np.array(rows))
    assert projection.coordinates == pytest.approx(np.array([[2.5, 0], [-2.5, 0]]))
    assert projection.coordinates[:, 1].tolist() == [0, 0], "exactly, not within rounding"
    assert projection.explained == (1.0, 0.0)


def test_identical_points_lie_at_the_origin_and_explain_nothing() -> None:
    projection = pca(np.full((7, 100), 0.1))
    assert projection.coordinates.tolist() == [[0, 0]] * 7
    assert projection.explained is None


def test_coordinates_are_read_only() -> None:
    with pytest.raises(ValueError, match="read-only"):
        pca(np.eye(3)).coordinates[0, 0] = 1.0


@pytest.mark.parametrize("shape", [(3, 100), (12, 100), (40, 5), (200, 300)])
def test_golden_scikit_learn(shape: tuple[int, int]) -> None:
    from sklearn.decomposition import PCA

    rows = np.random.default_rng(shape[0]).normal(size=shape)
    reference = PCA(n_components=2, svd_solver="full")
    expected = reference.fit_transform(rows)
    expected *= np.sign(expected[np.abs(expected).argmax(axis=0), [0, 1]])
    projection = pca(rows)
    assert projection.coordinates == pytest.approx(expected, abs=1e-11)
    assert projection.explained == pytest.approx(tuple(reference.explained_variance_ratio_), abs=1e-13)


@given(points)
def test_laws(rows: Float64) -> None:
    """Centred, uncorrelated axes in order of variance, distances never longer than in the whole space."""
    projection = pca(rows)
    coordinates = projection.coordinates
    scale = np.abs(rows).max() + 1
    assert np.isfinite(coordinates).all()
    assert coordinates.sum(axis=0) == pytest.approx(np.zeros(2), abs=1e-12 * scale * len(rows))
    assert coordinates[:, 0] @ coordinates[:, 1] == pytest.approx(0, abs=1e-11 * scale**2)
    distances = [matrix(vectors, METRICS["euclidean"]).values for vectors in (coordinates, rows)]
    assert (distances[0] <= distances[1] + 1e-12 * scale).all()
    if projection.explained is None:
        assert not coordinates.any()
        assert np.ptp(rows, axis=0).max() < 1e-12 * scale
    else:
        first, second = projection.explained
        assert 1 + 1e-12 >= first >= second >= 0
        assert first + second <= 1 + 1e-12


def test_neither_the_origin_nor_the_order_of_the_points_matters() -> None:
    rng = np.random.default_rng(5)
    rows, order = rng.normal(size=(9, 20)), rng.permutation(9)
    expected = pca(rows).coordinates
    assert pca(rows + rng.normal(size=20)).coordinates == pytest.approx(expected, abs=1e-12)
    assert pca(rows[order]).coordinates == pytest.approx(expected[order], abs=1e-12)


def test_a_frame_places_any_point_and_says_how_much_it_keeps() -> None:
    """Fitted from zero to points along (3, 4) and a little across; (4, -3, 12) lies mostly outside the plane."""
    rows = np.array([[3.0, 4.0, 0.0], [-6.0, -8.0, 0.0], [4.0, -3.0, 0.0]])
    fitted = frame(rows, np.zeros(3))
    assert fitted.kept == pytest.approx((125 / 150, 25 / 150))
    assert fitted.place(np.array([-6.0, -8.0, 7.0])) == pytest.approx(np.array([10.0, 0.0]))
    assert fitted.share(np.array([4.0, -3.0, 12.0])) == pytest.approx(25 / 169)
    assert fitted.share(np.zeros((2, 3))) is None


@given(points)
def test_the_frame_of_a_projection_places_its_own_points_where_they_are(rows: Float64) -> None:
    projection = pca(rows)
    assert projection.frame
    assert projection.frame.place(rows) == pytest.approx(
        projection.coordinates, abs=1e-12 * (np.abs(rows).max() + 1)
    )


@pytest.mark.parametrize("count", [3, 4096, 9000])
def test_the_components_of_a_whole_vocabulary_are_those_of_its_rows(count: int) -> None:
    """By the covariance in blocks, and by singular values; the mean is large beside the spread."""
    rng = np.random.default_rng(count)
    rows = (rng.normal(size=(count, 7)) * [3, 2, 1, 1, 0.5, 0.1, 0.1] + 20).astype(np.float32)
    whole, expected = principal(rows), pca(rows.astype(np.float64))
    assert whole.place(rows.astype(np.float64)) == pytest.approx(expected.coordinates, abs=1e-8)
    assert whole.kept == pytest.approx(expected.explained, abs=1e-10)
