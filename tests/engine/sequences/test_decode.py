"""Greedy, drawn and beam decoding: against trying every sentence there is, on models small enough for that."""

import itertools
import math
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from engine.errors import Cancelled
from engine.sequences.decode import beam, drawn, greedy, log_chances, sample
from engine.sequences.model import SequenceModel
from engine.sequences.run import SequenceRun
from engine.translation_text import END, LONGEST

KINDS = ("fixed", "attention", "transformer", "language")
each_kind = pytest.mark.parametrize("kind", KINDS)


def begun(tiny: Callable[[str, int], SequenceModel], kind: str, seed: int) -> SequenceRun:
    model = tiny(kind, seed)
    return SequenceRun.begin(model, model.encode("a c b"))


@each_kind
def test_a_beam_of_one_is_greedy(kind: str, tiny: Callable[[str, int], SequenceModel]) -> None:
    for seed in range(4):
        run = begun(tiny, kind, seed)
        found = beam(run, 1)
        assert found.best.written == greedy(run).written
        assert found.way == (0,) * len(found.levels)


def leaning(model: SequenceModel, token: int, by: float) -> SequenceModel:
    """The model with another bias of one token."""
    bias = model.weights["decoder.b_unembed"].copy()
    bias[token] += by
    return replace(model, weights={**model.weights, "decoder.b_unembed": bias})


def all_of(run: SequenceRun, length: int) -> list[float]:
    """The log-probability of every output of so many tokens that has not ended before its last."""
    every = []
    for tokens in itertools.product(range(len(run.model.target_words)), repeat=length):
        if END not in tokens[:-1]:
            total, now = 0.0, run
            for token in tokens:
                total += float(log_chances(now.logits)[token])
                now = now.then(token)
            every.append(total)
    return sorted(every, reverse=True)


def test_the_likeliest_of_all_ways_are_kept(tiny: Callable[[str, int], SequenceModel]) -> None:
    """A beam that is wide enough for everything, against every output of one, two and three tokens."""
    model = leaning(tiny("attention", 3), END, 6.0)
    run = SequenceRun.begin(model, model.encode("a c b"))
    found = beam(run, 40)
    for length, room in ((1, 40), (2, 39), (3, 34)):
        logs = sorted((one.log_chance for one in found.levels[length - 1]), reverse=True)
        every = all_of(run, length)
        assert len(logs) == min(room, len(every))
        np.testing.assert_allclose(logs, every[: len(logs)], rtol=0, atol=1e-5)


@each_kind
def test_the_winner_has_the_best_mean_and_its_way_leads_to_it(
    kind: str, tiny: Callable[[str, int], SequenceModel]
) -> None:
    found = beam(begun(tiny, kind, 2), 4)
    tokens = [level[place].token for level, place in zip(found.levels, found.way, strict=False)]
    assert tuple(tokens) == found.best.written
    for level, before in zip(found.way[1:], found.way, strict=False):
        assert level >= 0
        assert before >= 0
    for step in range(1, len(found.way)):
        assert found.levels[step][found.way[step]].parent == found.way[step - 1]
    ended = [one.score for level in found.levels for one in level if one.ended]
    last = found.levels[len(found.way) - 1][found.way[-1]]
    assert last.score == max([*ended, last.score])
    chances = [found.best.chances(place)[token] for place, token in enumerate(found.best.written)]
    assert last.log_chance == pytest.approx(sum(math.log(p) for p in chances), abs=1e-4)
    assert all(len(level) <= 4 for level in found.levels)


@each_kind
def test_what_was_written_before_counts_nothing_in_a_hypothesis(
    kind: str, tiny: Callable[[str, int], SequenceModel]
) -> None:
    run = begun(tiny, kind, 2).then(4).then(5)
    found = beam(run, 3)
    for level, hypotheses in enumerate(found.levels):
        for place, one in enumerate(hypotheses):
            own = found.written(level, place)
            assert one.length == len(own)
            assert one.score == pytest.approx(one.log_chance / len(own))


@each_kind
def test_sampling_at_temperature_zero_is_greedy(kind: str, tiny: Callable[[str, int], SequenceModel]) -> None:
    run = begun(tiny, kind, 1)
    assert sample(run, 0.0, 7).written == greedy(run).written


def test_one_seed_draws_one_sentence(tiny: Callable[[str, int], SequenceModel]) -> None:
    run = begun(tiny, "transformer", 1)
    assert sample(run, 1.0, 7).written == sample(run, 1.0, 7).written
    assert len({sample(run, 1.0, seed).written for seed in range(8)}) > 1


@pytest.mark.parametrize("temperature", [0.5, 1.0, 3.0])
def test_tokens_are_drawn_as_often_as_they_are_likely(temperature: float) -> None:
    logits = np.array([0.0, 1.0, 2.0, -1.0], np.float32)
    exponentials = [math.exp(x / temperature) for x in logits.tolist()]
    draws = 4000
    counts = Counter(drawn(logits, temperature, seed, 3) for seed in range(draws))
    for token, e in enumerate(exponentials):
        share = e / sum(exponentials)
        assert abs(counts[token] / draws - share) < 5 * math.sqrt(share * (1 - share) / draws)


def test_an_endless_repetition_stops_at_the_limit(tiny: Callable[[str, int], SequenceModel]) -> None:
    model = tiny("fixed", 1)
    stuck = leaning(model, 4, 50.0)
    run = SequenceRun.begin(stuck, stuck.encode("a"))
    for made in (greedy(run), sample(run, 1.0, 0), beam(run, 2).best):
        assert made.written == (4,) * LONGEST
        assert (made.full, made.ended) == (True, False)


@each_kind
@pytest.mark.parametrize("written", [(4, END), (5,) * LONGEST], ids=["ended", "full"])
def test_what_has_ended_or_is_full_is_left_as_it_is(
    kind: str, written: tuple[int, ...], runs: Mapping[str, SequenceRun]
) -> None:
    run = SequenceRun.begin(runs[kind].model, runs[kind].source, written)
    assert greedy(run).written == sample(run, 1.0, 0).written == written
    found = beam(run, 3)
    assert (found.best.written, found.levels, found.way) == (written, (), ())


@pytest.mark.parametrize(
    "decode",
    [greedy, partial(sample, temperature=1.0, seed=0), partial(beam, width=3)],
    ids=["greedy", "sample", "beam"],
)
def test_unwanted_decoding_stops(decode: Callable[..., object], runs: Mapping[str, SequenceRun]) -> None:
    calls = []

    def stop() -> None:
        calls.append(1)
        if len(calls) == 3:
            raise Cancelled

    with pytest.raises(Cancelled):
        decode(SequenceRun.begin(runs["fixed"].model, runs["fixed"].source), stop=stop)
    assert len(calls) == 3
