"""The recorded evaluation, as the window reads it."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.errors import DataFileError
from engine.sequences.evaluation import Difference, Epoch, Example, LengthScore, Score, load_scores

SCORES: dict[str, Any] = {
    "signatures": {"bleu": "tok:none", "chrf": "nc:6"},
    "models": {
        "en-zh.fixed": {
            "sha256": "ab",
            "parameters": 12,
            "perplexity": {"validation": 6.5, "test": 9},
            "test": {"pairs": 3, "bleu": 20.5, "chrf": 18.0},
            "by_source_length": [
                {"from": 1, "to": 4, "pairs": 2, "bleu": 30.0, "chrf": 25.0},
                {"from": 5, "to": None, "pairs": 1, "bleu": 10.0, "chrf": 9.0},
            ],
        },
        "en.language": {"sha256": "cd", "parameters": 7, "perplexity": {"validation": 30.0, "test": 31.0}},
    },
    "samples": 1000,
    "against_fixed": {
        "en-zh.attention": {
            "bleu": {"score": 29.0, "p_value": 0.001},
            "chrf": {"score": 25.0, "p_value": 0.2},
        }
    },
}
CURVES: dict[str, Any] = {
    "en-zh.fixed": {
        "kept": 1,
        "epochs": [
            {"epoch": 1, "train_loss": 5.0, "perplexity": 6.5, "bleu": 21.0, "chrf": 19.0, "cpu_minutes": 1.5}
        ],
    },
    "en.language": {
        "kept": 1,
        "epochs": [{"epoch": 1, "train_loss": 4.0, "perplexity": 30.0, "cpu_minutes": 2.0}],
    },
}
EXAMPLES: list[Any] = [
    {"line": 8, "en": "Hi.", "zh": "嗨。", "attribution": "CK", "translations": {"en-zh.fixed": "你好。"}}
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, stored in (("scores", SCORES), ("curves", CURVES), ("examples", EXAMPLES)):
        (tmp_path / f"{name}.json").write_text(json.dumps(stored, ensure_ascii=False), encoding="utf-8")
    return tmp_path


def test_scores_are_read_whole_and_by_length(folder: Path) -> None:
    fixed = load_scores(folder).models["en-zh.fixed"]
    assert (fixed.parameters, fixed.sha256) == (12, "ab")
    assert fixed.perplexity == {"validation": 6.5, "test": 9.0}
    assert fixed.test == Score(pairs=3, bleu=20.5, chrf=18.0)
    assert fixed.by_source_length == (LengthScore(2, 30.0, 25.0, 1, 4), LengthScore(1, 10.0, 9.0, 5, None))


def test_a_language_model_has_perplexity_alone(folder: Path) -> None:
    language = load_scores(folder).models["en.language"]
    assert (language.test, language.by_source_length) == (None, ())
    assert language.curve.epochs == (Epoch(1, 4.0, 30.0, None, None, 2.0),)


def test_curves_belong_to_their_models(folder: Path) -> None:
    curve = load_scores(folder).models["en-zh.fixed"].curve
    assert (curve.kept, curve.epochs) == (1, (Epoch(1, 5.0, 6.5, 21.0, 19.0, 1.5),))


def test_a_difference_counts_when_chance_seldom_makes_its_bleu(folder: Path) -> None:
    scores = load_scores(folder)
    assert scores.against_fixed == {"en-zh.attention": Difference(bleu_p=0.001, chrf_p=0.2)}
    assert scores.against_fixed["en-zh.attention"].significant
    assert not Difference(bleu_p=0.05, chrf_p=0.001).significant
    assert (scores.samples, scores.signatures) == (1000, {"bleu": "tok:none", "chrf": "nc:6"})


def test_examples_have_both_sides_and_each_translation(folder: Path) -> None:
    assert load_scores(folder).examples == (Example(8, "Hi.", "嗨。", "CK", {"en-zh.fixed": "你好。"}),)


@pytest.mark.parametrize("name", ["scores.json", "curves.json", "examples.json"])
def test_a_missing_record_is_named(folder: Path, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(DataFileError) as caught:
        load_scores(folder)
    assert (caught.value.path, caught.value.reason) == (folder / name, "file is missing")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("scores.json", b""),
        ("scores.json", b"\xff\xfe"),
        ("scores.json", b"[]"),
        ("scores.json", json.dumps(SCORES).replace("20.5", "NaN").encode()),
        ("scores.json", json.dumps(SCORES).replace("20.5", '"20.5"').encode()),
        ("scores.json", json.dumps(SCORES).replace('"samples"', '"simples"').encode()),
        ("scores.json", json.dumps(SCORES).replace('"en.language"', '"zh.language"').encode()),
        ("curves.json", json.dumps(CURVES).replace('"kept": 1', '"kept": null').encode()),
        ("curves.json", json.dumps(CURVES).replace('"train_loss"', '"loss"').encode()),
        ("examples.json", json.dumps(EXAMPLES)[:-20].encode()),
        ("examples.json", b'[{"line": 8, "en": "Hi.", "zh": "", "attribution": "", "translations": []}]'),
    ],
    ids=[
        *("empty", "not text", "a list", "not finite", "a number as text", "no samples", "no curve"),
        *("no epoch kept", "no loss", "cut short", "no translations"),
    ],
)
def test_a_damaged_record_is_named(folder: Path, name: str, content: bytes) -> None:
    (folder / name).write_bytes(content)
    with pytest.raises(DataFileError) as caught:
        load_scores(folder)
    assert (caught.value.path, caught.value.reason) == (folder / name, "file is damaged")
