"""What a matrix says of itself: masks, scales, texts, export."""

import csv
import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from gui.colormaps import ZERO
from gui.widgets.matrix_data import MatrixData

INF, NAN = np.inf, np.nan


def matrix(values: list[list[float]], **more: object) -> MatrixData:
    array = np.array(values, np.float32)
    rows = tuple(f"r{i + 1}" for i in range(array.shape[0]))
    cols = tuple(f"c{i + 1}" for i in range(array.shape[1]))
    return MatrixData(array, rows, cols, row_axis="from query", col_axis="to key", **more)  # type: ignore[arg-type]


def test_minus_infinity_is_masked_and_nothing_else_is() -> None:
    data = matrix([[-INF, NAN], [INF, 1]])
    assert data.hidden.tolist() == [[True, False], [False, False]]
    assert data.undefined.tolist() == [[False, True], [True, False]]


def test_a_mask_adds_to_minus_infinity() -> None:
    data = matrix([[0, NAN], [-INF, 1]], masked=np.array([[True, True], [False, False]]))
    assert data.hidden.tolist() == [[True, True], [True, False]]
    assert not data.undefined.any()


def test_scales() -> None:
    assert matrix([[0.2, 0.3]], scale="weights").ends == (0.0, 1.0)
    assert matrix([[0.2, 0.3]], scale="weights", limits=(0, 0.5)).ends == (0, 0.5)
    assert matrix([[-3, 2]]).ends == (-3, 3)
    assert matrix([[-3, 2]], limits=(-1, 5)).ends == (-5, 5)
    assert matrix([[-INF, NAN]]).ends == (0, 0)


def test_masked_values_do_not_stretch_the_scale() -> None:
    assert matrix([[100, 2]], masked=np.array([[True, False]])).ends == (-2, 2)


@given(arrays(np.float32, (3, 4), elements=st.floats(width=32)))
def test_any_number_gets_a_level_and_a_text(values: np.ndarray) -> None:
    data = MatrixData(values, ("a", "b", "c"), ("1", "2", "3", "4"))
    assert data.levels.dtype == np.uint8
    assert np.isfinite(data.ends).all()
    assert (data.levels[~np.isfinite(values)] == ZERO).all()
    texts = [data.number(r, c) for r, c in np.argwhere(np.isfinite(values))]
    assert not any("nan" in text or "inf" in text for text in texts)


def test_numbers_and_readings() -> None:
    data = matrix([[-INF, NAN, -0.5]])
    assert [data.number(0, c) for c in range(3)] == ["", "undefined", "\u22120.50"]
    assert data.describe(0, 0) == "from query “r1”, to key “c1”: -inf (masked)"
    assert data.describe(0, 1) == "from query “r1”, to key “c2”: undefined"
    assert data.describe(0, 2) == "from query “r1”, to key “c3”: \u22120.5000"


def test_texts_stand_in_quotes_and_counts_do_not() -> None:
    values = np.ones((1, 2), np.float32)
    data = MatrixData(values, ("it",), ("1", "2"), "token", "feature")
    assert data.describe(0, 1) == "token “it”, feature 2: 1.0000"
    assert MatrixData(values, ("",), ("1", "2"), "", "feature").describe(0, 0) == "feature 1: 1.0000"
    assert MatrixData(values, ("layer 1",), ("a", "b")).describe(0, 0) == "layer 1, a: 1.0000"


def test_what_was_changed_by_hand_is_said() -> None:
    data = matrix([[1, 2]], marked=np.array([[False, True]]))
    assert data.describe(0, 0).count("\n") == 0
    assert data.describe(0, 1).splitlines()[1] == "changed by hand"


def test_a_few_huge_numbers_do_not_make_the_others_pale() -> None:
    values = np.random.default_rng(0).normal(size=(12, 384)).astype(np.float32)
    assert matrix(values.tolist()).beyond == (False, False)
    values[:, 7] = -76.6
    data = matrix(values.tolist())
    assert 2 < data.ends[1] < 4
    assert data.beyond[0]
    assert data.largest == pytest.approx(-76.6)
    assert (data.levels[:, 7] == 1).all()  # the colour of the end


def test_given_ends_hold_and_what_lies_beyond_is_known() -> None:
    data = matrix([[-3, 2]], limits=(-1, 2))
    assert (data.ends, data.beyond) == ((-2, 2), (True, False))


def test_short_forms_still_show_something() -> None:
    assert {form.digits for form in matrix([[0.004, -0.002]], digits=4).forms} == {3, 4}
    assert {form.digits for form in matrix([[0.5, -2]]).forms} == {1, 2}
    assert {form.digits for form in matrix([[0.5, -13.3]]).forms} == {0, 1, 2}


def test_a_masked_weight_is_read_as_masked() -> None:
    data = matrix([[0.0]], scale="weights", masked=np.array([[True]]))
    assert data.number(0, 0) == ""
    assert data.reading(0, 0) == "0.0000 (masked)"


def test_tsv_gives_the_same_numbers_back() -> None:
    values = np.random.default_rng(0).normal(size=(3, 2)).astype(np.float32)
    values[0, 0] = -INF
    data = MatrixData(values, ("a\tb", "c\n", "<b>"), ("x", "y"), row_axis="from query", col_axis="to key")
    text = data.tsv()
    head, *body = csv.reader(io.StringIO(text), delimiter="\t")
    assert head == ["from query / to key", "x", "y"]
    assert [row[0] for row in body] == [r"a\tb", r"c\n", "<b>"]
    assert np.array([row[1:] for row in body], np.float32).tolist() == values.tolist()
    assert text.isascii()


def test_labels_and_mask_must_fit() -> None:
    with pytest.raises(ValueError, match="labels"):
        MatrixData(np.zeros((2, 2), np.float32), ("a",), ("b", "c"))
    with pytest.raises(ValueError, match="labels"):
        MatrixData(np.zeros(2, np.float32), ("a", "b"), ())
    with pytest.raises(ValueError, match="mask"):
        matrix([[1, 2]], masked=np.array([[True]]))
