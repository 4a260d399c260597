"""Why a file of word vectors cannot be opened, in plain words."""

from collections.abc import Callable, Mapping
from pathlib import Path

from engine.errors import (
    ChangedFileError,
    ChooseError,
    DamagedFileError,
    NotVectorsError,
    UnreadableFileError,
    VectorFileError,
    WordListError,
)
from gui.widgets.notice import clipped
from gui.wording.places import tr

UNREADABLE: Mapping[str, str] = {
    "missing": "“{0}” is not there. Was it moved or renamed?",
    "folder": "“{0}” is a folder. Choose a file inside it.",
    "not a file": "“{0}” is not a regular file.",
    "permission": "You may not read “{0}”. Its owner can change that.",
}
CHANGED: Mapping[str, str] = {
    "changed": "“{0}” was changed while it was being read. Open it again when it is finished.",
    "vanished": "“{0}” went away while it was being read.",
}
DAMAGED: Mapping[str, str] = {
    "gzip": "“{0}” is damaged: it begins like a gzip file, but cannot be unpacked.",
    "zip": "“{0}” is damaged: it begins like a zip archive, but cannot be unpacked.",
    "encrypted": "“{0}” is locked with a password. Unpack it first.",
    "npy": "“{0}” is damaged: it begins like a NumPy array, but does not go on like one.",
    "safetensors": "“{0}” is damaged: it begins like a safetensors file, but does not go on like one.",
}
# What a file is that holds no vectors.
OTHER: Mapping[str, str] = {
    "PNG picture": "a picture",
    "JPEG picture": "a picture",
    "GIF picture": "a picture",
    "RIFF media file": "a picture, a sound or a film",
    "PDF document": "a PDF document",
    "fastText model": "fastText's own model file; its .vec file has the vectors",
    "Python pickle": "a Python pickle, which is not opened, since it could run a program",
    "HDF5 file": "an HDF5 file",
    "SQLite database": "a database",
    "GGUF model": "a language model",
    "bzip2 archive": "a bzip2 archive. Unpack it first",
    "xz archive": "an xz archive. Unpack it first",
    "7z archive": "a 7z archive. Unpack it first",
    "Zstandard archive": "a Zstandard archive. Unpack it first",
    "RAR archive": "a RAR archive. Unpack it first",
    "tar archive": "a tar archive. Unpack it first",
    "program": "a program",
    "web page": "a web page. Perhaps a download page was saved instead of the file",
    "text": "text whose lines are not a word and its numbers",
    "binary": "a file of a kind that is not known here",
}
NOTHING: Mapping[str, str] = {
    "empty": "“{0}” is empty.",
    "no rows": "“{0}” has no row that can be used: no word with its numbers.",
    "tensors without a table": "“{0}” has tensors, but none that is a table of numbers, a row for each word.",
}
WORD_LIST: Mapping[str, str] = {
    "missing": "“{0}” has numbers only. Which word each row belongs to must be in a list, one word a line.",
    "rows": "The list of words does not fit “{0}”: the list has {1} words, the file {2} rows.",
}
CHOOSE: Mapping[str, str] = {
    "member": "“{0}” holds {1} files. One of them must be chosen.",
    "tensor": "“{0}” holds {1} tables of numbers. One of them must be chosen.",
}


def file_sentence(error: VectorFileError) -> str:
    """What is wrong with the file; that the vectors in use stay goes without saying here."""
    for kind, words in KINDS.items():
        if isinstance(error, kind):
            return words(error)
    return tr("“{0}” cannot be opened: {1}.", _name(error.path), error.reason)


def _name(path: Path) -> str:
    return clipped(path.name or str(path))


def _unreadable(error: UnreadableFileError) -> str:
    if error.reason in UNREADABLE:
        return tr(UNREADABLE[error.reason], _name(error.path))
    return tr("“{0}” cannot be read: {1}.", _name(error.path), error.detail)


def _not_vectors(error: NotVectorsError) -> str:
    if error.reason in NOTHING:
        return tr(NOTHING[error.reason], _name(error.path))
    if error.reason in OTHER:
        return tr("“{0}” holds no word vectors. It is {1}.", _name(error.path), tr(OTHER[error.reason]))
    return tr("“{0}” is no table of numbers, a row for each word: {1}.", _name(error.path), error.reason)


def _word_list(error: WordListError) -> str:
    return tr(WORD_LIST[error.reason], _name(error.path), f"{error.words:,}", f"{error.rows:,}")


KINDS: Mapping[type[VectorFileError], Callable[..., str]] = {
    UnreadableFileError: _unreadable,
    ChangedFileError: lambda error: tr(CHANGED[error.reason], _name(error.path)),
    DamagedFileError: lambda error: tr(DAMAGED[error.reason], _name(error.path)),
    NotVectorsError: _not_vectors,
    WordListError: _word_list,
    ChooseError: lambda error: tr(CHOOSE[error.reason], _name(error.path), len(error.names)),
}
