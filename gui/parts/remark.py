"""What there is to say of the chosen words beside themselves: after some were added, and when they have no vectors."""

from PySide6.QtCore import QCoreApplication

from engine.errors import DataFileError
from engine.pasted import MOST
from gui.chosen import Addition
from gui.widgets.notice import quoted
from gui.wording import sentence

NAMED = 2  # words named at once


class Remark:
    """Something to say about a choice of words, for as long as they are chosen."""

    def __init__(self, words: tuple[str, ...] = (), lines: list[str] | None = None) -> None:
        self._words, self._lines = words, lines or []

    def about(self, words: tuple[str, ...]) -> list[str]:
        return self._lines if words == self._words else []


def outcome(addition: Addition) -> list[str]:
    """What an addition did not do, as HTML lines."""
    lines = []
    if addition.already:
        lines.append(_tr("Already chosen: {0}.").format(_named(addition.already)))
    if addition.left_out:
        lines.append(_tr("{0} words at most: {1} were left out.").format(MOST, len(addition.left_out)))
    return lines


def briefly(error: Exception) -> str:
    """An error where the words pane says the whole of it already."""
    return _tr("No word vectors.") if isinstance(error, DataFileError) else sentence(error)


def _named(words: tuple[str, ...]) -> str:
    return ", ".join(map(quoted, words[:NAMED])) + ("…" if len(words) > NAMED else "")


def _tr(text: str) -> str:
    return QCoreApplication.translate("remark", text)
