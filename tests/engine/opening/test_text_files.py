"""Text as people have it: what is read from it, and what the report says."""

import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from engine.errors import NotVectorsError
from engine.opening import Header
from engine.opening import rows as rows_module
from engine.opening.text import CHUNK, LONGEST
from tests.engine.opening.files import PETS, TEXT, found, opened, skipped


def test_glove(tmp_path: Path) -> None:
    read = opened(tmp_path, TEXT)
    assert found(read) == PETS
    report = read.report
    assert (report.kind, report.encoding, report.separator, report.numbers) == (
        "glove text",
        "utf-8",
        "blank",
        "decimal",
    )
    assert (report.rows, report.dimensions, report.header, report.header_true) == (3, 3, None, None)
    assert not report.needs_decision


def test_word2vec_and_fasttext_with_a_true_header(tmp_path: Path) -> None:
    for end in ("\n", " \n"):  # fastText ends every line with a blank
        read = opened(tmp_path, "3 3\n" + TEXT.replace("\n", end))
        assert found(read) == PETS
        assert read.report.kind == "word2vec text"
        assert read.report.header == Header(3, 3)
        assert read.report.header_true
        assert not read.report.needs_decision


@pytest.mark.parametrize("header", ["5 3", "2 3", "3 300", "0 0", "999999999999 3", "99999999999999999999 3"])
def test_a_false_header_is_said_and_not_relied_on(tmp_path: Path, header: str) -> None:
    tracemalloc.start()
    read = opened(tmp_path, f"{header}\n{TEXT}")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found(read) == PETS
    rows, dimensions = map(int, header.split())
    assert read.report.header == Header(rows, dimensions)
    assert read.report.header_true is False
    assert read.report.needs_decision
    assert peak < 2**25  # 3 TB are not asked for


def test_a_header_is_true_of_the_rows_in_the_file_also_of_those_left_out(tmp_path: Path) -> None:
    read = opened(tmp_path, "5 3\n" + TEXT + "cat 9 9 9\nbad nan 1 2\n")
    assert found(read) == PETS
    assert read.report.offered == 5
    assert read.report.header_true


def test_the_quotation_mark_is_a_word_like_any_other(tmp_path: Path) -> None:
    text = '" 1 2\nbetween 3 4\n" 5 6\n\'\' 7 8\n"quoted" 9 10\n'
    read = opened(tmp_path, text)
    assert found(read) == {'"': [1, 2], "between": [3, 4], "''": [7, 8], '"quoted"': [9, 10]}
    assert read.report.duplicate_words == ('"',)


def test_words_that_programs_take_for_something_else(tmp_path: Path) -> None:
    words = [
        "null",
        "nan",
        "NA",
        "true",
        "#",
        "2010",
        "inf",
        "None",
        "1e5",
        "-",
        "<unk>",
        "\\",
        ",",
        "NaN",
        "3.14",
    ]
    text = "".join(f"{word} {i}.5 -0.25\n" for i, word in enumerate(words))
    read = opened(tmp_path, text)
    assert found(read) == {word: [i + 0.5, -0.25] for i, word in enumerate(words)}
    assert not read.report.needs_decision


def test_words_with_blanks(tmp_path: Path) -> None:
    text = ". . . 0.5 1.5\nat name@domain.com -0.5 2.5\nplain 1.0 1.0\n. . 1.25 1.25\na  b 7.5 7.5\n"
    read = opened(tmp_path, text)
    words = {". . .": [0.5, 1.5], "at name@domain.com": [-0.5, 2.5], "plain": [1, 1], ". .": [1.25, 1.25]}
    assert found(read) == {**words, "a  b": [7.5, 7.5]}
    assert not read.report.needs_decision


def test_words_of_blanks_that_only_unicode_knows(tmp_path: Path) -> None:
    words = ["\u00a0", "\u0085", "\u2028", "\u3000", "new\u00a0york", "\u200b", "a\x0bb", "c\x1cd", "e\x00f"]
    read = opened(tmp_path, "".join(f"{word} {i}.0 0.5\n" for i, word in enumerate(words)))
    assert found(read) == {word: [i, 0.5] for i, word in enumerate(words)}
    assert not read.report.needs_decision


def test_rows_of_other_dimensions_are_refused_with_their_lines(tmp_path: Path) -> None:
    text = "one 7\n" + TEXT + "two 1 2\nfour 1 2 3 4\nlone\nlast 5 5\n"
    read = opened(tmp_path, text)
    assert found(read) == PETS  # the row with one value has not become a whole vector
    few, many = "too few values", "too many values"
    assert skipped(read) == [(1, few), (5, few), (6, many), (7, few), (8, few)]
    assert [row.detail for row in read.report.skipped_rows] == ["1", "2", "4", "0", "2"]
    assert read.report.skipped == {few: 4, many: 1}
    assert read.report.needs_decision


def test_the_first_row_of_a_word_is_kept(tmp_path: Path) -> None:
    read = opened(tmp_path, TEXT + "dog 9 9 9\nyak 1 1 1\ncat 8 8 8\ndog 7 7 7\n")
    assert found(read) == {**PETS, "yak": [1, 1, 1]}
    assert read.report.duplicates == 3
    assert read.report.duplicate_words == ("dog", "cat", "dog")
    assert read.report.needs_decision


@pytest.mark.parametrize("value", ["nan", "-nan", "NaN", "inf", "-inf", "Infinity"])
def test_a_value_that_is_not_finite_refuses_its_row(tmp_path: Path, value: str) -> None:
    read = opened(tmp_path, f"cat 1.5 -0.25 3.0\nbad 0.5 {value} 1.5\ndog 0.5 2.0 -1.0\nemu 0.0 0.125 8.0\n")
    assert found(read) == PETS
    assert skipped(read) == [(2, "not finite")]
    assert read.report.skipped_rows[0].detail == "bad"


@pytest.mark.parametrize("value", ["1e16", "-1e30", "1e39", "-1e300", "1e400"])
def test_a_value_too_large_to_square_refuses_its_row(tmp_path: Path, value: str) -> None:
    read = opened(tmp_path, f"{TEXT}bad 0.5 {value} 1.5\n")
    assert found(read) == PETS
    assert skipped(read) in ([(4, "too large")], [(4, "not finite")])
    assert (skipped(read)[0][1] == "not finite") == (value == "1e400")  # which float reads as inf


@pytest.mark.parametrize(
    "value", ["x", "1.2.3", "1,5", "0x1", "1_0", "-", "nan(ind)", "1.5f", "1.:2", "--1.0"]
)
def test_a_value_that_is_no_number_refuses_its_row(tmp_path: Path, value: str) -> None:
    read = opened(tmp_path, f"cat 1.5 -0.25 3.0\ndog 0.5 2.0 -1.0\nemu 0.0 0.125 8.0\nbad 0.5 {value} 1.5\n")
    assert found(read) == PETS
    assert skipped(read) == [(4, "not a number")]
    assert read.report.skipped_rows[0].detail == value


def test_a_zero_vector_is_kept(tmp_path: Path) -> None:
    read = opened(tmp_path, TEXT + "nil 0 0.0 -0.0\ntiny 1e-30 0.0 0.0\n")
    assert found(read)["nil"] == [0, 0, 0]
    assert (read.report.zeros, read.report.zero_words) == (1, ("nil",))
    assert not read.report.needs_decision


@pytest.mark.parametrize(
    "text",
    [
        "\ufeff" + TEXT,
        TEXT.replace("\n", "\r\n"),
        "\ufeff3 3\r\n" + TEXT.replace("\n", "\r\n"),
        TEXT.replace("\n", " \n"),
        TEXT.replace("\n", "  \t \r\n"),
        TEXT.replace("\n", "\n\n"),
        "\n\n" + TEXT.replace("\n", "\n   \n\r\n") + "\n\n",
        "\n3 3\n" + TEXT,
        TEXT.removesuffix("\n"),
        TEXT.replace("\n", "\r\n").removesuffix("\r\n"),
        TEXT.replace(" ", "\t"),
        TEXT.replace("cat ", "cat\t").replace("dog ", "dog\t").replace("emu ", "emu\t"),
        TEXT.replace(" ", ","),
        TEXT.replace(" ", ",").replace("\n", "\r\n"),
        "3,3\n" + TEXT.replace(" ", ","),
        TEXT.replace(" ", ", "),
        "word,d1,d2,d3\r\n" + TEXT.replace(" ", ","),
        "word d1 d2 d3\n" + TEXT,
        TEXT.replace(" ", "   "),
        TEXT.replace("dog", "  dog"),
        TEXT.replace("1.5", "15e-1").replace("8.0", "+8"),
    ],
)
def test_the_same_rows_written_otherwise(tmp_path: Path, text: str) -> None:
    read = opened(tmp_path, text)
    assert found(read) == PETS
    assert not read.report.needs_decision
    assert read.report.encoding == ("utf-8 with BOM" if text.startswith("\ufeff") else "utf-8")
    assert read.report.separator == (
        "tab" if "\t0.5" in text else "comma" if "," in text else read.report.separator
    )


def test_blank_lines_are_counted_and_lines_are_numbered_as_they_stand(tmp_path: Path) -> None:
    read = opened(tmp_path, "\n" + TEXT + "\n \nbad x 1 2\n")
    assert found(read) == PETS
    assert read.report.blank_lines == 3
    assert skipped(read) == [(7, "not a number")]


def test_commas_and_quotation_marks_of_spreadsheets(tmp_path: Path) -> None:
    text = '",",1,2\n"""",3,4\nplain,5,6\n",7,8\n"a ""b""",9,10\n1,11,12\n'
    read = opened(tmp_path, text)
    numbers = [[1, 2], [3, 4], [5, 6], [9, 10], [11, 12]]
    assert found(read) == dict(zip([",", '"', "plain", 'a "b"', "1"], numbers, strict=True))
    assert read.report.duplicate_words == ('"',)
    assert found(opened(tmp_path, ",,1,2\na,3,4\n")) == {",": [1, 2], "a": [3, 4]}


def test_a_line_that_names_the_columns_is_said_and_is_no_row(tmp_path: Path) -> None:
    table = TEXT.replace(" ", ",")
    assert opened(tmp_path, "word,d1,d2,d3\n" + table).report.names
    assert opened(tmp_path, "\n \nword,d1,d2,d3\n" + table).report.names
    assert not opened(tmp_path, table).report.names
    for line in ("word,d1,d2", "word,d1,2,d3", "word,d1,d2,d3,d4"):  # a row that went wrong
        read = opened(tmp_path, f"{line}\n{table}")
        assert (read.report.names, [at for at, _ in skipped(read)]) == (False, [1])
    assert skipped(opened(tmp_path, table + "word,d1,d2,d3\n")) == [(4, "not a number")]


def test_a_row_without_a_word_is_refused(tmp_path: Path) -> None:
    assert skipped(opened(tmp_path, TEXT + " 1.0 2.0 3.0\n")) == [(4, "no word")]
    assert skipped(opened(tmp_path, TEXT.replace(" ", ",") + ",1,2,3\n")) == [(4, "no word")]


def test_utf16_as_windows_writes_it(tmp_path: Path) -> None:
    text = TEXT.replace("dog", "žába 😀".replace(" ", "\u00a0"))
    for encoding in ("utf-16", "utf-16-be"):
        mark = b"" if encoding == "utf-16" else b"\xfe\xff"
        read = opened(tmp_path, mark + text.encode(encoding))
        assert list(found(read)) == ["cat", "žába\u00a0😀", "emu"]
        assert read.report.encoding == "utf-16"
        assert not read.report.needs_decision


def test_bytes_that_are_not_utf8_are_replaced_and_counted(tmp_path: Path) -> None:
    rows = (
        "caf\u00e9 1.5 2.5\nna\u00efve \u00fcber 3.5 4.5\nplain 5.5 6.5\n".encode("latin-1")
        + "žába 7.5 8.5\n".encode()
    )
    read = opened(tmp_path, rows)
    words = {
        "caf\ufffd": [1.5, 2.5],
        "na\ufffdve \ufffdber": [3.5, 4.5],
        "plain": [5.5, 6.5],
        "žába": [7.5, 8.5],
    }
    assert found(read) == words
    assert read.report.replaced == 3
    assert read.report.replaced_words == tuple(words)[:2]
    assert read.report.needs_decision


def test_a_last_line_that_breaks_off_counts_as_cut_short(tmp_path: Path) -> None:
    whole = opened(tmp_path, TEXT.removesuffix("\n"))
    assert not whole.report.truncated
    cut = opened(tmp_path, TEXT + "yak 1.5 2")
    assert found(cut) == PETS
    assert cut.report.truncated
    assert skipped(cut) == [(4, "too few values")]


def test_order_lines_and_numbers_hold_over_many_pieces_of_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Odd rows among plain ones, at every place of a piece; the matrix is kept in pieces that do not divide it."""
    monkeypatch.setattr(rows_module, "PIECE", 4 * 30 * 7)
    draw = np.random.default_rng(5)
    numbers = draw.normal(0, 3, (6001, 30)).astype(np.float32)
    lines, words, kept, bad = [], [], [], []
    for i, row in enumerate(numbers):
        kind = int(draw.integers(0, 90))
        word = f"w {i}x" if kind == 0 else f"w{i}"
        line = f"{word} " + " ".join(map(str, row.tolist()))
        if kind == 1:
            bad.append(i + 1)
            line += " x"
        else:
            words.append(word)
            kept.append(i)
        lines.append(line + " " * (kind == 2) + "\r" * (kind == 3))
    text = "\n".join(lines)
    assert len(text) > 6 * CHUNK
    read = opened(tmp_path, text)
    assert read.vectors.words == tuple(words)
    assert read.vectors.matrix.tobytes() == numbers[kept].tobytes()
    assert [line for line, _ in skipped(read)] == bad
    assert {reason for _, reason in skipped(read)} == {"not a number"}


def test_a_line_without_end_is_passed_over(tmp_path: Path) -> None:
    text = TEXT + "x" * (LONGEST + 2 * CHUNK) + "\nyak 1.0 1.0 1.0\nbad\n"
    read = opened(tmp_path, "gnu 1.0 2.0 3.0\n" + text)
    assert found(read) == {"gnu": [1, 2, 3], **PETS, "yak": [1, 1, 1]}
    assert skipped(read) == [(5, "line too long"), (7, "too few values")]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        ("\n\n \n", "text"),
        ("Just some prose.\nOf two lines.\n", "text"),
        ("the 1061396\nof 593677\n", "text"),  # words and how often they occur
        ("3 3\n", "text"),
        ("2 3\ncat; 0.1; 0.2; 0.3\ndog; 0.4; 0.5; 0.6\n", "text"),
        ("<!DOCTYPE html>\n<html></html>", "web page"),
        ("a nan 1\nb inf 2\n", "no rows"),
    ],
)
def test_text_without_vectors(tmp_path: Path, text: str, reason: str) -> None:
    with pytest.raises(NotVectorsError) as caught:
        opened(tmp_path, text)
    assert caught.value.reason == reason
    assert caught.value.path == tmp_path / "vectors.any"
