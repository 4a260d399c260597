"""What holds of every sequence model: rows sum to 1, nothing looks ahead, changes reach what follows and no more."""

from collections.abc import Callable, Mapping

import numpy as np
import pytest

from engine.edits import SetCells, SetParameter
from engine.errors import DataFileError, EditError, EmptySentenceError
from engine.sequences.model import NAMES_OF_MODELS, SequenceModel, load, model_name
from engine.sequences.run import SequenceRun
from engine.sequences.sentence import MOST_SOURCE, language_of
from engine.translation_text import END, UNKNOWN

KINDS = ("fixed", "attention", "transformer", "language")
each_kind = pytest.mark.parametrize("kind", KINDS)
WRITTEN = (4, 5, 4)


@each_kind
def test_token_by_token_is_all_at_once(kind: str, runs: Mapping[str, SequenceRun]) -> None:
    model, source = runs[kind].model, runs[kind].source
    whole, run = SequenceRun.begin(model, source, WRITTEN), SequenceRun.begin(model, source)
    for place, token in enumerate(WRITTEN):
        np.testing.assert_allclose(run.logits, whole.predicted(place), rtol=0, atol=1e-5)
        run = run.then(token)
    np.testing.assert_allclose(run.logits, whole.logits, rtol=0, atol=1e-5)
    assert run.written == whole.written


@each_kind
def test_what_comes_later_changes_nothing_before(kind: str, runs: Mapping[str, SequenceRun]) -> None:
    model, source = runs[kind].model, runs[kind].source
    one, other = (SequenceRun.begin(model, source, (4, last)) for last in (4, 5))
    for place in (0, 1):
        np.testing.assert_allclose(one.predicted(place), other.predicted(place), rtol=0, atol=1e-6)
    assert np.abs(one.logits - other.logits).max() > 1e-4


@each_kind
def test_probabilities_sum_to_one_and_all_numbers_are_float32(
    kind: str, runs: Mapping[str, SequenceRun]
) -> None:
    run = runs[kind]
    for place in range(3):
        assert run.chances(place).sum() == pytest.approx(1, abs=1e-6)
    traces = [trace for trace in (run.source_trace, run.target_trace, *run.steps) if trace]
    for trace in traces:
        assert {trace[step.output].dtype for step in trace.recipe} == {np.dtype(np.float32)}


@pytest.mark.parametrize("kind", ["attention", "transformer"])
def test_each_row_of_the_alignment_is_shared_out(kind: str, runs: Mapping[str, SequenceRun]) -> None:
    found = runs[kind].alignment()
    assert found is not None
    assert found.shape == (2, 4)
    np.testing.assert_allclose(found.sum(1), 1, rtol=0, atol=1e-6)


def test_there_is_no_alignment_without_attention_to_a_source(runs: Mapping[str, SequenceRun]) -> None:
    assert runs["fixed"].alignment() is None
    assert runs["language"].alignment() is None


def test_the_fixed_vector_is_the_same_at_every_step_and_contexts_are_not(
    runs: Mapping[str, SequenceRun],
) -> None:
    fixed, attention = (
        [step[f"decoder.t{time}.context"] for time, step in enumerate(runs[kind].steps)]
        for kind in ("fixed", "attention")
    )
    assert all(np.array_equal(fixed[0], other) for other in fixed)
    assert np.abs(attention[0] - attention[1]).max() > 1e-3


@each_kind
def test_nothing_is_computed_after_the_end(kind: str, runs: Mapping[str, SequenceRun]) -> None:
    run = runs[kind]
    ended = run.then(END)
    assert (ended.ended, ended.full, run.ended) == (True, True, False)
    assert ended.output[-1] == "</s>"
    assert ended.text == run.text
    assert (ended.steps, ended.target_trace) == (run.steps, run.target_trace)
    np.testing.assert_array_equal(ended.logits, run.logits)


# --- changes ------------------------------------------------------------------------------------------------


def test_a_changed_score_reaches_all_that_follows_and_nothing_before(runs: Mapping[str, SequenceRun]) -> None:
    run = runs["attention"]
    change = SetCells("decoder.t1.attn.scores", (0, 0, 2), 40.0)
    changed = SequenceRun.begin(run.model, run.source, (*run.written, 4), (change,))
    plain = run.then(4)
    np.testing.assert_array_equal(changed.predicted(0), plain.predicted(0))
    assert changed.alignment()[1, 2] == pytest.approx(1, abs=1e-6)  # type: ignore[index]
    for place in (1, 2, 3):
        assert np.abs(changed.predicted(place) - plain.predicted(place)).max() > 1e-4
    assert changed.explain("decoder.t1.attn.scores", (0, 0, 2)).edited


def test_a_head_switched_off_and_a_row_that_is_not_there_yet(runs: Mapping[str, SequenceRun]) -> None:
    run = runs["transformer"]
    off = SetCells("decoder.blocks.0.cross_attn.z", (1, None, None), 0.0)
    awaited = SetCells("decoder.blocks.1.attn.scores", (0, 3, 0), 9.0)
    changed = SequenceRun.begin(run.model, run.source, run.written, (off, awaited))
    assert not changed.trace("decoder.blocks.0.cross_attn.z")["decoder.blocks.0.cross_attn.z"][1].any()
    assert np.abs(changed.logits - run.logits).max() > 1e-4
    later = changed.then(4).trace("decoder.blocks.1.attn.scores")
    assert later["decoder.blocks.1.attn.scores"][0, 3, 0] == 9


def test_a_temperature_of_one_step(runs: Mapping[str, SequenceRun]) -> None:
    run = runs["attention"]
    change = SetParameter("decoder.t0.attn.softmax.temperature", 0.0)
    changed = SequenceRun.begin(run.model, run.source, run.written, (change,))
    assert sorted(changed.alignment()[0].tolist()) == [0, 0, 0, 1]  # type: ignore[index]
    assert max(changed.alignment()[1]) < 1  # type: ignore[index]


def test_a_temperature_of_every_step(runs: Mapping[str, SequenceRun]) -> None:
    run = runs["attention"]
    change = SetParameter("decoder.attn.softmax.temperature", 0.0)
    changed = SequenceRun.begin(run.model, run.source, run.written, (change,))
    assert all(sorted(row) == [0, 0, 0, 1] for row in changed.alignment().tolist())  # type: ignore[union-attr]


def test_a_cell_that_is_not_there_is_refused(runs: Mapping[str, SequenceRun]) -> None:
    run = runs["attention"]
    with pytest.raises(EditError):
        SequenceRun.begin(run.model, run.source, (), (SetCells("decoder.t0.attn.scores", (0, 0, 99), 1.0),))


# --- names of places ----------------------------------------------------------------------------------------


def test_places_are_called_by_the_tokens_of_their_side(runs: Mapping[str, SequenceRun]) -> None:
    source, read = ("b", "a", "c", "</s>"), ("<s>", "x", "y")
    recurrent, transformer = runs["attention"], runs["transformer"]
    for path, axis, expected in (
        ("encoder.embed", "pos", source),
        ("encoder.forward.t2.gru.state", "step", ("c",)),
        ("encoder.summary", "step", ("",)),
        ("decoder.attn.k", "pos", source),
        ("decoder.t1.attn.weights", "key", source),
        ("decoder.t1.attn.weights", "query", ("x",)),
        ("decoder.t0.gru.state", "step", ("<s>",)),
        ("decoder.t0.gru.state", "d_state", ()),
        ("decoder.t0.logits", "vocab", recurrent.model.target_words.tokens),
    ):
        assert recurrent.texts(path, axis) == expected, (path, axis)
    for path, axis, expected in (
        ("encoder.blocks.0.attn.weights", "query", source),
        ("decoder.blocks.0.attn.weights", "key", read),
        ("decoder.blocks.0.cross_attn.weights", "query", read),
        ("decoder.blocks.0.cross_attn.weights", "key", source),
        ("decoder.blocks.0.cross_attn.v", "pos", source),
        ("decoder.blocks.0.cross_attn.q", "pos", read),
        ("decoder.logits", "pos", read),
    ):
        assert transformer.texts(path, axis) == expected, (path, axis)


@each_kind
def test_every_array_is_found_and_each_axis_has_as_many_names_as_places(
    kind: str, runs: Mapping[str, SequenceRun]
) -> None:
    run = runs[kind]
    for trace in (run.source_trace, run.target_trace, *run.steps):
        for path in {p for step in (trace.recipe if trace else ()) for p in (step.output, *step.inputs)}:
            found = run.trace(path)
            np.testing.assert_array_equal(found[path], trace[path])  # type: ignore[index]
            for axis, size in zip(found.axes(path), found[path].shape, strict=True):
                assert len(run.texts(path, axis)) in (0, size), (path, axis)
    with pytest.raises(KeyError):
        run.trace("decoder.t99.embed")


# --- sentences ----------------------------------------------------------------------------------------------


def test_unknown_words_keep_their_spelling(tiny: Callable[[str, int], SequenceModel]) -> None:
    found = tiny("fixed", 1).encode("A zebra, a zebra b")
    assert found.texts == ("a", "zebra", ",", "a", "zebra", "b", "</s>")
    assert found.ids.tolist() == [4, UNKNOWN, UNKNOWN, 4, UNKNOWN, 5, END]
    assert found.left_out == ("zebra", ",")


def test_a_long_sentence_is_cut_and_says_so(tiny: Callable[[str, int], SequenceModel]) -> None:
    found = tiny("fixed", 1).encode("a " * 75)
    assert (len(found), found.dropped, found.texts[-1]) == (MOST_SOURCE + 1, 15, "</s>")


@pytest.mark.parametrize("text", ["", "  \n", "\u200b"])
def test_an_empty_sentence_is_refused(text: str, tiny: Callable[[str, int], SequenceModel]) -> None:
    with pytest.raises(EmptySentenceError):
        tiny("attention", 1).encode(text)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I ate an apple.", "en"),
        ("我吃了一个苹果。", "zh"),
        ("我用 iPhone", "zh"),
        ("The word 猫 means cat.", "en"),
        ("123 !?", ""),
        ("", ""),
        ("Ｈｅｌｌｏ", "en"),
    ],
)
def test_the_language_of_a_text(text: str, language: str) -> None:
    assert language_of(text) == language


# --- files --------------------------------------------------------------------------------------------------


def test_a_missing_and_a_damaged_file_are_named(tmp_path) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(DataFileError, match="missing"):
        load("en-zh.fixed", tmp_path)
    path = tmp_path / "en-zh.fixed" / "model.safetensors"
    path.parent.mkdir()
    path.write_bytes(b"no weights")
    with pytest.raises(DataFileError, match="damaged"):
        load("en-zh.fixed", tmp_path)


def test_every_model_has_a_name() -> None:
    names = {model_name(kind, source) for kind in KINDS for source in ("en", "zh")}
    assert names == set(NAMES_OF_MODELS)
