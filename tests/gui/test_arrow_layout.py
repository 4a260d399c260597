"""Labels of arrows: everything fits into the view, and no label covers another."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRectF, QSizeF

from gui.widgets.arrow_layout import Label, Surface, fit

VIEW = QSizeF(400, 300)
BOUNDS = QRectF(0, 0, 400, 300)
places = st.lists(st.tuples(st.floats(-50, 50), st.floats(-50, 50)), min_size=1, max_size=12)


def on_screen(points, rect, view):
    """Points of the screen, y downwards."""
    scale = view.width() / rect.width()
    x = (points[:, 0] - rect.x()) * scale
    y = view.height() - (points[:, 1] - rect.y()) * scale
    return np.stack([x, y], axis=1)


@given(places)
def test_whatever_hangs_on_the_points_fits_into_the_view(where):
    points = np.array([*where, (0.0, 0.0)])
    extents = np.tile([60.0, 12.0, 20.0, 14.0], (len(points), 1))
    rect = fit(points, extents, VIEW)
    assert rect.width() / rect.height() == pytest.approx(VIEW.width() / VIEW.height()), (
        "a unit is as long both ways"
    )
    x, y = on_screen(points, rect, VIEW).T
    assert (x >= 60 - 1e-6).all()
    assert (x <= 400 - 20 + 1e-6).all()
    assert (y >= 12 - 1e-6).all()
    assert (y <= 300 - 14 + 1e-6).all()


def test_the_view_is_no_larger_than_it_must_be():
    points, extents = np.array([[-1.0, 0.0], [1.0, 0.0]]), np.full((2, 4), 50.0)
    x = on_screen(points, fit(points, extents, VIEW), VIEW)[:, 0]
    assert x == pytest.approx([50, 350])


def test_points_in_one_place_and_views_without_room_have_a_view():
    nowhere = fit(np.zeros((3, 2)), np.full((3, 4), 10.0), VIEW)
    assert nowhere.contains(0.0, 0.0)
    tight = fit(np.array([[-1.0, 0.0], [1.0, 2.0]]), np.full((2, 4), 500.0), QSizeF(0, 0))
    assert np.isfinite(tight.getRect()).all()
    assert tight.width() > 0


def surface(tips, bounds=BOUNDS):
    tips = np.array(tips, float).reshape(-1, 2)
    shafts = np.hstack([np.full_like(tips, 150.0), tips])
    return Surface(bounds, tips, shafts)


def label(at, towards=(1.0, 0.0)):
    return Label(at, QSizeF(50, 18), towards)


def test_a_label_with_room_stands_outwards_of_its_tip():
    box = surface([(200, 150)]).place(label((200.0, 150.0)))
    assert box.left() == pytest.approx(207)
    assert box.center().y() == pytest.approx(150)


@given(st.lists(st.tuples(st.floats(20, 380), st.floats(20, 280)), min_size=2, max_size=30))
def test_labels_never_overlap_and_stay_inside(tips):
    ground = surface(tips)
    boxes = [box for tip in tips if (box := ground.place(label(tip))) is not None]
    for i, box in enumerate(boxes):
        assert BOUNDS.contains(box)
        assert not any(box.intersects(other) for other in boxes[:i])


def test_a_label_goes_out_of_an_arrow_s_way():
    tips = [(200.0, 150.0), (300.0, 150.0)]  # the second arrow runs on behind the first one's tip
    box = surface(tips).place(label(tips[0]))
    assert not box.adjusted(1, 1, -1, -1).intersects(QRectF(150, 149.5, 150, 1))


def test_without_room_there_is_no_label():
    assert surface([(5, 5)], QRectF(0, 0, 10, 10)).place(label((5.0, 5.0))) is None
