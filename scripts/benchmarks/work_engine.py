"""Work: the engine's forward pass, the traces of all layers kept until it ends."""

from functools import cache
from typing import Any

from benchmarks.texts import LONG
from benchmarks.worker import Work
from engine.models.base import Model
from engine.models.bert import load
from engine.paths import MINILM
from engine.run import Run
from engine.text import Tokens, encode_pieces, open_tokenizer
from engine.trace import Trace


@cache
def _model() -> Model:
    return load(MINILM)


def _tokens(length: int) -> Tokens:
    return encode_pieces(open_tokenizer(MINILM / "tokenizer.json"), length, LONG)


def prepare(asked: dict[str, Any]) -> tuple[Work, dict[str, Any]]:
    """``length`` tokens; the answer has their ids and the output's first numbers."""
    model, tokens = _model(), _tokens(asked["length"])

    def forward() -> tuple[Run, list[Trace]]:
        traces: list[Trace] = []
        return Run.forward(model, tokens, lambda _, trace: traces.append(trace)), traces

    run, _ = forward()
    return forward, {"ids": tokens.ids.tolist(), "output": run.stream(model.sizes.layers - 1)[0, :8].tolist()}
