"""The engine's errors as English sentences for the terminal."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.errors import (
    ChangedFileError,
    ChooseError,
    DamagedFileError,
    DataFileError,
    EmptySentenceError,
    NotVectorsError,
    TooFewPointsError,
    UndefinedError,
    UnknownWordError,
    UnreadableFileError,
    WordListError,
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


UNREADABLE: Mapping[str, str] = {
    "missing": "there is no such file",
    "folder": "it is a folder",
    "not a file": "it is not a regular file",
    "permission": "you may not read it",
}
NOT_VECTORS: Mapping[str, str] = {
    "empty": "it is empty",
    "no rows": "no row of it is a word with its numbers",
}


def _unreadable(error: UnreadableFileError) -> str:
    return f"{error.path} cannot be read: {UNREADABLE.get(error.reason, error.detail)}."


def _not_vectors(error: NotVectorsError) -> str:
    return f"{error.path} holds no word vectors: {NOT_VECTORS.get(error.reason, f'it is a {error.reason}')}."


def _changed(error: ChangedFileError) -> str:
    return (
        f"{error.path} {'has changed' if error.reason == 'changed' else 'vanished'} while it was being read."
    )


def _damaged(error: DamagedFileError) -> str:
    if error.reason == "encrypted":
        return f"{error.path} is encrypted."
    return f"{error.path} is damaged ({error.reason}{f': {error.detail}' if error.detail else ''})."


def _choose(error: ChooseError) -> str:
    return f"{error.path} holds several files or tables; choose one with --member: {listed(error.names, 20)}."


def _word_list(error: WordListError) -> str:
    if error.reason == "rows":
        return f"{error.path} has {error.rows:,} rows, but its word list {error.names[0]} has {error.words:,} words."
    return (
        f"{error.path} has no words of its own, and none of these lies beside it: {', '.join(error.names)}."
    )


SENTENCES: Mapping[type[Exception], Callable[[Any], str]] = {
    Refusal: str,
    DataFileError: _data_file,
    UnknownWordError: _unknown_word,
    UnreadableFileError: _unreadable,
    NotVectorsError: _not_vectors,
    ChangedFileError: _changed,
    DamagedFileError: _damaged,
    ChooseError: _choose,
    WordListError: _word_list,
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
