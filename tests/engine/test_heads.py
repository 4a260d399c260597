"""Thumbnails of attention weights lose no peak."""

import numpy as np
import pytest

from engine.errors import Cancelled
from engine.heads import THUMB, Weights, run_with_thumbs, thumbnail
from engine.models.base import Model


def by_loops(weights: Weights, size: int) -> Weights:
    heads, count, _ = weights.shape
    edges = [i * count // size for i in range(size)] + [count]
    small = np.zeros((heads, size, size), np.float32)
    for head, row, column in np.ndindex(heads, size, size):
        rows, columns = slice(*edges[row : row + 2]), slice(*edges[column : column + 2])
        small[head, row, column] = weights[head, rows, columns].max()
    return small


@pytest.mark.parametrize(("count", "size"), [(9, 4), (10, 5), (65, 64), (13, 12), (100, 7)])
def test_each_cell_is_the_greatest_weight_of_its_block(count: int, size: int) -> None:
    weights = np.random.default_rng(count).random((2, count, count), np.float32)
    small = thumbnail(weights, size)
    assert np.array_equal(small, by_loops(weights, size))
    assert small.max() == weights.max()


@pytest.mark.parametrize("count", [1, 12, THUMB])
def test_small_ones_are_returned_whole_and_as_a_copy(count: int) -> None:
    weights = np.random.default_rng(0).random((3, count, count), np.float32)
    small = thumbnail(weights)
    assert np.array_equal(small, weights)
    assert not np.shares_memory(small, weights)


def test_every_head_of_every_layer_has_its_thumbnail(minilm: Model) -> None:
    run, thumbs = run_with_thumbs(minilm, minilm.encode("the cat " * 40))
    assert thumbs.shape == (6, 12, THUMB, THUMB)
    for layer in (0, 5):
        assert np.array_equal(thumbs[layer], thumbnail(run.trace(layer)[f"blocks.{layer}.attn.weights"]))


def test_it_can_be_stopped(minilm: Model) -> None:
    def stop() -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        run_with_thumbs(minilm, minilm.encode("a"), stop)
