"""A run keeps the residual stream, makes a layer's trace when asked, and explains numbers through all layers."""

import gc
import weakref
from random import Random

import numpy as np
import pytest
from threadpoolctl import threadpool_info

import engine.run
from engine.errors import Cancelled
from engine.examples import HUNGRY
from engine.models.base import Model
from engine.names import block
from engine.run import Run
from engine.steps.base import Array, Cell
from engine.trace import Trace

TABLE_ROWS = ("W_E", "W_pos", "W_seg")


def same_bits(a: Array, b: Array) -> bool:
    return a.tobytes() == b.tobytes()


def blas_threads() -> set[int]:
    """Of NumPy's BLAS; scikit-learn may have brought another that the engine does not use."""
    pools = [pool for pool in threadpool_info() if pool["user_api"] == "blas"]
    ours = [pool for pool in pools if "numpy" in pool["filepath"]] or pools
    return {pool["num_threads"] for pool in ours}


# --- layers -------------------------------------------------------------------------------------------------


def test_a_trace_ends_in_the_stream_and_begins_where_the_layer_before_ended(run: Run) -> None:
    for layer in range(6):
        trace = run.trace(layer)
        assert same_bits(trace[f"{block(layer)}norm2"], run.stream(layer))
        before = run.stream(layer - 1) if layer else trace["embed_norm"]
        assert same_bits(trace[f"{block(layer)}resid_pre"], before)


def test_the_same_sentence_gives_the_same_bits(minilm: Model, run: Run) -> None:
    again = Run.forward(minilm, minilm.encode(HUNGRY))
    assert all(same_bits(again.stream(layer), run.stream(layer)) for layer in range(6))


def test_every_layer_passes_by_once_and_in_order(grouped: Model) -> None:
    seen: list[tuple[int, bool]] = []
    run = Run.forward(grouped, grouped.encode("abc"), lambda n, t: seen.append((n, f"{block(n)}norm2" in t)))
    assert seen == [(0, True), (1, True)]
    assert same_bits(run.stream(1), run.trace(1)["blocks.1.norm2"])


@pytest.mark.parametrize("layer", [-1, 6])
def test_a_layer_that_is_not_there_is_refused(run: Run, layer: int) -> None:
    with pytest.raises(IndexError):
        run.trace(layer)


def test_streams_cannot_be_written_to(run: Run) -> None:
    with pytest.raises(ValueError, match="read-only"):
        run.stream(3)[...] = 0


# --- memory -------------------------------------------------------------------------------------------------


def test_as_many_traces_are_kept_as_fit(minilm: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    run = Run.forward(minilm, minilm.encode("short"))
    monkeypatch.setattr(engine.run, "TRACE_BYTES", 2 * run.trace(0).nbytes() + 1)
    made = [weakref.ref(run.trace(layer)) for layer in (1, 2, 1, 3)]
    gc.collect()
    assert [ref() is not None for ref in made] == [True, False, True, True]
    monkeypatch.setattr(engine.run, "TRACE_BYTES", 0)
    kept = run.trace(5)
    assert run.trace(5) is kept


def test_a_pass_through_the_layers_holds_one_trace_at_a_time(grouped: Model) -> None:
    seen, alive = list[weakref.ref[Trace]](), list[int]()

    def watch(layer: int, trace: Trace) -> None:
        alive.append(sum(ref() is not None for ref in seen))
        seen.append(weakref.ref(trace))

    run = Run.forward(grouped, grouped.encode("abc"), watch)
    assert alive == [0, 0]
    assert [ref() for ref in seen] == [None, None]
    base = run.stream(0).base
    assert base is not None
    assert base.nbytes == run.stream(0).nbytes


# --- threads and stopping -----------------------------------------------------------------------------------


def test_blas_is_held_to_one_thread_while_a_run_works_and_no_longer(grouped: Model) -> None:
    before, during = blas_threads(), set[int]()
    run = Run.forward(grouped, grouped.encode("abc"), stop=lambda: during.update(blas_threads()))
    run.trace(1, stop=lambda: during.update(blas_threads()))
    assert during == {1}
    assert blas_threads() == before


@pytest.mark.parametrize("allowed", [0, 3, 30])
def test_a_stopped_run_ends_at_the_next_step(grouped: Model, allowed: int) -> None:
    asked, passed = 0, list[int]()

    def stop() -> None:
        nonlocal asked
        asked += 1
        if asked > allowed:
            raise Cancelled

    with pytest.raises(Cancelled):
        Run.forward(grouped, grouped.encode("abc"), lambda layer, trace: passed.append(layer), stop)
    assert asked == allowed + 1
    assert passed == ([0] if allowed > len(grouped.recipe(0)) else [])


def test_a_stopped_trace_or_what_if_leaves_the_run_whole(grouped: Model) -> None:
    def stop() -> None:
        raise Cancelled

    run = Run.forward(grouped, grouped.encode("abc"))
    with pytest.raises(Cancelled):
        run.trace(1, stop)
    with pytest.raises(Cancelled):
        run.what_if({"blocks.0.attn.b_Q": np.zeros(18)}, stop=stop)
    assert same_bits(run.trace(1)["blocks.1.norm2"], run.stream(1))
    assert not run.edits


# --- what if ------------------------------------------------------------------------------------------------


def test_layers_before_the_edit_are_the_same_objects(run: Run) -> None:
    scores = np.array(run.trace(3)["blocks.3.attn.scores"])
    scores[1, 7, 5] = 30
    seen: list[int] = []
    edited = run.what_if({"blocks.3.attn.scores": scores}, lambda layer, trace: seen.append(layer))
    assert seen == [3, 4, 5]
    assert all(edited.stream(layer) is run.stream(layer) for layer in range(3))
    assert not any(np.array_equal(edited.stream(layer), run.stream(layer)) for layer in range(3, 6))
    assert edited.trace(3)["blocks.3.attn.scores"][1, 7, 5] == 30
    assert edited.explain("blocks.3.attn.scores", (1, 7, 5)).edited


def test_without_the_edit_the_bits_are_the_old_ones(minilm: Model, run: Run) -> None:
    before = [run.stream(layer).tobytes() for layer in range(6)]
    z = run.trace(2)["blocks.2.attn.z"]
    edited = run.what_if({"blocks.2.attn.z": np.zeros_like(z)})
    back = edited.what_if({"blocks.2.attn.z": z})
    assert [run.stream(layer).tobytes() for layer in range(6)] == before
    assert [back.stream(layer).tobytes() for layer in range(6)] == before
    assert not run.edits
    assert run.what_if({}).stream(5) is run.stream(5)


def test_edits_in_two_layers_hold_together_in_either_order(grouped: Model) -> None:
    run = Run.forward(grouped, grouped.encode("abacad"))
    first = {"blocks.0.attn.z": np.zeros((6, 6, 3))}
    second = {"blocks.1.mlp.post": np.ones((6, 20))}
    both = run.what_if(first | second)
    one, two = run.what_if(first).what_if(second), run.what_if(second).what_if(first)
    assert same_bits(one.stream(1), both.stream(1))
    assert same_bits(two.stream(1), both.stream(1))
    assert both.trace(0).unedited.keys() == set(first)
    assert both.trace(1).unedited.keys() == set(second)


def test_an_edit_of_an_input_or_a_table_starts_at_the_first_layer(grouped: Model) -> None:
    run = Run.forward(grouped, grouped.encode("abacad"))
    other = run.what_if({"tokens": grouped.encode("fedcba").ids})
    assert same_bits(other.stream(1), Run.forward(grouped, grouped.encode("fedcba")).stream(1))
    moved = run.what_if({"W_pos": run.trace(0)["W_pos"][::-1]})
    assert not np.allclose(moved.stream(0), run.stream(0))


@pytest.mark.parametrize("path", ["blocks.2.attn.z", "blocks.0.attn.zz", "attn.z", "blocks.1.resid"])
def test_an_unknown_array_is_refused(grouped: Model, path: str) -> None:
    run = Run.forward(grouped, grouped.encode("abc"))
    with pytest.raises(LookupError):
        run.what_if({path: np.zeros(3)})


def test_another_shape_is_refused(grouped: Model) -> None:
    run = Run.forward(grouped, grouped.encode("abc"))
    with pytest.raises(ValueError, match="shape"):
        run.what_if({"tokens": np.zeros(4)})


# --- explain across layers ----------------------------------------------------------------------------------


def test_the_input_of_a_layer_is_opened_in_the_layer_before(run: Run) -> None:
    found = run.explain("blocks.1.resid_pre", (4, 100))
    ((operand,),) = [term.operands for term in found.arithmetic.terms]
    assert (operand.name, operand.cell) == ("blocks.0.norm2", (4, 100))
    opened = run.explain(operand.name, operand.cell)
    assert opened.output.value == operand.value == found.output.value
    assert opened.step is run.trace(0).recipe[-1]


def trail(run: Run, path: str, cell: Cell, random: Random) -> list[str]:
    """The names that random operands lead through, checked at each hop; mostly away from weights."""
    names = [path]
    found = run.explain(path, cell)
    while found.step is not None:
        assert found.agrees, (path, cell)
        operands = [operand for term in found.arithmetic.terms for operand in term.operands]
        computed = [operand for operand in operands if operand.name not in run.model.weights]
        operand = random.choice(computed if computed and random.random() < 0.9 else operands)
        found = run.explain(operand.name, operand.cell)
        assert found.output == operand
        names.append(operand.name)
    assert found.arithmetic.result == found.output.value
    return names


def test_fifty_trails_all_end_in_what_was_given(minilm: Model, run: Run) -> None:
    random, lengths, ends = Random(2), list[int](), set[str]()
    for _ in range(50):
        layer = random.randrange(6)
        step = random.choice(minilm.recipe(layer))
        cell = tuple(random.randrange(size) for size in run.trace(layer)[step.output].shape)
        names = trail(run, step.output, cell, random)
        assert names[-1] in minilm.weights or names[-1] in ("tokens", "mask")
        lengths.append(len(names))
        ends.add(names[-1])
    assert max(lengths) > 20
    assert ends.intersection(TABLE_ROWS)
