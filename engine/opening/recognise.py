"""What a file is, told by its content and never by its name."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.errors import NotVectorsError
from engine.opening.layout import Layout, layout
from engine.opening.source import HEAD, Source
from engine.opening.word2vec_binary import BinaryLayout, binary_layout

NPY = b"\x93NUMPY"
LARGEST_HEADER = 1 << 27  # bytes of a safetensors file's header; the format allows 100 MB

# How files begin that people pick by mistake.
OTHERS: Mapping[bytes, str] = {
    b"\x89PNG": "PNG picture",
    b"\xff\xd8\xff": "JPEG picture",
    b"GIF8": "GIF picture",
    b"RIFF": "RIFF media file",
    b"%PDF": "PDF document",
    b"\xba\x16\x4f\x2f": "fastText model",
    b"\x80\x02": "Python pickle",
    b"\x80\x03": "Python pickle",
    b"\x80\x04": "Python pickle",
    b"\x80\x05": "Python pickle",
    b"\x89HDF": "HDF5 file",
    b"SQLite format 3": "SQLite database",
    b"GGUF": "GGUF model",
    b"BZh": "bzip2 archive",
    b"\xfd7zXZ": "xz archive",
    b"7z\xbc\xaf": "7z archive",
    b"(\xb5/\xfd": "Zstandard archive",
    b"Rar!": "RAR archive",
    b"\x7fELF": "program",
    b"MZ\x90": "program",
    b"<!DOCTYPE": "web page",
    b"<!doctype": "web page",
    b"<html": "web page",
}
TAR = (257, b"ustar")


@dataclass(frozen=True)
class Npy:
    """NumPy's array file."""


@dataclass(frozen=True)
class Safetensors:
    """Tensors by name."""


Kind = Layout | BinaryLayout | Npy | Safetensors


def recognise(source: Source) -> Kind:
    """Raises NotVectorsError, with what it is instead."""
    head, whole = source.head, len(source.head) < HEAD
    if not head:
        raise NotVectorsError(source.path, "empty")
    if head.startswith(NPY):
        return Npy()
    if not source.packed and _is_safetensors(head, source.size):
        return Safetensors()
    found = layout(head, whole) or binary_layout(head, whole)
    if found is None:
        raise NotVectorsError(source.path, _other(head))
    return found


def _is_safetensors(head: bytes, size: int) -> bool:
    length = int.from_bytes(head[:8], "little")
    return head[8:9] == b"{" and 2 <= length <= min(size - 8, LARGEST_HEADER)


def _other(head: bytes) -> str:
    if head[TAR[0] :].startswith(TAR[1]):
        return "tar archive"
    known = next((name for start, name in OTHERS.items() if head.startswith(start)), None)
    return known or ("binary" if b"\0" in head else "text")
