"""How the rows of a text are made, told from its beginning: separator, dimensions, header."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from engine.opening.report import Header

SAMPLE = 200  # lines looked at
LEAST = 2  # dimensions: a word and one number is a list of counts, not of vectors
SHARE = 4  # one line in so many must be a row like the most frequent ones
HEADER = re.compile(rb"\s*([0-9]{1,30})[ \t,]+([0-9]{1,30})[ \t,]*")
BLANKS = b" \t\r"
BOM = b"\xef\xbb\xbf"
COMMA = b","


@dataclass(frozen=True)
class Layout:
    """``separator``: None for runs of blanks and tabs.  ``header_line`` counts from 1, 0 if there is none: no
    ``header``, and no line that ``names`` the columns.
    """

    separator: bytes | None
    dimensions: int
    tabs: bool  # between fields
    returns: bool  # before line feeds
    header: Header | None = None
    header_line: int = 0
    names: bool = False


def number(field: bytes) -> float | None:
    """The value, maybe not finite; None if it is no number.  Digits are ASCII, without Python's underscores."""
    try:
        return None if b"_" in field else float(field)
    except ValueError:
        return None


def header(line: bytes) -> Header | None:
    match = HEADER.fullmatch(line.rstrip(BLANKS))
    return Header(int(match[1]), int(match[2])) if match else None


def layout(head: bytes, whole: bool) -> Layout | None:
    """None if these are no rows of vectors.  ``whole``: the text ends here, so its last line is complete."""
    lines = head.removeprefix(BOM).split(b"\n", SAMPLE)
    lines = lines[:SAMPLE] if whole else lines[:-1]
    filled = [line for line in lines if line.strip(BLANKS)]
    if not filled:
        return None
    first = header(filled[0])
    rows = filled[1:] if first else filled
    separator, dimensions, agreeing = max(
        (_most_frequent(rows, separator) for separator in (None, COMMA)),
        key=lambda found: (found[2], found[1]),
    )
    if dimensions < LEAST or agreeing * SHARE < len(rows):
        return None
    names = first is None and _are_names(filled[0], separator, dimensions)
    return Layout(
        separator,
        dimensions,
        tabs=separator is None and any(b"\t" in row for row in rows),
        returns=any(row.endswith(b"\r") for row in rows),
        header=first,
        header_line=lines.index(filled[0]) + 1 if first or names else 0,
        names=names,
    )


def _are_names(line: bytes, separator: bytes | None, dimensions: int) -> bool:
    """Whether a first line names the columns, as tables do: as many fields as a row, and no number after the first."""
    fields = line.rstrip(BLANKS).split(separator)
    return len(fields) == dimensions + 1 and all(number(field) is None for field in fields[1:])


def _most_frequent(rows: Sequence[bytes], separator: bytes | None) -> tuple[bytes | None, int, int]:
    """Separator, number of values, and how many rows have so many; the larger number if two are as frequent."""
    counts = Counter(count for row in rows if (count := _values(row, separator)))
    dimensions, rows_alike = max(counts.items(), key=lambda item: (item[1], item[0]), default=(0, 0))
    return separator, dimensions, rows_alike


def _values(row: bytes, separator: bytes | None) -> int:
    """Numbers at the end of a row.  The first field is the word, even if it looks like one."""
    fields = row.rstrip(BLANKS).split(separator)
    numbers = 0
    for field in reversed(fields[1:]):
        if number(field) is None:
            break
        numbers += 1
    return numbers
