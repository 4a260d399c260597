"""The equations of scripts/training/README.md in plain loops over Python's floats, against the engine's arrays."""

import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np
import pytest

from engine.sequences.model import SequenceModel
from engine.sequences.run import SequenceRun

Row = list[float]


def times(x: Row, weight: Sequence[Sequence[float]], bias: Sequence[float] | None = None) -> Row:
    columns = range(len(weight[0]))
    return [
        math.fsum(x[i] * weight[i][j] for i in range(len(x))) + (bias[j] if bias is not None else 0.0)
        for j in columns
    ]


def sigma(x: float) -> float:
    return 1 / (1 + math.exp(-x))


def gru(x: Row, h: Row, w: Mapping[str, list[list[float]]], at: str) -> Row:
    d = len(h)
    a = times(x, w[f"{at}W"], w[f"{at}b_W"])  # type: ignore[arg-type]
    b = times(h, w[f"{at}U"], w[f"{at}b_U"])  # type: ignore[arg-type]
    new = []
    for i in range(d):
        r, z = sigma(a[i] + b[i]), sigma(a[d + i] + b[d + i])
        n = math.tanh(a[2 * d + i] + r * b[2 * d + i])
        new.append((1 - z) * n + z * h[i])
    return new


def encoder(
    w: Mapping[str, list[list[float]]], source: Sequence[int], d: int
) -> tuple[list[Row], Row, list[Row]]:
    """Features of all tokens; both ends; the decoder's first state."""
    embedded = [w["encoder.W_E"][token] for token in source]
    forward, backward = [[0.0] * d], [[0.0] * d]
    for x in embedded:
        forward.append(gru(x, forward[-1], w, "encoder.forward.gru."))
    for x in reversed(embedded):
        backward.append(gru(x, backward[-1], w, "encoder.backward.gru."))
    features = [f + g for f, g in zip(forward[1:], reversed(backward[1:]), strict=True)]
    c = forward[-1] + backward[-1]
    start = [math.tanh(v) for v in times(c, w["decoder.start.W"], w["decoder.start.b"])]  # type: ignore[arg-type]
    return features, c, [start]


def logits_of(
    model: SequenceModel, source: Sequence[int], read: Sequence[int]
) -> tuple[list[Row], list[Row]]:
    """Logits after each token read, and the attention weights if there are any."""
    w = {path: array.tolist() for path, array in model.weights.items()}
    d = model.sizes.d_head
    features, c, states = encoder(w, source, d)
    every, looked = [], []
    for token in read:
        a, s = w["decoder.W_E"][token], states[-1]
        context = c
        if model.kind == "attention":
            query, v_a = times(s, w["decoder.attn.W_a"]), w["decoder.attn.v_a"]
            scores = []
            for h in features:
                key = times(h, w["decoder.attn.U_a"], w["decoder.attn.b_a"])
                scores.append(
                    math.fsum(math.tanh(q + k) * v for q, k, v in zip(query, key, v_a, strict=True))
                )
            total = math.fsum(math.exp(score) for score in scores)
            looked.append([math.exp(score) / total for score in scores])
            context = [
                math.fsum(weight * h[i] for weight, h in zip(looked[-1], features, strict=True))
                for i in range(2 * d)
            ]
        states.append(gru(a + context, s, w, "decoder.gru."))
        o = [
            math.tanh(v)
            for v in times(states[-1] + context + a, w["decoder.readout.W"], w["decoder.readout.b"])
        ]
        every.append(
            [
                math.fsum(p * q for p, q in zip(o, row, strict=True)) + bias
                for row, bias in zip(w["decoder.W_E"], w["decoder.b_unembed"], strict=True)
            ]
        )
    return every, looked


@pytest.mark.parametrize("kind", ["fixed", "attention"])
@pytest.mark.parametrize("seed", [1, 2])
def test_recurrent_models_are_their_equations(
    kind: str, seed: int, tiny: Callable[[str, int], SequenceModel]
) -> None:
    model = tiny(kind, seed)
    run = SequenceRun.begin(model, model.encode("c a b a"), (4, 5, 1))
    logits, weights = logits_of(model, run.source.ids.tolist(), run.read)
    for place, row in enumerate(logits):
        np.testing.assert_allclose(run.predicted(place), row, rtol=0, atol=1e-5)
    if kind == "attention":
        np.testing.assert_allclose(run.alignment(), weights[:3], rtol=0, atol=1e-6)


@pytest.mark.parametrize("position", [0, 1, 7])
def test_positions_are_sines_and_cosines(position: int, runs: Mapping[str, SequenceRun]) -> None:
    run = runs["transformer"]
    written = tuple([4] * 7)
    trace = SequenceRun.begin(run.model, run.source, written).target_trace
    assert trace is not None
    expected = [
        math.sin(position),
        math.cos(position),
        math.sin(position / 10_000 ** (2 / 4)),
        math.cos(position / 10_000 ** (2 / 4)),
    ]
    np.testing.assert_allclose(trace["decoder.pos_embed"][position], expected, rtol=0, atol=1e-6)
