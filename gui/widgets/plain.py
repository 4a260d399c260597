"""Text as it was typed: nothing is read as markup, and nothing in it stays invisible."""

from html import escape
from unicodedata import category

JOINER = "\u200d"  # joins emoji; invisible only where it joins nothing
SPACE = "\u2423"
HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
SHORT = {"\n": r"\n", "\t": r"\t", "\r": r"\r"}


def visible(text: str) -> str:
    """The text with spaces at its ends and all control characters written out."""
    core = text.strip(" ")
    left = len(text) - len(text.lstrip(" ")) if core else len(text)
    right = len(text) - left - len(core)
    inner = "".join(_shown(c, 0 < i < len(core) - 1) for i, c in enumerate(core))
    return SPACE * left + inner + SPACE * right


def tooltip(text: str) -> str:
    """The text as a Qt tooltip that keeps its lines and takes no markup from it."""
    return f"<p style='white-space:pre-wrap; margin:0'>{escape(text)}</p>" if text else ""


def _shown(character: str, inside: bool) -> str:
    if character == " " or (character == JOINER and inside):
        return character
    kind = category(character)
    if kind in HIDDEN or kind == "Zs":
        return SHORT.get(character, f"\\u{ord(character):04x}")
    return character
