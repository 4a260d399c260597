"""A person's own word vectors for a command: opened, and what was found in the file said in English."""

import sys
from argparse import Namespace, _ArgumentGroup
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from engine.cli.wording import listed
from engine.opening import ImportReport, Skipped, open_file
from engine.opening.cache import user_cache
from engine.paths import GLOVE
from engine.vectors import WordVectors, open_vectors

FIRST = 5  # skipped rows that are named one by one

# What `Skipped.detail` is, for those that have one.
DETAILS: Mapping[str, str] = {
    "too few values": "{} of {}",
    "too many values": "{} instead of {}",
    "not a number": "{!r}",
    "not finite": "{!r}",
    "too large": "{!r}",
}


def add_options(group: _ArgumentGroup) -> None:
    """``--vectors`` and ``--member``."""
    group.add_argument(
        "--vectors",
        type=Path,
        metavar="FILE",
        help="your own word vectors instead of those that ship: text as GloVe, word2vec and fastText write it, "
        "word2vec's binary form, either packed with gzip or zip, or .npy or safetensors with a list of words",
    )
    group.add_argument(
        "--member", metavar="NAME", help="which file of an archive, or tensor of a file, to take"
    )


def vectors_of(options: Namespace) -> WordVectors:
    """Those asked for; what is not as it should be in their file is said on stderr."""
    if options.vectors is None:
        return open_vectors(GLOVE)
    opened = open_file(options.vectors, cache=user_cache(), choose=options.member)
    if opened.report.needs_decision:
        print("\n".join(told(opened.report)), file=sys.stderr)
    return opened.vectors


def told(report: ImportReport) -> list[str]:
    """The report in lines."""
    packed = f", packed with {' and '.join(report.packed)}" if report.packed else ""
    inside = f" ({report.member})" if report.member else ""
    lines = [
        f"{report.kind}{inside}{packed}: {report.rows:,} words, {report.dimensions:,} dimensions, "
        f"{report.encoding}, {report.numbers} numbers."
    ]
    return lines + [line for about in ABOUT if (line := about(report))] + list(_rows(report))


def _header(report: ImportReport) -> str:
    if not report.header:
        return "Its first line names the columns." if report.names else ""
    claim = f"{report.header.rows:,} rows of {report.header.dimensions:,} numbers"
    found = f"the file has {report.offered:,} rows of {report.dimensions:,}"
    return f"Its first line promises {claim}{', which is so' if report.header_true else f'; {found}'}."


def _duplicates(report: ImportReport) -> str:
    words = listed(report.duplicate_words, 5)
    return f"Left out, having come before ({report.duplicates:,}): {words}." if report.duplicates else ""


def _replaced(report: ImportReport) -> str:
    words = listed(report.replaced_words, 5)
    return (
        f"Bytes that are not {report.encoding}, replaced ({report.replaced:,}): in {words}."
        if report.replaced
        else ""
    )


def _zeros(report: ImportReport) -> str:
    return f"Zero in every number ({report.zeros:,}): {listed(report.zero_words, 5)}." if report.zeros else ""


def _end(report: ImportReport) -> str:
    if report.truncated:
        return "The file ends in the middle of a row; the whole rows were kept."
    return f"Bytes after the last row that are no row ({report.trailing:,})." if report.trailing else ""


def _skipped(report: ImportReport) -> str:
    if not report.skipped:
        return ""
    reasons = ", ".join(f"{count:,} {reason}" for reason, count in sorted(report.skipped.items()))
    return f"Skipped rows ({sum(report.skipped.values()):,}): {reasons}."


ABOUT: tuple[Callable[[ImportReport], str], ...] = (_header, _duplicates, _replaced, _zeros, _end, _skipped)


def _rows(report: ImportReport) -> Iterator[str]:
    for row in report.skipped_rows[:FIRST]:
        yield f"  line {row.line:,}: {row.reason}{_detail(row, report.dimensions)}"
    more = sum(report.skipped.values()) - FIRST
    if more > 0:
        yield f"  and {more:,} more"


def _detail(row: Skipped, dimensions: int) -> str:
    form = DETAILS.get(row.reason)
    return f" ({form.format(row.detail, dimensions)})" if form else ""
