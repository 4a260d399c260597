"""Boxes in lines that wrap: where each one lies, and which one lies above or below another."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect


def flow(widths: Sequence[int], available: int, height: int, gap: int = 6) -> list[QRect]:
    """A box for each width, from left to right, wrapped at the available width; gap on all sides."""
    boxes: list[QRect] = []
    x, y = gap, gap
    for width in widths:
        width = min(width, max(available - 2 * gap, 1))
        if x > gap and x + width + gap > available:
            x, y = gap, y + height + gap
        boxes.append(QRect(x, y, width, height))
        x += width + gap
    return boxes


def flow_height(boxes: Sequence[QRect], gap: int = 6) -> int:
    """The height all boxes take, with the gap below the last line."""
    return boxes[-1].y() + boxes[-1].height() + gap if boxes else 0


def box_at(boxes: Sequence[QRect], point: QPoint) -> int | None:
    """The box under a point."""
    return next((i for i, box in enumerate(boxes) if box.contains(point)), None)


def vertical_neighbour(boxes: Sequence[QRect], index: int, down: bool) -> int:
    """The nearest box in the next line down or up; the box itself if there is no such line."""
    here = boxes[index]
    lines = sorted({box.y() for box in boxes if (box.y() > here.y() if down else box.y() < here.y())})
    if not lines:
        return index
    line = lines[0] if down else lines[-1]
    beside = (i for i, box in enumerate(boxes) if box.y() == line)
    return min(beside, key=lambda i: abs(boxes[i].center().x() - here.center().x()))


def slot_at(boxes: Sequence[QRect], point: QPoint, gap: int = 6) -> int:
    """Before which box something dropped at a point would go; len(boxes) means after the last."""
    above = gap // 2  # of the space between two lines, what belongs to the lower one
    in_line = [i for i, b in enumerate(boxes) if -above <= point.y() - b.y() < b.height() + gap - above]
    if not in_line:
        return 0 if boxes and point.y() < boxes[0].top() else len(boxes)
    before = (i for i in in_line if point.x() < boxes[i].center().x())
    return next(before, in_line[-1] + 1)
