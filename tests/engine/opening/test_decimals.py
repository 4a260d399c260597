"""Numbers of text: every one as Python and NumPy would read it, by whichever way it is read."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.opening.decimals import BEFORE, decimals
from engine.opening.layout import number
from engine.opening.rows import narrowed
from engine.paths import GLOVE
from engine.vectors import open_vectors
from tests.engine.opening.files import opened

DIGITS = st.text("0123456789", min_size=1, max_size=18)


def read(tokens: Sequence[str]) -> tuple[list[float], list[bool]]:
    """By the fast way alone."""
    lengths = np.array([len(token.encode()) for token in tokens])
    text = b"\n" * BEFORE + " ".join(tokens).encode() + b"\n" * BEFORE
    ends = np.cumsum(lengths + 1) + BEFORE - 1
    starts = ends - lengths
    values, unread = decimals(np.frombuffer(text, np.uint8), starts, ends)
    return values.tolist(), unread.tolist()


@given(st.lists(st.tuples(st.sampled_from(["", "-"]), st.sampled_from("0123456789"), DIGITS), min_size=1))
@example([("-", "0", "0"), ("", "9", "007199254740992"), ("", "9", "0071992547409931"), ("", "0", "1" * 17)])
def test_what_is_read_at_once_is_what_float_gives(parts: list[tuple[str, str, str]]) -> None:
    tokens = [f"{sign}{lead}.{places}" for sign, lead, places in parts]
    values, unread = read(tokens)
    for token, value, left in zip(tokens, values, unread, strict=True):
        digits = token.lstrip("-").replace(".", "")
        assert left == (len(digits) > 17 or int(digits) >= 2**53)
        assert left or value.hex() == float(token).hex()


LEFT = (
    " - . 1 -1 1. .5 12.5 --1.5 -12.5 +1.5 1,5 1.5e3 1e-5 nan inf 1.2.3 1.-5 a.5 1.5a 1.a5 1.:5 1./5 0x1.8 1.5_5 "
    "1.\u00e95 1.5555555e5 /.5 :.5 1.55555555:5 1.12345678901234567"
)


@pytest.mark.parametrize("token", LEFT.split(" "))
def test_anything_else_is_left_to_float(token: str) -> None:
    values, unread = read(["0.25", token, "-7.75"])
    assert unread == [False, True, False]
    assert (values[0], values[2]) == (0.25, -7.75)


def written(value: float) -> st.SearchStrategy[str]:
    forms = (
        "{!r}",
        "{:.3f}",
        "{:.8f}",
        "{:.9f}",
        "{:.12f}",
        "{:.17f}",
        "{:.6g}",
        "{:.9g}",
        "{:e}",
        "{:.25e}",
        "{:E}",
    )
    return st.sampled_from(forms).map(lambda form: form.format(value))


NUMBERS = st.one_of(
    st.floats(-(2.0**40), 2.0**40, width=32),
    st.floats(-10, 10),
    st.floats(-1e-37, 1e-37),  # float32 has fewer digits here, and none below 1e-45
    st.integers(-999_999, 999_999),
).flatmap(written)


@settings(max_examples=300, deadline=None)
@given(rows=st.lists(st.tuples(NUMBERS, NUMBERS, NUMBERS), min_size=1, max_size=20))
@example(
    rows=[("1.4e-45", "0.7e-45", "-0"), ("1.17549435e-38", "16777217", "0.1000000014901161193847656250")]
)
def test_every_number_of_a_file_is_the_float32_that_numpy_gives(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, str, str]]
) -> None:
    text = "".join(f"w{i} {' '.join(row)}\n" for i, row in enumerate(rows))
    matrix = opened(tmp_path_factory.mktemp("f"), text).vectors.matrix
    expected = np.array([[np.float32(float(token)) for token in row] for row in rows], np.float32)
    assert matrix.tobytes() == expected.tobytes()


def test_the_shipped_numbers_written_as_text_come_back_bit_for_bit(tmp_path: Path) -> None:
    glove = open_vectors(GLOVE)
    rows = range(0, len(glove), 50)
    text = "".join(f"{glove.words[i]} {' '.join(map(str, glove.matrix[i].tolist()))}\n" for i in rows)
    shorter = "".join(
        f"{glove.words[i]} {' '.join(map(repr, glove.exact(glove.words[i]).tolist()))}\n" for i in rows
    )
    for written in (text, shorter):
        again = opened(tmp_path, written).vectors
        assert again.words == glove.words[::50]
        assert again.matrix.tobytes() == glove.matrix[::50].tobytes()
        assert again.exact("the").tolist() == glove.exact("the").tolist()


@pytest.mark.parametrize("token", [b"1_000", b"0x10", b"", b"1,5", b"--1", b"\xd9\xa3"])
def test_what_python_reads_too_kindly_is_no_number(token: bytes) -> None:
    assert number(token) is None


def test_a_number_beyond_float32_stays_finite_and_what_is_not_finite_does_not() -> None:
    wide = np.array([1e39, -1e300, np.inf, -np.inf, 1.0])
    largest = float(np.finfo(np.float32).max)
    assert narrowed(wide).tolist() == [largest, -largest, np.inf, -np.inf, 1.0]
