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


class EmptySentenceError(EngineError):
    """A sentence without any word that the model can use."""

    def __init__(self, unknown: tuple[str, ...] = ()) -> None:
        super().__init__("no word to attend to")
        self.unknown = unknown
