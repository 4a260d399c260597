"""Each measure is high on a pattern that has its character, low on one that has not, and right by hand."""

import numpy as np
import pytest

from engine.character import CHARACTERS, Weights, character, sink_tokens
from engine.heads import Glance
from engine.ranking import rank
from engine.text import Tokens

COUNT = 6


def sentence(texts: str = "[CLS] a b a c [SEP]") -> Tokens:
    words = texts.split()
    special = tuple(word.startswith("[") for word in words)
    ids = np.array([words.index(word) for word in words], np.int64)
    spans = tuple((i, i + 1) for i in range(len(words)))
    return Tokens(tuple(words), ids, special, (False,) * len(words), spans, np.ones(len(words), np.bool_))


def looks_at(*keys: int | tuple[int, ...]) -> Weights:
    """One head in which each query shares its weight among the keys that are named for it."""
    weights = np.zeros((1, len(keys), len(keys)), np.float32)
    for query, named in enumerate(keys):
        places = named if isinstance(named, tuple) else (named,)
        weights[0, query, list(places)] = 1 / len(places)
    return weights


PREVIOUS = looks_at(0, 0, 1, 2, 3, 4)
NEXT = looks_at(1, 2, 3, 4, 5, 5)
SAME = looks_at(*range(COUNT))
FIRST = looks_at(*(0,) * COUNT)
SINK = looks_at(*((0, 5),) * COUNT)
MIDDLE = looks_at(*(2,) * COUNT)
BROAD = np.full((1, COUNT, COUNT), 1 / COUNT, np.float32)
FAR = looks_at(5, 5, 5, 0, 0, 0)
REPEATS = looks_at(4, 3, 4, 1, 2, 2)
NO_REPEATS = looks_at(4, 1, 4, 3, 2, 2)


@pytest.mark.parametrize(
    ("name", "has", "has_not", "most", "least"),
    [
        ("previous", PREVIOUS, NEXT, 1.0, 0.0),
        ("next", NEXT, PREVIOUS, 1.0, 0.0),
        ("same", SAME, FAR, 1.0, 0.0),
        ("first", FIRST, MIDDLE, 1.0, 0.0),
        ("sink", SINK, MIDDLE, 1.0, 0.0),
        ("entropy", BROAD, MIDDLE, 1.0, 0.0),
        ("distance", FAR, SAME, 4.0, 0.0),
        ("repeats", REPEATS, NO_REPEATS, 1.0, 0.0),
    ],
)
def test_a_pattern_that_has_it_and_one_that_has_not(
    name: str, has: Weights, has_not: Weights, most: float, least: float
) -> None:
    measured = character(np.concatenate([has, has_not]), sentence())
    assert measured[name] == pytest.approx([most, least], abs=1e-6)


def test_every_measure_is_tested_above() -> None:
    marks = test_a_pattern_that_has_it_and_one_that_has_not.pytestmark  # type: ignore[attr-defined]
    assert {case[0] for case in marks[0].args[1]} == set(CHARACTERS)


def test_by_hand() -> None:
    weights = np.array([[[0.5, 0.25, 0.25], [0.1, 0.2, 0.7], [0.0, 0.5, 0.5]]], np.float32)
    measured = {name: values[0] for name, values in character(weights, sentence("[CLS] a a")).items()}
    half, mixed = 1.0, -sum(w * np.log2(w) for w in (0.1, 0.2, 0.7))
    assert measured == pytest.approx(
        {
            "previous": (0.1 + 0.5) / 2,
            "next": (0.25 + 0.7) / 2,
            "same": (0.5 + 0.2 + 0.5) / 3,
            "first": 0.6 / 3,
            "sink": 0.6 / 3,
            "entropy": (1.5 + mixed + half) / 3 / np.log2(3),
            "distance": (0.75 + 0.8 + 0.5) / 3,
            "repeats": (0.7 + 0.5) / 2,
        },
        abs=1e-6,
    )


def test_the_sink_says_which_tokens() -> None:
    assert sink_tokens(sentence()) == ("[CLS]", "[SEP]")
    assert sink_tokens(sentence("a b")) == ()


def test_what_does_not_exist_is_undefined() -> None:
    lone = character(np.ones((2, 1, 1), np.float32), sentence("a"))
    undefined = {name for name, values in lone.items() if np.isnan(values).all()}
    assert undefined == {"previous", "next", "sink", "entropy", "repeats"}
    assert lone["same"].tolist() == lone["first"].tolist() == [1, 1]
    assert np.isnan(character(BROAD, sentence("a b c d e f"))["repeats"]).all()


def test_padding_counts_for_nothing() -> None:
    """A padded sentence is measured as the sentence alone."""
    draw = np.random.default_rng(0).random((3, COUNT, COUNT)).astype(np.float32)
    draw /= draw.sum(axis=2, keepdims=True)
    padded = np.full((3, COUNT + 2, COUNT + 2), np.float32(0.3))
    padded[:, :COUNT, :COUNT], padded[:, :, COUNT:] = draw, 0
    longer = sentence().padded(COUNT + 2, "[PAD]", 99)
    alone, with_padding = character(draw, sentence()), character(padded, longer)
    for name in CHARACTERS:
        if name != "next":  # the last word of the padded one has a padding token after it
            assert with_padding[name] == pytest.approx(alone[name], rel=1e-5)


def test_many_heads_are_measured_each_by_itself() -> None:
    """Large weights are dealt to two threads; nothing changes by that."""
    draw = np.random.default_rng(1).random((12, 100, 100)).astype(np.float32)
    draw /= draw.sum(axis=2, keepdims=True)
    words = sentence(" ".join(f"w{i % 40}" for i in range(100)))
    together = character(draw, words)
    for head in (0, 5, 11):
        alone = character(draw[head : head + 1], words)
        assert {name: values[head] for name, values in together.items() if name != "sink"} == {
            name: values[0] for name, values in alone.items() if name != "sink"
        }


def test_entropy_stays_within_its_range_when_weights_vanish() -> None:
    tiny = looks_at(*(2,) * COUNT)
    tiny[0, :, 3] = 1e-45
    assert character(tiny, sentence())["entropy"] == pytest.approx([0], abs=1e-6)


BACKGROUND = np.full((1, COUNT, COUNT), 1 / COUNT, np.float32)
PLANTED = {
    "previous": PREVIOUS, "next": NEXT, "same": SAME, "first": FIRST, "sink": SINK, "distance": FAR, "repeats": REPEATS,
}  # fmt: skip


@pytest.mark.parametrize("name", [*PLANTED, "entropy"])
@pytest.mark.parametrize(("layer", "head"), [(0, 0), (1, 2), (2, 3)])
def test_a_label_belongs_to_its_layer_and_head(name: str, layer: int, head: int) -> None:
    """A pattern is planted in one head of one layer, all others look everywhere; only there the measure is another."""
    weights = np.tile(BACKGROUND, (3, 4, 1, 1))
    weights[layer, head] = PLANTED.get(name, MIDDLE)[0]
    glance = Glance(sentence())
    for passing in range(3):
        glance(passing, {f"blocks.{passing}.attn.weights": weights[passing]})  # type: ignore[arg-type]
    measured = glance.characters[name]
    elsewhere = np.full((3, 4), True)
    elsewhere[layer, head] = False
    assert len(np.unique(measured[elsewhere])) == 1
    away = measured[layer, head] - measured[elsewhere][0]
    assert away < -0.5 if name == "entropy" else away > 0.5
    best = rank(measured, largest_first=name != "entropy")[0]
    assert (best.layer, best.head) == (layer, head)
