"""Two threads for parts of large arrays, with BLAS itself held to one: its own threads spin against a busy window."""

import contextlib
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import accumulate, pairwise
from queue import SimpleQueue

from threadpoolctl import ThreadpoolController

Work = Callable[[slice], object]

QUARTERS = (1, 1, 1, 1)  # more than threads, so that one which lost its core holds up little
UNEVEN = (9, 7)  # for work that is over soon: waking the helper takes some 50 microseconds


@cache
def _blas() -> ThreadpoolController:
    return ThreadpoolController()


@contextlib.contextmanager
def one_blas_thread() -> Iterator[None]:
    """Hold BLAS to one thread inside the block (process-wide, as BLAS knows no other way)."""
    with _blas().limit(limits=1, user_api="blas"):
        yield


class _Job:
    """Pieces of work for whoever takes them next."""

    def __init__(self, pieces: deque[slice], work: Work) -> None:
        self.pieces, self.work = pieces, work
        # Taken by the helper when it comes, or by us when it is too late to come.
        self._entry = threading.Lock()
        self._ended: SimpleQueue[BaseException | None] = SimpleQueue()

    def drain(self) -> None:
        """Do pieces until none is left."""
        while True:
            try:
                piece = self.pieces.popleft()
            except IndexError:
                return
            self.work(piece)

    def enter(self) -> bool:
        return self._entry.acquire(blocking=False)

    def help(self) -> None:
        try:
            self.drain()
        except BaseException as error:
            self._ended.put(error)
        else:
            self._ended.put(None)

    def wait(self) -> None:
        """Until the helper has left, if it came; what went wrong there is raised here."""
        if not self.enter() and (error := self._ended.get()):
            raise error


@cache
def _jobs() -> SimpleQueue[_Job]:
    """The helper's queue.  Its hand-over costs half of an executor's, and there are hundreds in a run."""
    jobs: SimpleQueue[_Job] = SimpleQueue()

    def serve() -> None:
        while True:
            job = jobs.get()
            if job.enter():
                job.help()
            del job  # or the arrays would live on until the next one comes

    threading.Thread(target=serve, name="rows", daemon=True).start()
    return jobs


def split(count: int, work: Work, large: bool, shares: Sequence[int] = QUARTERS, unit: int = 1) -> None:
    """Call ``work`` on slices that cover ``range(count)``: one slice, or by ``shares`` for two threads when ``large``.

    Slices begin at multiples of ``unit``.
    """
    if not large or count < len(shares) * unit:
        work(slice(0, count))
        return
    whole = sum(shares)
    edges = [count * share // (whole * unit) * unit for share in accumulate(shares[:-1])]
    job = _Job(deque(slice(a, b) for a, b in pairwise((0, *edges, count))), work)
    _jobs().put(job)
    try:
        job.drain()
    finally:
        job.wait()
