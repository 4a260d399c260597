"""Small files of word vectors in the forms that are found, and what is read from them."""

import gzip
import io
import struct
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.opening import Opened, Skipped, open_file

Numbers = Mapping[str, Sequence[float]]

PETS: Numbers = {"cat": [1.5, -0.25, 3.0], "dog": [0.5, 2.0, -1.0], "emu": [0.0, 0.125, 8.0]}
TEXT = "cat 1.5 -0.25 3.0\ndog 0.5 2.0 -1.0\nemu 0.0 0.125 8.0\n"


def opened(folder: Path, content: bytes | str, name: str = "vectors.any", **options: Any) -> Opened:
    """Write the file and open it; without any cache unless one is given."""
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return open_file(path, **options)


def found(opened: Opened) -> dict[str, list[float]]:
    """Each word with its numbers, in order."""
    assert len(opened.vectors.words) == len(opened.vectors.matrix) == opened.report.rows
    assert opened.vectors.dim == opened.report.dimensions
    assert opened.vectors.matrix.dtype == "float32"
    assert not opened.vectors.matrix.flags.writeable
    return dict(zip(opened.vectors.words, opened.vectors.matrix.tolist(), strict=True))


def skipped(opened: Opened) -> list[tuple[int, str]]:
    """Line and reason of every skipped row, which are all of the report's."""
    rows: tuple[Skipped, ...] = opened.report.skipped_rows
    assert sum(opened.report.skipped.values()) == len(rows)
    return [(row.line, row.reason) for row in rows]


def binary(numbers: Numbers, header: str | None = None, after: bytes = b"") -> bytes:
    """word2vec's form; ``after`` follows each row."""
    dimensions = len(next(iter(numbers.values())))
    first = f"{len(numbers)} {dimensions}" if header is None else header
    rows = (
        word.encode() + b" " + struct.pack(f"<{len(row)}f", *row) + after for word, row in numbers.items()
    )
    return first.encode() + b"\n" + b"".join(rows)


def zipped(**members: bytes | str) -> bytes:
    """An archive; a member's name has _ for its dot."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in members.items():
            file.writestr(name.replace("_", "."), content)
    return archive.getvalue()


def gzipped(content: bytes | str) -> bytes:
    return gzip.compress(content.encode() if isinstance(content, str) else content)
