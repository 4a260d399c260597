"""Mixing matrices that do not look at the sentence, by hand, and how much two of them differ."""

import numpy as np
import pytest

from engine.mixing import FIXED, convolution_matrix, full_matrix, most_unlike_row, unlike


def test_a_convolution_has_the_same_few_numbers_in_every_row():
    matrix = convolution_matrix(5, 3, seed=1)
    a, b, c = matrix[1, :3]
    expected = [[b, c, 0, 0, 0], [a, b, c, 0, 0], [0, a, b, c, 0], [0, 0, a, b, c], [0, 0, 0, a, b]]
    np.testing.assert_array_equal(matrix, expected)
    assert 0 not in (a, b, c)
    assert len({a, b, c}) == 3


def test_it_is_the_convolution_of_numpy():
    width, x = 3, np.arange(1.0, 8.0)
    kernel = convolution_matrix(7, width, seed=2)[3, 2:5]
    np.testing.assert_allclose(
        convolution_matrix(7, width, seed=2) @ x, np.convolve(x, kernel[::-1], mode="same")
    )


def test_an_even_window_reaches_one_place_farther_back():
    row = convolution_matrix(6, 4, seed=1)[3]
    np.testing.assert_array_equal(np.flatnonzero(row), [1, 2, 3, 4])


def test_a_window_wider_than_the_sentence_is_cut_at_its_ends():
    assert np.count_nonzero(convolution_matrix(3, 9, seed=1)) == 9
    assert convolution_matrix(1, 3, seed=1).shape == (1, 1)


def test_a_full_layer_is_the_same_layer_for_a_shorter_sentence():
    np.testing.assert_array_equal(full_matrix(7, 3, seed=4)[:5, :5], full_matrix(5, 3, seed=4))
    assert not np.allclose(full_matrix(5, 3, seed=4), full_matrix(5, 3, seed=5))


@pytest.mark.parametrize("kind", FIXED)
def test_fixed_weights_do_not_differ_between_sentences_of_any_length(kind):
    assert unlike(FIXED[kind](11, 3, 0), FIXED[kind](8, 3, 0)) == 0


def test_the_difference_is_the_share_of_weight_that_lies_elsewhere():
    a = np.array([[1.0, 0.0], [0.5, 0.5]])
    assert unlike(a, np.array([[0.0, 1.0], [0.5, 0.5]])) == 0.5  # all of one row, nothing of the other
    assert unlike(a, np.array([[0.7, 0.3], [0.5, 0.5]])) == pytest.approx(0.15)
    assert unlike(a, a) == 0
    assert unlike(np.array([[1.0, 0.0]]).repeat(2, 0), np.array([[0.0, 1.0]]).repeat(2, 0)) == 1


def test_only_positions_of_both_are_compared():
    assert unlike(np.eye(3), np.eye(2)) == 0
    assert unlike(np.zeros((2, 2)), np.zeros((2, 2))) == 0


def test_the_row_that_differs_most_is_one_of_those_asked_for():
    a = np.array([[1.0, 0.0, 0.0], [0.5, 0.5, 0.0], [0.0, 0.0, 1.0]])
    b = np.array([[0.0, 1.0, 0.0], [0.3, 0.7, 0.0], [0.0, 0.1, 0.9]])
    assert most_unlike_row(a, b, [0, 1, 2]) == 0
    assert most_unlike_row(a, b, [1, 2]) == 1
    assert most_unlike_row(a, a, [0, 1]) is None
    assert most_unlike_row(a, b, []) is None
    assert most_unlike_row(a, b[:1, :1], [0, 1, 2]) == 0


def test_the_difference_is_the_same_from_either_side():
    a, b = np.array([[1.0, 0.0], [2.0, 0.0]]), np.array([[0.0, 0.5], [1.0, -0.5]])
    assert unlike(a, b) == unlike(b, a) == pytest.approx((1 + 0.5 + 1 + 0.5) / (3 + 2))
