"""Tokens per second with and without a key/value cache, measured at several lengths."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import cycle, islice

from engine.sequences.cache import CachedRun, prepare
from engine.sequences.model import SequenceModel
from engine.sequences.reread import Rereader
from engine.sequences.sentence import NOTHING, Sentence
from engine.trace import Stop, never_stop
from engine.translation_text import START

LENGTHS = (8, 16, 32, 64, 128, 256)
WARM_UP = 4  # tokens that are read before the clock runs


@dataclass(frozen=True)
class Speed:
    """Tokens per second up to a text of ``length`` tokens, both ways."""

    length: int
    cached: float
    again: float


def measure(
    model: SequenceModel,
    source: Sentence = NOTHING,
    tokens: tuple[int, ...] = (START,),
    lengths: tuple[int, ...] = LENGTHS,
    stop: Stop = never_stop,
    clock: Callable[[], float] = time.perf_counter,
) -> tuple[Speed, ...]:
    """``tokens`` are read again and again until the text is long enough; an end mark among them ends nothing, as the
    time does not depend on which tokens are read.
    """
    read = tuple(islice(cycle(tokens), max(lengths)))
    cached = _with_cache(model, source, read, lengths, stop, clock)
    again = _again(model, source, read, lengths, stop, clock)
    return tuple(Speed(*found) for found in zip(lengths, cached, again, strict=True))


def _with_cache(
    model: SequenceModel,
    source: Sentence,
    read: tuple[int, ...],
    lengths: tuple[int, ...],
    stop: Stop,
    clock: Callable[[], float],
) -> list[float]:
    recipes = prepare(model, range(len(read) + 1), stop)
    CachedRun.begin(model, source, read[:WARM_UP], stop, recipes, forgets=True)
    rates, start = [], clock()
    run = CachedRun.begin(model, source, (), stop, recipes, forgets=True)
    for count, token in enumerate(read, 1):
        if count in lengths:
            rates.append(count / (clock() - start))
        run = run.then(token, stop)
    return rates


def _again(
    model: SequenceModel,
    source: Sentence,
    read: tuple[int, ...],
    lengths: tuple[int, ...],
    stop: Stop,
    clock: Callable[[], float],
) -> list[float]:
    reader = Rereader(model, source, stop)
    reader.read(read[:WARM_UP], stop)
    rates, start = [], clock()
    reader = Rereader(model, source, stop)
    for count in range(1, len(read) + 1):
        reader.read(read[:count], stop)
        if count in lengths:
            rates.append(count / (clock() - start))
    return rates
