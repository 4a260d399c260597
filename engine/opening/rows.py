"""Rows as they are read: checked, each word once, in memory that grows where it is."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.opening.report import Notes
from engine.similarity import Float32
from engine.vectors import LARGEST

PIECE = 1 << 23  # bytes by which the matrix grows, and which are handed over at a time
PART = 8  # or, if that is more, by one part in so many: some systems copy


class Rows:
    """Words and their vectors so far.  What is refused goes into ``notes``."""

    def __init__(self, dimensions: int, notes: Notes) -> None:
        self.dimensions, self.notes = dimensions, notes
        self.words: list[str] = []
        self._known: set[str] = set()
        self._length = max(PIECE // (4 * dimensions), 1)  # rows in a piece
        self._matrix = np.empty((0, dimensions), np.float32)

    def __len__(self) -> int:
        return len(self.words)

    def add(self, words: Sequence[str], vectors: Float32, lines: Sequence[int] | NDArray[np.intp]) -> None:
        """Words [n], vectors [n, dim] and where they stand in the file [n].  The first of a word's rows is kept."""
        with np.errstate(over="ignore", invalid="ignore"):
            lengths = np.sqrt(np.vecdot(vectors, vectors))
        if not (lengths < LARGEST).all() or self._repeats(words):
            kept = [i for i in range(len(words)) if self._fits(words[i], vectors[i], int(lines[i]))]
            words, vectors, lengths = [words[i] for i in kept], vectors[kept], lengths[kept]
        for i in np.flatnonzero(lengths == 0).tolist():
            if not vectors[i].any():  # else the squares are too small for float32
                self.notes.count("zeros", words[i])
        self._known.update(words)
        self.words += words
        self._store(vectors)

    def _repeats(self, words: Sequence[str]) -> bool:
        return not self._known.isdisjoint(words) or len(set(words)) < len(words)

    def _fits(self, word: str, vector: Float32, line: int) -> bool:
        if not np.isfinite(vector).all():
            self.notes.skip(line, "not finite", word)
        elif not _length(vector) < LARGEST:
            self.notes.skip(line, "too large", word)
        elif word in self._known:
            self.notes.count("duplicates", word)
        else:
            self._known.add(word)
            return True
        return False

    def _store(self, vectors: Float32) -> None:
        end = len(self.words)
        while len(self._matrix) < end:
            self._grow(len(self._matrix) + max(self._length, len(self._matrix) // PART))
        self._matrix[end - len(vectors) : end] = vectors

    def _grow(self, length: int) -> None:
        """Linux moves large blocks by their pages, without copying.  Nobody else may hold the matrix yet."""
        self._matrix.resize((length, self.dimensions), refcheck=False)

    def pieces(self) -> Iterator[Float32]:
        """The matrix in order."""
        filled = self._matrix[: len(self)]
        return (filled[at : at + self._length] for at in range(0, len(self), self._length))

    def matrix(self) -> Float32:
        """[word, dim], read-only.  It is handed over: no more rows can be added."""
        self._grow(len(self))
        self._matrix.flags.writeable = False
        return self._matrix


def narrowed(numbers: NDArray[Any]) -> Float32:
    """As float32; what is finite stays so, however large."""
    with np.errstate(over="ignore"):
        narrow = numbers.astype(np.float32)
    beyond = np.isinf(narrow) & np.isfinite(numbers)
    if beyond.any():
        narrow[beyond] = np.copysign(np.finfo(np.float32).max, narrow[beyond])
    return narrow


def decoded(raw: Sequence[bytes], notes: Notes) -> list[str]:
    """Words from UTF-8; each byte that is none becomes U+FFFD and is counted.  None of them holds a line feed."""
    try:
        return b"\n".join(raw).decode().split("\n") if raw else []
    except UnicodeDecodeError:
        return [_decoded(word, notes) for word in raw]


def _decoded(raw: bytes, notes: Notes) -> str:
    escaped = raw.decode(errors="surrogateescape")
    bad = sum("\udc80" <= character <= "\udcff" for character in escaped)
    word = "".join("\ufffd" if "\udc80" <= character <= "\udcff" else character for character in escaped)
    if bad:
        notes.count("replaced", word, bad)
    return word


def _length(vector: Float32) -> float:
    with np.errstate(over="ignore"):
        return float(np.sqrt(np.vecdot(vector, vector)))
