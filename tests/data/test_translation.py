"""The translation models that ship: weights as scripts/training/README.md names them, and records that are theirs."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray
from safetensors import safe_open

from engine.paths import ROOT, TRANSLATION
from engine.sequences.evaluation import Scores, load_scores
from engine.tatoeba import VOCABULARIES
from engine.translation_text import END, START, Vocabulary
from scripts.training.data import Corpus
from scripts.training.recorded import EXAMPLES, against_fixed, word_count
from scripts.training.settings import MODELS
from scripts.training.sources import BEGIN, SOURCES, section
from scripts.training.sources import END as SECTION_ENDS

NAMES = tuple(MODELS)
TRANSLATIONS = tuple(name for name in NAMES if MODELS[name].kind != "language")
RIVALS = tuple(name for name in TRANSLATIONS if MODELS[name].kind != "fixed")
GOLDEN = ROOT / "tests" / "golden" / "translation"
Shapes = dict[str, tuple[int, ...]]

each_model = pytest.mark.parametrize("name", NAMES)
each_translation = pytest.mark.parametrize("name", TRANSLATIONS)


@pytest.fixture(scope="module")
def scores() -> Scores:
    return load_scores()


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return Corpus.load()


def tensors(name: str) -> dict[str, NDArray[np.float16]]:
    with safe_open(TRANSLATION / name / "model.safetensors", "np") as file:
        return {key: file.get_tensor(key) for key in file.keys()}  # noqa: SIM118 (not a dict)


@cache
def golden(name: str) -> dict[str, NDArray[np.generic]]:
    with np.load(GOLDEN / f"{name}.npz") as file:
        return {key: file[key] for key in file.files}


# --- the table of names and shapes, once more, by hand ----------------------------------------------


def gru(at: str, width: int) -> Shapes:
    return {f"{at}.W": (width, 768), f"{at}.U": (256, 768), f"{at}.b_W": (768,), f"{at}.b_U": (768,)}


def recurrent(kind: str, source: int, target: int) -> Shapes:
    shapes: Shapes = {
        "encoder.embed.W_E": (source, 256),
        "decoder.embed.W_E": (target, 256),
        **gru("encoder.forward", 256),
        **gru("encoder.backward", 256),
        "decoder.start.W": (512, 256),
        "decoder.start.b": (256,),
        **gru("decoder.gru", 768),
        "decoder.readout.W": (1024, 256),
        "decoder.readout.b": (256,),
        "decoder.unembed.b": (target,),
    }
    if kind == "attention":
        scored: Shapes = {"W": (256, 256), "U": (512, 256), "b": (256,), "v": (256,)}
        shapes |= {f"decoder.attn.{name}": shape for name, shape in scored.items()}
    return shapes


def block(at: str, width: int, attentions: tuple[str, ...]) -> Iterator[tuple[str, tuple[int, ...]]]:
    for attention in attentions:
        for letter in "QKVO":
            yield f"{at}.{attention}.W_{letter}", (width, width)
            yield f"{at}.{attention}.b_{letter}", (width,)
    for number in range(len(attentions) + 1):
        yield f"{at}.norm{number + 1}.gamma", (width,)
        yield f"{at}.norm{number + 1}.beta", (width,)
    yield from {f"{at}.mlp.W_in": (width, 512), f"{at}.mlp.b_in": (512,)}.items()
    yield from {f"{at}.mlp.W_out": (512, width), f"{at}.mlp.b_out": (width,)}.items()


def transformer(source: int, target: int) -> Shapes:
    shapes: Shapes = {
        "encoder.embed.W_E": (source, 192),
        "decoder.embed.W_E": (target, 192),
        "decoder.unembed.b": (target,),
    }
    for layer in range(3):
        shapes |= dict(block(f"encoder.blocks.{layer}", 192, ("attn",)))
        shapes |= dict(block(f"decoder.blocks.{layer}", 192, ("attn", "cross_attn")))
    return shapes


def language(target: int) -> Shapes:
    shapes: Shapes = {"embed.W_E": (target, 256), "unembed.b": (target,)}
    for layer in range(4):
        shapes |= dict(block(f"blocks.{layer}", 256, ("attn",)))
    return shapes


def expected(name: str) -> Shapes:
    made = MODELS[name]
    source, target = (len(Vocabulary.load(VOCABULARIES[of])) for of in (made.source, made.target))
    if made.kind == "language":
        return language(target)
    return transformer(source, target) if made.layered else recurrent(made.kind, source, target)


# --- weights ----------------------------------------------------------------------------------------


def test_the_models_that_ship_are_all_seven(scores: Scores) -> None:
    assert len(NAMES) == 7
    shipped = {path.name for path in TRANSLATION.iterdir() if path.is_dir()}
    assert shipped == set(scores.models) == {path.stem for path in GOLDEN.iterdir()} == set(NAMES)


@each_model
def test_tensors_have_the_names_and_shapes_of_the_table(name: str) -> None:
    assert {key: value.shape for key, value in tensors(name).items()} == expected(name)


@each_model
def test_tensors_are_finite_float16_and_learnt(name: str) -> None:
    for key, value in tensors(name).items():
        assert value.dtype == np.float16, key
        assert np.isfinite(value).all(), key
        assert len(np.unique(value)) > 1, f"{key} is as it was before the training"


@each_model
def test_metadata_states_kind_languages_and_sizes(name: str) -> None:
    with safe_open(TRANSLATION / name / "model.safetensors", "np") as file:
        stated = file.metadata()
    keys = ("kind", "source", "target", "d_model", "d_hidden", "d_attn", "d_mlp", "heads", "layers")
    assert stated == {key: str(getattr(MODELS[name], key)) for key in keys}


@pytest.mark.parametrize("direction", ["en-zh", "zh-en"])
def test_fixed_vector_and_attention_have_the_same_encoder_and_decoder(direction: str) -> None:
    fixed, attention = (
        {key: value.shape for key, value in tensors(f"{direction}.{kind}").items()}
        for kind in ("fixed", "attention")
    )
    assert {key: shape for key, shape in attention.items() if not key.startswith("decoder.attn.")} == fixed


# --- what was recorded ------------------------------------------------------------------------------


@each_model
def test_scores_are_those_of_the_weights_that_ship(name: str, scores: Scores) -> None:
    content = (TRANSLATION / name / "model.safetensors").read_bytes()
    assert scores.models[name].sha256 == hashlib.sha256(content).hexdigest()
    assert scores.models[name].parameters == sum(value.size for value in tensors(name).values())


@each_translation
def test_scores_by_length_count_every_test_pair_once(name: str, scores: Scores, corpus: Corpus) -> None:
    lengths = np.array([len(row) for row in corpus.rows("test", MODELS[name].source)])
    of = scores.models[name]
    assert of.test is not None
    assert of.test.pairs == len(lengths) == sum(part.pairs for part in of.by_source_length)
    for part in of.by_source_length:
        inside = (lengths >= part.shortest) & (lengths <= (part.longest or np.inf))
        assert part.pairs == inside.sum()


@each_translation
def test_score_of_all_pairs_lies_between_those_of_the_lengths(name: str, scores: Scores) -> None:
    of = scores.models[name]
    assert of.test is not None
    for metric in ("bleu", "chrf"):
        parts = [getattr(part, metric) for part in of.by_source_length]
        assert min(parts) < getattr(of.test, metric) < max(parts)


def test_both_rivals_beat_the_fixed_vector_in_both_directions(scores: Scores) -> None:
    assert set(scores.against_fixed) == set(RIVALS)
    for name in RIVALS:
        rival, fixed = scores.models[name].test, scores.models[f"{name.split('.')[0]}.fixed"].test
        assert rival is not None
        assert fixed is not None
        assert (rival.bleu > fixed.bleu, rival.chrf > fixed.chrf) == (True, True)
        assert scores.against_fixed[name].significant


def test_the_bootstrap_is_kept_of_the_rivals_under_our_names_of_the_metrics() -> None:
    cell = {"score": 29.3, "mean": 29.2, "ci": 1.2, "p_value": 0.001}
    fixed = {"BLEU": {**cell, "p_value": None}, "chrF2": {**cell, "p_value": None}}
    attention = {"BLEU": cell, "chrF2": {**cell, "score": 25.1}}
    assert against_fixed({"en-zh": {"en-zh.fixed": fixed, "en-zh.attention": attention}}) == {
        "en-zh.attention": {"bleu": cell, "chrf": {**cell, "score": 25.1}}
    }


@each_model
def test_weights_are_those_of_the_best_epoch(name: str, scores: Scores) -> None:
    """The kept epoch's perplexity was measured before rounding to float16, which moves it very little."""
    curve = scores.models[name].curve
    assert [epoch.number for epoch in curve.epochs] == list(range(1, len(curve.epochs) + 1))
    best = max(curve.epochs, key=lambda epoch: -epoch.perplexity if epoch.bleu is None else epoch.bleu)
    assert best.number == curve.kept
    assert best.perplexity == pytest.approx(scores.models[name].perplexity["validation"], rel=1e-4)


def test_examples_are_the_first_test_pairs_of_their_lengths(scores: Scores, corpus: Corpus) -> None:
    for words, example in zip(EXAMPLES, scores.examples, strict=True):
        line = next(line for line in corpus.split.test if word_count(corpus.pairs[line]) == words)
        pair = corpus.pairs[line]
        assert (example.line, example.en, example.zh) == (line, pair.en, pair.zh)
        assert example.attribution == pair.attribution
        assert set(example.translations) == set(TRANSLATIONS)


def test_sources_page_has_the_section_that_the_records_give() -> None:
    page = SOURCES.read_text(encoding="utf-8")
    assert page.split(BEGIN)[1].split(SECTION_ENDS)[0] == f"\n{section(TRANSLATION)}"


# --- golden numbers ---------------------------------------------------------------------------------


@each_model
def test_golden_file_suits_a_repository(name: str) -> None:
    assert (GOLDEN / f"{name}.npz").stat().st_size < 250_000


@each_translation
def test_golden_translations_are_of_held_out_pairs(name: str, corpus: Corpus) -> None:
    held = golden(name)
    lines = held["lines"].tolist()
    assert len(set(lines)) == len(held["outputs"]) == 100
    assert set(lines) <= set(corpus.split.test)
    vocabulary = corpus.vocabularies[MODELS[name].source]
    for index in range(3):
        tokens = corpus.pairs[lines[index]].tokens(MODELS[name].source)
        assert held[f"source_{index}"].tolist() == vocabulary.encode(tokens)


@each_translation
def test_golden_logits_give_the_golden_outputs(name: str) -> None:
    held = golden(name)
    for index in range(3):
        row, places = held[f"output_{index}"].tolist(), held[f"places_{index}"].tolist()
        assert [token for token in held["outputs"][index].tolist() if token] == row
        likeliest = held[f"logits_{index}"].argmax(-1).tolist()  # after <s> and after each token
        assert likeliest == [[*row, END][place] for place in places]
        assert (places[0], places[-1]) == (0, len(row))


@pytest.mark.parametrize("name", sorted(set(NAMES) - set(TRANSLATIONS)))
def test_golden_prefixes_go_on(name: str) -> None:
    held = golden(name)
    assert [key for key in held if key.startswith("logits_")] == ["logits_0", "logits_1", "logits_2"]
    for index in range(5):
        prefix, whole = held[f"prefix_{index}"].tolist(), held[f"goes_on_{index}"].tolist()
        assert whole[: len(prefix)] == prefix
        assert len(whole) > len(prefix)
        assert not {START, END} & set(whole)
