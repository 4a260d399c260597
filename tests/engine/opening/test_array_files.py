"""Arrays with a word list: .npy and safetensors."""

import tracemalloc
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save_file

from engine.errors import (
    ChooseError,
    DamagedFileError,
    NotVectorsError,
    UnreadableFileError,
    VectorFileError,
    WordListError,
)
from engine.opening import Opened, open_file
from engine.opening import arrays as module
from tests.engine.opening.files import PETS, found, gzipped, skipped

ROWS = np.array(list(PETS.values()))
WORDS = "cat\ndog\nemu"


def array(folder: Path, rows: np.ndarray, words: str | bytes | None = WORDS, name: str = "words.txt") -> Path:
    path = folder / "pets.npy"
    np.save(path, rows)
    if words is not None:
        (folder / name).write_bytes(words.encode() if isinstance(words, str) else words)
    return path


def opened(folder: Path, rows: np.ndarray, words: str | bytes = WORDS) -> Opened:
    return open_file(array(folder, rows, words))


@pytest.mark.parametrize("dtype", ["<f4", ">f4", "<f8", ">f8", "<f2", "<i4", "<i2"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_npy_of_any_numbers_in_any_order(tmp_path: Path, dtype: str, order: str) -> None:
    rows = np.array(ROWS.astype(dtype), order=order)
    read = opened(tmp_path, rows)
    assert found(read) == dict(zip(PETS, rows.astype(np.float32).tolist(), strict=True))
    assert (read.report.kind, read.report.header) == ("npy", None)
    assert read.report.numbers == str(np.dtype(dtype))
    assert not read.report.needs_decision


@pytest.mark.parametrize("name", ["words.txt", "vocab.txt", "pets.txt", "pets.vocab", "pets.words.txt"])
def test_the_word_list_lies_beside_it_or_is_given(tmp_path: Path, name: str) -> None:
    assert found(open_file(array(tmp_path, ROWS, name=name))) == PETS
    (tmp_path / name).rename(tmp_path / "elsewhere")
    with pytest.raises(WordListError) as caught:
        open_file(tmp_path / "pets.npy")
    assert caught.value.reason == "missing"
    assert name in caught.value.names
    assert found(open_file(tmp_path / "pets.npy", words=tmp_path / "elsewhere")) == PETS


@pytest.mark.parametrize("words", ["\ufeffcat\r\ndog\r\nemu\r\n", "cat\ndog\nemu\n"])
def test_word_lists_as_programs_write_them(tmp_path: Path, words: str) -> None:
    assert found(opened(tmp_path, ROWS, words)) == PETS


def test_words_are_lines_whatever_is_in_them(tmp_path: Path) -> None:
    read = opened(tmp_path, ROWS, "\u00a0\n. . .\n\u2028".encode())
    assert list(found(read)) == ["\u00a0", ". . .", "\u2028"]


def test_rows_and_words_are_checked(tmp_path: Path) -> None:
    rows = np.array([[1, 2], [np.nan, 1], [3, 4], [5, 6], [0, 0], [7, 8], [1e39, 1], [9, 9]])
    read = opened(tmp_path, rows, b"a\nb\na\n\nnil\nc\xff\nhuge\n \n")
    assert found(read) == {"a": [1, 2], "nil": [0, 0], "c\ufffd": [7, 8]}
    reasons = [(2, "not finite"), (4, "no word"), (7, "too large"), (8, "no word")]
    assert skipped(read) == reasons
    assert (read.report.duplicates, read.report.zeros, read.report.replaced) == (1, 1, 1)


@pytest.mark.parametrize("words", ["cat\ndog", "cat\ndog\nemu\nyak", ""])
def test_a_list_of_another_length_is_refused(tmp_path: Path, words: str) -> None:
    with pytest.raises(WordListError) as caught:
        opened(tmp_path, ROWS, words)
    assert caught.value.reason == "rows"
    assert (caught.value.rows, caught.value.words) == (3, max(words.count("\n") + 1, 1))


def test_a_word_list_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFileError) as caught:
        open_file(array(tmp_path, ROWS), words=tmp_path / "none.txt")
    assert (caught.value.path, caught.value.reason) == (tmp_path / "none.txt", "missing")


def test_of_an_array_cut_short_the_whole_rows_are_kept(tmp_path: Path) -> None:
    path = array(tmp_path, ROWS)
    path.write_bytes(path.read_bytes()[:-5])
    read = open_file(path)
    assert found(read) == {word: PETS[word] for word in ("cat", "dog")}
    assert read.report.truncated
    assert read.report.needs_decision
    path = array(tmp_path, np.asfortranarray(ROWS))
    path.write_bytes(path.read_bytes()[:-5])
    with pytest.raises(DamagedFileError):
        open_file(path)


@pytest.mark.parametrize("shape", ["(3, 999999999999)", "(999999999999, 3)"])
@pytest.mark.parametrize("by_columns", ["True", "False"])
def test_a_header_that_promises_too_much_takes_no_memory(tmp_path: Path, shape: str, by_columns: str) -> None:
    path = array(tmp_path, ROWS)
    header = f"{{'descr': '<f8', 'fortran_order': {by_columns}, 'shape': {shape}, }}".ljust(117) + "\n"
    path.write_bytes(
        path.read_bytes()[:8] + len(header).to_bytes(2, "little") + header.encode() + ROWS.tobytes()
    )
    tracemalloc.start()
    with pytest.raises(VectorFileError):
        open_file(path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 2**25


@pytest.mark.parametrize(
    "rows",
    [
        np.zeros(3),
        np.zeros((2, 2, 2)),
        np.zeros((0, 3)),
        np.zeros((3, 0)),
        np.array([["a"]]),
        ROWS > 0,
        ROWS + 0j,
    ],
)
def test_arrays_that_are_no_table_of_numbers(tmp_path: Path, rows: np.ndarray) -> None:
    with pytest.raises(NotVectorsError) as caught:
        opened(tmp_path, rows)
    assert caught.value.reason == f"array of {rows.dtype} {list(rows.shape)}"


@pytest.mark.parametrize("kept", [6, 8, 9, 50, 127])
def test_damaged_headers(tmp_path: Path, kept: int) -> None:
    path = array(tmp_path, ROWS)
    path.write_bytes(path.read_bytes()[:kept])
    with pytest.raises(DamagedFileError) as caught:
        open_file(path)
    assert caught.value.reason == "npy"


def test_npy_in_gzip(tmp_path: Path) -> None:
    path = array(tmp_path, ROWS)
    packed = tmp_path / "pets.npy.gz"
    packed.write_bytes(gzipped(path.read_bytes()))
    assert found(open_file(packed)) == PETS
    assert open_file(packed).report.packed == ("gzip",)


def test_many_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "HEAD", 1000)
    rows = np.random.default_rng(1).normal(0, 1, (1234, 7)).astype(np.float32)
    words = "\n".join(f"w{i}" for i in range(1234))
    for order in ("C", "F"):
        read = opened(tmp_path, np.array(rows, order=order), words)
        assert read.vectors.words[::1233] == ("w0", "w1233")
        assert read.vectors.matrix.tobytes() == rows.tobytes()
    save_file({"embedding": rows}, tmp_path / "pets.safetensors")
    assert open_file(tmp_path / "pets.safetensors").vectors.matrix.tobytes() == rows.tobytes()


# --- safetensors ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.float16])
def test_the_only_table_of_a_safetensors_file(tmp_path: Path, dtype: type) -> None:
    path = tmp_path / "any.name"
    save_file(
        {"E": ROWS.astype(dtype), "bias": np.zeros(3, np.float32), "ids": np.zeros((3, 3), np.int64)}, path
    )
    (tmp_path / "words.txt").write_text(WORDS)
    read = open_file(path)
    assert found(read) == PETS
    assert (read.report.kind, read.report.member) == ("safetensors", "E")
    assert read.report.numbers == {2: "F16", 4: "F32", 8: "F64"}[np.dtype(dtype).itemsize]


def test_of_several_tables_one_is_chosen(tmp_path: Path) -> None:
    path = tmp_path / "pets.safetensors"
    save_file({"a": ROWS.astype(np.float32), "b": -ROWS.astype(np.float32)}, path)
    (tmp_path / "words.txt").write_text(WORDS)
    with pytest.raises(ChooseError) as caught:
        open_file(path)
    assert (caught.value.reason, caught.value.names) == ("tensor", ("a", "b"))
    assert found(open_file(path, choose="b"))["cat"] == [-1.5, 0.25, -3.0]
    with pytest.raises(ChooseError):
        open_file(path, choose="c")


def test_safetensors_without_a_table_or_damaged(tmp_path: Path) -> None:
    path = tmp_path / "pets.safetensors"
    (tmp_path / "words.txt").write_text(WORDS)
    save_file({"bias": np.zeros(3, np.float32)}, path)
    with pytest.raises(NotVectorsError) as caught:
        open_file(path)
    assert caught.value.reason == "tensors without a table"
    save_file({"E": ROWS}, path)
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(DamagedFileError):
        open_file(path)
