"""English as words, Chinese as characters, and both as numbers: what the translation models read and write.

Plain Python, so that the training scripts and the program cut a sentence in one and the same way.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

LONGEST = 60  # tokens that a model writes, the end mark aside
PAD, UNKNOWN, START, END = range(4)
SPECIALS = ("<pad>", "<unk>", "<s>", "</s>")  # numbers 0 to 3 of every vocabulary

_ENGLISH_SIGNS = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "。": ".", "、": ","})
_ENGLISH_TOKEN = re.compile(r"\d+|[^\W\d_]+(?:'[^\W\d_]+)*|'(?:s|m|re|ve|ll|d)\b|\S")
_SHORT_FORM = re.compile(r"(?<=.)('(?:s|m|re|ve|ll|d))(?=$|')")

_CHINESE_SIGNS = str.maketrans({",": "，", "?": "？", "!": "！", ":": "：", ";": "；", "(": "（", ")": "）"})
_CHINESE_TOKEN = re.compile(r"[0-9]+|[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ0-9]*|\S")
_FULL_STOP = re.compile(r"(?<![0-9])\.|\.(?![0-9])")

_NO_SPACE_BEFORE = re.compile(
    r" (?=[.,?!;:%)]|'(?:s|m|re|ve|ll|d)\b)| (?=-)|(?<=-) |(?<=[$(]) |(?<=\d [:.]) (?=\d)"
)
_QUOTED = re.compile(r'" (.*?) "')
_TWO_LATIN_WORDS = re.compile(r"[A-Za-zÀ-ɏ0-9]")


def english_tokens(text: str) -> list[str]:
    """Lower-case words, runs of digits, and every other sign by itself.

    The short forms 's 'm 're 've 'll 'd are tokens of their own (``i 'm``); a negation stays in its word
    (``don't``).  Full-width signs count as their narrow twins.
    """
    plain = unicodedata.normalize("NFKC", text).translate(_ENGLISH_SIGNS).lower()
    return [
        part for token in _ENGLISH_TOKEN.findall(plain) for part in _SHORT_FORM.sub(r" \1", token).split()
    ]


def chinese_tokens(text: str) -> list[str]:
    """One character each; Latin words (their case kept) and runs of digits whole; narrow signs become wide ones."""
    wide = _FULL_STOP.sub("。", unicodedata.normalize("NFKC", text)).translate(_CHINESE_SIGNS)
    return _CHINESE_TOKEN.findall(wide)


def join_english(tokens: Iterable[str]) -> str:
    """The tokens as a sentence, still in lower case."""
    return _QUOTED.sub(r'"\1"', _NO_SPACE_BEFORE.sub("", " ".join(tokens)))


def join_chinese(tokens: Iterable[str]) -> str:
    """The characters without spaces; only two Latin words in a row keep one between them."""
    joined = ""
    for token in tokens:
        both = joined and _TWO_LATIN_WORDS.match(joined[-1]) and _TWO_LATIN_WORDS.match(token)
        joined += f" {token}" if both else token
    return joined


TOKENS: Mapping[str, Callable[[str], list[str]]] = {"en": english_tokens, "zh": chinese_tokens}
JOIN: Mapping[str, Callable[[Iterable[str]], str]] = {"en": join_english, "zh": join_chinese}


def sentence_key(text: str, language: str) -> str:
    """What makes two sentences the same one: their tokens without signs and case (``Stop!`` is ``Stop.``)."""
    tokens = [token.casefold() for token in TOKENS[language](text)]
    return " ".join([token for token in tokens if any(map(str.isalnum, token))] or tokens)


@dataclass(frozen=True)
class Vocabulary:
    """Tokens by number: the four specials, then by falling frequency."""

    tokens: tuple[str, ...]

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        return {token: number for number, token in enumerate(self.tokens)}

    def encode(self, tokens: Iterable[str]) -> list[int]:
        """Numbers without <s> and </s>; a token that is not listed is <unk>."""
        return [self.numbers.get(token, UNKNOWN) for token in tokens]

    def decode(self, numbers: Iterable[int]) -> list[str]:
        return [self.tokens[number] for number in numbers]

    def __len__(self) -> int:
        return len(self.tokens)

    @classmethod
    def count(cls, sentences: Iterable[Sequence[str]], at_least: int) -> "Vocabulary":
        """Tokens seen ``at_least`` times, by frequency; those seen equally often in the order of their code points."""
        counts = Counter(token for sentence in sentences for token in sentence)
        ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        return cls((*SPECIALS, *(token for token, seen in ordered if seen >= at_least)))

    @classmethod
    def load(cls, path: Path) -> "Vocabulary":
        """From a text file (UTF-8) with one token a line."""
        return cls(tuple(path.read_text(encoding="utf-8").removesuffix("\n").split("\n")))

    def save(self, path: Path) -> None:
        path.write_bytes(("\n".join(self.tokens) + "\n").encode("utf-8"))
