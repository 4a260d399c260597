"""From text to tokens: WordPiece as the model was trained with, and whole words for bare word vectors."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from engine.errors import DataFileError, EmptySentenceError

if TYPE_CHECKING:
    from tokenizers import Tokenizer

    from engine.vectors import WordVectors

# The words of the vectors' own corpus: contractions in two, abbreviations and numbers in one, marks alone.
WORD = re.compile(
    r"""n't\b | '(?:s|re|ve|ll|d|m)\b | \w+?(?=n't\b)
    | (?:\b[^\W\d_]\.){2,}(?!\w) | \d+(?:[.,:]\d+)+ | \w+(?:[-.]\w+)* | \.{3} | -- | [^\w\s]""",
    re.IGNORECASE | re.VERBOSE,
)


@dataclass(frozen=True, eq=False)
class Tokens:
    """A sentence as the model sees it.  Arrays over positions; ``dropped`` tokens did not fit in."""

    texts: tuple[str, ...]
    ids: NDArray[np.int64]
    special: tuple[bool, ...]
    unknown: tuple[bool, ...]
    spans: tuple[tuple[int, int], ...]  # characters of the sentence that each token came from
    attended: NDArray[np.bool_]  # False for padding
    dropped: int = 0
    left_out: tuple[str, ...] = ()  # words without a vector
    origin: tuple[int, ...] | None = None  # where each stood before tokens were cut or moved; None: where it stands

    def __len__(self) -> int:
        return len(self.texts)

    def find(self, token: str) -> int | None:
        """Position of the first token that reads so, case aside; None if there is none."""
        wanted = token.casefold()
        return next((i for i, text in enumerate(self.texts) if text.casefold() == wanted), None)

    def came_from(self, position: int) -> int:
        """Where the token at a position stood before any were cut or moved."""
        return position if self.origin is None else self.origin[position]

    def now_at(self, position: int) -> int | None:
        """Where the token that stood at a position stands now; None if it was cut."""
        origin = range(len(self)) if self.origin is None else self.origin
        return origin.index(position) if position in origin else None

    def taken(self, positions: Sequence[int]) -> "Tokens":
        """The tokens at these positions, in this order."""
        return replace(
            self,
            texts=tuple(self.texts[i] for i in positions),
            ids=self.ids[list(positions)],
            special=tuple(self.special[i] for i in positions),
            unknown=tuple(self.unknown[i] for i in positions),
            spans=tuple(self.spans[i] for i in positions),
            attended=self.attended[list(positions)],
            origin=tuple(self.came_from(i) for i in positions),
        )

    def replaced(self, position: int, text: str, number: int) -> "Tokens":
        """The same sentence with another token at a position."""
        ids = self.ids.copy()
        ids[position] = number
        texts = (*self.texts[:position], text, *self.texts[position + 1 :])
        unknown = (*self.unknown[:position], False, *self.unknown[position + 1 :])
        return replace(self, texts=texts, ids=ids, unknown=unknown)

    def padded(self, length: int, text: str, number: int) -> "Tokens":
        """The same sentence filled up to ``length`` with a padding token that nobody may look at."""
        more = length - len(self)
        return replace(
            self,
            texts=self.texts + (text,) * more,
            ids=np.concatenate([self.ids, np.full(more, number)]),
            special=self.special + (True,) * more,
            unknown=self.unknown + (False,) * more,
            spans=self.spans + ((0, 0),) * more,
            attended=np.concatenate([self.attended, np.zeros(more, np.bool_)]),
        )


def open_tokenizer(path: Path) -> "Tokenizer":
    """The tokenizer of a ``tokenizer.json``, without its own truncation and padding."""
    from tokenizers import Tokenizer

    if not path.is_file():
        raise DataFileError(path, "file is missing")
    try:
        tokenizer = Tokenizer.from_file(str(path))
    except Exception as error:  # the library raises bare Exception
        raise DataFileError(path, "file is damaged") from error
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def _encodable(text: str) -> str:
    """The text with a question mark for each lone surrogate, which has no UTF-8 form."""
    return text.encode("utf-8", "replace").decode("utf-8")


def encode_pieces(tokenizer: "Tokenizer", limit: int, text: str) -> Tokens:
    """WordPiece tokens between [CLS] and [SEP]; the first ``limit - 2`` pieces are kept."""
    found = tokenizer.encode(_encodable(text))
    # Each of these three makes a list for the whole text: asked for once.
    every, texts, spans = found.ids, found.tokens, found.offsets
    count = len(every)
    keep = range(count) if count <= limit else [*range(limit - 1), count - 1]
    ids = np.array([every[i] for i in keep], np.int64)
    special_ids = {i for i, token in tokenizer.get_added_tokens_decoder().items() if token.special}
    unknown = tokenizer.token_to_id("[UNK]")
    return Tokens(
        texts=tuple(texts[i] for i in keep),
        ids=ids,
        special=tuple(int(i) in special_ids and int(i) != unknown for i in ids),
        unknown=tuple(bool(i == unknown) for i in ids),
        spans=tuple(spans[i] for i in keep),
        attended=np.ones(len(keep), np.bool_),
        dropped=count - len(keep),
    )


def words_of(text: str) -> list[tuple[str, tuple[int, int]]]:
    """Words and marks in lower case, each with its span of characters."""
    straight = _encodable(text).replace("’", "'")
    return [(match[0].lower(), match.span()) for match in WORD.finditer(straight)]


def encode_words(vectors: "WordVectors", limit: int, text: str) -> Tokens:
    """Whole words that have a vector, the others named in ``left_out``.  EmptySentenceError when none has."""
    found = words_of(text)
    known = [(word, span) for word, span in found if word in vectors]
    left_out = tuple(dict.fromkeys(word for word, _ in found if word not in vectors))
    if not known:
        raise EmptySentenceError(left_out)
    kept = known[:limit]
    return Tokens(
        texts=tuple(word for word, _ in kept),
        ids=np.array([vectors.index(word) for word, _ in kept], np.int64),
        special=(False,) * len(kept),
        unknown=(False,) * len(kept),
        spans=tuple(span for _, span in kept),
        attended=np.ones(len(kept), np.bool_),
        dropped=len(known) - len(kept),
        left_out=left_out,
    )
