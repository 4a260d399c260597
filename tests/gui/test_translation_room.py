"""The engine's side of a translation: to its end, from a forced beginning, changed and exactly back, and errors."""

from dataclasses import replace

import numpy as np
import pytest

from engine.edits import SetCells, SetParameter
from engine.errors import DataFileError, EmptySentenceError
from engine.examples import TRANSLATIONS
from engine.sequences.decode import MOST_BEAMS, greedy
from engine.sequences.model import load
from engine.sequences.origin import Origins
from engine.tatoeba import read_pairs
from engine.trace import never_stop
from engine.translation_text import END, LONGEST
from gui.rooms import translation
from gui.rooms.translation import possible
from gui.state import State

SCORE = SetCells("decoder.t5.attn.scores", (0, 0, 1), 30.0)


@pytest.fixture
def translated(workroom):
    return lambda **choices: workroom.translation(State(desk="translation", **choices), never_stop)


def test_nothing_is_made_while_the_desk_is_not_looked_at(workroom):
    state = State()
    assert workroom.translation(state, never_stop) is None
    assert workroom.origin(state, never_stop) is None
    assert workroom.pairs(state, never_stop) == ()
    assert workroom.scores(state, never_stop) is None


@pytest.mark.parametrize("kind", ["fixed", "attention", "transformer"])
def test_a_sentence_is_written_to_its_end(translated, kind):
    run = translated(seq_model=kind).run
    assert run.ended
    assert run.text == "我吃了一个苹果。"


def test_what_was_chosen_by_hand_stands_and_the_model_goes_on_from_it(translated):
    free = translated().run
    other = int(np.argsort(-free.chances(1))[1])
    forced = translated(seq_prefix=(free.written[0], other)).run
    assert forced.written[:2] == (free.written[0], other)
    assert forced.ended
    assert np.array_equal(forced.chances(1), free.chances(1))  # what came before is the same


def test_a_prefix_from_elsewhere_is_held_to_what_the_model_can_write():
    model = load("en-zh.attention")
    count = len(model.target_words)
    assert possible((5, count, 6), model) == (5,)
    assert possible((5, END, 6), model) == (5, END)
    assert len(possible((5,) * 200, model)) == LONGEST


def test_the_same_seed_draws_the_same_sentence_and_the_beam_keeps_its_width(translated):
    draws = [
        translated(seq_method="sample", seq_temperature=1.2, seq_seed=seed).run.written for seed in (3, 4, 3)
    ]
    assert draws[0] == draws[2] != draws[1]
    found = translated(seq_method="beam", seq_width=3)
    assert max(len(level) for level in found.beam.levels) == 3
    assert found.run is found.beam.best
    assert MOST_BEAMS >= 3


def test_all_that_was_asked_for_makes_a_difference(translated):
    cold, hot = (translated(seq_method="sample", seq_temperature=t).run.written for t in (0.0, 5.0))
    assert cold == translated().run.written != hot
    narrow, wide = (translated(seq_method="beam", seq_width=width).beam for width in (1, 5))
    assert (max(map(len, narrow.levels)), max(map(len, wide.levels))) == (1, 5)
    assert translated(seq_text="I love you.").run.written != cold
    assert translated(seq_source="zh").run.model.source == "zh"


def test_the_other_pages_are_made_anew_of_another_direction_or_width(workroom):
    state = State(desk="translation", seq_page="beside")
    for source in ("en", "zh"):
        made = workroom.beside(replace(state, seq_source=source), never_stop)
        assert {one.run.model.source for one in made.translations} == {source}
    for width in (2, 3):
        found = workroom.searched(replace(state, seq_page="beam", seq_width=width), never_stop)
        assert found.beam.width == width
    assert workroom.searched(replace(state, seq_page="beam", seq_width=3), never_stop) is found


def test_a_change_goes_on_to_the_end_and_taking_it_back_is_exact(translated):
    plain = translated().run
    changed = translated(seq_changes=(SCORE,))
    assert changed.run.steps[5]["decoder.t5.attn.weights"].argmax() == 1
    assert changed.run.written[:5] == plain.written[:5]
    assert changed.run.written != plain.written
    assert changed.before.written == plain.written
    again = translated().run
    for time in range(len(plain.steps)):
        assert np.array_equal(
            again.steps[time][f"decoder.t{time}.logits"], plain.steps[time][f"decoder.t{time}.logits"]
        )


def test_a_changed_run_is_compared_with_one_of_the_same_tokens(translated):
    made = translated(seq_changes=(SCORE, SetParameter("decoder.attn.softmax.temperature", 4.0)))
    assert made.run.written != made.before.written == translated().run.written
    assert made.unchanged.written == made.run.written
    assert made.unchanged.changes == ()
    assert np.array_equal(made.unchanged.alignment()[0], made.before.alignment()[0])
    assert not np.array_equal(made.run.alignment()[0], made.before.alignment()[0])


def test_a_temperature_and_a_head_switched_off_are_in_force(translated):
    mild = SetParameter("decoder.t1.attn.softmax.temperature", 5.0)
    before = translated().run.steps[1]["decoder.t1.attn.weights"].max()
    assert translated(seq_changes=(mild,)).run.steps[1]["decoder.t1.attn.weights"].max() < before
    off = SetCells("decoder.blocks.1.cross_attn.z", (2, None, None), 0.0)
    run = translated(seq_model="transformer", seq_changes=(off,)).run
    assert not run.target_trace["decoder.blocks.1.cross_attn.z"][2].any()
    assert run.target_trace["decoder.blocks.1.cross_attn.z"][1].any()


def test_an_empty_sentence_is_an_error_of_its_own(translated):
    with pytest.raises(EmptySentenceError):
        translated(seq_text="  ")


def test_missing_and_damaged_weights_are_named_and_other_models_go_on(workroom, monkeypatch, tmp_path):
    room = translation.TranslationRoom(workroom.shelf)
    broken = tmp_path / "en-zh.transformer" / "model.safetensors"
    broken.parent.mkdir()
    broken.write_bytes(b"no tensors")
    shipped = load
    monkeypatch.setattr(
        translation,
        "load",
        lambda name: shipped(name, tmp_path) if "transformer" in name or "zh-en" in name else shipped(name),
    )
    state = State(desk="translation", seq_model="transformer")
    with pytest.raises(DataFileError) as error:
        room.translation(state, never_stop)
    assert error.value.path == broken
    with pytest.raises(DataFileError) as error:
        room.translation(State(desk="translation", seq_source="zh"), never_stop)
    assert error.value.reason == "file is missing"
    assert room.translation(State(desk="translation"), never_stop).run.text == "我吃了一个苹果。"


def test_a_sentence_is_told_by_where_it_is_in_the_split(workroom):
    def origin(text, source):
        return workroom.origin(State(desk="translation", seq_text=text, seq_source=source), never_stop)

    learnt = origin("i ate an APPLE", "en")
    assert (learnt.side, "我吃了一个苹果。" in learnt.references) == ("train", True)
    held_out = origin("I've had a busy day.", "en")
    assert (held_out.side, held_out.references) == ("test", ("今天我一直很忙。",))
    assert origin("今天我一直很忙。", "zh").side == "test"
    assert origin("Colourless green ideas sleep.", "en").side == ""
    assert origin("...", "en").side == ""


def test_the_quick_look_up_finds_what_a_comparison_of_all_pairs_finds():
    from engine.translation_text import sentence_key

    pairs, origins = read_pairs(), Origins.load()
    for text in ("Stop!", "Where are you?", 'He said, "No!"'):
        wanted = sentence_key(text, "en")
        slow = [pair.line for pair in pairs if sentence_key(pair.en, "en") == wanted]
        assert [pair.line for pair in origins.find(text, "en")] == slow


def test_the_examples_are_everyday_ones_and_held_out_ones(workroom):
    offered = workroom.pairs(State(desk="translation"), never_stop)
    assert tuple((pair.en, pair.zh) for pair in offered[: len(TRANSLATIONS)]) == TRANSLATIONS
    assert [pair.side for pair in offered[len(TRANSLATIONS) :]] == ["test"] * 3


def test_the_run_of_a_changed_sentence_is_the_one_that_numbers_are_opened_of(workroom):
    state = State(desk="translation", seq_changes=(SCORE,), cell=("decoder.t5.attn.scores", (0, 0, 1)))
    opened = workroom.opened(state, never_stop)
    assert opened.run is workroom.translation(state, never_stop).run
    assert opened.derivation.edited
    assert opened.derivation.output.value == 30.0


def test_the_translation_is_that_of_greedy_decoding(translated):
    run = translated(seq_text="How are you?").run
    assert run.written == greedy(type(run).begin(run.model, run.source)).written
