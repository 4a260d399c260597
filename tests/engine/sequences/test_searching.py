"""Beam search beside greedy decoding: hypotheses spelled out, where outputs part, what each is worth."""

import numpy as np
import pytest

from engine.sequences.decode import greedy
from engine.sequences.run import SequenceRun
from engine.sequences.searching import mean_log_chance, parting, search
from engine.translation_text import LONGEST

KINDS = ("fixed", "attention", "transformer")


@pytest.mark.parametrize("kind", KINDS)
def test_every_hypothesis_has_the_log_probability_of_its_own_tokens(tiny, kind):
    model = tiny(kind, 3)
    found = search(model, model.encode("a b c"), 3)
    for step, kept in enumerate(found.beam.levels):
        for rank, one in enumerate(kept):
            tokens = found.beam.written(step, rank)
            assert len(tokens) == one.length == step + 1
            assert tokens[-1] == one.token
            again = SequenceRun.begin(model, model.encode("a b c"), tokens)
            logs = [np.log(again.chances(place)[token]) for place, token in enumerate(tokens)]
            assert one.log_chance == pytest.approx(sum(logs), abs=1e-4)
        assert [one.log_chance for one in kept] == sorted((one.log_chance for one in kept), reverse=True)


@pytest.mark.parametrize("seed", [1, 3])
@pytest.mark.parametrize("kind", KINDS)
def test_the_winner_has_the_highest_mean_of_those_that_end(tiny, kind, seed):
    model = tiny(kind, seed)
    found = search(model, model.encode("a b c"), 4)
    levels = found.beam.levels
    ends = [one.score for kept in levels for one in kept if one.ended]
    if len(levels) == LONGEST:  # the others were cut there
        ends += [one.score for one in levels[-1] if not one.ended]
    assert mean_log_chance(found.beam.best) == pytest.approx(max(ends), abs=1e-4)
    last = len(found.beam.way) - 1
    assert found.beam.written(last, found.beam.way[-1]) == found.beam.best.written


def test_a_beam_of_one_is_greedy_and_begins_anew(tiny):
    model = tiny("attention", 3)
    sentence = model.encode("c a")
    found = search(model, sentence, 1)
    assert found.start.written == ()
    assert found.beam.best.written == found.greedy.written
    assert found.greedy.written == greedy(SequenceRun.begin(model, sentence)).written
    assert found.parting is None


def test_outputs_part_where_one_differs_or_ends():
    assert parting([(4, 5, 3), (4, 5, 3)]) is None
    assert parting([(4, 5, 3), (4, 6, 3), (4, 5, 3)]) == 1
    assert parting([(4,), (4, 5)]) == 1
    assert parting([(), ()]) is None


def test_nothing_written_is_worth_nothing(tiny):
    model = tiny("fixed", 3)
    assert mean_log_chance(SequenceRun.begin(model, model.encode("a"))) == 0
