"""Other score functions: each is what its name says, in compute, arithmetic, code and formula; none knows NaN."""

import numpy as np
import pytest
from sklearn.metrics.pairwise import cosine_similarity, euclidean_distances

from engine.check import check
from engine.edits import SetCells, SetParameter
from engine.errors import EditError, OverflowedError
from engine.examples import HUNGRY
from engine.fast import half_distances
from engine.formulas import FORMULAS, formula_key
from engine.names import identifier
from engine.run import Run
from engine.steps import Scores
from engine.steps.base import Source

PATH = "blocks.3.attn.scores"
OTHERS = ("cosine", "distance")


@pytest.fixture(scope="module")
def base(minilm):
    return Run.forward(minilm, minilm.encode(HUNGRY))


def by(function):
    return SetParameter(f"{PATH}.function", function)


def independent(function, q, k):
    if function == "cosine":
        return np.stack([cosine_similarity(a, b) for a, b in zip(q, k, strict=True)])
    return np.stack([-(euclidean_distances(a, b) ** 2) / 2 for a, b in zip(q, k, strict=True)])


@pytest.mark.parametrize("function", OTHERS)
def test_scores_are_those_of_another_library(base, function):
    trace = base.with_changes([by(function)]).trace(3)
    q, k = (trace[f"blocks.3.attn.{name}"].astype(np.float64) for name in "qk")
    assert trace[PATH] == pytest.approx(independent(function, q, k), rel=1e-5, abs=1e-5)
    assert trace[PATH].dtype == np.float32
    weights = trace["blocks.3.attn.weights"]
    assert weights.sum(-1) == pytest.approx(1, abs=1e-6)


@pytest.mark.parametrize("function", OTHERS)
def test_a_step_explains_prints_and_checks_what_ran(base, function):
    trace = base.with_changes([by(function)]).trace(3)
    step = trace.step(PATH)
    space = {"np": np} | {identifier(path): trace[path] for path in step.inputs}
    exec(step.numpy, space)
    assert space["attn_scores"].dtype == np.float32
    assert space["attn_scores"] == pytest.approx(trace[PATH], rel=1e-4, abs=1e-5)
    for cell in ((1, 7, 2), (0, 0, 0), (11, 11, 5)):
        found = trace.explain(PATH, cell)
        assert found.agrees
        assert len(found.arithmetic.terms) == 32
    assert check(trace, PATH).agrees
    assert FORMULAS[formula_key(step)] == step.latex
    assert step.latex != base.trace(3).step(PATH).latex


@pytest.mark.parametrize("function", OTHERS)
def test_a_wrong_score_is_found(base, function):
    trace = base.with_changes([by(function)]).trace(3)
    values = {path: trace[path] for step in trace.recipe for path in (step.output, *step.inputs)}
    wrong = base.trace(3)[PATH]  # dot products under the name of something else
    assert not check(type(trace)(trace.recipe, {**values, PATH: wrong}), PATH).agrees


def test_dot_product_is_no_change(base):
    assert np.array_equal(base.with_changes([by("dot")]).stream(5), base.stream(5))


@pytest.mark.parametrize("function", OTHERS)
@pytest.mark.parametrize("size", [0.0, 1e-30, 1e18])
def test_zero_tiny_and_huge_vectors_give_no_nan(function, size):
    q = np.full((1, 2, 4), size, np.float32)
    q[0, 1] = 0
    made = Scores(function=function).compute(q, q)
    expected = (
        [[float(size > 0), 0], [0, 0]] if function == "cosine" else [[0, -2 * size**2], [-2 * size**2, 0]]
    )
    assert made[0].tolist() == [pytest.approx(row, rel=1e-6) for row in expected]
    for cell in np.ndindex(made.shape):
        sources = Source("q", q), Source("k", q)
        assert Scores(function=function).explain(cell, *sources).result == pytest.approx(
            float(made[cell]), rel=1e-5
        )


def test_a_query_that_is_zero_scores_zero_by_cosine(base):
    run = base.with_changes([SetCells("blocks.3.attn.q", (1, 7, None), 0.0), by("cosine")])
    trace = run.trace(3)
    assert not trace[PATH][1, 7].any()
    assert trace["blocks.3.attn.weights"][1, 7] == pytest.approx(1 / 12)
    assert trace.explain(PATH, (1, 7, 3)).agrees


def test_distances_beyond_float32_are_refused_and_not_taken_for_masks(base):
    with pytest.raises(OverflowedError):
        base.with_changes([SetCells("blocks.3.attn.q", (1, 7, None), 1e20), by("distance")])


def test_long_sentences_are_done_in_parts():
    draw = np.random.default_rng(1)
    q, k = (draw.normal(size=(6, count, 70)).astype(np.float32) for count in (90, 1000))
    assert half_distances(q, k) == pytest.approx(
        independent("distance", q.astype(float), k.astype(float)), rel=1e-5
    )


def test_heads_that_share_keys_score_by_the_shared_ones(grouped):
    for function in OTHERS:
        run = Run.forward(grouped, grouped.encode("abacadab"))
        trace = run.with_changes([SetParameter("blocks.1.attn.scores.function", function)]).trace(1)
        q, k = (trace[f"blocks.1.attn.{name}"].astype(np.float64) for name in "qk")
        wanted = independent(function, q, k.repeat(3, axis=0))
        assert trace["blocks.1.attn.scores"] == pytest.approx(wanted, rel=1e-4, abs=1e-5)
        space = {"np": np, "attn_q": trace["blocks.1.attn.q"], "attn_k": trace["blocks.1.attn.k"]}
        exec(trace.step("blocks.1.attn.scores").numpy, space)
        assert space["attn_scores"] == pytest.approx(wanted, rel=1e-4, abs=1e-5)


@pytest.mark.parametrize(
    "change",
    [
        by("colour"),
        SetParameter(f"{PATH}.function", 1.0),
        SetParameter("blocks.3.attn.softmax.temperature", "cosine"),
    ],
    ids=str,
)
def test_functions_that_are_none_are_refused(base, change):
    with pytest.raises(EditError):
        base.with_changes([change])
