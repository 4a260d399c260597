"""The second opening: from a copy, if that is the same file's and whole; never at the price of the first."""

import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import pytest

from engine.opening import open_file
from engine.opening.cache import UNFINISHED, Cache, fingerprint, user_cache
from tests.engine.opening.files import PETS, TEXT, found, opened, zipped

DIRTY = "9 3\n" + TEXT + "cat 1 1 1\nnil 0 0 0\nbad nan 1 1\nshort 1\n\u00a0 7 7 7\n"


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "not yet there" / "cache"


def entries(cache: Path) -> list[Path]:
    return sorted(cache.iterdir())


def test_the_second_opening_is_the_first_again_and_mapped(tmp_path: Path, cache: Path) -> None:
    first = opened(tmp_path, DIRTY, cache=cache)
    second = open_file(tmp_path / "vectors.any", cache=cache)
    plain = open_file(tmp_path / "vectors.any")
    assert [read.cached for read in (first, second, plain)] == [False, True, False]
    assert found(first) == found(second) == found(plain)
    assert first.report == second.report == plain.report
    assert second.report.skipped == {"not finite": 1, "too few values": 1}
    assert isinstance(first.vectors.matrix.base, np.memmap)
    assert isinstance(second.vectors.matrix.base, np.memmap)
    assert not isinstance(plain.vectors.matrix.base, np.memmap)
    assert [sorted(file.name for file in entry.iterdir()) for entry in entries(cache)] == [
        ["report.json", "vectors.npy", "words.txt"]
    ]


CHANGES: Mapping[str, Callable[[Path], object]] = {
    "other numbers": lambda path: path.write_text(TEXT.replace("8.0", "9.0")),
    "one row more": lambda path: path.write_text(TEXT + "yak 1 1 1\n"),
    "another time": lambda path: os.utime(path, (1, 1)),
}


@pytest.mark.parametrize("change", CHANGES)
def test_another_file_of_that_name_is_read_anew(tmp_path: Path, cache: Path, change: str) -> None:
    opened(tmp_path, TEXT, cache=cache)
    path = tmp_path / "vectors.any"
    CHANGES[change](path)
    again = open_file(path, cache=cache)
    assert not again.cached
    assert found(again) == found(open_file(path))
    assert open_file(path, cache=cache).cached


def test_contents_count_even_if_size_and_time_are_the_same(tmp_path: Path, cache: Path) -> None:
    opened(tmp_path, TEXT, cache=cache)
    path = tmp_path / "vectors.any"
    state = path.stat()
    path.write_text(TEXT.replace("8.0", "9.0"))
    os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))
    assert found(open_file(path, cache=cache))["emu"] == [0, 0.125, 9]


def test_the_fingerprint_looks_at_both_ends_and_in_between(tmp_path: Path) -> None:
    path, size = tmp_path / "large", 4_000_000
    content = bytearray(os.urandom(size))
    seen = set()
    for at in (None, 0, size - 1, 16_383, size // 15 * 7):
        changed = bytearray(content)
        if at is not None:
            changed[at] ^= 1
        path.write_bytes(changed)
        seen.add(fingerprint(path))
    assert len(seen) == 5


def test_members_of_an_archive_and_word_lists_have_copies_of_their_own(tmp_path: Path, cache: Path) -> None:
    archive = zipped(a_txt=TEXT, b_txt=TEXT.replace("cat", "cow"))
    for name, first in (("a.txt", "cat"), ("b.txt", "cow"), ("a.txt", "cat")):
        assert opened(tmp_path, archive, cache=cache, choose=name).vectors.words[0] == first
    np.save(tmp_path / "pets.npy", np.array(list(PETS.values())))
    words = tmp_path / "words.txt"
    words.write_text("cat\ndog\nemu")
    assert found(open_file(tmp_path / "pets.npy", cache=cache)) == PETS
    words.write_text("cow\ndog\nemu")
    assert open_file(tmp_path / "pets.npy", cache=cache).vectors.words[0] == "cow"
    assert open_file(tmp_path / "pets.npy", cache=cache).cached


def flipped(path: Path, at: int) -> None:
    content = bytearray(path.read_bytes())
    content[at] ^= 1
    path.write_bytes(content)


DAMAGES: Mapping[str, Callable[[Path], object]] = {
    "no report": lambda entry: (entry / "report.json").unlink(),
    "report cut": lambda entry: (entry / "report.json").write_text("{"),
    "report of another kind": lambda entry: (entry / "report.json").write_text("[]"),
    "report emptied": lambda entry: (entry / "report.json").write_text('{"report": {}, "sums": []}'),
    "report of bytes": lambda entry: (entry / "report.json").write_bytes(b"\xff"),
    "no words": lambda entry: (entry / "words.txt").unlink(),
    "other words": lambda entry: (entry / "words.txt").write_text("cat\ndog\nemu\nnil\nyak"),
    "a bit of a word": lambda entry: flipped(entry / "words.txt", 1),
    "no vectors": lambda entry: (entry / "vectors.npy").unlink(),
    "vectors cut": lambda entry: os.truncate(entry / "vectors.npy", 150),
    "a bit of their header": lambda entry: flipped(entry / "vectors.npy", 20),
    "a bit of the last number": lambda entry: flipped(entry / "vectors.npy", -1),
    "a bit of another number": lambda entry: flipped(entry / "vectors.npy", -17),
    "other dimensions": lambda entry: np.save(entry / "vectors.npy", np.ones((5, 4), np.float32)),
    "nothing left": lambda entry: [file.unlink() for file in entry.iterdir()],
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_copy_is_made_anew(tmp_path: Path, cache: Path, damage: str) -> None:
    path = tmp_path / "vectors.any"
    expected = found(opened(tmp_path, DIRTY))
    open_file(path, cache=cache)
    DAMAGES[damage](entries(cache)[0])
    again = open_file(path, cache=cache)
    assert not again.cached
    assert found(again) == expected
    assert len(entries(cache)) == 1
    assert open_file(path, cache=cache).cached


def test_a_cache_that_cannot_be_written_to_only_means_that_there_is_none(tmp_path: Path) -> None:
    blocked = tmp_path / "a file"
    blocked.write_text("")
    for folder in (blocked, blocked / "below"):
        for _ in range(2):
            read = opened(tmp_path, TEXT, cache=folder)
            assert (found(read), read.cached) == (PETS, False)


def test_a_disk_that_is_full_only_means_that_there_is_no_copy(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.mkdir(parents=True)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("engine.opening.cache._write", full)
    assert found(opened(tmp_path, TEXT, cache=cache)) == PETS
    assert entries(cache) == []


def test_what_was_used_longest_ago_goes_when_room_is_short(tmp_path: Path, cache: Path) -> None:
    for age, name in enumerate(("old", "older", "oldest")):
        opened(tmp_path, TEXT, name, cache=cache)
        (entry,) = [e for e in entries(cache) if not (e / "age").exists()]
        (entry / "age").write_text(name)
        os.utime(entry, (1000 - age, 1000 - age))
    open_file(tmp_path / "oldest", cache=cache)  # used now: no longer the oldest
    one = sum(file.stat().st_size for file in entries(cache)[0].iterdir())
    rows_of = Cache(cache, most=3 * one + one // 2)
    opened(tmp_path, TEXT, "new", cache=cache)
    newest = max(entries(cache), key=lambda entry: entry.stat().st_mtime_ns)
    rows_of.make_room(newest.name)
    kept = {(entry / "age").read_text() if (entry / "age").exists() else "new" for entry in entries(cache)}
    assert kept == {"new", "oldest", "old"}


def test_unfinished_copies_of_yesterday_go(tmp_path: Path, cache: Path) -> None:
    for name, age in (("a", 0), ("b", 200_000)):
        folder = cache / f"{UNFINISHED}{name}"
        folder.mkdir(parents=True)
        now = os.stat(folder).st_mtime
        os.utime(folder, (now - age, now - age))
    opened(tmp_path, TEXT, cache=cache)
    assert [entry.name for entry in entries(cache) if entry.name.startswith(UNFINISHED)] == [f"{UNFINISHED}a"]


@pytest.mark.skipif(sys.platform != "linux", reason="where XDG's rules hold")
def test_the_users_cache_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home-of/someone")
    monkeypatch.setenv("XDG_CACHE_HOME", "/elsewhere")
    assert user_cache() == Path("/elsewhere/attention-explorer/vectors")
    for ignored in ("", "not/absolute"):
        monkeypatch.setenv("XDG_CACHE_HOME", ignored)
        assert user_cache() == Path("/home-of/someone/.cache/attention-explorer/vectors")
