"""Rows of text: a word, then as many numbers as there are dimensions."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from engine.opening.ahead import ahead
from engine.opening.decimals import BEFORE, Bytes, Flags, Positions, decimals
from engine.opening.layout import BLANKS, BOM, COMMA, Layout, number
from engine.opening.report import Notes
from engine.opening.rows import Rows, decoded, narrowed
from engine.opening.source import Source
from engine.similarity import Float32

CHUNK = 1 << 19  # bytes of text at a time: what is made of them stays in the processor's cache
LONGEST = 1 << 22  # bytes of a line
PADDING = b"\n" * BEFORE


class Lines(NamedTuple):
    """Whole lines, each with its line feed; the very last one of the file was given one if not ``whole``."""

    text: bytes
    whole: bool = True
    too_long: bool = False  # the text stands for one line, which is not kept


def read_text(source: Source, layout: Layout, notes: Notes) -> Rows:
    """All rows that can be used; the others are noted."""
    rows = Rows(layout.dimensions, notes)
    reader = _Reader(layout, notes, rows)
    number = 1
    for lines, page in ahead(_whole_lines(source), reader.read):
        if page is None:
            notes.skip(number, "line too long")
            number += 1
        else:
            reader.add(page, number, lines.whole)
            number += len(page.feeds)
    return rows


def _whole_lines(source: Source) -> Iterator[Lines]:
    rest = source.read(len(BOM)).removeprefix(BOM)
    while got := source.read(CHUNK):
        text = rest + got
        end = text.rfind(b"\n") + 1
        if end:
            yield Lines(text[:end])
        rest = text[end:]
        if len(rest) > LONGEST:
            yield Lines(b"", too_long=True)
            rest = _after_this_line(source)
    if rest:
        yield Lines(rest + b"\n", whole=False)


def _after_this_line(source: Source) -> bytes:
    while got := source.read(CHUNK):
        _, found, rest = got.partition(b"\n")
        if found:
            return rest
    return b""


class _Reader:
    """Turns whole lines into rows.

    Lines that have one delimiter before each value, and none in the word, are read all at once; the others, and
    those in which a value is no number, one by one.
    """

    def __init__(self, layout: Layout, notes: Notes, rows: Rows) -> None:
        self._layout, self._notes, self._rows = layout, notes, rows
        delimiters = b" " if layout.separator is None else layout.separator
        delimiters += b"\n" + b"\t" * layout.tabs + b"\r" * layout.returns
        self._highest = max(delimiters)
        self._marks = np.zeros(256, np.bool_)  # by character, whether it ends a field
        self._marks[list(delimiters)] = True

    def read(self, lines: Lines) -> "_Page | None":
        """What can be read at once, None of a line that is too long; touches nothing that other threads use."""
        if lines.too_long:
            return None
        text = PADDING + lines.text + PADDING
        characters = np.frombuffer(text, np.uint8)
        marks, lasts = self._found(characters)
        feeds = marks[lasts]
        begins = np.concatenate([[BEFORE], feeds[:-1] + 1])
        regular, grid = self._regular(marks, lasts)
        vectors, wrong = self._vectors(text, characters, grid)
        wrong |= grid[:, 0] == begins[regular]  # no word
        if wrong.any():
            good = ~wrong
            regular, grid, vectors = regular[good], grid[good], vectors[good]
        return _Page(text, begins, feeds, regular, grid[:, 0], vectors)

    def add(self, page: "_Page", first: int, whole: bool) -> None:
        """Add the rows; ``first`` is the number of the first line.  What is left is read one by one."""
        if len(page.read) == len(page.feeds):
            ends = zip(page.begins.tolist(), page.ends.tolist(), strict=True)
            words = [page.text[begin:end] for begin, end in ends]
            self._add(words, page.vectors, np.arange(first, first + len(words)))
        else:
            self._add_mixed(page, first, whole)

    def _add_mixed(self, page: "_Page", first: int, whole: bool) -> None:
        """Add what has been read already and, in between, what is to be read one by one."""
        vectors = np.empty((len(page.feeds), self._layout.dimensions), np.float32)
        vectors[page.read] = page.vectors
        words, left = page.words()
        for i in left:
            words[i] = self._one(page.text[page.begins[i] : page.feeds[i]], first + i, vectors[i])
        kept = [i for i, word in enumerate(words) if word is not None]
        self._add(
            [word for word in words if word is not None], vectors[kept], np.array(kept, np.intp) + first
        )
        self._notes.truncated |= not whole and words[-1] is None

    def _found(self, text: Bytes) -> tuple[Positions, Positions]:
        """Where fields end [mark], and which of these places are line feeds [line]."""
        marks = np.flatnonzero(text[BEFORE:-BEFORE] <= self._highest) + BEFORE
        found = text[marks]
        ends = self._marks[found]
        if not ends.all():  # other characters that are as low
            marks, found = marks[ends], found[ends]
        return marks, np.flatnonzero(found == ord("\n"))

    def _regular(self, marks: Positions, feeds: Positions) -> tuple[Positions, Positions]:
        """Which lines can be read at once [n], and their delimiters after the word and each value [n, dim + 1].

        ``feeds``: which marks are line feeds.  More delimiters may follow directly, up to the line feed.
        """
        width = self._layout.dimensions + 1
        counts = np.diff(feeds + 1, prepend=0)
        lasts = feeds + width - counts
        over = counts - width
        fits = (over >= 0) & (marks[feeds] - marks.take(lasts, mode="clip") == over)
        if fits.all() and over.min() == over.max():
            return np.arange(len(feeds)), marks.reshape(len(feeds), -1)[:, :width]
        regular = np.flatnonzero(fits)
        return regular, marks[lasts[regular, np.newaxis] - np.arange(width)[::-1]]

    def _vectors(self, text: bytes, characters: Bytes, grid: Positions) -> tuple[Float32, Flags]:
        """[n, dim], and the rows in which something is no number [n]."""
        starts, ends = grid[:, :-1].ravel() + 1, grid[:, 1:].ravel()
        values, unread = decimals(characters, starts, ends)
        odd = np.zeros(len(grid), np.bool_)
        for i in np.flatnonzero(unread).tolist():
            value = number(text[starts[i] : ends[i]])
            if value is None:
                odd[i // self._layout.dimensions] = True
            else:
                values[i] = value
        return narrowed(values).reshape(-1, self._layout.dimensions), odd

    def _one(self, line: bytes, at: int, vector: Float32) -> bytes | None:
        """Fill in the vector; the word, or None if this is no row."""
        separator, dimensions = self._layout.separator, self._layout.dimensions
        line = line.rstrip(BLANKS)
        if not line or at == self._layout.header_line:
            self._notes.blank_lines += not line
            return None
        fields = line.rsplit(separator, dimensions)
        values = [number(field) for field in fields[1:]]
        if len(fields) <= dimensions:
            if len(fields) == dimensions and line[:1] in BLANKS:
                return self._refuse(at, "no word")
            return self._refuse(at, "too few values", str(len(values)))
        if None in values:
            return self._refuse(at, "not a number", fields[1:][values.index(None)])
        word = fields[0].strip(BLANKS)
        more = [number(field) is not None for field in word.split(separator)[1:]]
        if any(more):
            return self._refuse(at, "too many values", str(dimensions + sum(more)))
        vector[:] = narrowed(np.array(values, np.float64))
        return word or self._refuse(at, "no word")

    def _refuse(self, at: int, reason: str, detail: str | bytes = "") -> bytes | None:
        self._notes.skip(at, reason, detail if isinstance(detail, str) else detail.decode(errors="replace"))
        return None

    def _add(self, words: list[bytes], vectors: Float32, lines: Positions) -> None:
        if self._layout.separator == COMMA:
            words = [_unquoted(word) for word in words]
        self._rows.add(decoded(words, self._notes), vectors, lines)


class _Page(NamedTuple):
    """Lines of which some have been read: which [n], where their words end [n], and their vectors [n, dim]."""

    text: bytes
    begins: Positions  # [line]
    feeds: Positions  # [line]
    read: Positions
    ends: Positions
    vectors: Float32

    def words(self) -> tuple[list[bytes | None], list[int]]:
        """Those of the lines that have been read, in their places, and the other lines."""
        words: list[bytes | None] = [None] * len(self.feeds)
        places = (self.read.tolist(), self.begins[self.read].tolist(), self.ends.tolist())
        for i, begin, end in zip(*places, strict=True):
            words[i] = self.text[begin:end]
        return words, [i for i, word in enumerate(words) if word is None]


def _unquoted(word: bytes) -> bytes:
    """As spreadsheets write a word with a comma in it; a lone quotation mark is a word."""
    if len(word) > 2 and word[:1] == word[-1:] == b'"':
        return word[1:-1].replace(b'""', b'"')
    return word
