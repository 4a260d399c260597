"""word2vec's binary form, whole, cut short, and with false headers."""

from pathlib import Path

import numpy as np
import pytest

from engine.errors import NotVectorsError
from engine.opening import Header
from engine.opening import word2vec_binary as module
from tests.engine.opening.files import PETS, binary, found, opened, skipped


@pytest.mark.parametrize("after", [b"", b"\n"])
def test_with_and_without_a_line_feed_after_each_row(tmp_path: Path, after: bytes) -> None:
    read = opened(tmp_path, binary(PETS, after=after), "vectors.txt")
    assert found(read) == PETS
    report = read.report
    assert (report.kind, report.numbers, report.header_true) == ("word2vec binary", "float32", True)
    assert (report.trailing, report.truncated, report.needs_decision) == (0, False, False)


@pytest.mark.parametrize("after", [b"", b"\n"])
@pytest.mark.parametrize("missing", [1, 5, 12, 14])
def test_of_a_file_cut_short_the_whole_rows_are_kept(tmp_path: Path, after: bytes, missing: int) -> None:
    whole = binary(PETS, after=after)
    read = opened(tmp_path, whole[: len(whole) - len(after) - missing])
    assert found(read) == {word: PETS[word] for word in ("cat", "dog")}
    assert read.report.truncated
    assert read.report.header_true is False
    assert read.report.trailing == 16 - missing
    assert read.report.needs_decision


@pytest.mark.parametrize("header", ["2 3", "4 3", "999999999999 3", "3 300", "3 2", "3 99999999999999999999"])
def test_false_headers(tmp_path: Path, header: str) -> None:
    """The dimensions are those with which words and numbers make sense."""
    read = opened(tmp_path, binary(PETS, header))
    assert found(read) == PETS
    rows, dimensions = map(int, header.split())
    assert read.report.header == Header(rows, dimensions)
    assert read.report.header_true is False
    assert read.report.needs_decision


def test_what_follows_the_last_row_is_counted(tmp_path: Path) -> None:
    read = opened(tmp_path, binary(PETS) + b"\0" * 9)
    assert found(read) == PETS
    assert (read.report.trailing, read.report.truncated) == (9, False)
    assert read.report.needs_decision


def test_rows_are_checked_as_those_of_text(tmp_path: Path) -> None:
    rows = {
        **PETS,
        "nan": [1.0, float("nan"), 1.0],
        "inf": [1.0, float("-inf"), 1.0],
        "huge": [1.0, 3e38, 1.0],
        "nil": [0.0, 0.0, 0.0],
        "": [1.0, 2.0, 3.0],
        "a\nb": [1.0, 2.0, 3.0],
        "žába": [4.0, 5.0, 6.0],
    }
    # Eight good rows come first, by which the file is known.
    first = {f"w{i}": [i + 1.0, 2.0, 3.0] for i in range(8)}
    read = opened(tmp_path, binary({**first, **rows}) + binary({"cat": [9, 9, 9]}).partition(b"\n")[2])
    kept = {**PETS, "nil": [0, 0, 0], "žába": [4, 5, 6]}
    assert found(read) == {**first, **kept}
    refused = ["not finite", "not finite", "too large", "no word", "line break in word"]
    assert [reason for _, reason in skipped(read)] == refused
    assert [line for line, _ in skipped(read)] == [12, 13, 14, 16, 17]
    assert read.report.duplicate_words == ("cat",)
    assert read.report.zero_words == ("nil",)


def test_bytes_that_are_not_utf8(tmp_path: Path) -> None:
    read = opened(tmp_path, binary(PETS).replace(b"dog", b"d\xf6g"))
    assert list(found(read)) == ["cat", "d\ufffdg", "emu"]
    assert read.report.replaced == 1


def test_rows_across_the_ends_of_what_is_read_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = np.random.default_rng(3).normal(0, 1, (500, 25)).astype(np.float32)
    rows = {f"word{i}" * (i % 5 + 1): row for i, row in enumerate(numbers.tolist())}
    for size in (997, 4096, 50_000):
        monkeypatch.setattr(module, "CHUNK", size)
        read = opened(tmp_path, binary(rows, after=b"\n" * (size == 997)))
        assert read.vectors.words == tuple(rows)
        assert read.vectors.matrix.tobytes() == numbers.tobytes()


def test_damage_in_the_middle_ends_the_rows(tmp_path: Path) -> None:
    """No word begins within reach: what is left cannot be told apart any more."""
    rows = {f"w{i}": [1.0, 2.0, float(i)] for i in range(10)}
    damaged = binary(rows) + b"\x01" * 5000
    read = opened(tmp_path, damaged.replace(b"10 3", b"20 3"))
    assert found(read) == rows
    assert read.report.trailing == 5000
    assert read.report.truncated


@pytest.mark.parametrize(
    "content", [b"3 3\n\0\0\0", b"3 3\ncat \0\0", b"\0\1\2", b"5 5\n" + bytes(range(256)) * 9]
)
def test_other_bytes_are_no_vectors(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(NotVectorsError) as caught:
        opened(tmp_path, content)
    assert caught.value.reason == "binary"
