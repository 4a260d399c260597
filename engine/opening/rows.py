"""Rows as they are read: checked, each word once, in pieces that never have to be moved."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.opening.report import Notes
from engine.similarity import Float32
from engine.vectors import LARGEST

PIECE = 1 << 23  # bytes of one piece of the matrix


class Rows:
    """Words and their vectors so far.  What is refused goes into ``notes``."""

    def __init__(self, dimensions: int, notes: Notes) -> None:
        self.dimensions, self.notes = dimensions, notes
        self.words: list[str] = []
        self._known: set[str] = set()
        self._pieces: list[Float32] = []
        self._length = max(PIECE // (4 * dimensions), 1)

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
        at = end - len(vectors)
        while at < end:
            if at == len(self._pieces) * self._length:
                self._pieces.append(np.empty((self._length, self.dimensions), np.float32))
            offset = at % self._length
            count = min(self._length - offset, end - at)
            start = at - (end - len(vectors))
            self._pieces[-1][offset : offset + count] = vectors[start : start + count]
            at += count

    def pieces(self) -> Iterator[Float32]:
        """The matrix in order."""
        left = len(self)
        for piece in self._pieces:
            yield piece[:left]
            left -= len(piece)

    def matrix(self) -> Float32:
        """[word, dim], read-only.  The pieces are given up, so that memory never holds both whole."""
        whole = np.empty((len(self), self.dimensions), np.float32)
        at = 0
        self._pieces.reverse()
        while self._pieces:
            piece = self._pieces.pop()[: len(whole) - at]
            whole[at : at + len(piece)] = piece
            at += len(piece)
        whole.flags.writeable = False
        return whole


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
