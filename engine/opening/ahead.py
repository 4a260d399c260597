"""Work done on items before it is their turn, by more than one thread, and handed over in order."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

THREADS = 2
MOST = 2 * THREADS  # items on the way: memory stays bounded, and no thread waits

Item = TypeVar("Item")
Made = TypeVar("Made")


def ahead(items: Iterable[Item], work: Callable[[Item], Made]) -> Iterator[tuple[Item, Made]]:
    """Each item with what ``work`` makes of it, on threads that end with the iteration.

    ``items`` are asked for, and errors of theirs and of ``work`` raised, on the caller's thread.
    """
    waiting: deque[tuple[Item, Future[Made]]] = deque()
    with ThreadPoolExecutor(THREADS, thread_name_prefix="reading") as pool:
        for item in items:
            waiting.append((item, pool.submit(work, item)))
            if len(waiting) >= MOST:
                first, made = waiting.popleft()
                yield first, made.result()
        for item, made in waiting:
            yield item, made.result()
