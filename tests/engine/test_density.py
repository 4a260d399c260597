"""All words on a plane: the index against looking at every point."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.density import Density, Window, apart, density, shades
from engine.vectors import WordVectors

windows = st.tuples(*[st.floats(-6, 6)] * 2, *[st.floats(0.01, 9)] * 2).map(
    lambda at: Window(at[0], at[1], at[0] + at[2], at[1] + at[3])
)


@pytest.fixture(scope="module")
def points() -> np.ndarray:
    """A dense middle, a thin rim, and some points that fall together."""
    rng = np.random.default_rng(0)
    cloud = rng.normal(size=(5000, 2)) * rng.exponential(size=(5000, 1))
    return np.concatenate([cloud, cloud[:100]]).astype(np.float32)


@pytest.fixture(scope="module")
def made(points: np.ndarray) -> Density:
    return Density(points)


def within(points: np.ndarray, window: Window) -> np.ndarray:
    x, y = points.T
    return (x >= window.left) & (x <= window.right) & (y >= window.bottom) & (y <= window.top)


def test_by_hand() -> None:
    """Rows count from the top; a far edge is not inside."""
    four = Density(np.array([[0, 0], [2.5, 0.5], [2.6, 0.4], [3, 1]], np.float32))
    assert four.counts(Window(0, 0, 3, 2), 3, 2).tolist() == [[0, 0, 0], [1, 0, 2]]
    assert four.counts(Window(0, 0, 4, 2), 4, 2).tolist() == [[0, 0, 0, 1], [1, 0, 2, 0]]
    assert four.counts(Window(10, 10, 12, 12), 2, 2).tolist() == [[0, 0], [0, 0]]


@given(windows)
def test_counts_are_those_of_a_histogram(points: np.ndarray, made: Density, window: Window) -> None:
    """To the pixel, but for points within rounding of a pixel's edge."""
    width, height = 37, 23
    x, y = points.astype(np.float64).T
    across = (x - window.left) / window.width * width
    up = (y - window.bottom) / window.height * height
    clear = np.minimum(np.abs(across - np.rint(across)), np.abs(up - np.rint(up))) > 1e-3
    counts = Density(points[clear]).counts(window, width, height)
    edges = [np.arange(height + 1), np.arange(width + 1)]
    expected, *_ = np.histogram2d(up[clear], across[clear], bins=edges)
    assert np.array_equal(counts, expected[::-1])


def test_all_points_are_within_the_bounds(points: np.ndarray, made: Density) -> None:
    assert made.counts(made.bounds, 300, 200).sum() == len(points) == len(made)
    assert within(points, made.bounds).all()
    one = Density(np.array([[3.0, -2.0]], np.float32))
    assert one.counts(Window(2, -3, 4, -1), 2, 2).sum() == 1
    assert one.bounds.left == 3


@given(windows, st.floats(0.05, 3), st.floats(0.05, 3))
def test_each_cell_names_its_most_frequent_word(
    points: np.ndarray, made: Density, window: Window, across: float, up: float
) -> None:
    named = made.named(window, (across, up))
    inside = np.flatnonzero(within(points, window))
    cells = np.floor(points / np.array([across, up], np.float32))
    first: dict[tuple[float, ...], int] = {}
    for rank in inside.tolist():
        first.setdefault(tuple(cells[rank].tolist()), rank)
    assert named.tolist() == sorted(first.values())


def test_a_cell_keeps_its_word_while_one_pans(points: np.ndarray, made: Density) -> None:
    """Cells that lie wholly inside both windows."""
    before, after = Window(-2, -2, 2, 2), Window(-1.7, -2.3, 2.3, 1.7)
    both = Window(-1.5, -1.5, 1.5, 1.5)
    names = [
        {rank for rank in made.named(window, (0.5, 0.5)).tolist() if within(points[rank : rank + 1], both)[0]}
        for window in (before, after)
    ]
    assert names[0] == names[1]
    assert len(names[0]) == 36


@given(windows, st.floats(-6, 6), st.floats(-6, 6))
def test_the_nearest_word_is_found(
    points: np.ndarray, made: Density, window: Window, x: float, y: float
) -> None:
    inside = np.flatnonzero(within(points, window))
    found = made.nearest(x, y, window)
    if not len(inside):
        assert found is None
        return
    distances = np.hypot(*(points.astype(np.float64) - [x, y]).T)
    assert found in inside
    assert distances[found] == pytest.approx(distances[inside].min(), rel=1e-3, abs=1e-4)


@pytest.mark.parametrize(
    "points", [np.empty((0, 2)), np.full((4, 2), 7.0), np.array([[0.0, 1.0], [5.0, 1.0]])]
)
def test_no_points_and_points_without_extent(points: np.ndarray) -> None:
    made = Density(points.astype(np.float32))
    window = Window(-10, -10, 10, 10)
    assert made.counts(window, 5, 5).sum() == len(points)
    assert len(made.named(window, (100.0, 100.0))) == min(len(points), 1) or len(points) == 2
    assert made.bounds.right >= made.bounds.left


def test_words_lie_where_the_plane_puts_them(vectors: WordVectors) -> None:
    made = density(vectors, vectors.principal)
    ranks = [vectors.index(word) for word in ("king", "paris", "the")]
    expected = vectors.principal.place(vectors.exact_rows(ranks))
    assert made.points(np.array(ranks)) == pytest.approx(expected, abs=1e-5)
    x, y = expected[1].tolist()
    assert made.nearest(x, y, Window(x - 1, y - 1, x + 1, y + 1)) == ranks[1]


def test_shades_are_logarithmic_and_show_a_single_word() -> None:
    assert shades(np.array([[0, 1, 7, 10**6]])).tolist() == [[0, 13, 38, 255]]
    assert shades(np.zeros((2, 2), np.int64)).tolist() == [[0, 0], [0, 0]]
    assert shades(np.array([1, 10**9 // 10**3])).min() > 0


@given(st.lists(st.tuples(*[st.integers(0, 20)] * 2, *[st.integers(1, 9)] * 2), max_size=30))
def test_labels_that_are_kept_lie_apart_and_no_other_would(sizes: list[tuple[int, int, int, int]]) -> None:
    boxes = np.array([(x, y, x + w, y + h) for x, y, w, h in sizes], np.float64).reshape(-1, 4)
    kept = apart(boxes)

    def overlap(a: np.ndarray, b: np.ndarray) -> bool:
        return bool(a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3])

    for place, box in enumerate(boxes):
        earlier = [boxes[other] for other in range(place) if kept[other]]
        assert kept[place] == (not any(overlap(box, other) for other in earlier))


def test_a_word_can_cover_a_square_of_pixels() -> None:
    """Its point lies in the middle; what is beyond the picture is cut off."""
    two = Density(np.array([[2.5, 2.5], [0.5, 0.5]], np.float32))
    drawn = two.counts(Window(0, 0, 5, 4), 5, 4, side=3)
    assert drawn.tolist() == [[0, 1, 1, 1, 0], [0, 1, 1, 1, 0], [1, 2, 1, 1, 0], [1, 1, 0, 0, 0]]
    assert two.counts(Window(0, 0, 5, 4), 5, 4, side=1).sum() == 2
