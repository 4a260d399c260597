"""The quick forms against plain ones in float64, on one thread and on two."""

import math
import threading
from collections.abc import Callable

import numpy as np
import pytest

from engine import fast
from engine.parallel import split
from engine.steps.base import Array

DRAW = np.random.default_rng(5)


def draw(*shape: int) -> Array:
    return DRAW.standard_normal(shape, np.float32)


def exact_gelu(x: Array) -> Array:
    wide = x.astype(np.float64)
    return wide / 2 * np.vectorize(math.erfc)(-wide / math.sqrt(2))


def exact_softmax(x: Array) -> Array:
    wide = x.astype(np.float64)
    shifted = np.exp(wide - wide.max(-1, keepdims=True))
    return shifted / shifted.sum(-1, keepdims=True)


def close(found: Array, expected: Array, ulps: int = 64) -> None:
    assert found.dtype == np.float32
    assert found.shape == expected.shape
    size = float(abs(expected).max(initial=0))
    np.testing.assert_allclose(found, expected, rtol=0, atol=ulps * size * float(np.finfo(np.float32).eps))


# --- small, single and above the size from which two threads work -------------------------------------------

ROWS = pytest.mark.parametrize("rows", [1, 2, 7, 1100])
HEADS = pytest.mark.parametrize(("heads", "count"), [(1, 1), (1, 9), (12, 12), (5, 301), (12, 130)])


def test_the_sizes_below_reach_the_second_thread() -> None:
    assert fast.LARGE_PRODUCT < 1100 * 300 * 400
    assert min(5 * 301 * 301, 1100 * 300) > fast.LARGE_ARRAY


@ROWS
def test_linear(rows: int) -> None:
    x, weight, bias = draw(rows, 300), draw(300, 400), draw(400)
    close(fast.linear(x, weight, bias), x.astype(np.float64) @ weight + bias)


@HEADS
def test_scores(heads: int, count: int) -> None:
    q, k = draw(heads, count, 32), draw(heads, count, 32)
    close(fast.scores(q, k), np.einsum("hqd,hkd->hqk", q, k, dtype=np.float64))


@HEADS
def test_times(heads: int, count: int) -> None:
    x = draw(heads, count, count)
    close(fast.times(x, 1 / math.sqrt(32)), x / np.float64(math.sqrt(32)))


@HEADS
def test_softmax(heads: int, count: int) -> None:
    x = 5 * draw(heads, count, count)
    close(fast.softmax(x), exact_softmax(x))


@HEADS
def test_weighted_sum(heads: int, count: int) -> None:
    weights, v = fast.softmax(draw(heads, count, count)), draw(heads, count, 32)
    out = fast.weighted_sum(weights, v)
    close(out, np.einsum("hqk,hkd->hqd", weights, v, dtype=np.float64))
    joined = out.transpose(1, 0, 2).reshape(count, -1)
    assert np.shares_memory(joined, out), "joining the heads should copy nothing"


@ROWS
def test_mean_and_deviation(rows: int) -> None:
    x = draw(rows, 300) + np.float32(3)
    wide = x.astype(np.float64)
    close(fast.mean(x), wide.mean(-1, keepdims=True))
    close(fast.deviation(x, fast.mean(x), 1e-5), np.sqrt(wide.var(-1, keepdims=True) + 1e-5))


@ROWS
def test_normalize(rows: int) -> None:
    x, gamma, beta = draw(rows, 300), draw(300), draw(300)
    mean, width = fast.mean(x), fast.deviation(x, fast.mean(x), 1e-5)
    before = x.copy()
    close(fast.normalize(x, mean, width, gamma, beta), (x.astype(np.float64) - mean) / width * gamma + beta)
    assert np.array_equal(x, before)


def test_a_constant_row_has_the_deviation_that_epsilon_leaves() -> None:
    x = np.full((2, 100), 0.25, np.float32)
    close(fast.deviation(x, np.full((2, 1), 0.25, np.float32), 1e-12), np.full((2, 1), 1e-6))


@ROWS
def test_gelu(rows: int) -> None:
    x = 3 * draw(rows, 300)
    assert abs(fast.gelu(x) - exact_gelu(x)).max() < 1e-6


def test_gelu_everywhere() -> None:
    far = [-3e38, -1e6, -1e4, 0, 1e4, 1e6, 3e38]
    x = np.concatenate([np.linspace(-40, 40, 70_001), far]).astype(np.float32)
    found = fast.gelu(x)
    np.testing.assert_allclose(found, exact_gelu(x), rtol=1e-6, atol=1e-6)
    assert np.array_equal(found[-3:], x[-3:])
    assert not found[x < -20].any()


def test_softmax_of_masked_rows() -> None:
    x = draw(3, 4, 6)
    x[1, 2] = -np.inf
    x[2, :, 3:] = -np.inf
    found = fast.softmax(x)
    assert not found[1, 2].any()
    assert not found[2, :, 3:].any()
    close(found[2, :, :3], exact_softmax(x[2, :, :3]))


def test_the_layout_in_memory_does_not_matter() -> None:
    laid = np.asfortranarray
    x, square, q = draw(40, 30), draw(4, 9, 9), draw(4, 9, 5)
    assert np.array_equal(fast.gelu(laid(x)), fast.gelu(x))
    close(fast.softmax(laid(square)), exact_softmax(square))
    assert np.array_equal(fast.times(laid(square), 2), fast.times(square, 2))
    close(fast.linear(laid(x), laid(x.T), draw(40) * 0), x.astype(np.float64) @ x.T)
    close(fast.scores(laid(q), laid(q)), np.einsum("hqd,hkd->hqk", q, q, dtype=np.float64))
    close(fast.weighted_sum(laid(square), laid(q)), np.einsum("hqk,hkd->hqd", square, q, dtype=np.float64))


def test_heads_in_groups_share_their_key_head() -> None:
    k = draw(2, 5, 3)
    assert fast.per_head(k, 2) is k
    assert np.array_equal(fast.per_head(k, 6), k[[0, 0, 0, 1, 1, 1]])


# --- split --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [0, 1, 3, 4, 5, 17, 1000])
@pytest.mark.parametrize("large", [False, True])
def test_the_pieces_cover_everything_once(count: int, large: bool) -> None:
    times = np.zeros(count, np.int64)

    def work(part: slice) -> None:
        times[part] += 1

    split(count, work, large)
    assert (times == 1).all()


def meeting() -> tuple[Callable[[slice], None], set[str]]:
    """Work whose first two pieces wait for each other, as only two threads can do; and who did it."""
    barrier, names = threading.Barrier(2, timeout=10), set[str]()

    def work(part: slice) -> None:
        if threading.current_thread().name not in names:
            names.add(threading.current_thread().name)
            barrier.wait()

    return work, names


def test_two_threads_share_large_work() -> None:
    work, names = meeting()
    split(100, work, large=True)
    assert len(names) == 2


@pytest.mark.parametrize("kind", [ValueError, MemoryError, IndexError])
@pytest.mark.parametrize("in_helper", [True, False])
def test_an_error_in_either_thread_comes_out(kind: type[Exception], in_helper: bool) -> None:
    meet, _ = meeting()
    main = threading.current_thread()

    def work(part: slice) -> None:
        meet(part)
        if (threading.current_thread() is main) != in_helper:
            raise kind("of the work")

    with pytest.raises(kind, match="of the work"):
        split(100, work, large=True)


def test_the_helper_works_on_after_an_error() -> None:
    def fail(part: slice) -> None:
        raise ValueError

    with pytest.raises(ValueError):  # noqa: PT011
        split(100, fail, large=True)
    test_two_threads_share_large_work()
