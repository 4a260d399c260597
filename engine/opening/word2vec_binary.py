"""word2vec's binary form: a line with rows and dimensions, then for each row a word, a blank, and float32 numbers."""

import codecs
from dataclasses import dataclass

import numpy as np

from engine.opening.layout import header
from engine.opening.report import Header, Notes
from engine.opening.rows import Rows, decoded
from engine.opening.source import Source
from engine.vectors import LARGEST

CHUNK = 1 << 20
LONGEST_WORD = 1 << 12  # bytes
CHECKED = 8  # rows by which the dimensions are recognised
MOST = 1 << 13  # dimensions tried where the header is wrong
CONTROLS = bytes(range(32))


@dataclass(frozen=True)
class BinaryLayout:
    header: Header
    start: int  # of the first row, in bytes
    dimensions: int


def binary_layout(head: bytes, whole: bool) -> BinaryLayout | None:
    """None if this is not word2vec's binary form.  The dimensions are those with which the first rows make sense."""
    line, feed, _ = head[:100].partition(b"\n")
    claimed = header(line) if feed else None
    if claimed is None or _is_text(head):
        return None
    start = len(line) + 1
    dimensions = _dimensions(head[start:], claimed.dimensions, whole)
    return BinaryLayout(claimed, start, dimensions) if dimensions else None


def _without_controls(text: bytes) -> bool:
    return len(text.translate(None, CONTROLS)) == len(text)


def _is_text(head: bytes) -> bool:
    """Valid UTF-8 without control characters, which float32 numbers are not."""
    if not _without_controls(head.translate(None, b"\t\n\r")):
        return False
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return False
    return True


def _dimensions(body: bytes, claimed: int, whole: bool) -> int | None:
    """Those claimed if they make sense of the first rows; else others that make sense of all that is here."""
    if 0 < claimed < MOST and _sensible_rows(body, claimed)[0] > 0:
        return claimed
    return next((width for width in range(2, MOST) if _fits(body, width, whole)), None)


def _fits(body: bytes, width: int, whole: bool) -> bool:
    rows, end = _sensible_rows(body, width)
    return rows == CHECKED or (whole and rows > 1 and not body[end:].strip(b"\n"))


def _sensible_rows(body: bytes, width: int) -> tuple[int, int]:
    """How many whole rows there are, of the first few, and where they end; none if one of them is nonsense."""
    at = 0
    for row in range(CHECKED):
        blank = body.find(b" ", at, at + LONGEST_WORD)
        end = blank + 1 + 4 * width
        if blank < 0 or end > len(body):
            return row, at
        word, numbers = body[at:blank].lstrip(b"\n"), np.frombuffer(body, "<f4", width, blank + 1)
        if not word or not _without_controls(word) or (np.abs(numbers) > LARGEST).any():
            return 0, 0
        at = end
    return CHECKED, at


def read_binary(source: Source, layout: BinaryLayout, notes: Notes) -> Rows:
    """All whole rows.  Bytes after them are counted, and the file counts as cut short if rows are missing then."""
    rows, size = Rows(layout.dimensions, notes), 4 * layout.dimensions
    source.read_fully(layout.start)
    rest, row = b"", 1
    while got := source.read(CHUNK):
        rest += got
        words, starts, end = _rows_in(rest, size)
        _add(rows, rest, words, starts, row)
        row, rest = row + len(words), rest[end:]
        if len(rest) > LONGEST_WORD + size:
            break  # no word begins here
    notes.trailing = len(rest.strip(b"\n"))
    while got := source.read(CHUNK):
        notes.trailing += len(got)
    notes.truncated |= notes.trailing > 0 and row <= layout.header.rows
    return rows


def _rows_in(body: bytes, size: int) -> tuple[list[bytes], list[int], int]:
    """Words, where their numbers start, and where the first row that is not whole begins."""
    words, starts, at = list[bytes](), list[int](), 0
    while True:
        blank = body.find(b" ", at, at + LONGEST_WORD)
        if blank < 0 or blank + 1 + size > len(body):
            return words, starts, at
        words.append(body[at:blank].lstrip(b"\n"))  # some programs end each row with a line feed
        starts.append(blank + 1)
        at = blank + 1 + size


def _add(rows: Rows, body: bytes, words: list[bytes], starts: list[int], first: int) -> None:
    size = 4 * rows.dimensions
    numbers = b"".join([body[start : start + size] for start in starts])
    vectors = np.frombuffer(numbers, "<f4").reshape(len(words), rows.dimensions).astype(np.float32)
    kept = []
    for i, word in enumerate(words):
        if word and b"\n" not in word:
            kept.append(i)
        else:
            rows.notes.skip(first + i, "line break in word" if word else "no word")
    raw = [words[i] for i in kept]
    rows.add(decoded(raw, rows.notes), vectors[kept], np.array(kept, np.intp) + first)
