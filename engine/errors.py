"""What can go wrong in the engine: a name and its data.  Who shows an error words it."""

from pathlib import Path


class EngineError(Exception):
    """Base of all errors that a user's input or a damaged file can cause."""


class Cancelled(EngineError):
    """The work is no longer wanted."""


class DataFileError(EngineError):
    """A file that ships with the program is missing or damaged."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path, self.reason = path, reason


class UnknownWordError(EngineError):
    """A word that has no vector, with the nearest spellings that have one."""

    def __init__(self, word: str, near: tuple[str, ...] = ()) -> None:
        super().__init__(f"no vector for {word!r}")
        self.word, self.near = word, near


class UndefinedError(EngineError):
    """A quantity that mathematics leaves undefined, such as the cosine of a zero vector."""


class NoDirectionError(UndefinedError):
    """Words whose vectors give no direction: both zero, or alike where their difference is asked for."""

    def __init__(self, words: tuple[str, ...]) -> None:
        super().__init__(" and ".join(words))
        self.words = words


class TooFewPointsError(EngineError):
    """Fewer points than a projection needs."""

    def __init__(self, count: int) -> None:
        super().__init__(f"{count} points")
        self.count = count


class EditError(EngineError):
    """A change that cannot be made: why, and to what."""

    def __init__(self, reason: str, what: str) -> None:
        super().__init__(f"{what}: {reason}")
        self.reason, self.what = reason, what


class NoKeyLeftError(EngineError):
    """A mask that leaves a query nothing to look at: such a row has no weights."""

    def __init__(self, query: int) -> None:
        super().__init__(f"every key of query {query} is masked")
        self.query = query


class OverflowedError(EngineError):
    """Numbers that have grown beyond what float32 holds."""

    def __init__(self, path: str) -> None:
        super().__init__(f"{path} is beyond float32")
        self.path = path


class EmptySentenceError(EngineError):
    """A sentence without any word that the model can use."""

    def __init__(self, unknown: tuple[str, ...] = ()) -> None:
        super().__init__("no word to attend to")
        self.unknown = unknown


class SessionFileError(EngineError):
    """A file that is no session: ``reason`` is "too large", "not JSON" or "not a session"; ``detail`` says more, in
    English.
    """

    def __init__(self, path: Path, reason: str, detail: str = "") -> None:
        super().__init__(f"{path}: {reason}")
        self.path, self.reason, self.detail = path, reason, detail


class VectorFileError(EngineError):
    """Base of what is wrong with a person's own file of word vectors; the other vectors stay as they are."""

    def __init__(self, path: Path, reason: str = "") -> None:
        super().__init__(f"{path}: {reason}")
        self.path, self.reason = path, reason


class UnreadableFileError(VectorFileError):
    """``reason``: "missing", "folder", "not a file", "permission" or "failed"; ``detail`` is the system's own word."""

    def __init__(self, path: Path, reason: str, detail: str = "") -> None:
        super().__init__(path, reason)
        self.detail = detail


class NotVectorsError(VectorFileError):
    """``reason`` names what the file holds instead: "empty", "PNG picture", "text", "no rows" ..."""


class ChangedFileError(VectorFileError):
    """``reason``: "changed" or "vanished", while it was being read."""


class DamagedFileError(VectorFileError):
    """``reason``: "gzip", "zip", "encrypted", "npy", "safetensors" ...; ``detail`` says more, in English."""

    def __init__(self, path: Path, reason: str, detail: str = "") -> None:
        super().__init__(path, reason)
        self.detail = detail


class ChooseError(VectorFileError):
    """One of several must be named: ``reason`` is "member" (a file in an archive) or "tensor"."""

    def __init__(self, path: Path, reason: str, names: tuple[str, ...]) -> None:
        super().__init__(path, reason)
        self.names = names


class WordListError(VectorFileError):
    """An array whose words are not known: ``reason`` is "missing" or "rows" (``words`` are not ``rows``).

    ``path`` is the array's; ``names`` are the files that were looked for, or the list that does not fit.
    """

    def __init__(
        self, path: Path, reason: str, names: tuple[str, ...], rows: int = 0, words: int = 0
    ) -> None:
        super().__init__(path, reason)
        self.names, self.rows, self.words = names, rows, words
