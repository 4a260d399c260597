"""Files that are no vectors, cannot be read, or change meanwhile; and work that is no longer wanted."""

import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import pytest

from engine.errors import Cancelled, ChangedFileError, NotVectorsError, UnreadableFileError
from engine.opening import open_file
from tests.engine.opening.files import TEXT, binary, found, gzipped, opened, zipped

ROOT = Path(__file__).parents[3]
LONG = "".join(f"word{i} {i}.25 -0.{i} 1.5\n" for i in range(1, 40_000))  # several pieces


def test_an_empty_file(tmp_path: Path) -> None:
    with pytest.raises(NotVectorsError) as caught:
        opened(tmp_path, b"")
    assert caught.value.reason == "empty"


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "JPEG picture"),
        (b"%PDF-1.7\n1 0 obj", "PDF document"),
        (b"\x80\x04\x95\0\0\0", "Python pickle"),
        (b"\xba\x16\x4f\x2f\x0c\0\0\0", "fastText model"),
        (b"\0" * 257 + b"ustar\0" + b"\0" * 100, "tar archive"),
        (b"\0" * 100, "binary"),
    ],
)
def test_other_files_are_named(tmp_path: Path, content: bytes, what: str) -> None:
    with pytest.raises(NotVectorsError) as caught:
        opened(tmp_path, content, "vectors.txt")
    assert caught.value.reason == what


def test_a_picture() -> None:
    picture = next(iter(sorted((ROOT / "resources").glob("**/*.png"))), None) or next(
        (ROOT / "docs").glob("*.png")
    )
    with pytest.raises(NotVectorsError) as caught:
        open_file(picture)
    assert caught.value.reason == "PNG picture"


def test_a_folder_and_no_file_at_all(tmp_path: Path) -> None:
    for path, reason in (
        (tmp_path, "folder"),
        (tmp_path / "none", "missing"),
        (tmp_path / "none" / "x", "missing"),
        (tmp_path / "no\0name", "missing"),
        (tmp_path / "no\ud800name", "missing"),
    ):
        with pytest.raises(UnreadableFileError) as caught:
            open_file(path)
        assert (caught.value.reason, caught.value.path) == (reason, path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UnreadableFileError) as caught:
        open_file(tmp_path / "pipe")
    assert caught.value.reason == "not a file"


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="other rights here")
def test_a_file_one_may_not_read(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    path.write_text(TEXT)
    path.chmod(0)
    root = os.geteuid() == 0
    if root:  # who may read everything
        os.seteuid(65534)
    try:
        with pytest.raises(UnreadableFileError) as caught:
            open_file(path)
    finally:
        if root:
            os.seteuid(0)
    assert caught.value.reason == "permission"


@pytest.mark.skipif(sys.platform != "linux", reason="a file that can be opened and not read")
def test_a_file_that_the_system_fails_to_read() -> None:
    with pytest.raises(UnreadableFileError) as caught:
        open_file(Path("/proc/self/mem"))
    assert caught.value.reason == "failed"
    assert caught.value.detail


def meanwhile(act: Callable[[], object]) -> Callable[[], None]:
    """A ``stop`` that does something once, when reading has begun."""
    calls = iter(range(10**9))
    return lambda: act() and None if next(calls) == 1 else None


def appended(path: Path) -> None:
    with path.open("a") as file:
        file.write("more 1 2 3\n")


def replaced(path: Path) -> None:
    path.with_suffix(".new").write_text(LONG)
    path.with_suffix(".new").replace(path)


MEANWHILE: Mapping[str, tuple[Callable[[Path], object], str]] = {
    "grown": (appended, "changed"),
    "cut": (lambda path: os.truncate(path, 300_000), "changed"),
    "written anew": (lambda path: path.write_text(TEXT), "changed"),
    "touched": (lambda path: os.utime(path, (1, 1)), "changed"),
    "replaced": (replaced, "changed"),
    "removed": (Path.unlink, "vanished"),
}


@pytest.mark.parametrize("what", MEANWHILE)
@pytest.mark.skipif(sys.platform == "win32", reason="open files stay as they are")
def test_a_file_that_changes_or_vanishes_while_it_is_read(tmp_path: Path, what: str) -> None:
    path = tmp_path / "vectors.txt"
    path.write_text(LONG)
    cache = tmp_path / "cache"
    act, reason = MEANWHILE[what]
    with pytest.raises(ChangedFileError) as caught:
        open_file(path, stop=meanwhile(lambda: act(path)), cache=cache)
    assert caught.value.reason == reason
    assert not cache.exists()


@pytest.mark.parametrize(
    "pack", [str.encode, gzipped, lambda text: zipped(a_txt=text)], ids=["", "gzip", "zip"]
)
def test_progress_rises_to_the_end(tmp_path: Path, pack: Callable[[str], bytes]) -> None:
    numbers = np.random.default_rng(2).normal(0, 1, (20_000, 20))
    longer = "".join(f"word{i} {' '.join(map(str, row))}\n" for i, row in enumerate(numbers.tolist()))
    told: list[float] = []
    read = opened(tmp_path, pack(longer), progress=told.append, cache=tmp_path / "cache")
    assert len(read.vectors) == longer.count("\n")
    assert told == sorted(set(told))
    assert len(told) > 10
    assert told[0] < 0.5
    assert told[-1] == 1


@pytest.mark.parametrize(
    "content", [LONG.encode(), gzipped(LONG), binary({f"w{i}": [1.0] * 99 for i in range(9000)})]
)
@pytest.mark.parametrize("after", [1, 2, 3])
def test_work_that_is_stopped_leaves_nothing(tmp_path: Path, content: bytes, after: int) -> None:
    calls = iter(range(10**9))

    def stop() -> None:
        if next(calls) == after:
            raise Cancelled

    cache = tmp_path / "cache"
    with pytest.raises(Cancelled):
        opened(tmp_path, content, stop=stop, cache=cache)
    assert not cache.exists() or not list(cache.iterdir())
    assert next(calls) == after + 1  # it was asked no more


def test_stopped_while_the_copy_is_written(tmp_path: Path) -> None:
    told: list[float] = []

    def stop() -> None:
        if told and told[-1] > 0.95:
            raise Cancelled

    cache = tmp_path / "cache"
    with pytest.raises(Cancelled):
        opened(tmp_path, LONG, progress=told.append, stop=stop, cache=cache)
    assert not cache.exists() or not list(cache.iterdir())
    assert found(opened(tmp_path, TEXT, cache=cache))
