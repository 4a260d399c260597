"""The rules of the chosen words and of the pair among them, as plain functions over what the session holds."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from engine.analogy import Analogy
from engine.pasted import MOST
from engine.similarity import PairReadout
from engine.words import WordsReport

Pair = tuple[str, ...]


@dataclass(frozen=True)
class Addition:
    """The words after adding some: those that were there already and those for which there was no room are named."""

    words: tuple[str, ...]
    already: tuple[str, ...]
    left_out: tuple[str, ...]


def add(words: tuple[str, ...], more: Iterable[str]) -> Addition:
    """Append, each word once and at most `MOST` in all."""
    wanted, known = tuple(dict.fromkeys(more)), frozenset(words)
    new = tuple(word for word in wanted if word not in known)
    room = max(MOST - len(words), 0)
    return Addition(words + new[:room], tuple(word for word in wanted if word in known), new[room:])


def without(words: tuple[str, ...], gone: Iterable[str]) -> tuple[str, ...]:
    """The words that stay when some are taken away."""
    taken = frozenset(gone)
    return tuple(word for word in words if word not in taken)


def clicked(pair: Pair, word: str) -> Pair:
    """The pair after a click: the two words that were clicked last, so that the newest is B."""
    return (*(other for other in pair if other != word), word)[-2:]


def as_first(pair: Pair, word: str) -> Pair:
    """The pair with ``word`` as A; if it was B, the two change places."""
    return (word, *(other for other in reversed(pair) if other != word))[:2]


def as_second(pair: Pair, word: str) -> Pair:
    """The pair with ``word`` as B; if it was A, the two change places."""
    return as_first(pair[::-1], word)[::-1]


def known_as(report: WordsReport, word: str) -> str | None:
    """How the report names a chosen word; None if it has no vector."""
    return next((name for name in (word, word.lower()) if name in report.norms), None)


def corners(found: Analogy) -> tuple[str, ...]:
    """The words of an analogy's parallelogram, each once: a, b, c and the first answer, if there is one."""
    return tuple(dict.fromkeys((*found.terms, *(answer.word for answer in found.answers[:1]))))


def readout(pairs: Mapping[tuple[str, str], PairReadout], a: str, b: str) -> PairReadout | None:
    """The numbers of a pair, whichever way round it is listed."""
    if (a, b) in pairs:
        return pairs[a, b]
    turned = pairs.get((b, a))
    return turned and replace(turned, norm_a=turned.norm_b, norm_b=turned.norm_a)
