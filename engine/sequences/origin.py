"""Whether a sentence is among the pairs that the models learnt from, or was held out, and what it was translated as."""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from engine.tatoeba import PAIRS, SPLIT, Pair, read_held_out, read_pairs
from engine.translation_text import sentence_key

TRAIN = "train"
SIDES = (TRAIN, "validation", "test")


@dataclass(frozen=True, eq=False)
class Origins:
    """All pairs, and the side of those that are held out by their line."""

    pairs: Sequence[Pair]
    held_out: Mapping[int, str]

    @classmethod
    def load(cls, pairs: Path = PAIRS, split: Path = SPLIT) -> "Origins":
        """DataFileError names a file that is missing or damaged."""
        held = read_held_out(split)
        return cls(read_pairs(pairs), {line: side for side, lines in held.items() for line in lines})

    @cached_property
    def _squeezed(self) -> Mapping[str, list[str]]:
        return {
            language: [_squeeze(getattr(pair, language)) for pair in self.pairs] for language in ("en", "zh")
        }

    def find(self, text: str, language: str) -> list[Pair]:
        """The pairs that have a sentence, in all but signs and case, as the split compares them."""
        wanted, looked_for = sentence_key(text, language), _squeeze(text)
        alike = (
            pair
            for pair, squeezed in zip(self.pairs, self._squeezed[language], strict=True)
            if squeezed == looked_for
        )
        return [pair for pair in alike if sentence_key(getattr(pair, language), language) == wanted]

    def side(self, found: Sequence[Pair]) -> str:
        """Where pairs of one sentence are, all of them in one place; empty if there are none."""
        sides = {self.held_out.get(pair.line, TRAIN) for pair in found}
        return next((side for side in SIDES if side in sides), "")


def _squeeze(text: str) -> str:
    """Letters and digits alone: what sentences that are the same at least have in common."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return "".join(sign for sign in plain if sign.isalnum())
