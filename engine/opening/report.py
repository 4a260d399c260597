"""What was found in a file of word vectors: data that any language can word, kept with the cached copy."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

EXAMPLES = 100  # of rows and words named one by one; all are counted
LONGEST = 100  # characters of a word or value that are shown

# Why a row is not among the vectors; what `Skipped.detail` says of it.
REASONS: Mapping[str, str] = {
    "too few values": "how many there are",
    "too many values": "how many there are",
    "not a number": "the first that is not one",
    "not finite": "the word",
    "too large": "the word",
    "no word": "",
    "line break in word": "",
    "line too long": "",
}


@dataclass(frozen=True)
class Header:
    """What the file's first line claims; it is not relied on."""

    rows: int
    dimensions: int


@dataclass(frozen=True)
class Skipped:
    """A row that was refused; ``line`` counts from 1: lines of a text, else rows."""

    line: int
    reason: str  # one of REASONS
    detail: str = ""


@dataclass(frozen=True)
class ImportReport:
    """``kind``: "glove text", "word2vec text" (with a header, as fastText's .vec), "word2vec binary", "npy" or
    "safetensors".  ``numbers``: "decimal" or the file's dtype, of which float32 is kept.
    """

    kind: str
    rows: int  # kept
    dimensions: int
    numbers: str
    packed: tuple[str, ...] = ()  # "gzip", "zip", the outer one first
    member: str | None = None  # of the archive, or of the safetensors file
    encoding: str = "utf-8"  # or "utf-8 with BOM", "utf-16"
    separator: str = "blank"  # or "tab", "comma"; "" where rows have none
    header: Header | None = None
    names: bool = False  # the first line names the columns
    duplicates: int = 0  # rows left out because an earlier one has the same word
    duplicate_words: tuple[str, ...] = ()  # the first of them
    skipped: Mapping[str, int] = field(default_factory=dict)  # by reason
    skipped_rows: tuple[Skipped, ...] = ()  # the first of them
    replaced: int = 0  # bytes that are not of the encoding, now U+FFFD
    replaced_words: tuple[str, ...] = ()  # as they read now
    zeros: int = 0  # rows whose every value is 0; they are kept
    zero_words: tuple[str, ...] = ()
    blank_lines: int = 0
    trailing: int = 0  # bytes after the last row that are no row
    truncated: bool = False  # the file ends in the middle

    @property
    def offered(self) -> int:
        """Rows that the file has, whether kept or not."""
        return self.rows + self.duplicates + sum(self.skipped.values())

    @property
    def header_true(self) -> bool | None:
        """None where there is no header."""
        return self.header == Header(self.offered, self.dimensions) if self.header else None

    @property
    def needs_decision(self) -> bool:
        """Whether something of the file is not among the vectors as it was there, or seems to be missing."""
        lost = self.skipped or self.duplicates or self.replaced or self.trailing or self.truncated
        return bool(lost) or self.header_true is False

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "ImportReport":
        """KeyError, TypeError or ValueError for what `to_json` has not written."""
        if set(data) != {each.name for each in fields(cls)}:
            raise KeyError("not the fields of a report")
        listed = {name: tuple(value) for name, value in data.items() if isinstance(value, list)}
        header = Header(**data["header"]) if data["header"] else None
        rows = tuple(Skipped(**row) for row in data["skipped_rows"])
        return cls(**{**data, **listed, "header": header, "skipped_rows": rows})


class Notes:
    """What is noticed while a file is read; `report` puts it together."""

    def __init__(self) -> None:
        self.skipped: Counter[str] = Counter()
        self.rows: list[Skipped] = []
        self.words: Counter[str] = Counter()  # by kind: duplicates, replaced, zeros
        self.examples: dict[str, list[str]] = defaultdict(list)
        self.blank_lines = self.trailing = 0
        self.truncated = False

    def skip(self, line: int, reason: str, detail: str = "") -> None:
        self.skipped[reason] += 1
        if len(self.rows) < EXAMPLES:
            self.rows.append(Skipped(line, reason, detail[:LONGEST]))

    def count(self, kind: str, word: str, by: int = 1) -> None:
        self.words[kind] += by
        if len(self.examples[kind]) < EXAMPLES:
            self.examples[kind].append(word[:LONGEST])

    def report(self, **known: Any) -> ImportReport:
        return ImportReport(
            **known,
            duplicates=self.words["duplicates"],
            duplicate_words=tuple(self.examples["duplicates"]),
            skipped=dict(self.skipped),
            skipped_rows=tuple(sorted(self.rows, key=lambda row: row.line)),
            replaced=self.words["replaced"],
            replaced_words=tuple(self.examples["replaced"]),
            zeros=self.words["zeros"],
            zero_words=tuple(self.examples["zeros"]),
            blank_lines=self.blank_lines,
            trailing=self.trailing,
            truncated=self.truncated,
        )
