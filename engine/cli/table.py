"""Tables of plain text, in columns that line up for double-width characters, too."""

from collections.abc import Sequence
from unicodedata import category, east_asian_width

Row = Sequence[str]


def width(text: str) -> int:
    """Columns that the text takes on a terminal."""
    return sum(_width(character) for character in text)


def _width(character: str) -> int:
    if category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if east_asian_width(character) in "WF" else 1


def table(title: str, head: Row, rows: Sequence[Row]) -> str:
    """Title, head and rows; columns of numbers are set to the right."""
    columns = list(zip(head, *rows, strict=True))
    widths = [max(width(cell) for cell in column) for column in columns]
    right = [bool(rows) and all(_numeric(cell) for cell in column[1:]) for column in columns]
    lines = [_line(row, widths, right) for row in (head, *rows)]
    return "\n".join([title, lines[0], "  ".join("-" * w for w in widths), *lines[1:]])


def _numeric(cell: str) -> bool:
    return cell == "undefined" or (cell[:1] in "-0123456789" and cell[-1:] in "0123456789°%")


def _line(row: Row, widths: Sequence[int], right: Sequence[bool]) -> str:
    cells = []
    for cell, w, to_right in zip(row, widths, right, strict=True):
        room = " " * (w - width(cell))
        cells.append(room + cell if to_right else cell + room)
    return "  ".join(cells).rstrip()
