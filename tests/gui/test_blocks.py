"""No strong cell is lost when a matrix is drawn smaller."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gui.colormaps import ZERO
from gui.widgets.blocks import resize, resize_levels


@given(st.integers(1, 60), st.integers(1, 60), st.integers(1, 60), st.integers(0, 2**32 - 1))
def test_the_strongest_cell_stays(rows: int, cols: int, side: int, seed: int) -> None:
    levels = np.random.default_rng(seed).integers(0, 256, (rows, cols), np.uint8)
    small = resize_levels(levels, min(side, rows), min(side, cols), "weights")
    assert small.max() == levels.max()
    assert set(small.ravel().tolist()) <= set(levels.ravel().tolist())


def test_of_signed_cells_the_one_farthest_from_zero_stays() -> None:
    levels = np.array([[ZERO, 120, 200, ZERO], [130, ZERO, 10, 140]], np.uint8)
    assert resize_levels(levels, 1, 2, "signed").tolist() == [[120, 10]]


def test_cells_are_repeated_when_there_are_more_pixels() -> None:
    assert resize(np.array([[1, 2]]), 2, 4, np.maximum).tolist() == [[1, 1, 2, 2], [1, 1, 2, 2]]


def test_a_block_is_masked_only_if_all_of_it_is() -> None:
    masked = np.array([[True, True, True, False]])
    assert resize(masked, 1, 2, np.logical_and).tolist() == [[True, False]]


def test_leading_axes_are_left_alone() -> None:
    stack = np.arange(2 * 3 * 4 * 4, dtype=np.uint8).reshape(2, 3, 4, 4)
    assert resize(stack, 2, 2, np.maximum).tolist() == stack[:, :, 1::2, 1::2].tolist()
