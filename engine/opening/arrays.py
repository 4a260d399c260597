"""Arrays with the words in a list of their own: NumPy's .npy, and one tensor of a safetensors file."""

import io
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import ChooseError, DamagedFileError, NotVectorsError, UnreadableFileError, WordListError
from engine.opening.layout import BLANKS, BOM
from engine.opening.report import Notes
from engine.opening.rows import Rows, decoded, narrowed
from engine.opening.source import HEAD, Source, source
from engine.similarity import Float32

NAMES = ("{0}.words.txt", "{0}.vocab", "{0}.txt", "words.txt", "vocab.txt")  # of a word list, beside {0}.npy
TENSORS = ("F64", "F32", "F16")
KINDS = "fiu"  # of NumPy's dtypes: numbers, and no others


class Array:
    """An array [rows, dimensions] by its header; ``numbers`` names its dtype, ``blocks`` are its rows in order."""

    def __init__(
        self, shape: tuple[int, int], numbers: str, blocks: Iterator[Float32], member: str | None = None
    ) -> None:
        self.rows, self.dimensions = shape
        self.numbers, self.blocks, self.member = numbers, blocks, member


def word_list(array: Path, given: Path | None) -> Path:
    """The file with the words of an array.  Raises WordListError where none is given and none lies beside it."""
    if given:
        if not given.is_file():
            raise UnreadableFileError(given, "missing")
        return given
    stem = array.name.removesuffix(".gz").removesuffix(".zip")
    stem = stem.rpartition(".")[0] or stem
    names = tuple(name.format(stem) for name in NAMES)
    found = next((array.parent / name for name in names if (array.parent / name).is_file()), None)
    if found is None or found == array:
        raise WordListError(array, "missing", names)
    return found


def read_array(origin: Source, array: Array, words: Path, notes: Notes) -> Rows:
    """Words and rows together.  Raises WordListError unless they are as many, by what the array's header claims."""
    listed = _words(words, origin)
    if len(listed) != array.rows:
        raise WordListError(origin.path, "rows", (str(words),), array.rows, len(listed))
    rows, at = Rows(array.dimensions, notes), 0
    for block in array.blocks:
        _add(rows, listed[at : at + len(block)], block, at + 1)
        at += len(block)
    notes.truncated |= at < array.rows
    return rows


def _words(path: Path, origin: Source) -> list[bytes]:
    """One a line."""
    with source(path, lambda _: None, origin.stop, None) as opened:
        text = b"".join(iter(lambda: opened.read(HEAD), b"")).removeprefix(BOM)
        opened.check_unchanged()
    return [line.rstrip(b"\r") for line in text.removesuffix(b"\n").split(b"\n")]


def _add(rows: Rows, raw: Sequence[bytes], vectors: Float32, first: int) -> None:
    kept = [i for i, word in enumerate(raw) if word.strip(BLANKS)]
    for i in sorted(set(range(len(raw))) - set(kept)):
        rows.notes.skip(first + i, "no word")
    words = decoded([raw[i] for i in kept], rows.notes)
    rows.add(words, vectors[kept], np.array(kept, np.intp) + first)


def npy(origin: Source) -> Array:
    """Raises DamagedFileError, or NotVectorsError for what is no table of numbers."""
    head = io.BytesIO(origin.head)
    try:
        version = np.lib.format.read_magic(head)
        read = (
            np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
        )
        shape, by_columns, dtype = read(head)
    except Exception as error:  # the header is read as Python, and can raise whatever that can
        raise DamagedFileError(origin.path, "npy", str(error)) from error
    if len(shape) != 2 or dtype.kind not in KINDS or min(shape) < 1:
        raise NotVectorsError(origin.path, f"array of {dtype} {list(shape)}")
    origin.read_fully(head.tell())
    blocks = _by_columns(origin, shape, dtype) if by_columns else _by_rows(origin, shape, dtype)
    return Array(shape, str(dtype), blocks)


def _by_rows(origin: Source, shape: Sequence[int], dtype: np.dtype[Any]) -> Iterator[Float32]:
    """As far as whole rows go."""
    rows, dimensions = shape
    size = dimensions * dtype.itemsize
    step = max(HEAD // size, 1)
    for start in range(0, rows, step):
        got = origin.read_fully(min(step, rows - start) * size)
        whole = len(got) // size
        if whole:
            yield narrowed(np.frombuffer(got, dtype, whole * dimensions)).reshape(whole, dimensions)
        if whole < step:
            return


def _by_columns(origin: Source, shape: Sequence[int], dtype: np.dtype[Any]) -> Iterator[Float32]:
    """The file has one column after the other; cut short, it has no whole row."""
    rows, dimensions = shape
    columns = list[NDArray[np.float32]]()
    for _ in range(dimensions):
        got = origin.read_fully(rows * dtype.itemsize)
        if len(got) < rows * dtype.itemsize:
            raise DamagedFileError(origin.path, "npy", "cut short")
        columns.append(narrowed(np.frombuffer(got, dtype)))
    step = max(HEAD // (4 * dimensions), 1)
    for start in range(0, rows, step):
        origin.stop()
        yield np.stack([column[start : start + step] for column in columns], axis=1)


def safetensors(origin: Source, choose: str | None) -> Array:
    """Its only table of numbers, or the one that is chosen.  Raises ChooseError, NotVectorsError, DamagedFileError."""
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(origin.path, framework="numpy") as stored:
            slices = {name: stored.get_slice(name) for name in sorted(stored.keys())}
            tables = {n: s for n, s in slices.items() if len(s.get_shape()) == 2 and s.get_dtype() in TENSORS}
            name = _chosen(origin.path, tuple(tables), choose)
            rows, dimensions = tables[name].get_shape()
            numbers = tables[name].get_dtype()
    except SafetensorError as error:
        raise DamagedFileError(origin.path, "safetensors", str(error)) from error
    if not math.prod((rows, dimensions)):
        raise NotVectorsError(origin.path, f"array of {numbers} {[rows, dimensions]}")
    return Array((rows, dimensions), numbers, _tensor(origin, name, rows, dimensions), name)


def _chosen(path: Path, names: tuple[str, ...], choose: str | None) -> str:
    if choose in names:
        return choose
    if not names:
        raise NotVectorsError(path, "tensors without a table")
    if len(names) > 1:
        raise ChooseError(path, "tensor", names)
    return names[0]


def _tensor(origin: Source, name: str, rows: int, dimensions: int) -> Iterator[Float32]:
    from safetensors import safe_open

    step = max(HEAD // (4 * dimensions), 1)
    with safe_open(origin.path, framework="numpy") as stored:
        table = stored.get_slice(name)
        for start in range(0, rows, step):
            origin.stop()
            origin.progress(start / rows)
            yield narrowed(table[start : min(start + step, rows)])
