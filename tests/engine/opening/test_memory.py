"""What opening takes of memory, by what NumPy and Python ask for."""

import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from engine.opening import open_file, rows
from engine.opening import text as text_of

WORDS, DIMENSIONS = 60_000, 100


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> Path:
    numbers = " ".join(f"{value:.5f}" for value in np.random.default_rng(4).normal(0, 1, DIMENSIONS))
    path = tmp_path_factory.mktemp("text") / "vectors.txt"
    path.write_text("".join(f"word{i} {numbers}\n" for i in range(WORDS)))
    return path


@pytest.mark.parametrize("copied", [True, False])
def test_opening_text_takes_at_most_two_and_a_half_times_the_array(
    text: Path, tmp_path: Path, copied: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What is held on the way is of one size, however large the file: small, as this file is.
    monkeypatch.setattr(rows, "PIECE", 2**20)
    monkeypatch.setattr(text_of, "CHUNK", 2**17)
    open_file(text)  # what is loaded at the first use stays
    tracemalloc.start()
    opened = open_file(text, cache=tmp_path if copied else None)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert opened.vectors.matrix.shape == (WORDS, DIMENSIONS)
    assert peak < (1.6 if copied else 2.5) * opened.vectors.matrix.nbytes
