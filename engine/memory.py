"""Memory for large arrays, lent out and taken back: asking the system for it anew takes as long as filling it.

A block comes back when the last view of its array is gone, so an array that anybody holds is never written to again.
"""

from collections import deque
from functools import cache
from math import prod
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

SMALL = 32 * 2**10  # bytes, up to which NumPy's own way is as quick
KEPT = 128 * 2**20  # bytes that wait for a next use, at most

Block = NDArray[np.uint8]


class _Loan:
    """The base of a lent array, whatever view of it is held; when it goes, the block is given back."""

    def __init__(self, block: Block, shape: tuple[int, ...], returned: deque[Block]) -> None:
        self._block, self._returned = block, returned
        self.__array_interface__: dict[str, Any] = {
            **block.__array_interface__,
            "shape": shape,
            "typestr": np.dtype(np.float32).str,
        }

    def __del__(self) -> None:
        self._returned.append(self._block)


class Store:
    """Blocks whose sizes are powers of two, so that texts of like length share them.  Safe to use from any thread."""

    def __init__(self, most: int = KEPT) -> None:
        self._most, self.kept = most, 0  # bytes
        self._free: dict[int, list[Block]] = {}
        self._returned: deque[Block] = deque()  # filled at any moment, even in the middle of taking back
        self._lock = Lock()

    def empty(self, shape: tuple[int, ...]) -> NDArray[np.float32]:
        """As ``np.empty``."""
        size = 4 * prod(shape)
        if size <= SMALL:
            return np.empty(shape, np.float32)
        return np.asarray(_Loan(self._block(1 << (size - 1).bit_length()), shape, self._returned))

    def _block(self, size: int) -> Block:
        with self._lock:
            self._take_back()
            if not self._free.get(size):
                return np.empty(size, np.uint8)
            self.kept -= size
            return self._free[size].pop()

    def _take_back(self) -> None:
        while self._returned:
            block = self._returned.popleft()
            if self.kept + block.nbytes <= self._most:
                self.kept += block.nbytes
                self._free.setdefault(block.nbytes, []).append(block)


@cache
def _store() -> Store:
    return Store()


def empty(shape: tuple[int, ...]) -> NDArray[np.float32]:
    """As ``np.empty``, from the program's one store."""
    return _store().empty(shape)
