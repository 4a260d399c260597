"""Every map of PROJECTIONS: what it promises of its picture, its settings, and few or equal words."""

import json
import math

import numpy as np
import pytest

from engine.errors import Cancelled, NoDirectionError, TooFewPointsError, UnknownWordError
from engine.maps.base import Axis
from engine.maps.directions import exact_angle, own_axes
from engine.maps.distances import _sensible, mds, stress, tsne
from engine.maps.pca import pca
from engine.projection import PROJECTIONS, MapSettings, project
from engine.similarity import METRICS, Float64, matrix, norms
from engine.vectors import WordVectors

WORDS = (
    "king",
    "queen",
    "man",
    "woman",
    "paris",
    "france",
    "berlin",
    "germany",
    "cat",
    "dog",
    "cow",
    "monday",
)
NAMES = ("a", "b")
ARRANGED = {"tsne": tsne, "mds": mds}

euclidean, angle = METRICS["euclidean"], METRICS["angle_degrees"]
each_method = pytest.mark.parametrize("method", PROJECTIONS)
each_arranged = pytest.mark.parametrize("method", ARRANGED)


def distances(rows: Float64) -> Float64:
    return matrix(rows, euclidean).values


@each_method
def test_every_map_says_what_it_was_made_with(vectors: WordVectors, method: str) -> None:
    made = project(vectors, WORDS, MapSettings(method, seed=3))
    assert made.method == method
    assert made.coordinates.shape == (len(WORDS), 2)
    assert made.coordinates.dtype == np.float64
    assert np.isfinite(made.coordinates).all()
    assert not made.coordinates.flags.writeable
    assert json.dumps(dict(made.settings), allow_nan=False)
    assert json.dumps(dict(made.fit), allow_nan=False)
    if method in ARRANGED:
        assert made.settings["seed"] == 3
        assert (made.frame, made.kept, {axis.meaning for axis in made.axes}) == (None, None, {"none"})
    else:
        assert made.frame
        assert made.frame.place(vectors.stack(WORDS)) == pytest.approx(made.coordinates, abs=1e-12)
        assert made.kept
        assert 0 < made.kept < 1


# --- exact angle ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("radians", [1e-9, 1e-6, 0.3, math.pi / 2, 3.0, math.pi - 1e-6])
def test_the_exact_angle_is_drawn_as_it_is(radians: float) -> None:
    """In 50 dimensions, turned at random; lengths of 7 and 0.01."""
    turn, _ = np.linalg.qr(np.random.default_rng(4).normal(size=(50, 50)))
    a, b = 7 * turn[0], 0.01 * (math.cos(radians) * turn[0] + math.sin(radians) * turn[1])
    made = exact_angle(np.stack([a, b, 5 * turn[2]]), NAMES, a, b)
    drawn = made.coordinates
    assert norms(drawn[:2]) == pytest.approx(np.array([7, 0.01]), rel=1e-14)
    assert angle.pair(drawn[0], drawn[1]) == pytest.approx(angle.pair(a, b), rel=1e-6)
    assert drawn[0] == pytest.approx(np.array([7, 0]), abs=1e-14)
    assert drawn[1, 1] > 0
    assert drawn[2] == pytest.approx(np.zeros(2), abs=1e-6), (
        "at right angles to both: nothing of it lies in the plane"
    )


def test_the_exact_angle_of_words(vectors: WordVectors) -> None:
    made = project(vectors, WORDS, MapSettings("pair", pair=("paris", "France")))
    a, b = made.coordinates[4], made.coordinates[5]
    paris, france = vectors.exact("paris"), vectors.exact("france")
    assert norms(np.stack([a, b])) == pytest.approx(norms(np.stack([paris, france])), rel=1e-14)
    assert angle.pair(a, b) == pytest.approx(angle.pair(paris, france), rel=1e-13)
    assert (distances(made.coordinates) <= distances(vectors.stack(WORDS)) + 1e-12).all()
    assert made.settings == {"pair": ["paris", "France"]}
    assert made.axes[0] == Axis("word", ("paris",))
    first = project(vectors, WORDS, MapSettings("pair"))
    assert first.settings == {"pair": ["king", "queen"]}, "without a pair, the first two words"


@pytest.mark.parametrize("factor", [2.0, -1 / 3])
def test_two_vectors_on_one_line_span_no_plane(factor: float) -> None:
    a = np.random.default_rng(0).normal(size=100)
    made = exact_angle(np.stack([a, factor * a]), NAMES, a, factor * a)
    assert made.coordinates[:, 1].tolist() == [0, 0]
    assert made.explained == pytest.approx((1, 0))


def test_a_zero_vector_leaves_the_other_one_its_length() -> None:
    a, b = np.zeros(3), np.array([0.0, 3.0, 4.0])
    assert exact_angle(np.stack([a, b]), NAMES, a, b).coordinates == pytest.approx(np.array([[0, 0], [5, 0]]))
    with pytest.raises(NoDirectionError, match="a and b"):
        exact_angle(np.stack([a, a]), NAMES, a, a)


# --- own axes -------------------------------------------------------------------------------------------------------


def test_own_axes_by_hand() -> None:
    """(3, 4, 0) lies 5 along its own direction and 3 along (1, 0, 0): the angle between the axes is acos 0.6."""
    zero, across, slanted = np.zeros(3), np.array([2.0, 0.0, 0.0]), np.array([3.0, 4.0, 0.0])
    rows = np.stack([slanted, across, np.array([0.0, 0.0, 9.0])])
    ends, names = (np.stack([across, zero]), np.stack([slanted, zero])), (("a", "0"), ("b", "0"))
    made = own_axes(rows, names, ends)
    assert made.coordinates == pytest.approx(np.array([[3, 5], [2, 1.2], [0, 0]]))
    assert made.angle == pytest.approx(math.degrees(math.acos(0.6)))
    assert made.explained is None, "slanted axes share what they keep"
    assert made.axes == (Axis("difference", ("a", "0")), Axis("difference", ("b", "0")))
    square = own_axes(rows, names, ends, square=True)
    assert square.coordinates == pytest.approx(np.array([[3, 4], [2, 0], [0, 0]]))
    assert square.angle == pytest.approx(90)
    assert square.kept == pytest.approx(made.kept), "both axes span one plane"


def test_own_axes_of_words(vectors: WordVectors) -> None:
    settings = MapSettings("axes", axes=(("man", "woman"), ("good", "bad")))
    made = project(vectors, WORDS, settings)
    assert made.settings == {"axes": [["man", "woman"], ["good", "bad"]], "square": False}
    along = dict(zip(WORDS, made.coordinates[:, 0], strict=True))
    assert along["king"] > along["queen"]
    assert along["man"] > along["woman"]
    difference = vectors.exact("man") - vectors.exact("woman")
    assert along["man"] - along["woman"] == pytest.approx(norms(difference), rel=1e-13)


@pytest.mark.parametrize(("first", "second", "square"), [("king", "king", False), ("man", "woman", True)])
def test_axes_that_lead_nowhere(vectors: WordVectors, first: str, second: str, square: bool) -> None:
    settings = MapSettings("axes", axes=(("man", "woman"), (first, second)), square=square)
    with pytest.raises(NoDirectionError) as caught:
        project(vectors, WORDS, settings)
    assert caught.value.words == (first, second)


@pytest.mark.parametrize("settings", [MapSettings("axes", axes=(("man", "womn"), ("good", "bad")))])
def test_unknown_words_in_the_settings_are_named(vectors: WordVectors, settings: MapSettings) -> None:
    with pytest.raises(UnknownWordError) as caught:
        project(vectors, WORDS, settings)
    assert caught.value.word == "womn"
    assert "woman" in caught.value.near


# --- the whole vocabulary -------------------------------------------------------------------------------------------


def test_the_whole_vocabularys_plane_does_not_depend_on_the_chosen_words(vectors: WordVectors) -> None:
    many = project(vectors, WORDS, MapSettings("vocabulary"))
    few = project(vectors, WORDS[:1], MapSettings("vocabulary"))
    assert few.coordinates[0] == pytest.approx(many.coordinates[0], abs=1e-13)
    assert few.explained is None
    centred = vectors.matrix - vectors.matrix.mean(axis=0, dtype=np.float64)
    variances = np.linalg.eigvalsh(centred.T @ centred)
    assert many.fit["vocabulary_kept"] == pytest.approx(variances[-2:].sum() / variances.sum(), rel=1e-6)
    assert many.kept == pytest.approx(
        np.var(many.coordinates, axis=0).sum() / np.var(vectors.stack(WORDS), axis=0).sum()
    )


# --- t-SNE and MDS --------------------------------------------------------------------------------------------------


@each_arranged
def test_the_same_seed_makes_the_same_map(vectors: WordVectors, method: str) -> None:
    rows = vectors.stack(WORDS)
    first, again = (ARRANGED[method](rows, seed=5) for _ in range(2))
    assert np.array_equal(first.coordinates, again.coordinates)
    assert (first.settings, first.fit) == (again.settings, again.fit)


@each_arranged
@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_a_handful_of_words_has_a_map(vectors: WordVectors, method: str, count: int) -> None:
    made = ARRANGED[method](vectors.stack(WORDS[:count]), seed=0)
    assert np.isfinite(made.coordinates).all()
    assert distances(made.coordinates)[~np.eye(count, dtype=bool)].min() > 0


@each_arranged
@pytest.mark.parametrize("rows", [np.ones((1, 5)), np.ones((0, 5))])
def test_fewer_than_two_have_none(method: str, rows: Float64) -> None:
    with pytest.raises(TooFewPointsError):
        ARRANGED[method](rows, seed=0)


@each_arranged
@pytest.mark.parametrize(
    "rows", [np.full((6, 4), 0.1), np.repeat(np.eye(3), 3, axis=0), np.arange(6.0)[:, np.newaxis]]
)
def test_equal_words_and_single_dimensions(method: str, rows: Float64) -> None:
    assert np.isfinite(ARRANGED[method](rows, seed=0).coordinates).all()


@each_arranged
def test_it_stops_when_it_is_no_longer_wanted(vectors: WordVectors, method: str) -> None:
    def stop() -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        project(vectors, WORDS, MapSettings(method), stop)


def test_mds_draws_true_distances_where_a_plane_can_hold_them() -> None:
    """Points of a plane that lies askew in ten dimensions."""
    rng = np.random.default_rng(8)
    flat, turn = rng.normal(size=(20, 2)), np.linalg.qr(rng.normal(size=(10, 10)))[0][:2]
    made = mds(flat @ turn + 3, seed=0)
    assert distances(made.coordinates) == pytest.approx(distances(flat), abs=1e-3)
    assert made.fit["stress"] < 1e-4


def test_mds_has_less_stress_than_the_principal_components(vectors: WordVectors) -> None:
    rows = vectors.stack(WORDS)
    made = mds(rows, seed=0)
    assert made.fit["stress"] < 0.9 * stress(distances(rows), pca(rows).coordinates)
    assert made.fit["stress"] == pytest.approx(stress(distances(rows), made.coordinates), abs=1e-12)


def test_stress_by_hand() -> None:
    """True distance 3, drawn 5: sqrt(4 / 25)."""
    assert stress(np.array([[0.0, 3.0], [3.0, 0.0]]), np.array([[0.0, 0.0], [3.0, 4.0]])) == pytest.approx(
        0.4
    )


def test_tsne_keeps_groups_together() -> None:
    """Three far groups of ten in 20 dimensions: every point's nearest on the map are its own."""
    rng = np.random.default_rng(2)
    rows = np.repeat(rng.normal(size=(3, 20)) * 50, 10, axis=0) + rng.normal(size=(30, 20))
    made = tsne(rows, seed=1, perplexity=5)
    assert made.settings["perplexity"] == 5
    assert made.fit["kl_divergence"] < 1
    near = np.argsort(distances(made.coordinates), axis=1)[:, 1:6]
    assert (near // 10 == np.arange(30)[:, np.newaxis] // 10).all()


def test_tsne_settles_for_a_handful_of_words(vectors: WordVectors) -> None:
    """With scikit-learn's own step alone these five end at 0.5, thousands apart, each beside the wrong ones."""
    made = tsne(vectors.stack(("king", "man", "woman", "queen", "cat")), seed=0)
    assert made.fit["kl_divergence"] < 0.1
    assert np.abs(made.coordinates).max() < 200


@pytest.mark.parametrize(
    ("count", "asked", "used"), [(12, None, 11 / 3), (400, None, 30.0), (5, 99.0, 4.0), (3, 0.1, 1.0)]
)
def test_the_perplexity_fits_the_words(count: int, asked: float | None, used: float) -> None:
    assert _sensible(count, asked) == pytest.approx(used)
