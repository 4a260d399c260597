"""Decoding with a key/value cache: the same numbers as without it, what it keeps, what it costs, and how fast it is."""

from collections.abc import Callable, Iterator, Mapping

import numpy as np
import pytest

from engine.check import check
from engine.formulas import FORMULAS, formula_key
from engine.names import NAMES, key
from engine.sequences.cache import CachedRun, cached_path, cached_recipe, greedy_cached, once_recipe
from engine.sequences.decode import greedy
from engine.sequences.model import SequenceModel
from engine.sequences.reread import Rereader
from engine.sequences.run import SequenceRun
from engine.sequences.work import OfSource, ledger, multiply_adds
from engine.translation_text import END
from tests.engine.explained import complaints, some_cells
from tests.engine.printed import printed, room, step_of

Tiny = Callable[[str, int], SequenceModel]
WRITTEN = (4, 5, 5, 4, 5)
KINDS = ("transformer", "language")
CLOSE = 1e-5


@pytest.fixture(scope="module")
def cached(tiny: Tiny) -> Mapping[str, CachedRun]:
    made = {}
    for kind in KINDS:
        model = tiny(kind, 5)
        made[kind] = CachedRun.begin(model, model.encode("b a c"), WRITTEN)
    return made


# --- the same as without it ---------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_every_array_is_the_last_row_of_the_one_that_is_computed_without_a_cache(
    kind: str, cached: Mapping[str, CachedRun]
) -> None:
    run = cached[kind]
    whole = SequenceRun.begin(run.model, run.source, WRITTEN).target_trace
    assert whole is not None
    for time, trace in enumerate(run.steps):
        for step in whole.recipe:
            path = cached_path(step.output, time)
            if path not in trace or key(path) in ("attn.k", "attn.v"):
                continue
            axes = trace.axes(path)
            row = next(place for place, axis in enumerate(axes) if axis in ("pos", "query"))
            wanted = np.take(whole[step.output], [time], axis=row)
            if axes[-1] == "key" and not key(path).startswith("cross"):
                wanted = wanted[..., : time + 1]
            near = CLOSE * max(1, float(np.abs(wanted).max()))
            np.testing.assert_allclose(trace[path], wanted, rtol=0, atol=near, err_msg=path)


@pytest.mark.parametrize("kind", KINDS)
def test_the_cache_holds_the_keys_and_values_of_all_tokens(
    kind: str, cached: Mapping[str, CachedRun]
) -> None:
    run = cached[kind]
    whole = SequenceRun.begin(run.model, run.source, WRITTEN).target_trace
    assert whole is not None
    last = len(run.steps) - 1
    for name in ("k", "v"):
        path = f"decoder.blocks.1.attn.{name}"
        np.testing.assert_allclose(run.steps[last][cached_path(path, last)], whole[path], rtol=0, atol=CLOSE)


@pytest.mark.parametrize(
    "text",
    [
        "I ate an apple.",
        "How are you?",
        "The old man who lives next door told me that he had never seen such a big dog.",
        "xqzzt",
    ],
)
def test_the_shipped_model_gives_the_same_logits_and_writes_the_same(
    text: str, models: Mapping[str, SequenceModel]
) -> None:
    model = models["en-zh.transformer"]
    without = greedy(SequenceRun.begin(model, model.encode(text)))
    run = greedy_cached(CachedRun.begin(model, model.encode(text)), 60, END)
    assert run.read == without.read
    for time, trace in enumerate(run.steps):
        found, wanted = trace[f"decoder.t{time}.logits"][0], without.predicted(time)
        assert np.abs(found - wanted).max() <= CLOSE * np.abs(wanted).max()


def test_the_shipped_language_model_goes_on_in_the_same_way(models: Mapping[str, SequenceModel]) -> None:
    model = models["en.language"]
    prefix = tuple(model.target_words.encode(["you", "should"]))
    without = greedy(SequenceRun.begin(model, written=prefix))
    run = greedy_cached(CachedRun.begin(model, written=prefix), 60, END)
    assert run.read == without.read
    assert len(run.read) > 5
    for time, trace in enumerate(run.steps):
        found, wanted = trace[f"decoder.t{time}.logits"][0], without.predicted(time)
        assert np.abs(found - wanted).max() <= CLOSE * np.abs(wanted).max()


def test_without_a_cache_only_the_last_vector_is_compared_with_the_vocabulary(tiny: Tiny) -> None:
    model = tiny("transformer", 5)
    source = model.encode("b a c")
    found = Rereader(model, source).read((2, *WRITTEN))
    wanted = SequenceRun.begin(model, source, WRITTEN)
    np.testing.assert_allclose(found.logits, wanted.logits, rtol=0, atol=CLOSE)
    assert found.ending["decoder.logits"].shape == (1, len(model.target_words))


def test_a_run_that_forgets_keeps_the_last_step_alone(tiny: Tiny) -> None:
    model = tiny("transformer", 5)
    source = model.encode("b a c")
    forgetful = CachedRun.begin(model, source, WRITTEN, forgets=True)
    assert len(forgetful.steps) == 1
    np.testing.assert_array_equal(forgetful.logits, CachedRun.begin(model, source, WRITTEN).logits)


# --- a recipe like the others -------------------------------------------------------------------------------


def steps_of(run: CachedRun) -> Iterator[tuple[int, str]]:
    return ((time, step.output) for time in (0, 3) for step in run.steps[time].recipe)


@pytest.mark.parametrize("kind", KINDS)
def test_its_numbers_are_explained_printed_and_derived_again(
    kind: str, cached: Mapping[str, CachedRun]
) -> None:
    run = cached[kind]
    for time, path in steps_of(run):
        trace = run.steps[time]
        step, cell = step_of(trace, path), next(some_cells(path, trace[path]))
        assert not list(complaints(trace, path, cell)), path
        np.testing.assert_allclose(printed(trace, step), trace[path], rtol=0, atol=room(trace[path]))
        found = check(trace, path)
        assert found is not None
        assert found.agrees, found


@pytest.mark.parametrize("kind", KINDS)
def test_its_formulas_are_set(kind: str, cached: Mapping[str, CachedRun]) -> None:
    for time, path in steps_of(cached[kind]):
        step = step_of(cached[kind].steps[time], path)
        assert FORMULAS[formula_key(step)] == step.latex, path
        assert NAMES[key(path)].symbol in step.latex


def test_a_step_has_no_mask_and_computes_nothing_of_the_source(tiny: Tiny) -> None:
    model = tiny("transformer", 5)
    recipe = cached_recipe(model.target_recipe(), 2)
    made = {key(step.output) for step in recipe}
    assert not {"attn.masked", "cross_attn.k", "cross_attn.v"} & made
    assert {key(step.output) for step in once_recipe(model.target_recipe())} == {
        "cross_attn.k",
        "cross_attn.v",
    }
    inputs = {path for step in recipe for path in step.inputs}
    assert "decoder.mask" not in inputs
    assert {"decoder.t1.blocks.0.attn.k", "decoder.t1.blocks.1.attn.v"} <= inputs


def test_a_number_opens_where_it_was_kept(cached: Mapping[str, CachedRun]) -> None:
    run = cached["transformer"]
    found = run.explain("decoder.t4.blocks.0.attn.k", (1, 2, 0)).arithmetic.terms[0].operands[0]
    assert (found.name, found.cell) == ("decoder.t3.blocks.0.attn.k", (1, 2, 0))
    new = run.explain("decoder.t2.blocks.0.attn.k", (1, 2, 0)).arithmetic.terms[0].operands[0]
    assert (new.name, new.cell, new.value) == ("decoder.t2.blocks.0.attn.k_new", (1, 0, 0), found.value)
    with pytest.raises(KeyError):
        run.explain("decoder.t9.blocks.0.attn.k", (0, 0, 0))


def test_places_along_an_axis_are_tokens_of_the_right_sentence(cached: Mapping[str, CachedRun]) -> None:
    run = cached["transformer"]
    read = run.model.target_words.decode(run.read)
    assert run.texts("decoder.t2.blocks.0.attn.k", "pos") == tuple(read[:3])
    assert run.texts("decoder.t2.blocks.0.attn.weights", "key") == tuple(read[:3])
    assert run.texts("decoder.t2.blocks.0.attn.weights", "query") == (read[2],)
    assert run.texts("decoder.t2.blocks.0.cross_attn.weights", "key") == run.source.texts
    assert run.texts("decoder.blocks.0.cross_attn.k", "pos") == run.source.texts
    assert run.texts("decoder.t2.blocks.0.mlp.pre", "d_mlp") == ()


# --- what it keeps and costs --------------------------------------------------------------------------------


def test_bytes_are_those_of_the_arrays_and_grow_by_a_row_of_every_layer(tiny: Tiny) -> None:
    model = tiny("transformer", 5)
    found = ledger(model, model.encode("b a c"), WRITTEN, tiny("fixed", 5), longest=5)
    assert len(found.steps) == 6
    for time, step in enumerate(found.steps):
        arrays = found.run.kept(time)
        assert step.grown == sum(array.size for array in arrays)
        assert step.grown_bytes == sum(array.nbytes for array in arrays)
        assert step.grown == (time + 1) * 2 * 2 * 4  # keys and values, layers, features
    assert (found.cached.numbers, found.cached.bytes) == (
        64,
        256,
    )  # of b a c </s>: keys and values, layers, features
    assert (found.again.numbers, found.again.bytes) == (16, 64)  # the encoder's vectors
    assert found.recurrent is not None
    assert (found.recurrent.numbers, found.recurrent.bytes) == (6, 24)  # one state each way
    assert (found.state_numbers, found.state_bytes) == (3, 12)


def test_multiply_adds_by_hand(tiny: Tiny) -> None:
    """d = 4 features, 5 hidden ones, 2 layers, a vocabulary of 6, a source of 4 tokens."""
    model = tiny("transformer", 5)
    found = ledger(model, model.encode("b a c"), WRITTEN, tiny("fixed", 5), longest=5)

    def rows(count: int, seen: float) -> float:
        own = 4 * 4 * 4 + 2 * seen * 4  # Q, K, V, O; scores and weighted sum over the tokens seen
        source = 2 * 4 * 4 + 2 * 4 * 4
        return count * (own + source + 2 * 4 * 5)

    keys_of_source = 2 * 4 * 4 * 4
    for time, step in enumerate(found.steps):
        count = time + 1
        assert step.cached.rows == 1
        assert step.cached.multiply_adds == 2 * rows(1, count) + 4 * 6
        assert step.again.rows == count
        assert step.again.multiply_adds == 2 * (rows(count, count) + keys_of_source) + 4 * 6
        assert step.recurrent is not None
        assert step.recurrent.multiply_adds == (4 + 6) * 9 + 3 * 9 + (3 + 6 + 4) * 4 + 4 * 6
    assert found.recurrent is not None
    once = (found.cached.multiply_adds, found.again.multiply_adds, found.recurrent.multiply_adds)
    assert once == (2 * keys_of_source, 0, 6 * 3)  # the recurrent decoder's start is made of both states


def test_every_matrix_product_of_the_models_is_counted(
    cached: Mapping[str, CachedRun], runs: Mapping[str, SequenceRun]
) -> None:
    """A step whose terms are products of two numbers, more than one of them, multiplies and adds."""
    traces = [cached["transformer"].steps[2], runs["attention"].steps[1]]
    for trace in traces:
        for step in trace.recipe:
            cell = tuple(0 for _ in trace[step.output].shape)
            terms = trace.explain(step.output, cell).arithmetic.terms
            products = sum(len(term.operands) > 1 for term in terms)
            one = type(trace)((step,), {path: trace[path] for path in (step.output, *step.inputs)})
            if step.operation.title in (
                "normalise",
                "deviation",
                "candidate",
                "blend",
            ):  # once for each number
                assert multiply_adds(one) == 0
            else:
                assert multiply_adds(one) == (products * trace[step.output].size if products else 0), (
                    step.output
                )


def test_both_ways_agree_at_every_step_of_a_ledger(models: Mapping[str, SequenceModel]) -> None:
    model = models["en-zh.transformer"]
    found = ledger(model, model.encode("I ate an apple."), recurrent=models["en-zh.fixed"])
    assert found.ended
    assert "".join(model.target_words.decode(found.run.read)) == "<s>我吃了一个苹果。"
    assert max(step.difference for step in found.steps) <= CLOSE
    assert found.state_bytes == 1024


def test_a_prefix_is_read_and_gone_on_from(tiny: Tiny) -> None:
    model = tiny("language", 5)
    found = ledger(model, prefix=(5, 4), longest=9)
    assert found.run.read[:3] == (2, 5, 4)
    assert len(found.run.read) <= 10
    assert found.cached == found.again == OfSource(0, 0, 0)
    assert found.recurrent is None
    assert found.state_bytes is None
    longer = ledger(model, prefix=(5, 4) * 50, longest=9)
    assert longer.run.read == (2, *((5, 4) * 5)[:9])
