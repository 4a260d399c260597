"""From a path to word vectors: recognised, read or found in the cache, and reported on."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import NotVectorsError
from engine.opening.arrays import Array, npy, read_array, safetensors, word_list
from engine.opening.cache import Cache, key_of
from engine.opening.layout import BOM, COMMA, Layout
from engine.opening.recognise import Npy, Safetensors, recognise
from engine.opening.report import ImportReport, Notes
from engine.opening.rows import Rows
from engine.opening.source import Progress, Source, source
from engine.opening.text import read_text
from engine.opening.word2vec_binary import BinaryLayout, read_binary
from engine.trace import Stop, never_stop
from engine.vectors import WordVectors

Form = Layout | BinaryLayout | Array

READING = 0.95  # of the progress; the rest is writing the copy

NOTICED = 0.002  # of the progress: less is not told


@dataclass(frozen=True)
class Opened:
    """``cached``: mapped from the copy that was made when the file was opened before."""

    vectors: WordVectors
    report: ImportReport
    cached: bool = False


def no_progress(done: float) -> None:
    """For work that nobody watches."""


def open_file(
    path: Path,
    progress: Progress = no_progress,
    stop: Stop = never_stop,
    cache: Path | None = None,
    choose: str | None = None,
    words: Path | None = None,
) -> Opened:
    """Word vectors in any of the forms of `ImportReport.kind`, by whatever name.

    ``cache``: folder of copies (`cache.user_cache`), None for none.  ``choose``: one file of an archive, or one
    tensor.  ``words``: the word list of an array; else it is looked for beside it.  ``progress`` and ``stop`` are
    called every few milliseconds; what ``stop`` raises ends the work, and nothing is left behind.
    Raises one of the VectorFileErrors.
    """
    path = path.absolute()
    with source(path, _part(progress, 0, READING), stop, choose) as origin:
        form = _form(origin, choose)
        listed = word_list(path, words) if isinstance(form, Array) else None
        key = key_of([path, *([listed] if listed else [])], choose)
        if cache and (kept := Cache(cache).load(key, stop)):
            return Opened(*kept, cached=True)
        rows, report = _read(origin, form, listed)
        origin.check_unchanged()
    if cache is None or not Cache(cache).save(key, rows, report, _part(progress, READING, 1), stop):
        return Opened(WordVectors(tuple(rows.words), rows.matrix()), report)
    del rows  # from here on the copy takes their place in memory
    made = Cache(cache).load(key, stop)
    return Opened(*made) if made else open_file(path, progress, stop, None, choose, words)


def _part(progress: Progress, start: float, end: float) -> Progress:
    """A stretch of the progress; only what is worth telling is told."""
    told = -1.0

    def tell(done: float) -> None:
        nonlocal told
        now = start + done * (end - start)
        if now - told >= NOTICED or (done == 1 and now > told):
            told = now
            progress(now)

    return tell


def _form(origin: Source, choose: str | None) -> Form:
    kind = recognise(origin)
    if isinstance(kind, Npy):
        return npy(origin)
    return safetensors(origin, choose) if isinstance(kind, Safetensors) else kind


def _read(origin: Source, form: Form, listed: Path | None) -> tuple[Rows, ImportReport]:
    notes = Notes()
    rows, known = _rows(origin, form, listed, notes)
    if not len(rows):
        raise NotVectorsError(origin.path, "no rows")
    notes.truncated |= origin.cut
    plain = "utf-8 with BOM" if origin.head.startswith(BOM) else "utf-8"
    shared = {
        "rows": len(rows),
        "dimensions": rows.dimensions,
        "packed": tuple(origin.packed),
        "member": origin.member,
        "encoding": "utf-16" if origin.utf16 else plain,
    }
    return rows, notes.report(**{**shared, **known})


def _rows(origin: Source, form: Form, listed: Path | None, notes: Notes) -> tuple[Rows, Mapping[str, Any]]:
    """The rows, and what the report is to say of this form."""
    if isinstance(form, Layout):
        name = "word2vec text" if form.header else "glove text"
        known = {"kind": name, "numbers": "decimal", "separator": _separator(form), "header": form.header}
        return read_text(origin, form, notes), {**known, "names": form.names}
    if isinstance(form, BinaryLayout):
        known = {"kind": "word2vec binary", "numbers": "float32", "separator": "", "header": form.header}
        return read_binary(origin, form, notes), known
    assert listed is not None
    tensor = {"kind": "safetensors", "member": form.member} if form.member else {"kind": "npy"}
    return read_array(origin, form, listed, notes), {**tensor, "numbers": form.numbers, "separator": ""}


def _separator(layout: Layout) -> str:
    return "comma" if layout.separator == COMMA else "tab" if layout.tabs else "blank"
