"""What went wrong, and what the reader of a sentence should know, in plain words."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QCoreApplication

from engine.errors import (
    DataFileError,
    EditError,
    EmptySentenceError,
    EngineError,
    NoKeyLeftError,
    OverflowedError,
    TooFewPointsError,
    UndefinedError,
    UnknownWordError,
)
from engine.paths import ROOT
from gui.session import Overview, Results
from gui.widgets.plain import visible
from gui.wording.places import array_title, tr


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
    if any(tokens.unknown):
        unknown = sum(tokens.unknown)
        lines.append(
            tr(
                "{0} of the tokens are [UNK]: the model has no pieces for them and cannot tell them apart.",
                unknown,
            )
        )
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
        return tr("“{0}” has no vector. Near spellings: {1}.", visible(error.word), ", ".join(error.near))
    return tr("“{0}” has no vector.", visible(error.word))


def _file(error: OSError) -> str:
    return tr("The file {0} cannot be used: {1}.", error.filename or "", error.strerror or str(error))


def _empty_sentence(error: EmptySentenceError) -> str:
    if error.unknown:
        shown = ", ".join(visible(word) for word in error.unknown[:5])
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
    "out of its limits": "the value is outside its limits",
}


def _edit(error: EditError) -> str:
    return tr("This change cannot be made: {0}.", tr(REFUSED[error.reason]))


ERRORS: Mapping[type[Exception], Callable[..., str]] = {
    DataFileError: _data_file,
    UnknownWordError: _unknown_word,
    EmptySentenceError: _empty_sentence,
    TooFewPointsError: lambda error: tr("A plane needs at least two words."),
    EditError: _edit,
    NoKeyLeftError: lambda error: tr(
        "A row with every key masked has no weights: token {0} must see at least one.", error.query + 1
    ),
    OverflowedError: lambda error: tr(
        "With this change numbers grow beyond what float32 holds: {0}.", array_title(error.path)
    ),
    UndefinedError: lambda error: tr("This is undefined: one of the vectors is zero."),
    OSError: _file,
    MemoryError: lambda error: tr("There is not enough memory for this."),
    EngineError: lambda error: tr("This could not be computed: {0}", str(error)),
}
