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
