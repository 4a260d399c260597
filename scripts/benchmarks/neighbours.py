"""The search for neighbours against the least that it could take: one pass over the vectors."""

from benchmarks.processes import Worker
from benchmarks.rounds import measure, verdict

TARGET = 1.2

TITLE = """
The 10 nearest of 50,000 words (100 numbers each) by cosine, each with its exact value, against the bare matrix-vector
product over the same vectors.  Each in a process of its own, one thread; medians of {rounds} rounds."""


def against_a_bare_product(rounds: int) -> None:
    """Milliseconds and ratio."""
    print(TITLE.format(rounds=rounds))
    with Worker("search", "work_neighbours") as search, Worker("bare", "work_neighbours") as bare:
        search.ask(prepare={"bare": False})
        bare.ask(prepare={"bare": True})
        found = measure([search, bare], rounds)
    ratio = found["search"].seconds / found["bare"].seconds
    print(
        f"  search {found['search']}   product {found['bare']}   {verdict(ratio, TARGET)}"
        f"   rounds {found['search'].range_over(found['bare'])}",
        flush=True,
    )
