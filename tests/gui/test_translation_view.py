"""Where one looks in a translation: every place of the walk, what gives way to what, and where a number is shown."""

from dataclasses import replace

import numpy as np
import pytest

from engine.names import key
from engine.sequences.decode import greedy
from engine.sequences.model import load
from engine.sequences.recipes import PARTS
from engine.sequences.run import SequenceRun
from gui.seq_address import into_view
from gui.seq_alignment import address_in, alignment_face, place_in, read_so_far
from gui.seq_commands import ACTS
from gui.seq_faces import LIKELIEST, chosen_inputs, likeliest_face
from gui.seq_view import sequence_view_of
from gui.seq_walk import part_of, places
from gui.state import State
from gui.translation import to_layer

TEXT = "I ate an apple."
WORDS = 6  # with the end mark


@pytest.fixture(scope="module")
def runs():
    models = {kind: load(f"en-zh.{kind}") for kind in ("fixed", "attention", "transformer")}
    return {kind: greedy(SequenceRun.begin(one, one.encode(TEXT))) for kind, one in models.items()}


def walked(run, state=None):
    """All places from the first to the last, by the moves that there are."""
    state = state or State()
    state = replace(state, **sequence_view_of(state, run).moved("first"))
    seen = [sequence_view_of(state, run)]
    while "next" in seen[-1].moves:
        state = replace(state, **seen[-1].moved("next"))
        seen.append(sequence_view_of(state, run))
    return seen


def test_the_walk_of_attention_reads_every_word_and_then_writes_every_token(runs):
    seen = [
        (one.moment.side, one.moment.word, one.moment.place, one.moment.stage)
        for one in walked(runs["attention"])
    ]
    read = [place for place in seen if place[0] == "encoder"]
    assert [(word, stage) for _, word, _, stage in read] == [
        *((word, stage) for word in range(WORDS) for stage in ("read", "forward", "backward", "states")),
        (WORDS - 1, "summary"),
    ]
    written = seen[len(read) :]
    stages = ("state", "scores", "softmax", "context", "write", "readout", "predict")
    assert [(place, stage) for _, _, place, stage in written] == [
        (place, stage) for place in range(len(runs["attention"].written)) for stage in stages
    ]


def test_a_model_without_attention_has_no_scores(runs):
    assert {one.moment.stage for one in walked(runs["fixed"])}.isdisjoint({"scores", "softmax"})


def test_the_walk_of_a_transformer_passes_all_three_kinds_of_attention_in_every_layer(runs):
    seen = [one.moment for one in walked(runs["transformer"])]
    for place in range(places(runs["transformer"])):
        here = [one for one in seen if one.side == "decoder" and one.place == place]
        kinds = list(dict.fromkeys((one.layer, one.attention) for one in here))
        assert kinds == [(layer, kind) for layer in range(3) for kind in ("self", "cross")]
        assert [one.stage for one in here].count("predict") == 1
    assert list(dict.fromkeys(one.layer for one in seen if one.side == "encoder")) == [0, 1, 2]


@pytest.mark.parametrize("kind", ["fixed", "attention", "transformer"])
def test_going_back_leads_the_same_way(runs, kind):
    run = runs[kind]
    seen = walked(run)
    state, back = State(), [seen[-1]]
    while "previous" in back[-1].moves:
        state = replace(state, **back[-1].moved("previous"))
        back.append(sequence_view_of(state, run))
    assert [one.moment.stage for one in back] == [one.moment.stage for one in reversed(seen)]
    assert seen[0].moves == {"next", "last"}
    assert seen[-1].moves == {"first", "previous"}


@pytest.mark.parametrize("kind", ["fixed", "attention", "transformer"])
def test_every_array_that_a_number_can_lead_to_is_shown_at_its_own_step(runs, kind):
    run = runs[kind]
    traces = [run.source_trace, *run.steps[:2], *([run.target_trace] if run.target_trace else [])]
    steps = [step for trace in traces for step in trace.recipe if not key(step.output).endswith("dropped")]
    for step in steps:
        if step.stage.endswith("dropout") or key(step.output) == "resid_pre":
            continue  # nothing happens there, and the walk passes it by
        view = sequence_view_of(replace(State(), **into_view(step.output, (0,) * len(step.axes))), run)
        assert view.step.output == step.output


def test_weights_and_what_is_given_are_shown_where_one_is():
    for path in ("decoder.attn.W_a", "decoder.gru.U", "encoder.W_E", "encoder.tokens", "decoder.mask"):
        assert into_view(path, (0, 0)) == {}


def test_a_number_leads_to_its_word_its_token_its_layer_and_its_head():
    found = into_view("decoder.blocks.2.cross_attn.weights", (5, 3, 1))
    assert (found["seq_layer"], found["seq_head"], found["seq_place"]) == (2, 5, 3)
    assert found["seq_attention"] == "cross"
    assert into_view("encoder.backward.t4.gru.reset", (0, 7))["seq_word"] == 4
    assert into_view("decoder.t3.gru.state", (0, 7))["seq_place"] == 3
    assert "seq_place" not in into_view("decoder.attn.k", (0, 2, 0))  # its rows are words of the source


def test_what_a_model_does_not_have_gives_way_to_what_it_has(runs):
    state = State(
        seq_side="decoder", seq_place=99, seq_word=99, seq_layer=99, seq_head=99, seq_stage="softmax"
    )
    view = sequence_view_of(state, runs["transformer"])
    assert (view.moment.place, view.moment.layer, view.head) == (len(runs["transformer"].written) - 1, 2, 7)
    assert view.moment.stage == "cross_softmax"
    assert sequence_view_of(state, runs["fixed"]).moment.stage == "context"
    assert sequence_view_of(state, runs["attention"]).moment.stage == "softmax"


@pytest.mark.parametrize("kind", ["attention", "transformer"])
def test_the_four_parts_come_in_their_order(runs, kind):
    for view in walked(runs[kind]):
        parts = [part_of(stage, kind == "attention") for stage in view.stages]
        there = [PARTS.index(part) for part in parts]
        assert there == sorted(there)
        assert {"attention", "output", "query"} <= set(parts)


def test_rows_of_the_alignment_are_the_time_steps_own_weights(runs):
    run = runs["attention"]
    view = sequence_view_of(State(seq_side="decoder"), run)
    face = alignment_face(view)
    assert face.data.row_labels == run.output
    for row in range(len(run.written)):
        path, cell = address_in(face, row, 3)
        assert path == f"decoder.t{row}.attn.weights"
        assert face.data.values[row, 3] == run.trace(path)[path][cell]
        assert place_in(face, (path, cell)) == (row, 3)
    assert place_in(face, ("decoder.t0.attn.scores", (0, 0, 3))) is None


def test_cross_attention_names_its_rows_by_what_is_written_there(runs):
    run = runs["transformer"]
    state = State(seq_side="decoder", seq_stage="cross_softmax", seq_layer=1, seq_head=2)
    face = alignment_face(sequence_view_of(state, run))
    assert face.data.row_labels == run.output
    assert np.array_equal(face.data.values, run.alignment(1, 2))
    assert address_in(face, 4, 1) == ("decoder.blocks.1.cross_attn.weights", (2, 4, 1))


def test_each_direction_has_read_up_to_the_word_from_its_own_end(runs):
    view = sequence_view_of(State(seq_word=2, seq_stage="states"), runs["attention"])
    unread = {way: read_so_far(view, way).data.masked[:, 0].tolist() for way in ("forward", "backward")}
    assert unread["forward"] == [False, False, False, True, True, True]
    assert unread["backward"] == [True, True, False, False, False, False]
    end = sequence_view_of(State(seq_stage="summary"), runs["attention"])
    assert not read_so_far(end, "backward").data.masked.any()


@pytest.mark.parametrize("kind", ["attention", "transformer"])
def test_of_the_vocabulary_the_likeliest_are_shown_and_what_was_chosen(runs, kind):
    run = runs[kind]
    unlikely = int(run.chances(2).argmin())
    other = greedy(SequenceRun.begin(run.model, run.source, (*run.written[:2], unlikely)))
    state = State(seq_side="decoder", seq_place=2, seq_stage="predict")
    view = sequence_view_of(replace(state, seq_layer=2), other)
    face = likeliest_face(view.step.output, view)
    assert face.data.rows == LIKELIEST
    first = int(run.chances(2).argmax())
    words = run.model.target_words.tokens
    assert face.data.row_labels[0] == words[first]
    row = 0 if kind == "attention" else 2
    assert face.cell(LIKELIEST - 1, 0) == (row, unlikely)
    assert face.place((row, unlikely)) == (LIKELIEST - 1, 0)
    assert face.data.values[0, 0] == run.chances(2)[first]


def test_of_many_inputs_the_words_own_is_shown(runs):
    view = sequence_view_of(
        State(seq_word=3, seq_stage="states", seq_step="backward.states"), runs["attention"]
    )
    assert chosen_inputs(view) == ("encoder.backward.t3.gru.state",)


def test_what_comes_after_all_layers_is_left_for_the_weights_of_a_layer(runs):
    run = runs["transformer"]
    view = sequence_view_of(State(seq_side="decoder", seq_stage="predict", seq_layer=0), run)
    assert (view.moment.layer, view.moment.stage) == (2, "predict")
    there = sequence_view_of(replace(State(seq_side="decoder"), **to_layer(view, 1)), run)
    assert (there.moment.layer, there.moment.stage) == (1, "cross_softmax")


def test_while_a_transformer_reads_the_place_in_the_output_is_kept(runs):
    state = State(seq_side="encoder", seq_place=3, seq_word=2, seq_stage="softmax")
    for move in ("next", "previous"):
        view = sequence_view_of(state, runs["transformer"])
        state = replace(state, **view.moved(move))
        assert (state.seq_side, state.seq_place, state.seq_word) == ("encoder", 3, 2)
    assert state.seq_stage == "softmax"


def test_commands_stop_at_the_ends_of_both_sentences(runs):
    run = runs["attention"]
    for side, field, last in (("encoder", "seq_word", WORDS - 1), ("decoder", "seq_place", places(run) - 1)):
        for at, command in ((0, "go.token_before"), (last, "go.token_next")):
            state = replace(State(seq_side=side), **{field: at})
            assert ACTS[command](state, sequence_view_of(state, run))[field] == at
            inside = ACTS["go.token_next" if at == 0 else "go.token_before"]
            assert inside(state, sequence_view_of(state, run))[field] == (1 if at == 0 else last - 1)


def test_commands_stop_at_the_first_and_the_last_layer_and_head(runs):
    run = runs["transformer"]
    sizes = run.model.sizes
    for field, last, up, down in (
        ("seq_layer", sizes.layers - 1, "go.layer_up", "go.layer_down"),
        ("seq_head", sizes.heads - 1, "go.head_up", "go.head_down"),
    ):
        for at, command, reached in ((0, down, 0), (0, up, 1), (last, up, last), (last, down, last - 1)):
            state = replace(State(seq_side="decoder", seq_stage="cross_softmax"), **{field: at})
            assert ACTS[command](state, sequence_view_of(state, run))[field] == reached


def test_where_the_end_has_not_come_the_alignment_has_a_row_for_each_token_written(runs):
    ended = runs["transformer"]
    cut = SequenceRun.begin(ended.model, ended.source, ended.written[:4])
    assert len(cut.read) == 5
    data = alignment_face(sequence_view_of(State(seq_side="decoder", seq_attention="cross"), cut)).data
    assert data.values.shape == (4, WORDS)
    assert data.row_labels == cut.output
