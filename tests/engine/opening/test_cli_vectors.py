"""``words --vectors``: other vectors than those that ship, and what is said of their file."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.cli import main
from engine.cli.vector_file import told
from engine.opening import REASONS, Header, ImportReport, Skipped
from tests.engine.opening.files import TEXT, zipped

Call = Callable[..., str]


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("engine.cli.vector_file.user_cache", lambda: tmp_path / "cache")
    return tmp_path / "cache"


@pytest.fixture
def pets(tmp_path: Path) -> Path:
    path = tmp_path / "pets"
    path.write_text(TEXT)
    return path


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one sentence."""
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


def test_words_are_those_of_the_file(call: Call, pets: Path, cache: Path) -> None:
    for _ in range(2):  # read, then mapped
        said = json.loads(
            call("words", "cat", "dog", "king", "--vectors", str(pets), "--neighbours", "2", "--json")
        )
        assert said["words"] == ["cat", "dog"]
        assert said["unknown"] == ["king"]
        assert said["norms"]["cat"] == pytest.approx((1.5**2 + 0.25**2 + 9) ** 0.5, abs=1e-15)
        assert {near["word"] for near in said["neighbours"]["cat"]} == {"dog", "emu"}
        assert len(list(cache.iterdir())) == 1


def test_what_is_wrong_with_the_file_is_said_beside_the_answer(
    pets: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pets.write_text("9 3\n" + TEXT + "cat 1 1 1\nbad x 1 1\nshort 1\n")
    assert main(["words", "cat", "dog", "--vectors", str(pets)]) == 0
    out, err = capsys.readouterr()
    assert "cosine" in out
    assert err.splitlines() == [
        "word2vec text: 3 words, 3 dimensions, utf-8, decimal numbers.",
        "Its first line promises 9 rows of 3 numbers; the file has 6 rows of 3.",
        "Left out, having come before (1): 'cat'.",
        "Skipped rows (2): 1 not a number, 1 too few values.",
        "  line 6: not a number ('x')",
        "  line 7: too few values (1 of 3)",
    ]


def test_one_of_several_files_is_named(call: Call, pets: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pets.write_bytes(zipped(a_txt=TEXT, b_txt=TEXT.replace("cat", "cow")))
    assert "choose one with --member: 'a.txt', 'b.txt'" in refused(
        capsys, "words", "cow", "--vectors", str(pets)
    )
    call("words", "cow", "--vectors", str(pets), "--member", "b.txt")


def test_files_that_cannot_be_used_are_refused_in_a_sentence(
    tmp_path: Path, pets: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def said(path: Path) -> str:
        return refused(capsys, "words", "cat", "--vectors", str(path)).removeprefix(str(path)).strip()

    assert said(tmp_path) == "cannot be read: it is a folder."
    assert said(tmp_path / "none") == "cannot be read: there is no such file."
    for content, reason in (("", "it is empty"), ("prose", "it is a text"), ("\x89PNG", "it is a text")):
        pets.write_text(content)
        assert said(pets) == f"holds no word vectors: {reason}."
    pets.write_bytes(b"\x93NUMPY\1\0")
    assert said(pets).startswith("is damaged (npy")
    pets.write_bytes(b"PK\3\4" + bytes(50))
    assert said(pets).startswith("is damaged (zip")


def test_every_reason_and_everything_else_of_a_report_is_told() -> None:
    rows = tuple(Skipped(i, reason, "7") for i, reason in enumerate(REASONS, start=1))
    report = ImportReport(
        "safetensors",
        5,
        3,
        "F16",
        packed=("zip", "gzip"),
        member="E",
        header=Header(5, 3),
        skipped=dict.fromkeys(REASONS, 1),
        skipped_rows=rows,
        replaced=3,
        replaced_words=("w",),
        zeros=2,
        zero_words=("nil",),
        trailing=9,
    )
    text = "\n".join(told(report))
    for piece in ("(E), packed with zip and gzip", "F16", "(3): in 'w'", "(2): 'nil'", "(9)", *REASONS):
        assert piece in text
    assert text.endswith(f"and {len(REASONS) - 5} more")
