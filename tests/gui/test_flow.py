"""Chips wrap, and the keys find the one above and below."""

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRect

from gui.widgets.flow import box_at, flow, flow_height, slot_at, vertical_neighbour

WIDTHS = st.lists(st.integers(1, 150), max_size=40)


def test_a_line_is_filled_before_the_next_begins() -> None:
    assert flow([40, 40, 40], available=110, height=20, gap=5) == [
        QRect(5, 5, 40, 20),
        QRect(50, 5, 40, 20),
        QRect(5, 30, 40, 20),
    ]


@given(WIDTHS, st.integers(20, 300))
def test_boxes_stay_inside_and_apart(widths: list[int], available: int) -> None:
    boxes = flow(widths, available, 20)
    assert all(box.right() < available for box in boxes)
    assert all(box.bottom() < flow_height(boxes) for box in boxes)
    assert not any(a.intersects(b) for i, a in enumerate(boxes) for b in boxes[:i])


@given(WIDTHS, st.integers(20, 300))
def test_every_box_is_found_and_is_its_own_slot(widths: list[int], available: int) -> None:
    boxes = flow(widths, available, 20)
    for i, box in enumerate(boxes):
        assert box_at(boxes, box.center()) == i
        if box.width() > 2:  # else its left end is its middle
            assert slot_at(boxes, box.topLeft()) == i


def test_slots_before_between_and_after() -> None:
    boxes = flow([40, 40, 40], available=110, height=20, gap=5)
    points = [(-50, -50), (6, 10), (44, 10), (48, 10), (200, 10), (10, 35), (44, 35), (10, 500)]
    assert [slot_at(boxes, QPoint(*p), 5) for p in points] == [0, 0, 1, 1, 2, 2, 3, 3]


def test_nothing_is_found_in_a_gap() -> None:
    assert box_at(flow([40, 40], 110, 20, 5), QPoint(47, 10)) is None


def test_up_and_down_keep_to_the_column() -> None:
    boxes = flow([40, 40, 40, 40], available=110, height=20, gap=5)
    assert vertical_neighbour(boxes, 0, down=True) == 2
    assert vertical_neighbour(boxes, 3, down=False) == 1
    assert vertical_neighbour(boxes, 1, down=False) == 1


def test_no_boxes() -> None:
    assert flow([], 100, 20) == []
    assert flow_height([]) == 0
    assert slot_at([], QPoint(3, 3)) == 0
