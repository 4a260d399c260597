"""Two threads for rows of large arrays, with BLAS itself held to one: its own threads spin against a busy window."""

import contextlib
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from threadpoolctl import ThreadpoolController

Work = Callable[[slice], object]

CHUNKS = 4  # more than threads, so that a thread which lost its core holds up little


@cache
def _helper() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="rows")


@cache
def _blas() -> ThreadpoolController:
    return ThreadpoolController()


@contextlib.contextmanager
def one_blas_thread() -> Iterator[None]:
    """Hold BLAS to one thread inside the block (process-wide, as BLAS knows no other way)."""
    with _blas().limit(limits=1, user_api="blas"):
        yield


def _drain(pieces: deque[slice], work: Work) -> None:
    with contextlib.suppress(IndexError):
        while True:
            work(pieces.popleft())


def split(count: int, work: Work, large: bool) -> None:
    """Call ``work`` on slices that cover ``range(count)``: one slice, or dealt to two threads when ``large``."""
    if not large or count < CHUNKS:
        work(slice(0, count))
        return
    edges = [count * i // CHUNKS for i in range(CHUNKS + 1)]
    pieces = deque(slice(a, b) for a, b in zip(edges, edges[1:], strict=False))
    helper = _helper().submit(_drain, pieces, work)
    _drain(pieces, work)
    if not helper.cancel():
        helper.result()
