"""Lent memory: it is used again, but never while anybody holds a view of it."""

import gc
import threading

import numpy as np
from numpy.typing import NDArray

from engine.memory import SMALL, Store
from engine.models.base import Model
from engine.run import Run

SHAPE = (3, SMALL // 4)


def address(array: NDArray[np.float32]) -> int:
    return int(array.__array_interface__["data"][0])


def test_arrays_are_plain_and_writable() -> None:
    store = Store()
    for shape in ((0,), (2, 3), SHAPE, (5, 7, 3000)):
        array = store.empty(shape)
        assert array.shape == shape
        assert array.dtype == np.float32
        assert array.flags.c_contiguous
        array[...] = 1
        assert array.sum() == array.size


def test_what_is_let_go_is_used_again() -> None:
    store = Store()
    first = store.empty(SHAPE)
    place = address(first)
    del first
    assert address(store.empty((SHAPE[1], 3))) == place, "one of like size"


def test_what_anybody_holds_is_left_alone() -> None:
    store = Store()
    whole = store.empty(SHAPE)
    whole[:] = 7
    view = whole[1:, ::2].T
    del whole
    others = [store.empty(SHAPE) for _ in range(5)]
    for other in others:
        other[:] = 0
        assert not np.shares_memory(other, view)
    assert (view == 7).all()


def test_no_more_is_kept_than_allowed() -> None:
    size = 4 * SHAPE[0] * SHAPE[1]
    size = 1 << (size - 1).bit_length()
    store = Store(most=2 * size)
    several = [store.empty(SHAPE) for _ in range(5)]
    places = {address(array) for array in several}
    several.clear()
    again = [store.empty(SHAPE) for _ in range(2)]
    assert {address(array) for array in again} < places
    assert store.kept == 0
    again.clear()
    store.empty(SHAPE)
    assert store.kept <= 2 * size


def test_threads_never_get_the_same_block() -> None:
    store, clashes = Store(), list[int]()

    def work(number: int) -> None:
        for _ in range(300):
            arrays = [store.empty(SHAPE) for _ in range(3)]
            for i, array in enumerate(arrays):
                array[:] = 10 * number + i
            clashes.extend(i for i, array in enumerate(arrays) if (array != 10 * number + i).any())

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert clashes == []


def test_a_later_run_leaves_an_earlier_one_as_it_was(minilm: Model) -> None:
    first = Run.forward(minilm, minilm.encode("the cat sat on the mat " * 12))
    before = {step.output: first.trace(2)[step.output].copy() for step in first.trace(2).recipe}
    for sentence in ("a dog barked at the moon " * 12, "rain " * 70):
        Run.forward(minilm, minilm.encode(sentence))
        gc.collect()
    for path, array in before.items():
        assert np.array_equal(first.trace(2)[path], array), path
