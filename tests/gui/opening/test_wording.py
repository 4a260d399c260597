"""Everything the engine can say of a file has its words, and the words say it."""

import pytest

from engine import errors
from engine.opening import REASONS, Header, ImportReport, Skipped
from engine.opening.recognise import OTHERS
from gui.wording import sentence
from gui.wording import vectors as wording
from gui.wording.vector_files import KINDS, OTHER
from tests.gui.opening.steps import WORDS

CLEAN = ImportReport("glove text", 8, 3, "decimal")


def report(**found):
    return ImportReport(**{"kind": "glove text", "rows": 8, "dimensions": 3, "numbers": "decimal", **found})


def test_every_reason_of_a_skipped_row_has_a_sentence():
    assert wording.REASONS.keys() == REASONS.keys()


def test_everything_that_is_taken_for_vectors_by_mistake_has_a_name():
    assert {*OTHERS.values(), "tar archive", "text", "binary"} == OTHER.keys()


def test_every_kind_of_error_has_its_words():
    kinds = {kind for kind in vars(errors).values() if isinstance(kind, type)}
    assert {kind for kind in kinds if errors.VectorFileError in kind.__bases__} == KINDS.keys()


def test_a_clean_file_has_nothing_to_regret():
    assert wording.losses(CLEAN) == wording.remarks(CLEAN) == []
    assert not list(wording.skipped_rows(CLEAN))
    assert wording.more_skipped(CLEAN) == ""
    assert not CLEAN.needs_decision


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ({"truncated": True}, "breaks off in the middle"),
        ({"header": Header(9, 3)}, "The header is false"),
        ({"skipped": {"no word": 1200}}, "skipped: 1,200"),
        ({"duplicates": 7, "duplicate_words": WORDS[:7]}, "left out: 7 (“florida”, “california”"),
        ({"replaced": 2, "replaced_words": ("caf�",)}, "not UTF-8 and read “�” now: 2 (in “caf�”)"),
        ({"trailing": 12}, "no row: 12"),
    ],
)
def test_whatever_asks_for_a_decision_is_said(found, said):
    assert report(**found).needs_decision
    (line,) = wording.losses(report(**found))
    assert said in line


def test_long_lists_are_cut_and_say_so():
    line = wording.losses(report(duplicates=7, duplicate_words=WORDS[:7]))[0]
    assert "“truth” …" in line
    assert "“it”" not in line
    rows = tuple(Skipped(i, "no word") for i in range(100))
    assert wording.more_skipped(report(skipped={"no word": 120}, skipped_rows=rows)) == "… and 20 more"


def test_hidden_characters_in_words_can_be_seen():
    found = report(skipped={"not finite": 1}, skipped_rows=(Skipped(4, "not finite", "\N{NO-BREAK SPACE}"),))
    assert list(wording.skipped_rows(found)) == [
        (4, "“\\u00a0” has a number that is not finite (nan or inf)")
    ]


def test_rows_of_a_table_are_not_called_lines():
    assert "line" in wording.rows_title(CLEAN)
    assert "row" in wording.rows_title(report(kind="npy", numbers="float64", separator=""))
    assert ("Numbers", "float64, kept as float32") in wording.facts(report(kind="npy", numbers="float64"))


def test_errors_name_the_file_and_not_its_folder(tmp_path):
    for error in (
        errors.UnreadableFileError(tmp_path / "a.txt", "permission"),
        errors.UnreadableFileError(tmp_path / "a.txt", "failed", "Input/output error"),
        errors.ChangedFileError(tmp_path / "a.txt", "vanished"),
        errors.DamagedFileError(tmp_path / "a.txt", "encrypted"),
        errors.NotVectorsError(tmp_path / "a.txt", "GGUF model"),
        errors.NotVectorsError(tmp_path / "a.txt", "array of float64 [2, 3, 4]"),
        errors.WordListError(tmp_path / "a.txt", "rows", ("b",), 8, 2),
        errors.ChooseError(tmp_path / "a.txt", "tensor", ("x", "y")),
    ):
        assert "“a.txt”" in sentence(error)
        assert str(tmp_path) not in sentence(error)
