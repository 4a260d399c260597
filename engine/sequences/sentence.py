"""A source sentence as a translation model reads it."""

import unicodedata
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.errors import EmptySentenceError
from engine.translation_text import END, SPECIALS, TOKENS, UNKNOWN, Vocabulary

MOST_SOURCE = 60  # tokens that are read, the end mark aside


@dataclass(frozen=True, eq=False)
class Sentence:
    """Tokens as they were typed, the end mark last, and their numbers; ``dropped`` more were left out."""

    texts: tuple[str, ...]
    ids: NDArray[np.int64]
    unknown: tuple[bool, ...]  # tokens that the model reads as <unk>
    dropped: int = 0

    def __len__(self) -> int:
        return len(self.texts)

    @property
    def left_out(self) -> tuple[str, ...]:
        """The tokens outside of the vocabulary, each once."""
        return tuple(
            dict.fromkeys(text for text, unknown in zip(self.texts, self.unknown, strict=True) if unknown)
        )


NOTHING = Sentence((), np.zeros(0, np.int64), ())


def read_sentence(text: str, language: str, words: Vocabulary) -> Sentence:
    """The first ``MOST_SOURCE`` tokens and </s>.  EmptySentenceError if there is none."""
    tokens = seen_tokens(text, language)
    if not tokens:
        raise EmptySentenceError
    kept = tokens[:MOST_SOURCE]
    ids = [*words.encode(kept), END]
    unknown = tuple(number == UNKNOWN for number in ids)
    return Sentence(
        (*kept, SPECIALS[END]), np.array(ids, np.int64), unknown, max(0, len(tokens) - MOST_SOURCE)
    )


def seen_tokens(text: str, language: str) -> list[str]:
    """The tokens of a text, without those that cannot be seen."""
    return [token for token in TOKENS[language](text) if token.isprintable()]


def language_of(text: str) -> str:
    """``zh`` if most letters of a text are ideographs, ``en`` if most are Latin; empty if it has none of either."""
    names = [unicodedata.name(letter, "") for letter in text if letter.isalpha()]
    ideographs = sum(name.startswith("CJK") for name in names)
    latin = sum("LATIN" in name for name in names)
    if not ideographs and not latin:
        return ""
    return (
        "zh" if ideographs * 3 >= latin else "en"
    )  # a word has some three letters or more, an ideograph is one
