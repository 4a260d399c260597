"""Every way to score and to align against its formula in plain loops, and the laws of weights."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given as draw_cases
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from engine.errors import EditError, TooFewPointsError
from engine.laboratory import ALIGNINGS, SAME_WIDTH, SCORINGS, Given, Laboratory, laboratory
from engine.laboratory_parameters import BIASES, MATRICES, PARAMETERS, LabSettings, window_mask
from engine.steps import Drawn, Hard, NearPlace, Softmax, Sparsemax, SparseThreshold
from engine.steps.base import Array, Source

WORDS = ("cat", "dog", "horse", "cow", "lion", "tiger", "eagle")
COUNT, D = len(WORDS), 5
SETTINGS = LabSettings(seed=3, centre=2, reach=2, draw=4)
TO_ONE = ("softmax", "hard", "drawn", "local", "sparsemax")


def vectors(d_query: int = D, d_key: int = D, count: int = COUNT, seed: int = 0) -> Given:
    draw = np.random.default_rng(seed)
    query, keys = draw.standard_normal(d_query), draw.standard_normal((count, d_key))
    return Given(query.astype(np.float32), keys.astype(np.float32), "wolf", WORDS[:count], {})


@pytest.fixture(scope="module")
def lab() -> Laboratory:
    return laboratory(vectors(), SETTINGS)


# --- scores in plain loops ----------------------------------------------------------------------------------


def dot(a: list[float], b: list[float]) -> float:
    return math.fsum(x * y for x, y in zip(a, b, strict=True))


def through(x: list[float], matrix: list[list[float]]) -> list[float]:
    return [math.fsum(x[i] * matrix[i][j] for i in range(len(x))) for j in range(len(matrix[0]))]


def plus(a: list[float], b: list[float]) -> list[float]:
    return [x + y for x, y in zip(a, b, strict=True)]


def length(a: list[float]) -> float:
    return math.sqrt(dot(a, a))


class Plain:
    """The parameters of a laboratory as lists."""

    def __init__(self, lab: Laboratory) -> None:
        self.W, self.b = lab.trace["lab.W"].tolist(), lab.trace["lab.b"].tolist()
        self.c = float(lab.trace["lab.c"][0])
        self.Wa, self.Ua, self.ba, self.v = (lab.trace[f"lab.additive.{name}"].tolist() for name in "WUbv")
        self.Wl = lab.trace["lab.location.W"].tolist()


FORMULAS: dict[str, Callable[[Plain, list[float], list[float], int], float]] = {
    "dot": lambda p, q, k, j: dot(q, k),
    "scaled": lambda p, q, k, j: dot(q, k) / math.sqrt(len(k)),
    "cosine": lambda p, q, k, j: dot(q, k) / (length(q) * length(k)),
    "general": lambda p, q, k, j: dot(through(q, p.W), k),
    "biased": lambda p, q, k, j: dot(plus(through(q, p.W), p.b), k),
    "activated": lambda p, q, k, j: math.tanh(dot(through(q, p.W), k) + p.c),
    "additive": lambda p, q, k, j: math.fsum(
        v * math.tanh(x)
        for v, x in zip(p.v, plus(plus(through(q, p.Wa), through(k, p.Ua)), p.ba), strict=True)
    ),
    "location": lambda p, q, k, j: math.fsum(q[i] * p.Wl[i][j] for i in range(len(q))),
}


@pytest.mark.parametrize("start", ["drawn", "plain"])
@pytest.mark.parametrize("scoring", SCORINGS)
def test_scores_are_those_of_the_formula(scoring: str, start: str) -> None:
    lab = laboratory(vectors(), LabSettings(start=start, seed=7))
    plain, query = Plain(lab), lab.given.query.tolist()
    expected = [FORMULAS[scoring](plain, query, key, j) for j, key in enumerate(lab.given.keys.tolist())]
    np.testing.assert_allclose(lab.scores(scoring), expected, rtol=0, atol=5e-6)


@pytest.mark.parametrize("scoring", [name for name in SCORINGS if name not in SAME_WIDTH])
def test_a_query_of_another_width_can_be_scored_by_what_maps_it(scoring: str) -> None:
    lab = laboratory(vectors(3, 6), LabSettings(seed=1))
    plain, query = Plain(lab), lab.given.query.tolist()
    expected = [FORMULAS[scoring](plain, query, key, j) for j, key in enumerate(lab.given.keys.tolist())]
    np.testing.assert_allclose(lab.scores(scoring), expected, rtol=0, atol=5e-6)
    assert set(lab.scorings).isdisjoint(SAME_WIDTH)
    with pytest.raises(KeyError):
        lab.scores("dot")


def test_location_looks_at_places_only(lab: Laboratory) -> None:
    keys = np.roll(lab.given.keys, 1, axis=0)
    other = laboratory(Given(lab.given.query, keys, "wolf", WORDS, {}), SETTINGS)
    assert (other.scores("location") == lab.scores("location")).all()
    for scoring in SCORINGS[:-1]:
        np.testing.assert_allclose(other.scores(scoring), np.roll(lab.scores(scoring), 1), atol=1e-6)


# --- parameters ---------------------------------------------------------------------------------------------


def test_a_plain_start_makes_general_scores_dot_products() -> None:
    lab = laboratory(vectors(), LabSettings(start="plain", seed=9))
    for scoring in ("general", "biased"):
        assert (lab.scores(scoring) == lab.scores("dot")).all()
    assert all((lab.trace[path] == np.eye(D)).all() for path in MATRICES)
    assert not any(lab.trace[path].any() for path in BIASES)
    assert lab.trace["lab.additive.v"].any()


def test_another_seed_draws_all_parameters_anew_and_the_same_one_the_same(lab: Laboratory) -> None:
    again, other = laboratory(vectors(), SETTINGS), laboratory(vectors(), LabSettings(seed=4))
    for path in {path for paths in PARAMETERS.values() for path in paths}:
        assert (again.trace[path] == lab.trace[path]).all()
        assert not (other.trace[path] == lab.trace[path]).any(), path


def test_drawn_matrices_leave_vectors_as_long_as_they_were() -> None:
    """A variance of 1 / width, within five standard deviations of the mean square of so many normal numbers."""
    lab = laboratory(vectors(200, 300), LabSettings())
    for path, width in (("lab.W", 200), ("lab.additive.U", 300)):
        squares = np.square(lab.trace[path], dtype=np.float64) * width
        assert abs(squares.mean() - 1) < 5 * math.sqrt(2 / squares.size), path


def test_trained_parameters_take_the_place_of_drawn_ones() -> None:
    trained = {"lab.additive.v": np.arange(D, dtype=np.float32)}
    given = vectors()
    lab = laboratory(Given(given.query, given.keys, "wolf", WORDS, trained), SETTINGS)
    assert lab.trace["lab.additive.v"].tolist() == [0, 1, 2, 3, 4]
    plain, query = Plain(lab), given.query.tolist()
    expected = [FORMULAS["additive"](plain, query, key, 0) for key in given.keys.tolist()]
    np.testing.assert_allclose(lab.scores("additive"), expected, atol=5e-6)


# --- alignments in plain loops ------------------------------------------------------------------------------


def plain_softmax(row: list[float]) -> list[float]:
    exponentials = [math.exp(x - max(row)) for x in row]
    return [x / math.fsum(exponentials) for x in exponentials]


def projected(row: list[float]) -> list[float]:
    """The nearest point to a row among those that are not negative and sum to 1, by halving."""
    low, high = min(row) - 2, max(row)
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if sum(max(x - middle, 0) for x in row) > 1 else (low, middle)
    return [max(x - high, 0) for x in row]


def expected_weights(row: list[float], centre: int, reach: int) -> dict[str, list[float]]:
    inside = [j for j in range(len(row)) if abs(j - centre) <= reach]
    shares = dict(zip(inside, plain_softmax([row[j] for j in inside]), strict=True))
    local = [shares.get(j, 0.0) for j in range(len(row))]
    deviation = reach / 2
    bell = [math.exp(-((j - centre) ** 2) / (2 * deviation**2)) for j in range(len(row))]
    return {
        "softmax": plain_softmax(row),
        "hard": [float(j == row.index(max(row))) for j in range(len(row))],
        "local": local,
        "gaussian": [a * g for a, g in zip(local, bell, strict=True)],
        "sparsemax": projected(row),
    }


@pytest.mark.parametrize("scoring", SCORINGS)
def test_weights_are_those_of_the_formula(lab: Laboratory, scoring: str) -> None:
    expected = expected_weights(lab.scores(scoring).tolist(), 2, 2)
    for aligning, row in expected.items():
        np.testing.assert_allclose(lab.weights(scoring, aligning), row, rtol=0, atol=2e-6, err_msg=aligning)


@pytest.mark.parametrize("scoring", SCORINGS)
def test_weights_sum_to_one_except_where_a_bell_takes_some_away(lab: Laboratory, scoring: str) -> None:
    for aligning in TO_ONE:
        assert float(lab.weights(scoring, aligning).sum()) == pytest.approx(1, abs=1e-5), aligning
    assert set(ALIGNINGS) == {*TO_ONE, "gaussian"}
    assert float(lab.weights(scoring, "gaussian").sum()) < 0.999


def test_a_row_by_hand() -> None:
    """Scores 1, 0.6, -1: sparsemax keeps two, its threshold is (1.6 - 1) / 2."""
    x = np.array([[[1.0, 0.6, -1.0]]], np.float32)
    threshold = SparseThreshold().compute(x)
    assert threshold.item() == pytest.approx(0.3)
    assert Sparsemax().compute(x, threshold)[0, 0].tolist() == pytest.approx([0.7, 0.3, 0])
    assert Hard().compute(x)[0, 0].tolist() == [1, 0, 0]
    half = NearPlace(1, 1.0).compute(np.full((1, 1, 3), 0.5, np.float32))[0, 0]
    assert half.tolist() == pytest.approx([0.5 * math.exp(-0.5), 0.5, 0.5 * math.exp(-0.5)])


SCORE_ROWS = arrays(np.float32, st.integers(1, 9), elements=st.floats(-30, 30, width=32))


@draw_cases(SCORE_ROWS)
def test_sparsemax_is_the_projection_on_the_simplex(row: Array) -> None:
    x = row[None, None]
    made = Sparsemax().compute(x, SparseThreshold().compute(x))[0, 0]
    np.testing.assert_allclose(made, projected(row.tolist()), rtol=0, atol=1e-5)


@draw_cases(SCORE_ROWS, st.floats(-5, 5))
def test_sparsemax_does_not_see_what_is_added_to_all_scores(row: Array, shift: float) -> None:
    first, second = (
        Sparsemax().compute(x, SparseThreshold().compute(x))
        for x in (row[None, None], row[None, None] + np.float32(shift))
    )
    np.testing.assert_allclose(first, second, rtol=0, atol=2e-5)


# --- the window ---------------------------------------------------------------------------------------------


def test_the_window_is_symmetric_around_its_centre() -> None:
    assert window_mask(7, 3, 2).tolist() == [[-math.inf, 0, 0, 0, 0, 0, -math.inf]]
    even = np.full((1, 1, 7), 1 / 7, np.float32)
    near = NearPlace(3, 1.5).compute(even)[0, 0]
    assert (near == near[::-1]).all()
    assert near.argmax() == 3
    assert near[3] == even[0, 0, 3]


def test_a_window_at_the_edge_has_the_keys_that_there_are(lab: Laboratory) -> None:
    edge = laboratory(vectors(), LabSettings(seed=3, centre=0, reach=1))
    row = edge.scores("dot").tolist()
    assert edge.weights("dot", "local").tolist() == pytest.approx([*plain_softmax(row[:2]), 0, 0, 0, 0, 0])


def test_a_window_of_one_place_leaves_its_key_alone() -> None:
    narrow = laboratory(vectors(), LabSettings(centre=4, reach=0))
    for aligning in ("local", "gaussian"):
        assert narrow.weights("dot", aligning).tolist() == [0, 0, 0, 0, 1, 0, 0]
        assert narrow.explain(f"lab.of_dot.{aligning}", (0, 0, 3)).agrees


def test_a_centre_beyond_the_keys_is_held_to_them() -> None:
    lab = laboratory(vectors(), LabSettings(centre=99, reach=0))
    assert lab.settings.centre == COUNT - 1
    assert lab.weights("dot", "local").tolist() == [0, 0, 0, 0, 0, 0, 1]


# --- drawing ------------------------------------------------------------------------------------------------


def test_keys_are_drawn_as_often_as_their_weights_say() -> None:
    """The sum of squared deviations over their variance stays below a bound that chance passes once in a million."""
    weights = Softmax().compute(np.array([[[0.0, 1.0, 2.0, -1.0, 0.5]]], np.float32))
    draws = 4_000
    hits = sum(Drawn(seed).compute(weights)[0, 0] for seed in range(draws)).astype(np.float64)
    assert hits.sum() == draws
    expected = draws * weights[0, 0].astype(np.float64)
    assert float(((hits - expected) ** 2 / expected).sum()) < 33.4  # chi-square, 4 degrees of freedom


def test_rows_are_drawn_by_themselves_and_zero_weights_never() -> None:
    weights = np.tile(np.array([0, 0.5, 0, 0.5, 0], np.float32), (1, 400, 1))
    made = Drawn(5).compute(weights)[0]
    assert (made.sum(-1) == 1).all()
    hits = made.sum(0)
    assert hits[[0, 2, 4]].tolist() == [0, 0, 0]
    assert abs(hits[1] - 200) < 5 * 10  # five standard deviations
    assert (Drawn(5).compute(weights)[0] == made).all()


def test_the_least_number_that_can_be_drawn_takes_no_key_without_a_weight() -> None:
    class Least(Drawn):
        def numbers(self, rows: tuple[int, ...]) -> np.ndarray:
            return np.zeros(rows)

    weights = np.array([[[0.0, 0.0, 0.25, 0.75]]], np.float32)
    assert Least().compute(weights).tolist() == [[[0, 0, 1, 0]]]


def test_a_key_that_is_only_just_above_the_threshold_keeps_its_small_weight() -> None:
    row = np.array([[[2.0, 1.005, -3.0]]], np.float32)
    threshold = SparseThreshold().compute(row)
    np.testing.assert_allclose(Sparsemax().compute(row, threshold)[0, 0], [0.9975, 0.0025, 0], atol=1e-6)


def test_a_row_without_weights_has_nothing_to_draw() -> None:
    nothing = np.zeros((1, 1, 3), np.float32)
    assert not Drawn().compute(nothing).any()
    masked = np.full((1, 1, 3), -np.inf, np.float32)
    assert not Hard().compute(masked).any()
    source = Source("x", nothing)
    assert [Drawn().explain((0, 0, j), source).result for j in range(3)] == [0, 0, 0]


def test_the_number_drawn_is_told(lab: Laboratory) -> None:
    drawn = dict(lab.explain("lab.of_dot.drawn", (0, 0, 3)).arithmetic.parts)["drawn"]
    assert drawn == pytest.approx(float(np.random.default_rng(SETTINGS.draw).random()), abs=1e-6)
    edges = np.cumsum(lab.weights("dot", "softmax"), dtype=np.float64)
    assert lab.weights("dot", "drawn").argmax() == int(np.searchsorted(edges, drawn, "right"))


def test_a_seed_is_a_whole_number_within_its_limits() -> None:
    assert Drawn().with_parameter("seed", 2.0**32 - 1) == Drawn(2**32 - 1)
    for wrong in (0.5, -1.0, 2.0**32):
        with pytest.raises(EditError):
            Drawn().with_parameter("seed", wrong)


# --- odd input ----------------------------------------------------------------------------------------------


def test_of_equal_scores_the_first_is_taken_and_all_are_named() -> None:
    query, keys = np.ones(2, np.float32), np.array([[0, 1], [1, 2], [2, 1], [0, 0]], np.float32)
    lab = laboratory(Given(query, keys, "q", ("a", "b", "c", "d"), {}), SETTINGS)
    assert lab.leaders("dot") == (1, 2)
    assert lab.weights("dot", "hard").tolist() == [0, 1, 0, 0]
    assert lab.weights("dot", "sparsemax").tolist() == [0, 0.5, 0.5, 0]
    assert lab.without_direction() == (False, (3,))


def test_a_zero_query_has_no_direction_and_only_ties() -> None:
    lab = laboratory(
        Given(np.zeros(2, np.float32), np.eye(2, dtype=np.float32), "q", ("a", "b"), {}), SETTINGS
    )
    assert lab.without_direction() == (True, ())
    assert lab.scores("cosine").tolist() == [0, 0]
    assert lab.leaders("dot") == (0, 1)


@pytest.mark.parametrize("d", [1, 2])
def test_a_single_key_has_all_the_weight(d: int) -> None:
    lab = laboratory(vectors(d, d, 1), LabSettings(centre=0))
    for scoring in lab.scorings:
        for aligning in ALIGNINGS:
            assert lab.weights(scoring, aligning).tolist() == pytest.approx([1], abs=1e-6), aligning


def test_without_keys_there_is_nothing_to_score() -> None:
    with pytest.raises(TooFewPointsError):
        laboratory(Given(np.ones(2, np.float32), np.empty((0, 2), np.float32), "q", (), {}), SETTINGS)


def test_huge_scores_stay_finite() -> None:
    given = vectors()
    lab = laboratory(
        Given(given.query * np.float32(1e6), given.keys * np.float32(1e6), "q", WORDS, {}), SETTINGS
    )
    for scoring in lab.scorings:
        assert np.isfinite(lab.scores(scoring)).all()
        for aligning in ALIGNINGS:
            assert np.isfinite(lab.weights(scoring, aligning)).all()


def test_places_have_names(lab: Laboratory) -> None:
    assert lab.texts("lab.of_dot.softmax", "key") == WORDS
    assert lab.texts("lab.dot", "query") == ("wolf",)
    assert lab.texts("lab.q", "d_query") == ()
