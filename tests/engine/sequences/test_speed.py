"""Tokens per second, with a key/value cache and without, by clocks that a test holds in its hand."""

from collections.abc import Callable

import pytest

from engine.errors import Cancelled
from engine.sequences.cache import cached_recipe, once_recipe
from engine.sequences.model import SequenceModel
from engine.sequences.speed import measure

Tiny = Callable[[str, int], SequenceModel]


def test_speed_is_tokens_over_time(tiny: Tiny) -> None:
    """By a clock that goes on by one second whenever it is asked."""
    model, seconds = tiny("transformer", 5), iter(range(1000))
    found = measure(model, model.encode("b a"), (2, 4), (2, 4, 8), clock=lambda: float(next(seconds)))
    assert [(one.length, one.cached, one.again) for one in found] == [(2, 2, 2), (4, 2, 2), (8, 8 / 3, 8 / 3)]


def test_each_way_is_warm_before_its_clock_runs_and_reads_the_source_while_it_does(tiny: Tiny) -> None:
    """``stop`` is called before every step of a recipe: it counts what is computed between two looks at the clock."""
    model, steps, looks = tiny("transformer", 5), [0], list[int]()

    def stop() -> None:
        steps[0] += 1

    def clock() -> float:
        looks.append(steps[0])
        return float(len(looks))

    source = model.encode("b a")
    measure(model, source, (2, 4), (1, 2), stop, clock)
    cached_start, cached_first, _, again_start, again_first, _ = looks
    encoder, decoder = len(model.source_recipe(len(source))), len(model.target_recipe())
    once, first = len(once_recipe(model.target_recipe())), len(cached_recipe(model.target_recipe(), 0))
    assert cached_start > encoder + once + first
    assert cached_first - cached_start == encoder + once + first
    assert again_start - looks[2] > encoder + decoder
    assert again_first - again_start == encoder + decoder


def test_a_measurement_can_be_stopped(tiny: Tiny) -> None:
    model, asked = tiny("transformer", 5), iter(range(40))

    def stop() -> None:
        if next(asked, None) is None:
            raise Cancelled

    with pytest.raises(Cancelled):
        measure(model, model.encode("b a"), (2, 4), (8,), stop)
