"""What went wrong, and what the reader of a sentence should know, in plain words."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QCoreApplication

from engine.errors import (
    DataFileError,
    EditError,
    EmptySentenceError,
    EngineError,
    NoDirectionError,
    NoKeyLeftError,
    OverflowedError,
    SessionFileError,
    TooFewPointsError,
    UndefinedError,
    UnknownWordError,
    VectorFileError,
)
from engine.paths import ROOT
from engine.text import Tokens, is_half
from gui.results import Overview, Results
from gui.widgets.notice import clipped
from gui.widgets.plain import visible
from gui.wording.places import array_title, tr
from gui.wording.vector_files import file_sentence

NAMED = 3  # words or signs that are named at once


def notices(results: Results, shown: bool) -> list[str]:
    """What the reader of a sentence should know: what failed, what was left out, what the model does not know.

    ``shown``: whether an earlier sentence is still to be seen.
    """
    lines = []
    if refused := results.failed.get("changes"):
        lines.append(sentence(refused))
    if error := results.failed.get("overview") or results.failed.get("trace"):
        lines.append(sentence(error))
        if shown:
            lines.append(tr("Below is still the last sentence that worked."))
    elif results.overview:
        lines += _left_out(results.overview)
    return lines


def _left_out(overview: Overview) -> list[str]:
    tokens, lines = overview.run.tokens, []
    if all(tokens.special):
        lines.append(tr("The sentence is empty: only the model's own tokens remain."))
    if tokens.dropped:
        kept = len(tokens)
        lines.append(
            tr(
                "Only the first {0} tokens fit in; {1} more were left out.",
                f"{kept:,}",
                f"{tokens.dropped:,}",
            )
        )
    for word, near in overview.near.items():
        lines.append(tr("{0} It is left out.", sentence(UnknownWordError(word, near))))
    if len(tokens.left_out) > len(overview.near):
        lines.append(tr("{0} more words have no vector.", len(tokens.left_out) - len(overview.near)))
    return lines + _unknown(tokens) + _unread(tokens)


def _unknown(tokens: Tokens) -> list[str]:
    """What became [UNK], by the words of the sentence."""
    found = ((tokens.source(i), tokens.texts[i]) for i, unknown in enumerate(tokens.unknown) if unknown)
    words = list(dict.fromkeys(word for word, token in found if word not in ("", token)))
    if not words:
        return []
    named = ", ".join(f"“{clipped(word)}”" for word in words[:NAMED]) + ("…" if len(words) > NAMED else "")
    if len(words) == 1:
        return [
            tr("The model has no pieces for {0}: it reads [UNK], as for all that it does not know.", named)
        ]
    return [tr("{0} words become the same token, [UNK]: the model cannot tell {1} apart.", len(words), named)]


def _unread(tokens: Tokens) -> list[str]:
    """Signs without a shape, by their numbers."""
    signs, lines = tokens.unread, []
    named = ", ".join(map(visible, signs[:NAMED])) + ("…" if len(signs) > NAMED else "")
    if signs:
        lines.append(tr("There are signs without a shape that the model does not read: {0}.", named))
    if any(map(is_half, signs)):
        lines[0] += " " + tr("Half a character is read as “?”.")
    return lines


def sentence(error: Exception) -> str:
    """An error in plain words."""
    for kind, words in ERRORS.items():
        if isinstance(error, kind):
            return words(error)
    return tr("This could not be computed: {0}", str(error) or type(error).__name__)


def _data_file(error: DataFileError) -> str:
    path = error.path.relative_to(ROOT) if error.path.is_relative_to(ROOT) else error.path
    return tr("The file {0} cannot be used: {1}.", path, QCoreApplication.translate("errors", error.reason))


def _unknown_word(error: UnknownWordError) -> str:
    if error.near:
        return tr("“{0}” has no vector. Near spellings: {1}.", clipped(error.word), ", ".join(error.near))
    return tr("“{0}” has no vector.", clipped(error.word))


def _file(error: OSError) -> str:
    return tr("The file {0} cannot be used: {1}.", error.filename or "", error.strerror or str(error))


def _empty_sentence(error: EmptySentenceError) -> str:
    if error.unknown:
        shown = ", ".join(map(clipped, error.unknown[:5]))
        return tr("None of these words has a vector: {0}. Type a sentence of everyday English words.", shown)
    return tr("The sentence is empty. Type a few words: a fresh layer needs at least one.")


# Why a change cannot be made.
REFUSED: Mapping[str, str] = {
    "no such cell": "there is no such number",
    "not a finite number": "only finite numbers can be set, and -inf where a mask can stand",
    "no such parameter": "there is no such parameter",
    "no such step": "this model has no such step",
    "no such array": "this model has no such array",
    "no such token": "there is no such token, or it is the only one",
    "not a whole number": "the seed must be a whole number",
    "too many tokens": "the sentence would be longer than the model can read",
    "out of its limits": "the value is outside its limits",
}


def _edit(error: EditError) -> str:
    return tr("This change cannot be made: {0}.", tr(REFUSED[error.reason]))


# Why a file cannot be opened as a session.
NO_SESSION: Mapping[str, str] = {
    "too large": "it is too large to be a session",
    "not JSON": "it is damaged, or no session of this program",
    "not a session": "it is no session of this program",
}

ERRORS: Mapping[type[Exception], Callable[..., str]] = {
    DataFileError: _data_file,
    UnknownWordError: _unknown_word,
    EmptySentenceError: _empty_sentence,
    SessionFileError: lambda error: tr(
        "{0} cannot be opened: {1}.", error.path.name, tr(NO_SESSION[error.reason])
    ),
    TooFewPointsError: lambda error: tr("A plane needs at least two words."),
    EditError: _edit,
    NoKeyLeftError: lambda error: tr(
        "A row with every key masked has no weights: token {0} must see at least one.", error.query + 1
    ),
    OverflowedError: lambda error: tr(
        "With this change numbers grow beyond what float32 holds: {0}.", array_title(error.path)
    ),
    VectorFileError: file_sentence,
    NoDirectionError: lambda error: tr(
        "{0}: their vectors give no direction, so they make no axis.", ", ".join(map(clipped, error.words))
    ),
    UndefinedError: lambda error: tr("This is undefined: one of the vectors is zero."),
    OSError: _file,
    MemoryError: lambda error: tr("There is not enough memory for this."),
    EngineError: lambda error: tr("This could not be computed: {0}", str(error)),
}
