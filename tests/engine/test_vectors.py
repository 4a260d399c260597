"""WordVectors: look-up, published decimals, damaged files."""

import contextlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from engine.errors import DataFileError, UnknownWordError
from engine.paths import GLOVE
from engine.published import SCALES, _published, published
from engine.similarity import Float32
from engine.vectors import WordVectors, open_vectors


@pytest.fixture(scope="module")
def glove() -> WordVectors:
    return open_vectors(GLOVE)


def write(folder: Path, text: str | bytes = "cat\nsat", matrix: np.ndarray | None = None) -> Path:
    """A folder of two words, or of something else."""
    (folder / "words.txt").write_bytes(text.encode() if isinstance(text, str) else text)
    np.save(folder / "vectors.npy", np.ones((2, 3), np.float32) if matrix is None else matrix)
    return folder


def test_every_shipped_word_finds_its_own_row(glove: WordVectors) -> None:
    assert len(glove) == 50_000
    assert glove.dim == 100
    assert [glove.index(word) for word in glove.words] == list(range(50_000))
    assert [glove.rank(word) for word in ("the", ",", "cuatro")] == [0, 1, 49_999]


def test_the_matrix_is_mapped_and_read_only(glove: WordVectors) -> None:
    assert isinstance(glove.matrix.base, np.memmap)
    assert not glove.matrix.flags.writeable
    assert not glove.lengths.flags.writeable


def test_the_published_decimals(glove: WordVectors) -> None:
    """As the text of GloVe 6B has them; float32 has -0.03819400072 for the first."""
    assert glove.exact("the")[:5].tolist() == [-0.038194, -0.24487, 0.72812, -0.39961, 0.083172]
    assert glove.exact("the")[-1] == 0.27062
    assert glove.stack(["florida", "the"])[1].tolist() == glove.exact("the").tolist()
    assert glove.stack([]).shape == (0, 100)


def test_fast_and_plain_published_decimals_agree_on_the_shipped_vectors(glove: WordVectors) -> None:
    sample = glove.matrix[::25]
    assert np.array_equal(published(sample), _published(sample))


@given(st.integers(-999_999, 999_999), st.integers(0, 12))
def test_six_digits_survive_float32(digits: int, places: int) -> None:
    number = float(f"{digits}e-{places}")
    assert published(np.array(number, np.float32).reshape(1)).tolist() == [number]


@given(arrays(np.float32, 20, elements=st.floats(width=32, allow_nan=False, allow_infinity=False)))
@example(np.array([0.0, -0.0, 1e-45, -3.4028235e38, 1.1754944e-38, 3e10, 16777216.0, 0.1, 0.3], np.float32))
def test_fast_and_plain_published_decimals_agree(values: Float32) -> None:
    assert published(values).tolist() == [float(str(value)) for value in values]


def test_the_scales_are_exact_powers_of_ten() -> None:
    assert {f"{scale:.0f}" for scale in SCALES.tolist()} == {f"1{'0' * n}" for n in range(23)}


def test_case_is_ignored_only_where_nothing_is_spelled_so(glove: WordVectors) -> None:
    assert glove.index("Florida") == glove.index("FLORIDA") == glove.index("florida")
    assert "Florida" in glove
    two = WordVectors(("us", "US", "Cat"), np.eye(3, dtype=np.float32))
    assert [two.index("us"), two.index("US"), two.index("Us")] == [0, 1, 0]
    assert "cat" not in two


def test_an_unknown_word_comes_with_near_spellings(glove: WordVectors) -> None:
    with pytest.raises(UnknownWordError) as caught:
        glove.exact("Florda")
    assert caught.value.word == "Florda"
    assert caught.value.near[0] == "florida"
    for nonsense in ("", " ", "\n", "the\n,", "<b>", "注意力", "👩‍👩‍👧", "\udcff", "x" * 10_000):
        assert nonsense not in glove
        with pytest.raises(UnknownWordError):
            glove.index(nonsense)


def test_words_may_hold_what_looks_like_the_end_of_a_line(tmp_path: Path) -> None:
    words = ("new\u00a0york", "a\u2028b\x0bc\x85d\r")
    assert open_vectors(write(tmp_path, "\n".join(words))).words == words
    assert open_vectors(write(tmp_path, "\n".join(words) + "\n")).words == words


@pytest.mark.parametrize("name", ["words.txt", "vectors.npy"])
def test_a_missing_file_is_named(tmp_path: Path, name: str) -> None:
    (write(tmp_path) / name).unlink()
    with pytest.raises(DataFileError, match="file is missing") as caught:
        open_vectors(tmp_path)
    assert caught.value.path == tmp_path / name


@pytest.mark.parametrize("name", ["words.txt", "vectors.npy"])
def test_a_folder_in_place_of_a_file_is_named(tmp_path: Path, name: str) -> None:
    (write(tmp_path) / name).unlink()
    (tmp_path / name).mkdir()
    with pytest.raises(DataFileError) as caught:
        open_vectors(tmp_path)
    assert caught.value.path == tmp_path / name


@pytest.mark.parametrize(
    ("text", "matrix", "reason"),
    [
        ("cat", None, "has 2 rows but words.txt names 1 words"),
        (b"cat\n\xff", None, "is not UTF-8 text at byte 4"),
        ("cat\nsat", np.ones((2, 3)), "holds float64 [2, 3], not float32 [word, dim]"),
        ("cat\nsat", np.ones(2, np.float32), "holds float32 [2], not float32 [word, dim]"),
        (
            "cat\nsat",
            np.array([[1, 2], [3, np.nan]], np.float32),
            "the vector of 'sat' is not made of sensible",
        ),
        (
            "cat\nsat",
            np.array([[-np.inf, 2], [3, 4]], np.float32),
            "the vector of 'cat' is not made of sensible",
        ),
        (
            "cat\nsat",
            np.array([[1, 2], [3e38, 4]], np.float32),
            "the vector of 'sat' is not made of sensible",
        ),
    ],
)
def test_what_does_not_fit_is_refused(
    tmp_path: Path, text: str | bytes, matrix: np.ndarray | None, reason: str
) -> None:
    with pytest.raises(DataFileError) as caught:
        open_vectors(write(tmp_path, text, matrix))
    assert caught.value.reason.startswith(reason)


@pytest.mark.parametrize("kept", [0, 3, 8, 60, 127, 128, 140, 151])
def test_a_file_that_was_cut_short_is_refused(tmp_path: Path, kept: int) -> None:
    path = write(tmp_path) / "vectors.npy"
    whole = path.read_bytes()
    assert len(whole) == 152
    path.write_bytes(whole[:kept])
    with pytest.raises(DataFileError, match="damaged or cut short") as caught:
        open_vectors(tmp_path)
    assert caught.value.path == path


@given(st.integers(0, 127), st.binary(min_size=1, max_size=3))
def test_a_damaged_header_is_refused_or_harmless(
    tmp_path_factory: pytest.TempPathFactory, at: int, damage: bytes
) -> None:
    path = write(tmp_path_factory.mktemp("damaged")) / "vectors.npy"
    data = path.read_bytes()
    path.write_bytes(data[:at] + damage + data[at + len(damage) :])
    with contextlib.suppress(DataFileError):
        assert len(open_vectors(path.parent).matrix) == 2
