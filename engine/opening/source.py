"""A person's file, open for reading: what it is packed in, how far it has been read, whether it has changed."""

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from engine.errors import ChangedFileError, UnreadableFileError
from engine.opening.packed import (
    BLOCK,
    DEEPEST,
    GZIP,
    UTF16,
    ZIP,
    Ahead,
    Gunzipped,
    Plain,
    Recoded,
    Unzipped,
)
from engine.trace import Stop

Progress = Callable[[float], None]  # the part that is done, from 0 to 1

HEAD = 1 << 20  # bytes by which a file is recognised


class Source:
    """``read`` gives the unpacked bytes and is where progress is told and where the work can be stopped."""

    def __init__(
        self, path: Path, file: BinaryIO, progress: Progress, stop: Stop, choose: str | None
    ) -> None:
        self.path, self.packed, self.member, self.utf16 = path, list[str](), None, False
        self.progress, self.stop = progress, stop
        self._file, self._state = file, os.fstat(file.fileno())
        self.size = self._state.st_size
        self._plain = Plain(file)
        self._stream = Ahead(self._plain)
        for _ in range(DEEPEST):
            if not self._unpack(choose):
                break
        self.head = self._stream.peek(HEAD)

    member: str | None

    def _unpack(self, choose: str | None) -> bool:
        """Whether there was another packing."""
        start = self._stream.peek(4)
        if start.startswith(GZIP):
            self.packed.append("gzip")
            self._stream = Ahead(Gunzipped(self.path, self._stream))
        elif start.startswith(ZIP) and not self.packed:
            unzipped = Unzipped(self.path, self._file, choose)
            self.packed.append("zip")
            self.member = unzipped.member
            self._stream = Ahead(unzipped)
        elif start.startswith(UTF16) and not self.utf16:
            self.utf16 = True
            self._stream = Ahead(Recoded(self._stream))
        else:
            return False
        return True

    @property
    def cut(self) -> bool:
        return self._stream.cut

    def read(self, size: int) -> bytes:
        """At most ``size`` bytes; none only at the end."""
        self.stop()
        got = self._stream.read(size)
        self.progress(min(self._file.tell() / max(self.size, 1), 1.0))
        return got

    def read_fully(self, size: int) -> bytes:
        """``size`` bytes; fewer only at the end.  Asks for a block at a time, so a false size costs nothing."""
        parts, left = list[bytes](), size
        while left > 0 and (got := self.read(min(left, HEAD))):
            parts.append(got)
            left -= len(got)
        return b"".join(parts)

    def check_unchanged(self) -> None:
        """Raises ChangedFileError if the file is not what it was when it was opened."""
        try:
            now = self.path.stat()
        except OSError:
            raise ChangedFileError(self.path, "vanished") from None
        if _identity(now) != _identity(self._state):
            raise ChangedFileError(self.path, "changed")


def _identity(state: os.stat_result) -> tuple[int, ...]:
    return state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns


def _mode(path: Path) -> int:
    try:
        return path.stat().st_mode
    except ValueError:  # from Python: no file can have such a name
        raise UnreadableFileError(path, "missing") from None


@contextmanager
def source(path: Path, progress: Progress, stop: Stop, choose: str | None) -> Iterator[Source]:
    """Open the file.  Raises UnreadableFileError, whatever the system refuses while it is read, too."""
    try:
        mode = _mode(path)
        if not stat.S_ISREG(mode):  # a pipe or a device might never end
            raise UnreadableFileError(path, "folder" if stat.S_ISDIR(mode) else "not a file")
        with path.open("rb", buffering=BLOCK) as file:
            yield Source(path, file, progress, stop, choose)
    except FileNotFoundError:
        raise UnreadableFileError(path, "missing") from None
    except PermissionError as error:
        raise UnreadableFileError(path, "permission", str(error.strerror)) from None
    except OSError as error:
        raise UnreadableFileError(path, "failed", error.strerror or str(error)) from error
