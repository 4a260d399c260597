"""The command line: refusals in one sentence, the report's file, and what a whole process does."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.cli import main
from engine.examples import HUNGRY, WORDS

ROOT = Path(__file__).parents[2]

Call = Callable[..., str]


@pytest.fixture
def refuse(capsys: pytest.CaptureFixture[str]) -> Call:
    """The sentence with which a command is refused."""

    def run(*arguments: str) -> str:
        code = main(arguments)
        out, err = capsys.readouterr()
        assert (code, out) == (2, "")
        assert err.count("\n") == 1
        assert "Traceback" not in err
        return err.strip()

    return run


def process(*arguments: str | bytes, **options: Any) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-W", "error", "-m", "engine", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, timeout=60, **options)


# --- refusals -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["attend", HUNGRY, "--layer", "7"], "Layer 7 does not exist: this model has 6 layers."),
        (["attend", HUNGRY, "--head", "13"], "Head 13 does not exist: this model has 12 heads."),
        (
            ["attend", HUNGRY, "--source", "fresh", "--layer", "2"],
            "Layer 2 does not exist: this model has 1 layer.",
        ),
        (["attend", HUNGRY, "--from", "13"], "Position 13 does not exist: the sentence has 12 tokens."),
        (["attend", HUNGRY, "--from", "0"], "Position 0 does not exist: the sentence has 12 tokens."),
    ],
)
def test_what_does_not_exist_is_refused(refuse: Call, arguments: list[str], sentence: str) -> None:
    assert refuse(*arguments) == sentence


def test_a_missing_token_is_refused_with_those_there_are(refuse: Call) -> None:
    assert refuse("attend", "a cat", "--from", "dog") == (
        "'dog' is not a token of this sentence. Its tokens are: '[CLS]', 'a', 'cat', '[SEP]'."
    )


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ([], "COMMAND"),
        (["dance"], "'dance'"),
        (["words"], "WORD"),
        (["words", "--analogy", "king", "man"], "--analogy"),
        (
            ["words", "--analogy", "king", "man", "womam"],
            "There is no vector for 'womam'. Near spellings: woman",
        ),
        (["words", "--analogy", "king", "man", "woman", "--product", "--raw"], "leave --raw out"),
        (["words", "king", "--inputs"], "say how an --analogy A B C is solved"),
        (["words", "cat", "--metric", "hamming"], "hamming"),
        (["words", "cat", "--neighbours", "0"], "'0' is not a whole number from 1 to 1000"),
        (["attend"], "SENTENCE"),
        (["attend", "x", "--layer", "two"], "'two' is not a whole number"),
        (["attend", "x", "--layer", "-1"], "--layer"),
        (["attend", "x", "--layer", "9" * 5000], "is not a whole number"),
        (["attend", "x", "--heads", "1000000"], "from 1 to 64"),
        (["report", "x"], "-o"),
        (["report", "x", "--default", "-o", "x.html"], "not both"),
    ],
)
def test_wrong_arguments_are_refused(refuse: Call, arguments: list[str], named: str) -> None:
    assert named in refuse(*arguments)


def test_a_sentence_without_known_words_is_refused_by_the_fresh_layer(refuse: Call) -> None:
    assert "'zzgrmpf'" in refuse("attend", "zzgrmpf", "--source", "fresh")
    assert "at least one word" in refuse("attend", "", "--source", "fresh")


@pytest.mark.parametrize(("name", "content"), [("missing", None), ("damaged", b"not weights")])
def test_a_bad_data_file_is_named(
    refuse: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, content: bytes | None
) -> None:
    monkeypatch.setattr("engine.cli.view.MINILM", tmp_path)
    for path in (ROOT / "data" / "minilm").iterdir():
        (tmp_path / path.name).symlink_to(path)
    (tmp_path / "model.safetensors").unlink()
    if content is not None:
        (tmp_path / "model.safetensors").write_bytes(content)
    assert refuse("attend", "x") == (
        f"A file that ships with the program cannot be used: {tmp_path / 'model.safetensors'}: file is {name}."
    )


# --- report ---------------------------------------------------------------------------------------------------------


def test_report_prints_where_it_lies(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert call("report", "--default", "-o", "page.html") == f"{tmp_path / 'page.html'}\n"
    assert "was hungry." in (tmp_path / "page.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("target", ["", "no/such/folder/page.html"])
def test_an_unwritable_target_is_refused(refuse: Call, tmp_path: Path, target: str) -> None:
    assert str(tmp_path / target) in refuse("report", "x", "-o", str(tmp_path / target))


def test_a_sentence_can_come_from_standard_input(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO("über \xff den Fluss".encode("latin-1"))))
    call("report", "-", "-o", str(tmp_path / "page.html"))
    assert "den Fluss" in (tmp_path / "page.html").read_text(encoding="utf-8")


# --- as a process ---------------------------------------------------------------------------------------------------


def test_json_is_all_that_a_process_prints() -> None:
    done = process("attend", HUNGRY, "--json")
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(json.loads(done.stdout)["weights"]) == 12


def test_a_refusal_ends_a_process_with_2() -> None:
    done = process("attend", HUNGRY, "--layer", "7")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().strip() == "Layer 7 does not exist: this model has 6 layers."


@pytest.mark.skipif(os.name != "posix", reason="only there can an argument be bytes that are no text")
@pytest.mark.parametrize("command", [["attend"], ["words"], ["attend", "--json"]])
def test_bytes_that_are_no_text_do_no_harm_on_a_plain_terminal(command: list[str]) -> None:
    plain = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "PATH": os.environ["PATH"]}
    done = process(command[0], b"\xff\xfe \xed\xa0\x80 caf\xc3\xa9 \xf0\x9f\x98\x80", *command[1:], env=plain)
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr


def test_a_reader_that_has_enough_is_no_error() -> None:
    command = [sys.executable, "-W", "error", "-m", "engine", "words", *WORDS, "--neighbours", "1000"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout
        assert running.stderr
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(60) == 0
