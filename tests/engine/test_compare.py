"""Two sentences side by side: alignment by hand, and where they part against plain loops and golden numbers."""

from collections.abc import Mapping
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.compare import Comparison, Pairs, aligned, compare, difference
from engine.errors import Cancelled
from engine.examples import HUNGRY, PAIRS, SWEET
from engine.models.base import Model
from engine.run import Run
from engine.steps.base import Array

Place = tuple[str, int | None]


def comparison(model: Model, a: str, b: str) -> Comparison:
    return compare(Run.forward(model, model.encode(a)), model.encode(b))


@pytest.fixture(scope="module")
def found(minilm: Model) -> Comparison:
    return comparison(minilm, HUNGRY, SWEET)


# --- alignment ----------------------------------------------------------------------------------------------


def test_tokens_are_aligned_by_hand() -> None:
    assert aligned("abcd", "abxd") == ((0, 0), (1, 1), (3, 3))
    assert aligned(["the", "red", "cat"], ["the", "cat"]) == ((0, 0), (2, 1))
    assert aligned(["a"], ["b"]) == ()
    assert aligned([], ["b"]) == ()


def test_a_repeated_word_is_shared_once_in_each_place() -> None:
    assert aligned(["the", "cat", "the"], ["the", "dog", "the"]) == ((0, 0), (2, 2))


@given(st.text("abc", max_size=12), st.text("abcd", max_size=12))
def test_blocks_are_those_of_difflib(a: str, b: str) -> None:
    blocks = SequenceMatcher(None, a, b, autojunk=False).get_matching_blocks()
    assert aligned(a, b) == tuple((one.a + i, one.b + i) for one in blocks for i in range(one.size))


def test_hungry_and_sweet_share_all_but_one(found: Comparison) -> None:
    assert found.pairs == tuple((i, i) for i in range(12) if i != 9)
    assert found.partner(7) == 7
    assert found.partner(9) is None


def test_sentences_without_a_common_word_share_the_special_tokens(minilm: Model) -> None:
    pairs = comparison(minilm, "Cats sleep", "Dogs bark loudly").pairs
    assert pairs == ((0, 0), (3, 4))


# --- where they part ----------------------------------------------------------------------------------------


def golden_parting(golden: Mapping[str, Array], pairs: Pairs, threshold: float) -> Place | None:
    """Plain loops over what transformers computed: the embedding, then each layer's weights and output."""
    hidden = golden["hungry.hidden"], golden["sweet.hidden"]
    weights = golden["hungry.attention"], golden["sweet.attention"]

    def outputs_differ(place: int) -> bool:
        return any(
            abs(float(hidden[0][place, i, d]) - float(hidden[1][place, j, d])) > threshold
            for i, j in pairs
            for d in range(384)
        )

    if outputs_differ(0):
        return "embed_norm", None
    for layer in range(6):
        for head in range(12):
            for (i, j), (k, m) in product(pairs, pairs):
                if (
                    abs(float(weights[0][layer, head, i, k]) - float(weights[1][layer, head, j, m]))
                    > threshold
                ):
                    return f"blocks.{layer}.attn.weights", head
        if outputs_differ(layer + 1):
            return f"blocks.{layer}.norm2", None
    return None


IN_GOLDEN = ("embed_norm", ".attn.weights", ".norm2")


@pytest.mark.parametrize("threshold", [0.005, 0.02, 0.05, 0.1, 0.2, 0.3, 0.52, 0.7, 5.0])
def test_they_part_where_the_golden_runs_do(
    golden: Mapping[str, Array], found: Comparison, threshold: float
) -> None:
    seen = replace(found, steps=tuple(step for step in found.steps if step.path.endswith(IN_GOLDEN)))
    parting = seen.parting(threshold)
    place = (parting.at.path, parting.head) if parting else None
    assert place == golden_parting(golden, found.pairs, threshold)


def test_the_first_difference_of_all_is_in_the_softmax_of_the_first_layer(
    golden: Mapping[str, Array], found: Comparison
) -> None:
    """Before it nothing can differ: one other key changes no score between shared tokens."""
    parting = found.parting(0.05)
    assert parting is not None
    assert (parting.at.path, parting.head) == ("blocks.0.attn.weights", 1)
    assert (parting.at.path, parting.head) == golden_parting(golden, found.pairs, 0.05)
    assert all(step.largest < 1e-5 for step in found.steps[: found.steps.index(parting.at)])


def plain_parting(found: Comparison, threshold: float) -> Place | None:
    for layer in range(6):
        a, b = found.a.trace(layer), found.b.trace(layer)
        for step in a.recipe:
            one, other = np.array(a[step.output]), np.array(b[step.output])
            rows = [list(side) for side in zip(*found.pairs, strict=True)]
            if step.axes[-1] == "key":
                one, other = one[:, :, rows[0]], other[:, :, rows[1]]
            has_heads = step.axes[0] in ("head", "kv_head")
            for head in range(12) if has_heads else [None]:
                left, right = (one, other) if head is None else (one[head], other[head])
                if np.max(np.abs(left[rows[0]] - right[rows[1]])) > threshold:
                    return step.output, head
    return None


@pytest.mark.parametrize("texts", PAIRS, ids=lambda texts: texts[0][:15])
def test_every_step_is_looked_at_in_order(minilm: Model, texts: tuple[str, str]) -> None:
    found = comparison(minilm, *texts)
    for threshold in (0.001, 0.05, 0.5, 1.0, 3.0, 12.0, 1e6):
        parting = found.parting(threshold)
        place = (parting.at.path, parting.head) if parting else None
        assert place == plain_parting(found, threshold)
        assert parting is None or parting.amount > threshold


def test_the_same_sentence_parts_nowhere(minilm: Model) -> None:
    found = comparison(minilm, HUNGRY, HUNGRY)
    assert found.same_tokens
    assert found.parting(0) is None
    assert len(found.steps) == sum(len(minilm.recipe(layer)) for layer in range(6))


def test_texts_that_become_the_same_tokens_are_the_same(minilm: Model) -> None:
    found = comparison(minilm, "\U00012000 word", "\U00012001 word")
    assert found.same_tokens
    assert found.parting(0) is None


def test_words_that_are_one_unknown_token_are_named(minilm: Model) -> None:
    found = comparison(minilm, "\U00012000 sees \U00012000", f"\U00012001 sees {'x' * 300}")
    assert found.merged == (("\U00012000", "\U00012001"), ("\U00012000", "x" * 300))
    assert found.same_tokens
    assert comparison(minilm, "\U00012000 a", "\U00012000 b").merged == ()
    assert comparison(minilm, "The", "THE").merged == ()


def test_nothing_shared_is_no_difference(fresh: Model) -> None:
    found = comparison(fresh, "cats sleep", "dogs bark")
    assert (found.pairs, found.changes, found.parting(0)) == ((), (), None)


# --- what is told of steps and heads ------------------------------------------------------------------------


def test_largest_and_mean_by_hand(fresh: Model) -> None:
    found = comparison(fresh, "the cat", "the dog")
    step = next(step for step in found.steps if step.path == "blocks.0.attn.out")
    gap = np.abs(found.a.trace(0)[step.path][0] - found.b.trace(0)[step.path][0])
    assert step.largest == pytest.approx(float(gap.max()))
    assert step.mean == pytest.approx(float(gap.mean()))
    assert step.heads == ()


def test_heads_that_change_most_come_first(golden: Mapping[str, Array], found: Comparison) -> None:
    first = found.changes[0]
    assert (first.layer, first.head, first.query, first.key) == (3, 1, 7, 2)  # from it to cat
    assert first.a == pytest.approx(golden["hungry.attention"][3, 1, 7, 2], abs=1e-4)
    assert first.b == pytest.approx(golden["sweet.attention"][3, 1, 7, 2], abs=1e-4)
    amounts = [change.amount for change in found.changes]
    assert amounts == sorted(amounts, reverse=True)
    assert {(change.layer, change.head) for change in found.changes} == set(product(range(6), range(12)))


def test_a_shared_key_head_stands_for_each_of_its_query_heads(grouped: Model) -> None:
    found = comparison(grouped, "abc", "abd")
    step = next(step for step in found.steps if step.path == "blocks.1.attn.k")
    assert len(step.heads) == 6
    assert step.heads[0] == step.heads[1] == step.heads[2] != step.heads[3]


def test_minus_infinity_differs_from_itself_by_nothing() -> None:
    inf = np.float32(np.inf)
    a, b = np.array([-inf, -inf, 1], np.float32), np.array([-inf, 2, 4], np.float32)
    assert difference(a, b).tolist() == [0, inf, 3]
    assert difference(a, b).dtype == np.float32


def test_it_stops_when_it_is_no_longer_wanted(minilm: Model) -> None:
    run, calls = Run.forward(minilm, minilm.encode(HUNGRY)), 0

    def stop() -> None:
        nonlocal calls
        calls += 1
        if calls > 30:
            raise Cancelled

    with pytest.raises(Cancelled):
        compare(run, minilm.encode(SWEET), stop)
    assert calls == 31
