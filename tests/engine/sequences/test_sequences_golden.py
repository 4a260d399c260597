"""Logits and greedy translations of held-out sentences, as PyTorch computes them from the same weights."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from engine.sequences.decode import greedy
from engine.sequences.model import NAMES_OF_MODELS, SequenceModel
from engine.sequences.run import SequenceRun
from engine.sequences.sentence import NOTHING, Sentence
from engine.steps.base import Array
from engine.tatoeba import Pair, read_pairs
from engine.translation_text import END

GOLDEN = Path(__file__).parents[2] / "golden" / "translation"
TRANSLATING = [name for name in NAMES_OF_MODELS if name != "en.language"]


@pytest.fixture(scope="module")
def pairs() -> list[Pair]:
    return read_pairs()


def stored(name: str) -> Mapping[str, Array]:
    with np.load(GOLDEN / f"{name}.npz") as file:
        return {key: file[key] for key in file}


def source_of(model: SequenceModel, numbers: Array) -> Sentence:
    assert model.source_words is not None
    ids = np.array([*numbers, END], np.int64)
    texts = tuple(model.source_words.decode(ids.tolist()))
    return Sentence(texts, ids, (False,) * len(ids))


@pytest.mark.parametrize("name", TRANSLATING)
def test_logits_are_those_of_pytorch(name: str, models: Mapping[str, SequenceModel]) -> None:
    model, golden = models[name], stored(name)
    for i in range(3):
        run = SequenceRun.begin(
            model, source_of(model, golden[f"source_{i}"]), golden[f"output_{i}"].tolist()
        )
        mine = np.stack([run.predicted(place) for place in golden[f"places_{i}"].tolist()])
        np.testing.assert_allclose(mine, golden[f"logits_{i}"], rtol=0, atol=1e-4)
        assert mine.std() > 1  # they say something


@pytest.mark.parametrize("name", TRANSLATING)
def test_greedy_translations_are_exactly_those_of_pytorch(
    name: str, models: Mapping[str, SequenceModel], pairs: list[Pair]
) -> None:
    model, golden = models[name], stored(name)
    assert len(golden["lines"]) == 100
    for line, expected in zip(golden["lines"].tolist(), golden["outputs"].tolist(), strict=True):
        run = greedy(SequenceRun.begin(model, model.encode(getattr(pairs[line], model.source))))
        written = [token for token in run.written if token != END]
        assert written == [token for token in expected if token], pairs[line]


def test_the_language_model_is_that_of_pytorch(models: Mapping[str, SequenceModel]) -> None:
    model, golden = models["en.language"], stored("en.language")
    for i in range(3):
        run = SequenceRun.begin(model, NOTHING, golden[f"tokens_{i}"].tolist())
        mine = np.stack([run.predicted(place) for place in golden[f"places_{i}"].tolist()])
        np.testing.assert_allclose(mine, golden[f"logits_{i}"], rtol=0, atol=1e-4)


def test_the_language_model_goes_on_as_in_pytorch(models: Mapping[str, SequenceModel]) -> None:
    model, golden = models["en.language"], stored("en.language")
    prefixes = [name for name in golden if name.startswith("prefix_")]
    assert prefixes
    for name in prefixes:
        run = greedy(SequenceRun.begin(model, NOTHING, golden[name].tolist()))
        whole = golden[name.replace("prefix", "goes_on")].tolist()
        assert [token for token in run.written if token != END] == whole
