"""What is typed as a beginning, and what is said of it: unknown words, none, too many; a model that is missing."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QLabel, QToolButton

from engine.errors import DataFileError
from engine.paths import TRANSLATION
from engine.translation_text import LONGEST
from gui.parts.seq_language import LanguagePart
from gui.session import Session
from gui.state import State
from gui.widgets.notice import Notice
from gui.widgets.sentence_edit import SentenceEdit
from gui.widgets.token_strip import TokenStrip


@pytest.fixture
def part(language_part):
    return language_part


def said(part, name):
    document = QTextDocument()
    document.setHtml(part.findChild(QLabel, f"language.{name}").text())
    return document.toPlainText()


def strip(part):
    return part.findChild(TokenStrip, "language.tokens")


def test_beam_is_said_not_to_be_for_this(part):
    shown = part(seq_method="beam")
    assert "Beam search is for translations" in shown.findChild(Notice, "language.notice").text()


def test_its_recorded_perplexity_is_shown(part):
    shown = part()
    found = shown.session.results.scores.models["en.language"]
    assert f"{found.perplexity['test']:.1f}" in said(shown, "scores")


def test_unknown_words_are_marked_and_named(part):
    shown = part(seq_prompt="You qwxzyv should <b>")
    notice = shown.findChild(Notice, "language.notice").text()
    assert "“qwxzyv”" in notice
    assert "<b>" not in notice
    assert strip(shown).badges[2].warning
    assert strip(shown).badges[1] is None


@pytest.mark.parametrize("prompt", ["", "  "])
def test_an_empty_beginning_starts_from_the_start_mark(part, prompt):
    shown = part(seq_prompt=prompt)
    assert "&lt;s&gt; alone" in shown.findChild(Notice, "language.notice").text()
    assert strip(shown).tokens == ("<s>",)
    assert len(shown.chances.rows) == 10


def test_the_limit_is_stated(part):
    shown = part(seq_prompt="the " * 80)
    notice = shown.findChild(Notice, "language.notice").text()
    assert f"Only the first {LONGEST - 1} tokens are read; 21 more were left out." in notice
    shown.session.set(seq_prefix=(shown.chances.rows[1].head[1],))
    assert f"Stopped after {LONGEST} tokens" in shown.findChild(Notice, "language.notice").text()
    assert not shown.findChild(QToolButton, "language.step").isEnabled()
    assert shown.chances.rows == ()


def test_missing_weights_are_said_and_the_beginning_can_still_be_typed(exposed, qtbot):
    session = Session(state=State(desk="translation", seq_model="language"))
    path = TRANSLATION / "en.language" / "model.safetensors"
    session.publish(failed={"writing": DataFileError(path, "file is missing")})
    shown = exposed(LanguagePart(session), 900, 600)
    assert "en.language/model.safetensors cannot be used: file is missing" in said(shown, "message")
    edit = shown.findChild(SentenceEdit, "language.prompt")
    assert edit.isVisible()
    edit.selectAll()
    qtbot.keyClicks(edit, "I am")
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    assert session.state.seq_prompt == "I am"


def test_another_beginning_forgets_what_was_written(part, qtbot):
    shown = part(seq_to_end=True)
    edit = shown.findChild(SentenceEdit, "language.prompt")
    edit.selectAll()
    qtbot.keyClicks(edit, "He was")
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    assert shown.session.state.seq_prefix == ()
    assert not shown.session.state.seq_to_end
    assert strip(shown).tokens == ("<s>", "he", "was")
