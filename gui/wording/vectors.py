"""What was found in a file of word vectors, in plain words: facts about it, what was lost, rows that were skipped."""

from collections.abc import Callable, Iterator, Mapping

from engine.opening import ImportReport, Skipped
from gui.widgets.notice import clipped
from gui.wording.places import tr

NAMED = 5  # words that are named

KINDS: Mapping[str, str] = {
    "glove text": "text without a header, as GloVe writes it",
    "word2vec text": "text with a header, as word2vec and fastText write it",
    "word2vec binary": "word2vec's binary form",
    "npy": "NumPy array with a list of words",
    "safetensors": "safetensors with a list of words",
}
ENCODINGS: Mapping[str, str] = {
    "utf-8": "UTF-8",
    "utf-8 with BOM": "UTF-8 with a mark at its start",
    "utf-16": "UTF-16",
}
SEPARATORS: Mapping[str, str] = {"blank": "blanks", "tab": "tabs", "comma": "commas"}
PACKINGS: Mapping[str, str] = {"gzip": "gzip", "zip": "zip"}
# Why a row was skipped: {0} is the detail of the row, {1} the dimensions of the others.
REASONS: Mapping[str, str] = {
    "too few values": "{0} instead of {1} numbers",
    "too many values": "{0} instead of {1} numbers",
    "not a number": "“{0}” is not a number",
    "not finite": "“{0}” has a number that is not finite (nan or inf)",
    "too large": "“{0}” has numbers that are too large to be a vector",
    "no word": "there is no word before the numbers",
    "line break in word": "the word has a line break in it",
    "line too long": "the line is too long to be a word and its numbers",
}

Fact = tuple[str, str]


def facts(report: ImportReport) -> list[Fact]:
    """What the file is: title and value of each fact."""
    found = [
        (tr("Kind"), tr(KINDS[report.kind])),
        (tr("Words"), f"{report.rows:,}"),
        (tr("Dimensions"), f"{report.dimensions:,}"),
        (tr("Numbers"), _numbers(report)),
        (tr("Encoding"), tr(ENCODINGS[report.encoding])),
        (tr("Header"), _header(report)),
    ]
    if report.separator:
        found.append((tr("Separated by"), tr(SEPARATORS[report.separator])))
    if report.packed:
        found.append((tr("Packed with"), ", ".join(tr(PACKINGS[packing]) for packing in report.packed)))
    if report.member:
        found.append((tr("Taken from it"), clipped(report.member)))
    return found


def _numbers(report: ImportReport) -> str:
    if report.numbers == "decimal":
        return tr("decimals, kept as float32")
    kept = report.numbers in ("float32", "F32")
    return tr("float32") if kept else tr("{0}, kept as float32", report.numbers)


def _header(report: ImportReport) -> str:
    if report.header is None:
        return tr("names of the columns") if report.names else tr("none")
    claim = f"{report.header.rows:,}", f"{report.header.dimensions:,}"
    if report.header_true:
        return tr("true: {0} rows of {1} numbers", *claim)
    there = f"{report.offered:,}", f"{report.dimensions:,}"
    return tr("false: it says {0} rows of {1}, there are {2} of {3}", *claim, *there)


def losses(report: ImportReport) -> list[str]:
    """What of the file is not among the vectors as it stood there, or seems to be missing."""
    return [line for about in LOST if (line := about(report))]


def remarks(report: ImportReport) -> list[str]:
    """What is as it was, and worth knowing."""
    return [line for about in KEPT if (line := about(report))]


def _skipped(report: ImportReport) -> str:
    count = sum(report.skipped.values())
    return tr("Rows that cannot be vectors and were skipped: {0}.", f"{count:,}") if count else ""


def _duplicates(report: ImportReport) -> str:
    if not report.duplicates:
        return ""
    named = _named(report.duplicate_words, report.duplicates)
    return tr("Rows of a word that came before, left out: {0} ({1}).", f"{report.duplicates:,}", named)


def _replaced(report: ImportReport) -> str:
    if not report.replaced:
        return ""
    named, encoding = (
        _named(report.replaced_words, len(report.replaced_words)),
        tr(ENCODINGS[report.encoding]),
    )
    return tr(
        "Bytes that are not {0} and read “�” now: {1} (in {2}).", encoding, f"{report.replaced:,}", named
    )


def _cut(report: ImportReport) -> str:
    return tr("The file breaks off in the middle. Its whole rows were kept.") if report.truncated else ""


def _trailing(report: ImportReport) -> str:
    if not report.trailing or report.truncated:
        return ""
    return tr("Bytes after the last row that are no row: {0}.", f"{report.trailing:,}")


def _false_header(report: ImportReport) -> str:
    return tr("The header is false: perhaps something is missing.") if report.header_true is False else ""


def _zeros(report: ImportReport) -> str:
    if not report.zeros:
        return ""
    named = _named(report.zero_words, report.zeros)
    return tr("Zero vectors, which have no direction, kept: {0} ({1}).", f"{report.zeros:,}", named)


def _blank(report: ImportReport) -> str:
    return tr("Blank lines passed over: {0}.", f"{report.blank_lines:,}") if report.blank_lines else ""


LOST: tuple[Callable[[ImportReport], str], ...] = (
    _cut,
    _false_header,
    _skipped,
    _duplicates,
    _replaced,
    _trailing,
)
KEPT: tuple[Callable[[ImportReport], str], ...] = (_zeros, _blank)


def _named(words: tuple[str, ...], of: int) -> str:
    shown = ", ".join(f"“{clipped(word)}”" for word in dict.fromkeys(words[:NAMED]))
    return f"{shown} …" if of > NAMED else shown


def skipped_rows(report: ImportReport) -> Iterator[tuple[int, str]]:
    """Line and reason of each skipped row that was kept track of."""
    return ((row.line, _reason(row, report.dimensions)) for row in report.skipped_rows)


def _reason(row: Skipped, dimensions: int) -> str:
    return tr(REASONS[row.reason], clipped(row.detail), f"{dimensions:,}")


def rows_title(report: ImportReport) -> str:
    """What the numbers of skipped rows count."""
    return tr("Skipped, by line of the file") if report.separator else tr("Skipped, by row of the file")


def more_skipped(report: ImportReport) -> str:
    """How many skipped rows are only counted; nothing if none are."""
    more = sum(report.skipped.values()) - len(report.skipped_rows)
    return tr("… and {0} more", f"{more:,}") if more else ""


def as_text(path: str, report: ImportReport) -> str:
    """The whole report for a text file."""
    lines = [tr("Word vectors from {0}", path), ""]
    lines += [f"{title}: {value}" for title, value in facts(report)]
    for title, said in ((tr("What was lost"), losses(report)), (tr("Also"), remarks(report))):
        lines += ["", f"{title}:", *(f"  {line}" for line in said)] if said else []
    rows = [f"  {line:,}: {reason}" for line, reason in skipped_rows(report)]
    if rows:
        lines += [
            "",
            f"{rows_title(report)}:",
            *rows,
            *([f"  {more_skipped(report)}"] if more_skipped(report) else []),
        ]
    return "\n".join(lines) + "\n"
