"""A language model writes on: what it reads of a beginning, the token that comes next, the limit, changes."""

import numpy as np
import pytest

from engine.edits import SetCells
from engine.errors import EditError
from engine.sequences.run import SequenceRun
from engine.sequences.writing import MOST_PROMPT, Method, read_prompt, write
from engine.translation_text import END, LONGEST, UNKNOWN

GREEDY = Method()


@pytest.fixture
def model(tiny):
    return tiny("language", 2)


def test_a_beginning_is_read_as_english_and_what_is_not_known_is_marked(model):
    prompt = read_prompt("X  zebra y!", model)
    assert prompt.texts == ("x", "zebra", "y", "!")
    assert prompt.ids.tolist() == [4, UNKNOWN, 5, UNKNOWN]
    assert prompt.left_out == ("zebra", "!")
    assert len(read_prompt("  ", model)) == 0


def test_a_long_beginning_leaves_room_for_one_token(model):
    found = write(model, "x " * 100, (), GREEDY)
    assert len(found.prompt) == MOST_PROMPT == LONGEST - 1
    assert found.prompt.dropped == 100 - MOST_PROMPT
    assert found.following is not None
    on = write(model, "x " * 100, (4, 5, 4), GREEDY)
    assert len(on.run.written) == LONGEST
    assert on.following is None


def test_what_comes_next_is_the_likeliest_and_writing_it_asks_for_another(model):
    found = write(model, "x y", (), GREEDY)
    assert found.following == int(SequenceRun.begin(model, written=(4, 5)).probabilities.argmax())
    on = write(model, "x y", (found.following,), GREEDY)
    assert on.added == (found.following,)
    assert on.run.written == (4, 5, found.following)


def test_to_the_end_is_one_step_after_the_other(model):
    whole, steps = write(model, "", (), GREEDY, to_end=True), write(model, "", (), GREEDY)
    while steps.following is not None:
        steps = write(model, "", (*steps.added, steps.following), GREEDY)
    assert whole.run.written == steps.run.written
    assert whole.run.full
    assert whole.following is None


def test_a_seed_draws_one_sentence_and_temperature_0_is_greedy(model):
    drawn = [write(model, "x", (), Method("sample", 1.5, seed), True).run.written for seed in (1, 1, 2, 3, 4)]
    assert drawn[0] == drawn[1]
    assert len(set(drawn)) > 1
    cold = write(model, "x", (), Method("sample", 0.0, 7), to_end=True)
    assert cold.run.written == write(model, "x", (), GREEDY, to_end=True).run.written


def test_nothing_is_written_after_the_end_mark(model):
    found = write(model, "x", (END,), GREEDY)
    assert found.run.ended
    assert found.following is None


def test_a_change_is_in_force_or_refused(model):
    path, cell = "decoder.logits", (1, 5)
    found = write(model, "x", (), GREEDY, changes=[SetCells(path, cell, 1000.0)])
    assert found.following == 5
    assert np.isclose(found.run.probabilities[5], 1)
    with pytest.raises(EditError):
        write(model, "x", (), GREEDY, changes=[SetCells(path, cell, float("nan"))])


def test_tokens_that_cannot_be_seen_are_not_read(models):
    prompt = read_prompt("you\x07 \u200b should", models["en.language"])
    assert (prompt.texts, prompt.left_out) == (("you", "should"), ())
