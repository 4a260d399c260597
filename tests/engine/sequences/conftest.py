"""The shipped sequence models, opened once, and a tiny one of each kind whose weights are drawn by a seed."""

from collections.abc import Callable, Mapping

import numpy as np
import pytest

from engine.models.base import Sizes
from engine.names import NAMES, key
from engine.sequences.model import SequenceModel, load
from engine.sequences.run import SequenceRun
from engine.translation_text import SPECIALS, Vocabulary

SOURCE = Vocabulary((*SPECIALS, "a", "b", "c"))
TARGET = Vocabulary((*SPECIALS, "x", "y"))
GIVEN = {"tokens", "positions", "mask", "zero"}
TINY = {
    "vocab": len(TARGET),
    "d_model": 4,
    "d_attn": 4,
    "d_kv": 4,
    "d_mlp": 5,
    "d_state": 3,
    "d_states": 6,
    "d_gates": 9,
    "d_score": 2,
    "d_readout": 3 + 6 + 4,
}


class Shipped(dict[str, SequenceModel]):
    """Every model is opened when it is first asked for."""

    def __missing__(self, name: str) -> SequenceModel:
        self[name] = load(name)
        return self[name]


@pytest.fixture(scope="session")
def models() -> Mapping[str, SequenceModel]:
    return Shipped()


def drawn(kind: str, seed: int) -> SequenceModel:
    """Weights large enough that outputs differ from input to input."""
    draw = np.random.default_rng(seed)
    sizes = (
        Sizes(2, 2, 2, 4, 2, 5, 60) if kind in ("transformer", "language") else Sizes(1, 1, 1, 4, 3, 0, 60)
    )
    source = None if kind == "language" else SOURCE
    model = SequenceModel(
        f"tiny {kind}", kind, "" if source is None else "en", "en", sizes, {}, source, TARGET
    )
    steps = (*model.source_recipe(1), *(model.step_recipe(0) if model.recurrent else model.target_recipe()))
    made = {step.output for step in steps}
    wanted = {path for step in steps for path in step.inputs if path not in made and key(path) not in GIVEN}
    weights = {}
    for path in sorted(wanted):
        side = path.partition(".")[0]
        extent = TINY | {"d_input": 4 + (6 if side == "decoder" else 0)}
        extent["vocab"] = len(SOURCE if side == "encoder" else TARGET)
        shape = [extent[axis] for axis in NAMES[key(path)].axes]
        weights[path] = draw.normal(0, 0.9, shape).astype(np.float32)
    return SequenceModel(model.name, kind, model.source, "en", sizes, weights, source, TARGET)


@pytest.fixture(scope="session")
def tiny() -> Callable[[str, int], SequenceModel]:
    return drawn


@pytest.fixture(scope="session")
def runs(tiny: Callable[[str, int], SequenceModel]) -> Mapping[str, SequenceRun]:
    """A tiny model of each kind that has read three tokens and written two."""
    made = {}
    for kind in ("fixed", "attention", "transformer", "language"):
        model = tiny(kind, 5)
        made[kind] = SequenceRun.begin(model, model.encode("b a c"), (4, 5))
    return made
