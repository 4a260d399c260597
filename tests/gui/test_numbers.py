"""One truth for how numbers are written."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from PySide6.QtGui import QFontMetrics

from gui.widgets import numbers
from gui.widgets.painting import font

NAN, INF = float("nan"), float("inf")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.564, "0.56"),
        (0.0, "0.00"),
        (-0.0, "0.00"),
        (-0.004, "0.00"),
        (-0.43, "\u22120.43"),
        (12.345, "12.35"),
        (123.456, "123.5"),
        (-1234.4, "\u22121234"),
        (1234567.0, "1.2e6"),
        (1e-9, "0.00"),
        (INF, "inf"),
        (-INF, "\u2212inf"),
        (NAN, "undefined"),
        (None, "undefined"),
    ],
)
def test_short(value: float | None, text: str) -> None:
    assert numbers.short(value) == text


def test_signed_writes_the_plus_of_what_is_above_zero() -> None:
    shown = [numbers.signed(x) for x in (1.5, -1.5, 0.0, 0.001, NAN)]
    assert shown == ["+1.50", "\u22121.50", "0.00", "0.00", "undefined"]


def test_bare_drops_only_the_zero_before_the_point() -> None:
    shown = [numbers.bare(t) for t in ("0.56", "\u22120.56", "1.00", "10.00", "0")]
    assert shown == [".56", "\u2212.56", "1.00", "10.00", "0"]


def test_reading_says_what_a_number_is() -> None:
    assert numbers.reading(-INF) == "-inf (masked)"
    assert numbers.reading(0.0, 2, masked=True) == "0.00 (masked)"
    assert numbers.reading(0.56401) == "0.5640"
    assert numbers.reading(NAN) == "undefined"
    assert numbers.reading(None) == "undefined"


def test_end_of_a_scale() -> None:
    assert [numbers.end(x, 2, True) for x in (-2.0, 0.0, 2.0)] == ["\u22122.00", "0", "+2.00"]
    assert numbers.end(1.0, 2, False) == "1.00"


@given(st.floats(width=32, allow_nan=False))
def test_exported_reads_back_as_the_same_number(value: float) -> None:
    text = numbers.exported(np.float32(value))
    assert text.isascii()
    assert np.float32(text) == np.float32(value)


def test_exported_is_the_shortest_decimal() -> None:
    assert numbers.exported(np.float32(-0.1)) == "-0.1"
    assert numbers.exported(np.float32(-np.inf)) == "-inf"


def test_shape_has_a_true_multiplication_sign() -> None:
    assert numbers.shape(12, 11, 11) == "12 \u00d7 11 \u00d7 11"


@pytest.mark.parametrize(
    ("largest", "digits"), [(3.5, 2), (0.1, 2), (0.05, 3), (0.005, 4), (1e-9, 4), (3.0, 0), (0.0, 0)]
)
def test_small_numbers_get_more_digits_and_whole_ones_none(largest: float, digits: int) -> None:
    assert numbers.digits_for(np.array([[0.0, -largest], [np.nan, -np.inf]])) == digits


@given(arrays(np.float32, 6, elements=st.floats(-(2.0**20), 2.0**20, width=32)))
def test_no_number_is_wider_than_the_widest(qapp: object, values: np.ndarray) -> None:
    metrics = QFontMetrics(font(12))
    limit = max(metrics.horizontalAdvance(text) for text in numbers.widest(values))
    assert all(metrics.horizontalAdvance(numbers.short(float(v))) <= limit for v in values)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0"),
        (0.000666, "0.000666"),
        (0.00001234, "1.2 × 10⁻⁵"),
        (-0.5, "−0.5"),
        (51.2, "51.2"),
        (1953.125, "1,953"),
        (512e12, "5.1 × 10¹⁴"),
        (-2e9, "−2.0 × 10⁹"),
        (INF, "inf"),
    ],
)
def test_a_number_of_any_size_in_a_sentence(value, text):
    assert numbers.compact(value) == text


@pytest.mark.parametrize(("power", "text"), [(0, "1"), (2, "100"), (3, "10³"), (-12, "10⁻¹²")])
def test_powers_of_ten(power, text):
    assert numbers.power_of_ten(power) == text


@pytest.mark.parametrize(
    ("text", "value"), [("−0,5", -0.5), ("-0.5", -0.5), (" 1e-3 ", 0.001), ("+.5", 0.5), ("7", 7.0)]
)
def test_numbers_are_read_as_people_write_them(text: str, value: float) -> None:
    assert numbers.typed(text) == value


@pytest.mark.parametrize("text", ["", "abc", "1_0", "1.000,5", "½", "0x1"])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="1_0" if "_" in text else "could not convert"):
        numbers.typed(text)
