"""Text is shown as it was typed."""

import pytest
from PySide6.QtGui import QTextDocument

from gui.widgets.plain import distinct, tooltip, visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("cat", "cat"),
        ("new york", "new york"),
        (" a ", "\u2423a\u2423"),
        ("  ", "\u2423\u2423"),
        ("a\tb\n", r"a\tb\n"),
        ("\u202eevil", r"\u202eevil"),
        ("zero\u200bwidth", r"zero\u200bwidth"),
        ("\xa0", r"\u00a0"),
        ("\ud800", r"\ud800"),
        ("\x1b[0m", r"\u001b[0m"),
        ("\U0001f469\u200d\U0001f4bb", "\U0001f469\u200d\U0001f4bb"),
        ("\u200d", r"\u200d"),
        ("\u732b", "\u732b"),
        ("<b>", "<b>"),
        ("##ing", "##ing"),
        ("##\u05d9\u05dd", "##\u200e\u05d9\u05dd"),
        ("##\u0627", "##\u200e\u0627"),
        ("##\u200e", r"##\u200e"),
        ("\u05d9\u05dd", "\u05d9\u05dd"),
        ("", ""),
    ],
)
def test_visible(text: str, shown: str) -> None:
    assert visible(text) == shown
    assert visible(shown) == shown  # once is enough, twice does no harm
    visible(text).encode()  # fails on a lone surrogate


def test_repeated_texts_have_their_place() -> None:
    assert distinct(("[CLS]", "cat", " ", "cat", "it", "cat")) == (
        "[CLS]",
        "cat₂",
        "\u2423",
        "cat₄",
        "it",
        "cat₆",
    )
    assert distinct(("the",) * 12)[11] == "the₁₂"
    assert distinct(()) == ()


@pytest.mark.parametrize("text", ["<b>bold</b>", "</script>", "a & b", "one\ntwo", "&lt;", "[SEP]"])
def test_a_tooltip_shows_its_text_and_no_markup(qapp: object, text: str) -> None:
    page = QTextDocument()
    page.setHtml(tooltip(text))
    assert page.toPlainText().replace("\u2028", "\n") == text


def test_no_text_no_tooltip() -> None:
    assert tooltip("") == ""
