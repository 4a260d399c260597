"""How fast sequence models write: with and without a key/value cache, and what a greedy translation takes."""

from collections.abc import Callable
from statistics import median
from time import perf_counter

from benchmarks.rounds import verdict
from engine.parallel import one_blas_thread
from engine.sequences.cache import CachedRun, prepare
from engine.sequences.decode import greedy
from engine.sequences.model import SequenceModel, load
from engine.sequences.run import SequenceRun

SENTENCE = "The cat drank the milk because it was hungry."
LENGTHS = (10, 30, 60)
KINDS = ("fixed", "attention", "transformer")
FASTER = 1.0  # what the cache has to be, against none

TITLE = """
The Transformer's decoder reads tokens one after another, one BLAS thread, in process; medians of {rounds} rounds."""
GREEDY = """
A greedy translation of “{sentence}” with every array kept, as the window does it; medians of {rounds} rounds."""


def translation(rounds: int) -> None:
    """Tokens per second both ways, in turn; then milliseconds of a whole translation by each kind of model."""
    model = load("en-zh.transformer")
    with one_blas_thread():
        print(TITLE.format(rounds=rounds))
        for length in LENGTHS:
            _both_ways(model, length, rounds)
        print(GREEDY.format(sentence=SENTENCE, rounds=rounds))
        for kind in KINDS:
            _greedy(load(f"en-zh.{kind}"), rounds)


def _seconds(work: Callable[[], object]) -> float:
    started = perf_counter()
    work()
    return perf_counter() - started


def _both_ways(model: SequenceModel, length: int, rounds: int) -> None:
    source, recipes = model.encode(SENTENCE), prepare(model, range(length))
    tokens = tuple(4 + place for place in range(length - 1))  # whatever they are: each costs the same

    def cached() -> None:
        CachedRun.begin(model, source, tokens, prepared=recipes, forgets=True)

    def uncached() -> None:
        run = SequenceRun.begin(model, source)
        for token in tokens:
            run = run.then(token)

    times = [(_seconds(cached), _seconds(uncached)) for _ in range(rounds)]
    quick, slow = (median(column) for column in zip(*times, strict=True))
    print(
        f"  {length:2d} tokens   cached {length / quick:6.0f} tokens/s   uncached {length / slow:6.0f} tokens/s"
        f"   cached / uncached {verdict(quick / slow, FASTER)}",
        flush=True,
    )


def _greedy(model: SequenceModel, rounds: int) -> None:
    source = model.encode(SENTENCE)
    made = greedy(SequenceRun.begin(model, source))
    taken = median(_seconds(lambda: greedy(SequenceRun.begin(model, source))) for _ in range(rounds))
    each = 1e3 * taken / len(made.written)
    print(f"  {model.kind:11s}   {1e3 * taken:6.1f} ms, {each:4.1f} ms a token: {made.text}", flush=True)
