"""The engine's errors as English sentences for the terminal."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.errors import (
    DataFileError,
    EmptySentenceError,
    TooFewPointsError,
    UndefinedError,
    UnknownWordError,
)


class Refusal(Exception):
    """A request that cannot be met; its text is the sentence for the user."""


def _data_file(error: DataFileError) -> str:
    return f"A file that ships with the program cannot be used: {error.path}: {error.reason}."


def _unknown_word(error: UnknownWordError) -> str:
    return unknown(error.word, error.near)


def _empty_sentence(error: EmptySentenceError) -> str:
    missing = f": {listed(error.unknown)} have no vector" if error.unknown else ""
    return f"The fresh layer needs a sentence with at least one word that has a vector{missing}."


def _too_few(error: TooFewPointsError) -> str:
    return f"A projection to the plane needs at least two words, not {error.count}."


def _undefined(error: UndefinedError) -> str:
    return f"{error}: undefined for these vectors."


SENTENCES: Mapping[type[Exception], Callable[[Any], str]] = {
    Refusal: str,
    DataFileError: _data_file,
    UnknownWordError: _unknown_word,
    EmptySentenceError: _empty_sentence,
    TooFewPointsError: _too_few,
    UndefinedError: _undefined,
}


def worded(error: Exception) -> str:
    """One sentence for the user."""
    return SENTENCES.get(type(error), str)(error)


def unknown(word: str, near: Sequence[str]) -> str:
    """An unknown word with what may have been meant."""
    return f"There is no vector for {word!r}." + (f" Near spellings: {', '.join(near)}." if near else "")


def listed(texts: Sequence[str], limit: int = 10) -> str:
    """The first few, in quotation marks, and how many more there are."""
    more = f" and {len(texts) - limit} more" if len(texts) > limit else ""
    return ", ".join(f"{text!r}" for text in texts[:limit]) + more
