"""Tables as CSV."""

import csv
from collections.abc import Iterable, Sequence
from io import StringIO
from pathlib import Path

from gui.exporting.whole import write_whole

Cells = Sequence[str]


def as_csv(rows: Iterable[Cells]) -> str:
    """Comma-separated; a cell with a comma, a quotation mark or a line's end stands in quotation marks (RFC 4180)."""
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def write_csv(path: Path, rows: Iterable[Cells]) -> None:
    """In UTF-8.  Raises OSError."""
    write_whole(path, as_csv(rows).encode("utf-8", "replace"))
