"""Texts that nobody expects: the window stays whole, says what the model does not read, and still copies."""

import csv
import io

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel

from gui.panes.attention import AttentionPane
from gui.session import Session
from gui.state import State
from gui.widgets.chips import ChipList
from gui.widgets.matrix_view import MatrixView
from gui.widgets.notice import Notice
from gui.widgets.sentence_edit import SentenceEdit
from gui.widgets.suggestions import SearchBox
from gui.wording import notices

WORD = "x" * 300
ODD = {
    "long": f"The {WORD} sat on {WORD}y.",
    "pieces": "pneumono" * 12,
    "512 tokens": "cat " * 510,
    "more than 512": "cat " * 700,
    "one token": "cat",
    "empty": "",
    "blank": " \n\t\u3000",
    "control": "a\x00b \x07bell \x1b[31mred\x1b[0m \x7f",
    "surrogates": "half \ud83d an emoji \udc00",
    "invisible": "x\u200dy \u202eevil\u202c \ufeffz\u200b",
    "lines": "one\r\ntwo\u2028three\tfour\x85five",
    "right to left": "שלום עולם مرحبا the cat",
    "combining": "e\u0301\u0301\u0301 Z\u0335\u0321\u0322algo n\u0303",
    "emoji": "I ❤️ 🍕 and 👩‍👩‍👧",
    "chinese": "我爱你 and 東京",
    "ancient": "\U00012000 and \U00012001",
    "markup": "</script><b>bold</b> &amp; {0} %s [SEP]",
    "marks": '"quoted", \'a\' \\ \t" ; = +1 @x',
    "repeated": "the the the the",
    "special": "[CLS] [MASK] [PAD] [UNK] [SEP]",
    "private": "\ue000 \U0010ffff \ufffd",
}


FOR_WORDS = ("long", "empty", "control", "surrogates", "right to left", "markup", "chinese")


@pytest.mark.parametrize(("source", "kinds"), [("minilm", tuple(ODD)), ("fresh", FOR_WORDS)])
def test_the_window_stays_whole(window, source, kinds):
    session, size = window.session, window.size()
    session.set(source=source)
    before = {name: pane.width() for name, pane in panes(window).items()}
    for name in kinds:
        text = ODD[name]
        session.set(text=text, other=text[::-1], comparing=len(text) < 1000)
        window.settle()
        window.grab()  # every pane paints
        assert window.size() == size, name
        assert {name: pane.width() for name, pane in panes(window).items()} == before, name
        if source == "minilm":
            assert not session.results.failed, name
            assert window.attention.strip.tokens == session.results.overview.run.tokens.texts, name
            view = window.attention.steps.output
            assert copied(view)[1:, 1:].shape == view.data.values.shape, name
        assert window.findChild(SentenceEdit, "words.sentence").text() == text.replace("\r\n", "\n"), name


def panes(window):
    return {"words": window.words, "attention": window.attention, "similarity": window.similarity}


def copied(view: MatrixView):
    view.copy()
    lines = QGuiApplication.clipboard().text().removesuffix("\n").split("\n")
    return np.array([line.split("\t") for line in lines])


def test_a_ranking_of_odd_tokens_is_a_table(window, tmp_path):
    window.session.set(text=ODD["marks"])
    window.settle()
    for job, name in (("save_ranking", "ranking.csv"), ("report", "page.html")):
        window.session.requested.emit(job, str(tmp_path / name))
        window.settle()
        assert not window.session.results.failed
    rows = list(csv.reader(io.StringIO((tmp_path / "ranking.csv").read_text(encoding="utf-8"))))
    assert {len(row) for row in rows} == {len(rows[0])}
    assert len(rows) == 1 + 72


# --- what is said ---------------------------------------------------------------------------------------------


def lines(made, text, **choices):
    return notices(made(text=text, **choices), shown=True)


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (
            "long",
            f"2 words become the same token, [UNK]: the model cannot tell “{'x' * 40}…”, “{'x' * 40}…” apart.",
        ),
        (
            "ancient",
            "2 words become the same token, [UNK]: the model cannot tell “\U00012000”, “\U00012001” apart.",
        ),
        (
            "control",
            "There are signs without a shape that the model does not read: \\u0000, \\u0007, \\u001b….",
        ),
        (
            "surrogates",
            "There are signs without a shape that the model does not read: \\ud83d, \\udc00. "
            "Half a character is read as “?”.",
        ),
        ("lines", "There are signs without a shape that the model does not read: \\u0085."),
        ("more than 512", "Only the first 512 tokens fit in; 190 more were left out."),
        ("empty", "The sentence is empty: only the model's own tokens remain."),
    ],
)
def test_what_the_model_does_not_read_is_said(made, kind, said):
    assert lines(made, ODD[kind]) == [said]


def test_one_unknown_word_is_named(made):
    (line,) = lines(made, f"the {WORD} sat")
    assert line.startswith(f"The model has no pieces for “{'x' * 40}…”: it reads [UNK]")


ALL_READ = ("one token", "512 tokens", "combining", "repeated", "markup", "right to left", "special")


@pytest.mark.parametrize("kind", ALL_READ)
def test_nothing_is_said_where_all_is_read(made, kind):
    assert lines(made, ODD[kind]) == []


def test_words_without_a_vector_are_named_in_short(made):
    said = lines(made, f"the {WORD} sat", source="fresh")
    assert said == [f"“{'x' * 40}…” has no vector. It is left out."]


# --- a long word: in short where it is painted, whole on hover --------------------------------------------------


def test_the_whole_word_behind_an_unknown_token_is_in_its_tooltip(made, qtbot):
    session = Session(state=State(text=f"the {WORD} sat"))
    session.results = made(text=f"the {WORD} sat")
    pane = AttentionPane(session)
    qtbot.addWidget(pane)
    pane.resize(900, 500)
    pane.show()
    strip = pane.strip
    assert f"“{WORD}”" in strip.tip_at(strip.box(2).center())[0]
    assert strip.box(2).width() < 200
    notice = pane.findChild(Notice, "attention.notice")
    assert notice.width() <= pane.width()
    assert WORD not in notice.text()


def test_a_long_word_among_the_chosen_ones(window, qtbot):
    box = window.findChild(SearchBox, "words.search")
    width = window.similarity.width()
    box.setFocus()
    box.setText(WORD)
    qtbot.keyClick(box, Qt.Key.Key_Return)
    window.settle()
    assert window.session.state.words[-1] == WORD, "not a letter of it is dropped"
    window.grab()
    assert window.similarity.width() == width
    chips = window.findChild(ChipList, "words.chosen")
    chip = chips.words.index(WORD)
    assert chips.boxes[chip].width() < 250
    assert WORD in chips.tip_at(chips.box(chip).center())[0]
    for label in window.findChildren(QLabel):
        assert WORD not in label.text(), label.objectName()
