"""A plain recurrence: the radius is that of its eigenvalues, and pushes fade or explode as powers of it."""

import numpy as np
import pytest

from engine.fading import KINDS, STEPS, UNITS, fade, fading, recurrence, spectral_radius


@pytest.mark.parametrize("radius", [0.5, 1.0, 1.5])
def test_the_radius_is_that_of_the_eigenvalues(radius):
    eigenvalues = np.linalg.eigvals(recurrence(7, radius))
    assert np.abs(eigenvalues).max() == pytest.approx(radius)
    assert (np.abs(eigenvalues) < 0.99 * radius).any()


def test_the_radius_of_a_small_matrix_by_hand():
    assert spectral_radius(np.array([[0.0, 4.0], [1.0, 0.0]])) == pytest.approx(2)  # eigenvalues 2 and -2
    assert spectral_radius(np.array([[0.0, -9.0], [1.0, 0.0]])) == pytest.approx(3)  # 3i and -3i


def test_a_turned_axis_fades_by_exactly_the_radius():
    turn = 0.8 * np.array([[0.0, -1.0], [1.0, 0.0]])
    np.testing.assert_allclose(fade(turn, "linear", np.ones(2), 5), 0.8 ** np.arange(6))


def test_linear_steps_multiply_the_same_matrix():
    weights = recurrence(3, 1.2, 5)
    found = fade(weights, "linear", np.ones(5), 4)
    powers = [np.linalg.norm(np.linalg.matrix_power(weights, t)) for t in range(5)]
    np.testing.assert_allclose(found, np.array(powers) / np.sqrt(5))


def test_tanh_by_finite_differences():
    weights, start = recurrence(3, 1.2, 4), np.array([0.3, -0.2, 0.5, 0.1])

    def after(h, steps):
        for _ in range(steps):
            h = np.tanh(weights @ h)
        return h

    found = fade(weights, "tanh", start, 6)
    for steps in (1, 6):
        columns = [
            (after(start + push, steps) - after(start - push, steps)) / 2e-6 for push in np.eye(4) * 1e-6
        ]
        assert found[steps] == pytest.approx(np.linalg.norm(columns) / 2, rel=1e-6)


@pytest.mark.parametrize("seed", range(5))
def test_below_1_it_vanishes_and_above_it_explodes(seed):
    small, large = (fading("linear", radius, seed).sizes for radius in (0.7, 1.3))
    assert small[-1] < 1e-6
    assert large[-1] > 1e4
    assert len(small) == STEPS + 1


@pytest.mark.parametrize("seed", range(3))
def test_far_on_the_growth_from_step_to_step_is_the_radius(seed):
    sizes = fade(recurrence(seed, 0.9), "linear", np.ones(UNITS), 600)
    assert (sizes[600] / sizes[300]) ** (1 / 300) == pytest.approx(0.9, abs=0.005)


def test_the_same_seed_gives_the_same_numbers_and_another_one_others():
    for kind in KINDS:
        one, same, other = (fading(kind, 1.1, seed).sizes for seed in (4, 4, 5))
        np.testing.assert_array_equal(one, same)
        assert not np.allclose(one, other)


def test_the_first_state_is_drawn_by_the_seed_too():
    start = np.random.default_rng((5, 1)).normal(size=UNITS)
    np.testing.assert_array_equal(
        fading("tanh", 1.2, 5).sizes, fade(recurrence(5, 1.2), "tanh", start, steps=STEPS)
    )
