"""Sampled variances against theory, within bounds that follow from the size of the sample."""

import numpy as np
import pytest

from engine.errors import Cancelled
from engine.scaling import WIDTHS, ScalingSettings, sample_scaling, standard_error

SETTINGS = ScalingSettings(keys=8, samples=400, seed=3)


def test_the_variance_is_the_width_and_scaled_it_is_one() -> None:
    found = sample_scaling(SETTINGS)
    assert found.widths == WIDTHS
    assert (np.abs(found.raw.variance - found.theory) < 5 * found.error).all()
    assert (np.abs(found.scaled.variance - 1) < 5 * found.error / found.theory).all()
    assert (found.error < 0.2 * found.theory).all()  # the bound says something
    np.testing.assert_allclose(found.scaled.variance * found.theory, found.raw.variance, rtol=1e-4)


@pytest.mark.parametrize(("d", "keys"), [(1, 1), (1, 8), (16, 8)])
def test_the_standard_error_is_that_of_repeated_samples(d: int, keys: int) -> None:
    """The spread of 2,000 measured variances; its own error is about 1 / sqrt(2 * 2000), more where tails are long."""
    draw = np.random.default_rng(d)
    samples = 50
    q = draw.standard_normal((2_000, samples, d, 1))
    k = draw.standard_normal((2_000, samples, keys, d))
    measured = np.square((k @ q)[..., 0]).mean((-1, -2))
    expected = standard_error(np.array([float(d)]), keys, samples)[0]
    assert measured.std() == pytest.approx(expected, rel=0.12)


def test_without_scaling_softmax_becomes_hard_with_the_width_and_with_it_stays() -> None:
    found = sample_scaling(SETTINGS)
    assert (np.diff(found.raw.entropy) < 0).all()
    assert (np.diff(found.raw.largest) > 0).all()
    assert found.raw.largest[-1] > 0.9
    assert np.ptp(found.scaled.largest) < 0.1
    assert np.ptp(found.scaled.entropy) < 0.3
    assert found.raw.entropy[0] == found.scaled.entropy[0]  # the root of 1 is 1
    assert found.raw.entropy.max() <= found.most_bits == 3


def test_entropy_and_largest_weight_in_plain_loops() -> None:
    found = sample_scaling(ScalingSettings(keys=3, samples=5, seed=1))
    draw = np.random.default_rng([1, 4])
    q = draw.standard_normal((5, 4, 1), np.float32)
    k = draw.standard_normal((5, 3, 4), np.float32)
    bits, largest, squares = 0.0, 0.0, 0.0
    for sample in range(5):
        scores = [sum(float(q[sample, m, 0]) * float(k[sample, j, m]) for m in range(4)) for j in range(3)]
        shares = np.exp(np.array(scores) - max(scores))
        shares /= shares.sum()
        bits -= float((shares * np.log2(shares)).sum()) / 5
        largest += float(shares.max()) / 5
        squares += sum(score * score for score in scores) / 15
    place = WIDTHS.index(4)
    assert found.raw.entropy[place] == pytest.approx(bits, abs=1e-5)
    assert found.raw.largest[place] == pytest.approx(largest, abs=1e-5)
    assert found.raw.variance[place] == pytest.approx(squares, rel=1e-5)


def test_one_key_has_all_the_weight_and_no_entropy() -> None:
    found = sample_scaling(ScalingSettings(keys=1, samples=10))
    assert found.raw.largest.tolist() == [1] * len(WIDTHS)
    assert not found.raw.entropy.any()
    assert found.most_bits == 0


def test_a_seed_gives_the_same_numbers_however_large_it_is() -> None:
    settings = ScalingSettings(4, 20, 2**31 - 1)
    first, again = sample_scaling(settings), sample_scaling(settings)
    assert (first.raw.variance == again.raw.variance).all()
    assert not (first.raw.variance == sample_scaling(ScalingSettings(4, 20, 0)).raw.variance).any()


def test_sampling_stops_between_two_pieces() -> None:
    asked = []

    def stop() -> None:
        asked.append(1)
        if len(asked) == 40:
            raise Cancelled

    with pytest.raises(Cancelled):
        sample_scaling(ScalingSettings(keys=128, samples=5_000), stop)
    assert len(asked) == 40
