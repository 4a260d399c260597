"""How long the search for words takes after each key, over a large vocabulary."""

from statistics import median
from time import perf_counter

from benchmarks.rounds import verdict
from benchmarks.vocabulary import large_vocabulary
from engine.search import Search

TARGET = 10.0  # milliseconds
HITS = 50  # as the window asks for
TYPED = (
    "florida",
    "international",
    "counterrevolutionaries",
    "the",
    "izz",
    "2010",
    "politcs",
    "recieve",
    "xqzjv",
)

TITLE = """
Results of each key over {words:,} words while typing {typed}, 50 hits, in process; each the median of {rounds}."""


def keys(rounds: int) -> None:
    """Milliseconds: the typical and the slowest key."""
    words = large_vocabulary().words
    search = Search(words)
    started = perf_counter()
    search.prepare()
    made = perf_counter() - started
    texts = [word[:length] for word in TYPED for length in range(1, len(word) + 1)]
    print(TITLE.format(words=len(words), typed=", ".join(TYPED), rounds=rounds))
    taken = {text: 1e3 * median(_seconds(search, text) for _ in range(rounds)) for text in texts}
    slowest = max(taken, key=taken.__getitem__)
    print(f"  index {made:.2f} s, once   median key {median(taken.values()):.2f} ms")
    print(f"  slowest key, {slowest!r}: {verdict(taken[slowest], TARGET)} ms", flush=True)


def _seconds(search: Search, text: str) -> float:
    started = perf_counter()
    search.find(text, HITS)
    return perf_counter() - started
