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
    unread: tuple[str, ...] = ()  # signs without a shape that the model cannot read, each once
    sentence: str = ""
    origin: tuple[int, ...] | None = (
        None  # where each stood before tokens were cut or moved; None: where it stands
    )

    padding: int = 0  # how many tokens at the end fill the sentence up

    def __len__(self) -> int:
        return len(self.texts)

    def find(self, token: str) -> int | None:
        """Position of the first token that reads so, case aside; None if there is none."""
        wanted = token.casefold()
        return next((i for i, text in enumerate(self.texts) if text.casefold() == wanted), None)

    def source(self, position: int) -> str:
        """The characters that a token came from; none for one that the sentence does not have."""
        first, last = self.spans[position]
        return self.sentence[first:last]

    def is_padding(self, position: int) -> bool:
        return position >= len(self) - self.padding

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
            padding=sum(map(self.is_padding, positions)),
        )

    def replaced(self, position: int, text: str, number: int, special: bool = False) -> "Tokens":
        """The same sentence with another token at a position."""
        ids = self.ids.copy()
        ids[position] = number
        before, after = slice(position), slice(position + 1, None)
        return replace(
            self,
            texts=(*self.texts[before], text, *self.texts[after]),
            ids=ids,
            special=(*self.special[before], special, *self.special[after]),
            unknown=(*self.unknown[before], False, *self.unknown[after]),
        )

    def padded(
        self, length: int, text: str, number: int, seen: bool = False, first: int | None = None
    ) -> "Tokens":
        """The same sentence filled up to ``length`` with a padding token that nobody may look at, unless ``seen``.

        After tokens were cut or moved, ``first`` is the position at which the padding would have stood before that.
        """
        more = length - len(self)
        start = len(self) if first is None else first
        return replace(
            self,
            texts=self.texts + (text,) * more,
            ids=np.concatenate([self.ids, np.full(more, number)]),
            special=self.special + (True,) * more,
            unknown=self.unknown + (False,) * more,
            spans=self.spans + ((0, 0),) * more,
            attended=np.concatenate([self.attended, np.full(more, seen)]),
            origin=self.origin and (*self.origin, *range(start, start + more)),
            padding=self.padding + more,
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


def _unread(tokenizer: "Tokenizer", text: str) -> tuple[str, ...]:
    """Control characters and the like that the tokenizer drops, and lone surrogates, in the order of the text."""
    shapeless = (c for c in dict.fromkeys(text) if not c.isprintable() and c not in "\t\n\r")
    return tuple(c for c in shapeless if is_half(c) or not _normal(tokenizer, c))


def is_half(character: str) -> bool:
    """Whether it is a lone surrogate: half of a character."""
    return "\ud800" <= character <= "\udfff"


def _normal(tokenizer: "Tokenizer", text: str) -> str:
    return str(tokenizer.normalizer.normalize_str(text)) if tokenizer.normalizer else text


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
        unread=_unread(tokenizer, text),
        sentence=text,
    )


@dataclass(frozen=True)
class Spelling:
    """How a model reads a text that is to be one token: its pieces, and which token it is if it is one."""

    text: str
    pieces: tuple[str, ...]
    number: int | None = None
    special: bool = False


def spell_pieces(tokenizer: "Tokenizer", text: str) -> Spelling:
    """A piece of the vocabulary as it is written there, ``##ing`` and ``[MASK]`` too; else what the text falls into."""
    whole, unknown = _encodable(text.strip()), tokenizer.token_to_id("[UNK]")
    found = tokenizer.encode(whole, add_special_tokens=False)
    number = tokenizer.token_to_id(whole)
    if number is None and len(found.ids) == 1:
        number = found.ids[0]
    if number is None or number == unknown:
        return Spelling(text, tuple(found.tokens))
    added = tokenizer.get_added_tokens_decoder().get(number)
    return Spelling(text, (str(tokenizer.id_to_token(number)),), number, bool(added and added.special))


def spell_words(vectors: "WordVectors", text: str) -> Spelling:
    """A word that has a vector; else the words that the text falls into."""
    words = tuple(word for word, _ in words_of(text))
    return Spelling(text, words, vectors.index(words[0]) if len(words) == 1 and words[0] in vectors else None)


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
        unread=tuple(filter(is_half, dict.fromkeys(text))),
        sentence=text,
    )
