"""Where a signed colour scale ends."""

import numpy as np
import pytest

from engine.scales import colour_limit


@pytest.mark.parametrize(
    ("values", "limit"),
    [([], 0), ([0, 0], 0), ([-3, 2], 3), ([np.nan, -np.inf, 1], 1), ([0] * 500 + [5], 5)],
)
def test_small_arrays_end_at_their_largest(values: list[float], limit: float) -> None:
    assert colour_limit(np.array(values, np.float32)) == limit


def test_a_few_huge_numbers_lie_beyond() -> None:
    usual = np.linspace(-1, 1, 1001)
    assert colour_limit(np.append(usual, 2.9)) == pytest.approx(2.9)
    assert colour_limit(np.append(usual, -76.6)) == pytest.approx(0.99, abs=0.01)
    assert colour_limit(np.append(usual, np.full(50, 76.6))) == pytest.approx(76.6)  # not so few


def test_the_quick_answer_is_the_percentile_s() -> None:
    random = np.random.default_rng(0)
    for power in range(1, 12):
        values = random.normal(size=2000) ** power
        typical, largest = np.quantile(np.abs(values), 0.99), np.abs(values).max()
        assert colour_limit(values) == pytest.approx(typical if largest > 3 * typical else largest)
