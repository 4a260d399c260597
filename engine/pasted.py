"""A pasted or typed list of words, whatever divides them, read with a vocabulary at hand."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from engine.vectors import WordVectors

MOST = 500  # chosen words
LONGEST = 1000  # characters of a word, beyond which nothing is looked up

LINES = re.compile(r"[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]+")
CELLS = re.compile(r"[\t,;|/\u3001\uff0c\uff1b]+")  # with the Chinese and Japanese ones
BLANKS = re.compile(r"\s+")
NUMBERED = re.compile(r"^\s*(?:\d{1,4}[.):]|[-*+\u2022\u00b7\u2013\u2014])\s+")  # 1.  2)  a bullet
AROUND = " \t\"'`\u2018\u2019\u201c\u201d\u201e\u00ab\u00bb()[]{}<>.,:;!?"


@dataclass(frozen=True)
class Pasted:
    """Words that have a vector, as the vocabulary spells them, each once and in their order; the rest as it was given.

    ``left_out``: known words for which there was no room.
    """

    words: tuple[str, ...]
    unknown: tuple[str, ...]
    left_out: tuple[str, ...]


def pasted(text: str, vectors: WordVectors, most: int = MOST) -> Pasted:
    """Read a list that has its words on lines, in cells, between commas, semicolons or blanks, in quotation marks,
    with bullets or numbers.

    What the vocabulary holds as it stands is taken as it stands, even if it has blanks or signs of its own; only what
    it does not hold is taken apart.
    """
    found = dict.fromkeys(_words(text, vectors))
    known = dict.fromkeys(vectors.words[vectors.index(word)] for word in found if word in vectors)
    words = tuple(known)
    unknown = tuple(word for word in found if word not in vectors)
    return Pasted(words[:most], unknown, words[most:])


def _words(text: str, vectors: WordVectors) -> Iterator[str]:
    for line in LINES.split(text):
        if line in vectors:
            yield line
            continue
        for cell in CELLS.split(NUMBERED.sub("", line)):
            yield from _of_cell(cell.strip(), vectors)


def _of_cell(cell: str, vectors: WordVectors) -> Iterator[str]:
    if cell in vectors:
        yield cell
        return
    whole = cell.strip(AROUND)
    if whole in vectors:
        yield whole
        return
    for part in BLANKS.split(cell):
        bare = part if part in vectors else part.strip(AROUND)
        if bare:
            yield bare[:LONGEST]
