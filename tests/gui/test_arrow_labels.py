"""Labels of few and of many words, in random layouts: none overlap, and each belongs to the point under it."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRectF

from gui.widgets.arrow_labels import TIP
from gui.widgets.arrow_picture import FEW, Arrow, Arrows, lay_out
from gui.widgets.painting import Texts
from gui.widgets.plane_places import distance, nearest

FRAME, VIEW = QRectF(44, 8, 460, 300), QRectF(-4.6, -3.0, 9.2, 6.0)
KEPT = QRectF(300, 280, 200, 20)

seeds = st.integers(0, 10_000)


@pytest.fixture(scope="module")
def texts(qapp):
    return Texts()


def scattered(seed, count, spread):
    """Words of one to twelve letters; every tenth lies where the one before it does."""
    rng = np.random.default_rng(seed)
    points = rng.normal(scale=spread, size=(count, 2))
    points[::10] = points[np.maximum(np.arange(0, count, 10) - 1, 0)]
    words = [f"{'m' * rng.integers(0, 9)}{i}" for i in range(count)]
    arrows = tuple(Arrow(word, *point) for word, point in zip(words, points.tolist(), strict=True))
    return Arrows(arrows, words[0], words[1], "12.3°", shafts=bool(seed % 2))


def check(laid):
    boxes = [*laid.labels.values(), *([laid.angle] if laid.angle else [])]
    for at, box in enumerate(boxes):
        assert FRAME.contains(box)
        assert not box.intersects(KEPT)
        assert not any(box.intersects(other) for other in boxes[at + 1 :])
    for word, box in laid.labels.items():
        tip = laid.tips[word]
        near = min(laid.tips.values(), key=lambda other: distance(other, nearest(box, other)))
        own = distance(tip, nearest(box, tip))
        # Without a line to it, a word's own point is the nearest one.
        assert laid.led(word) or own <= distance(near, nearest(box, near)), word


@settings(max_examples=25)
@given(seeds, st.integers(2, FEW), st.floats(0.05, 2))
def test_few_labels(texts, seed, count, spread):
    data = scattered(seed, count, spread)
    laid = lay_out(data, VIEW, FRAME, texts, [KEPT])
    check(laid)
    seen = [tip for tip in laid.tips.values() if FRAME.contains(tip)]
    assert len(laid.labels) + laid.unlabelled == len(seen) == count - laid.outside


@settings(max_examples=25)
@given(seeds, st.integers(FEW + 1, 500), st.floats(0.05, 2))
def test_many_labels_lie_on_no_point(texts, seed, count, spread):
    data = scattered(seed, count, spread)
    laid = lay_out(data, VIEW, FRAME, texts, [KEPT])
    check(laid)
    assert len(laid.labels) + laid.unlabelled + laid.outside == count
    room = QPointF(TIP, TIP)
    boxes = [box for word, box in laid.labels.items() if word not in (data.a, data.b)]
    for tip in laid.tips.values():
        point = QRectF(tip - room, tip + room)
        assert not any(box.intersects(point) for box in boxes)


def test_many_words_with_room_all_have_labels(texts):
    places = [(x, y) for x in np.linspace(-4, 4, 8) for y in np.linspace(-2.5, 2.5, 8)]
    data = Arrows(tuple(Arrow(f"w{i}", *place) for i, place in enumerate(places)), shafts=False)
    assert len(places) > FEW
    assert lay_out(data, VIEW, FRAME, texts).unlabelled == 0


@pytest.mark.parametrize("count", [100, 500])
def test_the_pair_has_labels_however_thick_the_crowd(texts, count):
    points = np.random.default_rng(3).normal(scale=0.6, size=(count, 2)).tolist()
    arrows = tuple(Arrow(f"word{i}", *point) for i, point in enumerate(points))
    laid = lay_out(Arrows(arrows, "word7", "word8", "12.3°"), VIEW, FRAME, texts)
    assert laid.unlabelled > 0
    assert {"word7", "word8"} <= set(laid.labels)
    check(laid)
