"""Text as it was typed: nothing is read as markup, and nothing in it stays invisible."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from html import escape
from unicodedata import bidirectional, category

JOINER = "\u200d"  # joins emoji; invisible only where it joins nothing
SPACE = "\u2423"
HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
PIECE = "##"  # begins a piece of a word
LEFT_TO_RIGHT = "\u200e"  # keeps that mark before a Hebrew or Arabic piece
SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
SHORT = {"\n": r"\n", "\t": r"\t", "\r": r"\r"}


@lru_cache(maxsize=10_000)
def visible(text: str) -> str:
    """The text with spaces at its ends and all control characters written out.

    A word piece of a script that runs to the left keeps its mark on the left.  What is visible already stays so.
    """
    if text.startswith(PIECE):
        rest = text.removeprefix(PIECE).removeprefix(LEFT_TO_RIGHT)
        if rest and bidirectional(rest[0]) in ("R", "AL"):
            return f"{PIECE}{LEFT_TO_RIGHT}{visible(rest)}"
    core = text.strip(" ")
    left = len(text) - len(text.lstrip(" ")) if core else len(text)
    right = len(text) - left - len(core)
    inner = "".join(_shown(c, 0 < i < len(core) - 1) for i, c in enumerate(core))
    return SPACE * left + inner + SPACE * right


def distinct(texts: Sequence[str], numbers: Sequence[int] = ()) -> tuple[str, ...]:
    """Each text made visible; those that occur more than once with a small number: their place, counted from 1, unless
    ``numbers`` says otherwise.
    """
    counts = Counter(texts)
    return tuple(
        visible(text) + (str(place).translate(SUBSCRIPTS) if counts[text] > 1 else "")
        for place, text in zip(numbers or range(1, len(texts) + 1), texts, strict=True)
    )


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
