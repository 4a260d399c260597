"""The import report: what asks for a decision, and that nothing of it is lost on the way to the cache."""

import json
from dataclasses import replace

import pytest

from engine.opening import REASONS, Header, ImportReport, Skipped
from engine.opening.report import EXAMPLES, Notes

PLAIN = ImportReport("glove text", 3, 2, "decimal")
FULL = ImportReport(
    kind="word2vec binary",
    rows=7,
    dimensions=3,
    numbers="float32",
    packed=("zip", "gzip"),
    member="a.txt",
    encoding="utf-16",
    separator="",
    header=Header(10, 3),
    duplicates=2,
    duplicate_words=("a", "\ufffd"),
    skipped={"not finite": 1},
    skipped_rows=(Skipped(4, "not finite", "x"),),
    replaced=5,
    replaced_words=("b",),
    zeros=1,
    zero_words=("c",),
    blank_lines=2,
    trailing=3,
    truncated=True,
)


@pytest.mark.parametrize("report", [PLAIN, FULL])
def test_a_report_comes_back_from_json(report: ImportReport) -> None:
    assert ImportReport.from_json(json.loads(json.dumps(report.to_json()))) == report


@pytest.mark.parametrize("missing", ["kind", "header", "truncated"])
def test_a_report_with_other_fields_is_none(missing: str) -> None:
    data = FULL.to_json()
    del data[missing]
    with pytest.raises(KeyError):
        ImportReport.from_json(data)
    with pytest.raises(KeyError):
        ImportReport.from_json({**FULL.to_json(), "more": 1})


def test_rows_offered_and_the_truth_of_the_header() -> None:
    assert FULL.offered == 10
    assert FULL.header_true
    assert PLAIN.header_true is None
    assert replace(FULL, header=Header(10, 4)).header_true is False
    assert replace(FULL, header=Header(7, 3)).header_true is False


def test_what_asks_for_a_decision() -> None:
    assert not PLAIN.needs_decision
    harmless = {
        "zeros": 1,
        "blank_lines": 2,
        "header": Header(3, 2),
        "encoding": "utf-16",
        "packed": ("zip",),
    }
    for name, value in harmless.items():
        assert not replace(PLAIN, **{name: value}).needs_decision, name
    losses = {"duplicates": 1, "skipped": {"no word": 1}, "replaced": 1, "trailing": 1, "truncated": True}
    for name, value in {**losses, "header": Header(4, 2)}.items():
        assert replace(PLAIN, **{name: value}).needs_decision, name


def test_all_rows_are_counted_and_the_first_are_named() -> None:
    notes = Notes()
    for line in range(1, 3 * EXAMPLES):
        notes.skip(line, "not a number", "x" * 1000)
        notes.count("zeros", f"w{line}")
    report = notes.report(kind="npy", rows=1, dimensions=2, numbers="float32")
    assert report.skipped == {"not a number": 3 * EXAMPLES - 1}
    assert [row.line for row in report.skipped_rows] == list(range(1, EXAMPLES + 1))
    assert max(len(row.detail) for row in report.skipped_rows) < 1000
    assert report.zeros == 3 * EXAMPLES - 1
    assert len(report.zero_words) == EXAMPLES
    assert set(report.skipped) <= set(REASONS)
