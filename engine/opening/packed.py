"""The bytes of a file as they are needed, unpacked on the way: plain, gzip, zip, UTF-16, also one within another."""

import codecs
import zipfile
import zlib
from pathlib import Path
from typing import BinaryIO, Protocol

from engine.errors import ChooseError, DamagedFileError

BLOCK = 1 << 16  # packed bytes at a time
DEEPEST = 4  # packings within one another
GZIP, ZIP = b"\x1f\x8b\x08", (b"PK\x03\x04", b"PK\x05\x06")
UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
JUNK = ("__MACOSX/", ".DS_Store")  # what macOS adds to every archive


class Stream(Protocol):
    """Bytes in order."""

    @property
    def cut(self) -> bool:
        """Whether the packing broke off before its end."""

    def read(self, size: int) -> bytes:
        """At most ``size`` bytes; none only at the end."""


class Plain:
    """The file itself; ``done`` counts the bytes read."""

    cut = False

    def __init__(self, file: BinaryIO) -> None:
        self._file, self.done = file, 0

    def read(self, size: int) -> bytes:
        got = self._file.read(size)
        self.done += len(got)
        return got


class Ahead:
    """A stream whose beginning can be looked at before it is read."""

    def __init__(self, stream: Stream) -> None:
        self._stream, self._ahead = stream, b""

    @property
    def cut(self) -> bool:
        return self._stream.cut

    def peek(self, size: int) -> bytes:
        """The next ``size`` bytes; fewer only at the end."""
        while len(self._ahead) < size and (got := self._stream.read(size - len(self._ahead))):
            self._ahead += got
        return self._ahead[:size]

    def read(self, size: int) -> bytes:
        if not self._ahead:
            return self._stream.read(size)
        got, self._ahead = self._ahead[:size], self._ahead[size:]
        return got


class Gunzipped:
    """One or more gzip members; zeros or anything else after them is left alone.  Raises DamagedFileError."""

    def __init__(self, path: Path, packed: Stream) -> None:
        self._path, self._packed, self._member, self._rest = path, packed, zlib.decompressobj(31), b""
        self._ended = self.cut = False

    def read(self, size: int) -> bytes:
        while not self._ended:
            block = self._rest or self._packed.read(BLOCK)
            try:
                got = self._member.decompress(block, size)
            except zlib.error as error:
                raise DamagedFileError(self._path, "gzip", str(error)) from None
            self._rest = self._member.unconsumed_tail
            if self._member.eof:
                self._next_member()
            elif not block and not got:
                self._ended = self.cut = True
            if got:
                return got
        return b""

    def _next_member(self) -> None:
        self._rest = self._member.unused_data
        while len(self._rest) < len(GZIP) and (more := self._packed.read(BLOCK)):
            self._rest += more
        self._ended = not self._rest.startswith(GZIP)
        self._member = zlib.decompressobj(31)


class Unzipped:
    """One member of a zip archive.  Raises ChooseError where there are several, DamagedFileError for a bad one."""

    cut = False

    def __init__(self, path: Path, file: BinaryIO, choose: str | None) -> None:
        self._path = path
        try:
            archive = zipfile.ZipFile(file)
            self.member = _member(path, archive, choose)
            self._file = archive.open(self.member)
        except (zipfile.BadZipFile, NotImplementedError, EOFError, UnicodeError) as error:
            raise DamagedFileError(path, "zip", str(error)) from None
        except RuntimeError:
            raise DamagedFileError(path, "encrypted") from None

    def read(self, size: int) -> bytes:
        try:
            return self._file.read(size)
        except (zipfile.BadZipFile, zlib.error, EOFError) as error:
            raise DamagedFileError(self._path, "zip", str(error)) from None


def _member(path: Path, archive: zipfile.ZipFile, choose: str | None) -> str:
    names = tuple(
        info.filename for info in archive.infolist() if not info.is_dir() and not _is_junk(info.filename)
    )
    if choose in names:
        return choose
    if not names:
        raise DamagedFileError(path, "zip", "it is empty")
    if len(names) > 1:
        raise ChooseError(path, "member", names)
    return names[0]


def _is_junk(name: str) -> bool:
    return name.startswith(JUNK[0]) or name.endswith(JUNK[1])


class Recoded:
    """UTF-16 as UTF-8; halves of pairs, which are not valid in either, stay for the reader to replace."""

    def __init__(self, text: Stream) -> None:
        self._text, self._decoder = text, codecs.getincrementaldecoder("utf-16")("surrogatepass")

    @property
    def cut(self) -> bool:
        return self._text.cut

    def read(self, size: int) -> bytes:
        while block := self._text.read(max(size // 2, 2)):
            if got := self._decoder.decode(block):
                return got.encode("utf-8", "surrogatepass")
        odd = bool(self._decoder.getstate()[0])
        self._decoder.reset()
        return b"\xff" if odd else b""
