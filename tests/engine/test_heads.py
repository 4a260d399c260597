"""Thumbnails of attention weights lose no peak."""

import tracemalloc
from collections.abc import Callable

import numpy as np
import pytest

from engine.errors import Cancelled
from engine.heads import THUMB, Glance, Weights, pictures, thumbnail
from engine.models.base import Model, Sizes
from engine.pieces import Reading, read
from engine.run import Run


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


def test_every_head_of_every_layer_has_its_thumbnail_and_its_characters(minilm: Model) -> None:
    tokens = minilm.encode("the cat " * 40)
    glance = Glance(tokens)
    run = Run.forward(minilm, tokens, glance)
    assert glance.thumbs.shape == (6, 12, THUMB, THUMB)
    for layer in (0, 5):
        weights = run.trace(layer)[f"blocks.{layer}.attn.weights"]
        assert np.array_equal(glance.thumbs[layer], thumbnail(weights))
        assert glance.characters["previous"][layer] == pytest.approx(
            np.diagonal(weights, -1, axis1=1, axis2=2).mean(axis=1), rel=1e-4
        )


def test_layers_that_do_not_pass_again_are_kept(minilm: Model) -> None:
    tokens = minilm.encode("the cat sat")
    first = Glance(tokens)
    run = Run.forward(minilm, tokens, first)
    second = Glance(tokens, first)
    edited = run.trace(4)["blocks.4.attn.scores"] * np.float32(3)
    run.what_if({"blocks.4.attn.scores": edited}, second)
    assert np.array_equal(second.thumbs[:4], first.thumbs[:4])
    assert not np.array_equal(second.thumbs[4], first.thumbs[4])
    assert np.array_equal(second.characters["entropy"][:4], first.characters["entropy"][:4])
    assert (second.characters["entropy"][4] < first.characters["entropy"][4]).all()
    assert first.thumbs.shape == second.thumbs.shape == (6, 12, 5, 5)


def test_pictures_are_the_thumbnails_until_they_are_read_in_another_way(minilm: Model) -> None:
    tokens = minilm.encode("the cat " * 40)
    glance = Glance(tokens)
    run = Run.forward(minilm, tokens, glance)
    thumbs = glance.thumbs
    assert pictures(run, thumbs, Reading()).thumbs is thumbs
    shown = pictures(run, thumbs, Reading(hide_special=True))
    weights = run.trace(2)["blocks.2.attn.weights"]
    assert np.array_equal(shown.thumbs[2], thumbnail(read(weights, tokens, Reading(hide_special=True))[0]))
    assert len(shown.places) == len(tokens) - 2
    assert shown.defined.all()


def test_when_every_token_is_hidden_the_thumbnails_stay(minilm: Model) -> None:
    tokens = minilm.encode("")
    glance = Glance(tokens)
    run = Run.forward(minilm, tokens, glance)
    shown = pictures(run, glance.thumbs, Reading(hide_special=True))
    assert shown.places == ()
    assert shown.thumbs.shape == (6, 12, 2, 2)


def test_pictures_can_be_stopped(minilm: Model) -> None:
    tokens = minilm.encode("the cat sat")
    glance = Glance(tokens)
    run = Run.forward(minilm, tokens, glance)

    def stop() -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        pictures(run, glance.thumbs, Reading(hide_special=True), stop)


@pytest.mark.parametrize("allowed", [0, 1, 7])
def test_measuring_heads_can_be_stopped_before_each_of_them(minilm: Model, allowed: int) -> None:
    """On two threads: whichever is stopped, the other does not go on either."""
    tokens, asked = minilm.encode("the cat " * 200), list[int]()
    weights = Run.forward(minilm, tokens).trace(0)

    def stop() -> None:
        asked.append(1)
        if len(asked) > allowed:
            raise Cancelled

    with pytest.raises(Cancelled):
        Glance(tokens, stop=stop)(0, weights)
    assert allowed < len(asked) <= allowed + 2


def test_many_heads_of_many_layers_are_kept_as_thumbnails_only(build: Callable[[Sizes, int], Model]) -> None:
    """24 x 16 heads: the weights of a layer are gone when the next one has passed."""
    sizes = Sizes(layers=24, heads=16, kv_heads=16, d_model=32, d_head=2, d_mlp=8, max_tokens=256)
    model = build(sizes, 4)
    tokens = model.encode("abcdefghij" * 25 + "abcdef")
    glance, layer = Glance(tokens), 16 * 256 * 256 * 4  # bytes of one layer's weights
    tracemalloc.start()
    try:
        Run.forward(model, tokens, glance)
        kept, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert glance.thumbs.shape == (24, 16, THUMB, THUMB)
    assert glance.characters["sink"].shape == (24, 16)
    assert kept < glance.thumbs.nbytes + 4 * layer  # with the few large blocks that wait for the next run
    assert most < 12 * layer  # all weights would be 24 of them, and as many scores
