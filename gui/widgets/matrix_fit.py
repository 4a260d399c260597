"""How the numbers of a matrix are written in cells of a size, and how large a cell must be for them."""

from collections.abc import Iterator
from typing import NamedTuple

from gui.widgets.matrix_data import Form, MatrixData
from gui.widgets.painting import SMALL, Texts

USUAL_HEIGHT = 30  # of a cell; only in higher ones numbers are larger than usual
PAD = 8
FEW = 16  # rows or columns that are shown all at once in smaller cells, rather than scrolled
LEAST_OF_FEW = 12  # height of such a cell
NUMBER_SIZES = (18, 16, 14, 13, 12, 11, 10)
SMALLEST = 9  # of a number, before a matrix scrolls


class Common(NamedTuple):
    """What matrices side by side share: the size of a cell, and how their numbers are written (None: each its way)."""

    cell_w: float  # 0: each its own
    cell_h: float  # at most
    number_px: int
    digits: int | None
    bare: bool


def readable_width(data: MatrixData, texts: Texts) -> int:
    """How wide a cell must be for its numbers at their usual size."""
    return _widest(data.forms[0], texts, SMALL) + PAD


def narrowest(data: MatrixData, texts: Texts) -> int:
    """How wide a cell must be, so that the matrix need not scroll."""
    if data.cols <= FEW:
        return _widest(data.forms[-1], texts, SMALLEST) + 2
    form = next(form for form in reversed(data.forms) if form.digits >= data.digits - 1)
    return _widest(form, texts, NUMBER_SIZES[-1]) + 6


def numbers_fitting(
    data: MatrixData, texts: Texts, cell_w: float, cell_h: float, common: Common | None
) -> tuple[int, Form]:
    """The largest legible size for numbers and how they are written; a digit is given up only for want of room."""
    forms, sizes = _allowed(data.forms, common), _sizes(cell_h, common)
    least = cell_h >= LEAST_OF_FEW and min(data.rows, data.cols) <= FEW
    broken = [form for form in forms if form.digits]
    for part in (
        broken,
        [form for form in forms if not form.digits],
    ):  # small type rather than no digits at all
        smallest = sorted(part, key=lambda form: form[:2]) if least else []
        for size, form in (*_by_digits(part, sizes), *((SMALLEST, form) for form in smallest)):
            if _widest(form, texts, size) + (6 if size > SMALLEST else 2) <= cell_w:
                return size, form
    return 0, forms[0]


def _by_digits(forms: list[Form], sizes: list[int]) -> Iterator[tuple[int, Form]]:
    """Sizes and forms, the best first."""
    for digits in dict.fromkeys(form.digits for form in forms):
        yield from ((size, form) for size in sizes for form in forms if form.digits == digits)


def _allowed(forms: tuple[Form, ...], common: Common | None) -> tuple[Form, ...]:
    """The forms that neighbours have too."""
    if common is None or common.digits is None:
        return forms
    shared = tuple(form for form in forms if (form.digits, form.bare) == (common.digits, common.bare))
    return shared or forms


def _sizes(cell_h: float, common: Common | None) -> list[int]:
    largest = common.number_px if common and common.number_px else NUMBER_SIZES[0]
    return [
        size for size in NUMBER_SIZES
        if (size <= SMALL or cell_h > USUAL_HEIGHT) and size + 3 <= cell_h and size <= largest
    ]  # fmt: skip


def _widest(form: Form, texts: Texts, size: int) -> int:
    return max(texts.width(text, size) for text in form.widest)
