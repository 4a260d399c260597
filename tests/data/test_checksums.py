"""What ships in data/ is exactly what CHECKSUMS.sha256 and SOURCES.md say."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pytest

DATA = Path(__file__).resolve().parents[2] / "data"
NOT_LISTED = {"CHECKSUMS.sha256", "SOURCES.md"}  # a file cannot hold its own checksum


def listed() -> dict[str, str]:
    """{path relative to data/: sha256}, read from the file that `sha256sum -c` reads."""
    lines = (DATA / "CHECKSUMS.sha256").read_text(encoding="utf-8").splitlines()
    return {name: digest for digest, name in (line.split("  ", 1) for line in lines)}


def shipped() -> set[str]:
    return {path.relative_to(DATA).as_posix() for path in DATA.rglob("*") if path.is_file()} - NOT_LISTED


def test_the_list_names_exactly_the_files_that_ship() -> None:
    assert set(listed()) == shipped()


@pytest.mark.parametrize("name", sorted(shipped() | set(listed())))
def test_a_shipped_file_has_its_listed_checksum(name: str) -> None:
    assert hashlib.sha256((DATA / name).read_bytes()).hexdigest() == listed().get(name)


def test_sources_page_states_each_file_beside_its_checksum() -> None:
    rows = (DATA / "SOURCES.md").read_text(encoding="utf-8").splitlines()
    for name, digest in listed().items():
        assert any(f"`{name}`" in row and f"`{digest}`" in row for row in rows), name


def test_each_word_has_its_vector() -> None:
    words = (DATA / "glove.6B.100d" / "words.txt").read_bytes().decode("utf-8").split("\n")
    vectors = np.load(DATA / "glove.6B.100d" / "vectors.npy", mmap_mode="r")
    assert len(words) == len(set(words)) == 50_000
    assert all(words)
    assert (vectors.shape, vectors.dtype) == ((50_000, 100), np.float32)
    assert [str(number) for number in vectors[words.index("the"), :3]] == ["-0.038194", "-0.24487", "0.72812"]
