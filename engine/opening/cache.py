"""Copies of opened files in the user's cache folder, in the form of the vectors that ship: mapped, not read."""

import hashlib
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine.errors import DataFileError
from engine.opening.report import ImportReport
from engine.opening.rows import PIECE, Rows
from engine.opening.source import Progress
from engine.similarity import Float32
from engine.trace import Stop
from engine.vectors import WordVectors, map_matrix, read_words

VERSION = 2  # of what readers make of a file: raise it when they make something else
MOST = 8 * 2**30  # bytes of all copies together; what was used longest ago goes first
SAMPLES, SAMPLE = 16, 1 << 14  # how many parts of a file are looked at, and their bytes
UNFINISHED = ".unfinished-"  # what a copy's name starts with until it is whole
FORGOTTEN = 86_400  # seconds after which an unfinished copy is nobody's


def user_cache() -> Path:
    """Where this system keeps what programs can make again."""
    home = Path.home()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home / "Library" / "Caches"
    else:
        given = Path(os.environ.get("XDG_CACHE_HOME", ""))
        base = given if given.is_absolute() else home / ".cache"
    return base / "attention-explorer" / "vectors"


def fingerprint(path: Path) -> str:
    """Of the size and of parts spread over the file, the first and the last among them."""
    size = path.stat().st_size
    digest = hashlib.sha256(str(size).encode())
    with path.open("rb") as file:
        for i in range(SAMPLES):
            file.seek(max(size - SAMPLE, 0) * i // (SAMPLES - 1))
            digest.update(file.read(SAMPLE))
    return digest.hexdigest()


def key_of(files: Sequence[Path], choose: str | None) -> str:
    """Of files by their paths, sizes, times and contents; OSError if one cannot be read."""
    parts = [VERSION, choose]
    states = [(str(path.resolve()), path.stat().st_mtime_ns, fingerprint(path)) for path in files]
    return hashlib.sha256(json.dumps([parts, states]).encode()).hexdigest()[:40]


@dataclass(frozen=True)
class Cache:
    """A folder with a folder per copy.  That it cannot be written to, or is damaged, only means that there is none."""

    folder: Path
    most: int = MOST

    def load(self, key: str, stop: Stop) -> tuple[WordVectors, ImportReport] | None:
        """None if there is no such copy, or it is not as it was written."""
        entry = self.folder / key
        try:
            kept = json.loads((entry / "report.json").read_text(encoding="utf-8"))
            report = ImportReport.from_json(kept["report"])
            words, matrix = read_words(entry / "words.txt"), map_matrix(entry / "vectors.npy")
            fits = matrix.shape == (len(words), report.dimensions) and len(words) == report.rows
            if not fits or kept["sums"] != [_words_sum(entry), _sum(_pieces(matrix), stop)]:
                return None
        except (OSError, ValueError, KeyError, TypeError, DataFileError):
            return None
        with suppress(OSError):
            os.utime(entry)  # so that it is not among the first to go
        return WordVectors(words, matrix), report

    def save(self, key: str, rows: Rows, report: ImportReport, progress: Progress, stop: Stop) -> bool:
        """Whether the copy is there now.  Written elsewhere first and then renamed, so it is never there in part."""
        unfinished = None
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            unfinished = Path(tempfile.mkdtemp(prefix=UNFINISHED, dir=self.folder))
            _write(unfinished, rows, report, progress, stop)
            shutil.rmtree(self.folder / key, ignore_errors=True)
            unfinished.rename(self.folder / key)
        except OSError:
            return False
        finally:
            if unfinished is not None:
                shutil.rmtree(unfinished, ignore_errors=True)
        self.make_room(key)
        return True

    def make_room(self, newest: str) -> None:
        """Remove what was used longest ago, but not the ``newest``, and unfinished copies that nobody finishes."""
        with suppress(OSError):
            entries = [entry for entry in self.folder.iterdir() if entry.is_dir()]
            now, total = (self.folder / newest).stat().st_mtime, 0
            for entry in sorted(entries, key=lambda entry: entry.stat().st_mtime, reverse=True):
                if entry.name.startswith(UNFINISHED):
                    spare = now - entry.stat().st_mtime > FORGOTTEN
                else:
                    total += sum(file.stat().st_size for file in entry.iterdir())
                    spare = total > self.most and entry.name != newest
                if spare:
                    shutil.rmtree(entry, ignore_errors=True)


def _pieces(matrix: Float32) -> Iterator[Float32]:
    step = max(PIECE // (4 * max(matrix.shape[1], 1)), 1)
    return (matrix[start : start + step] for start in range(0, len(matrix), step))


def _sum(pieces: Iterable[Float32], stop: Stop) -> int:
    """Of all numbers' bits, which shows any single one that has changed and takes a hundredth of a second."""
    total = 0
    for piece in pieces:
        stop()
        total += int(piece.view(np.uint32).sum(dtype=np.uint64))
    return total


def _words_sum(entry: Path) -> str:
    return hashlib.sha256((entry / "words.txt").read_bytes()).hexdigest()


def _write(entry: Path, rows: Rows, report: ImportReport, progress: Progress, stop: Stop) -> None:
    (entry / "words.txt").write_bytes("\n".join(rows.words).encode())
    shape = {"descr": "<f4", "fortran_order": False, "shape": (len(rows), rows.dimensions)}
    with (entry / "vectors.npy").open("wb") as file:
        np.lib.format.write_array_header_1_0(file, shape)
        done = 0
        for piece in rows.pieces():
            stop()
            piece.tofile(file)
            done += len(piece)
            progress(done / len(rows))
    kept = {"report": report.to_json(), "sums": [_words_sum(entry), _sum(rows.pieces(), stop)]}
    (entry / "report.json").write_text(json.dumps(kept), encoding="utf-8")
