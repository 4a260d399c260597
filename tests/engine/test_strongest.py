"""The strongest links, by hand and against a plain sort."""

import numpy as np

from engine.strongest import Link, strongest


def test_by_hand() -> None:
    weights = np.array([[[0.1, 0.9], [0.5, 0.5]], [[0.0, 1.0], [0.7, 0.3]]], np.float32)
    everything = np.array([True, True])
    found = strongest(weights, 4, everything)
    assert [link[:3] for link in found] == [(1, 0, 1), (0, 0, 1), (1, 1, 0), (0, 1, 0)]
    assert found[0] == Link(1, 0, 1, 1.0)
    assert len(strongest(weights, 99, everything)) == 7, "a weight of 0 is no link"
    assert strongest(weights, 3, np.array([False, True])) == (
        Link(0, 1, 1, 0.5),
        Link(1, 1, 1, float(np.float32(0.3))),
    )
    assert strongest(weights, 3, np.array([False, False])) == ()


def test_ties_keep_their_order() -> None:
    weights = np.full((2, 3, 3), 1 / 3, np.float32)
    found = strongest(weights, 5, np.full(3, True))
    assert [link[:3] for link in found] == [(0, 0, 0), (0, 0, 1), (0, 0, 2), (0, 1, 0), (0, 1, 1)]


def test_agrees_with_a_plain_sort() -> None:
    weights = np.random.default_rng(0).random((4, 9, 9), np.float32)
    allowed = np.arange(9) % 4 > 0
    links = [
        (-float(weights[h, q, k]), h, q, k)
        for h in range(4)
        for q in range(9)
        for k in range(9)
        if allowed[q] and allowed[k]
    ]
    assert [(-w, h, q, k) for h, q, k, w in strongest(weights, 20, allowed)] == sorted(links)[:20]
