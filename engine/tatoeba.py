"""The sentence pairs that ship, and which of them are held out.

A pair is named by its line in ``data/tatoeba/eng-cmn.tsv.gz``, from 0.
"""

import gzip
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.errors import DataFileError
from engine.paths import DATA
from engine.translation_text import TOKENS

TATOEBA = DATA / "tatoeba"
PAIRS = TATOEBA / "eng-cmn.tsv.gz"
SPLIT = TATOEBA / "split.json"
VOCABULARIES: Mapping[str, Path] = {"en": TATOEBA / "words.en.txt", "zh": TATOEBA / "characters.zh.txt"}


@dataclass(frozen=True)
class Pair:
    """A line of the file; ``attribution`` names the sentences at Tatoeba and who wrote them."""

    line: int
    en: str
    zh: str
    attribution: str

    def tokens(self, language: str) -> list[str]:
        return TOKENS[language](getattr(self, language))


@dataclass(frozen=True)
class Split:
    """Line numbers, each in rising order."""

    train: tuple[int, ...]
    validation: tuple[int, ...]
    test: tuple[int, ...]


def read_pairs(path: Path = PAIRS) -> list[Pair]:
    """Every line of the file, repeated ones too.  Raises DataFileError."""
    try:
        rows = gzip.decompress(path.read_bytes()).decode("utf-8").removesuffix("\n").split("\n")
        return [Pair(line, *row.split("\t")) for line, row in enumerate(rows)]
    except FileNotFoundError as error:
        raise DataFileError(path, "file is missing") from error
    except (OSError, EOFError, ValueError, TypeError) as error:
        raise DataFileError(path, "file is damaged") from error


def distinct(pairs: Iterable[Pair]) -> list[Pair]:
    """The first of all pairs whose tokens are the same."""
    seen: dict[tuple[tuple[str, ...], tuple[str, ...]], Pair] = {}
    for pair in pairs:
        seen.setdefault((tuple(pair.tokens("en")), tuple(pair.tokens("zh"))), pair)
    return list(seen.values())


def read_held_out(path: Path = SPLIT) -> Mapping[str, tuple[int, ...]]:
    """Line numbers of the pairs for validation and test.  Raises DataFileError."""
    try:
        held = json.loads(path.read_text(encoding="utf-8"))
        return {side: tuple(int(line) for line in held[side]) for side in ("validation", "test")}
    except FileNotFoundError as error:
        raise DataFileError(path, "file is missing") from error
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise DataFileError(path, "file is damaged") from error


def read_split(pairs: Sequence[Pair], path: Path = SPLIT) -> Split:
    """The recorded split: what is not held out is for training, each pair once.  Raises DataFileError."""
    held = read_held_out(path)
    held_out = set(held["validation"] + held["test"])
    train = tuple(pair.line for pair in distinct(pairs) if pair.line not in held_out)
    return Split(train, **held)
