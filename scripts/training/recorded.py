"""What is recorded of finished models beside their weights: scores, training curves and three examples."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from engine.tatoeba import Pair
from engine.translation_text import JOIN
from scripts.training.data import Corpus
from scripts.training.settings import MODELS, SAMPLES

Record = dict[str, Any]  # as it stands in a JSON file

OF_AN_EPOCH = ("epoch", "train_loss", "perplexity", "bleu", "chrf", "cpu_minutes")  # what a curve keeps
OF_A_RIVAL = ("score", "mean", "ci", "p_value")  # of sacrebleu's bootstrap
METRICS = {"BLEU": "bleu", "chrF2": "chrf"}  # sacrebleu's names, and ours
EXAMPLES = (6, 9, 12)  # English words: the first test pair of each length, in the order of split.json


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def write(path: Path, record: Record | Sequence[Record]) -> None:
    path.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def finished(out: Path) -> list[str]:
    """The models in ``out`` that are trained and judged, in the order of the settings."""
    return [name for name in MODELS if (out / name / "evaluation.json").is_file()]


def scores(out: Path, names: Iterable[str]) -> Record:
    """Each evaluation.json but for its name and signatures, which are the same for all, and the bootstrap."""
    judged = {name: read(out / name / "evaluation.json") for name in names}
    signatures = next(found["signatures"] for found in judged.values() if "signatures" in found)
    apart = ("model", "signatures")
    models = {
        name: {key: value for key, value in found.items() if key not in apart}
        for name, found in judged.items()
    }
    compared = out / "comparison.json"
    bootstrap = against_fixed(read(compared)) if compared.is_file() else {}
    return {"signatures": signatures, "models": models, "samples": SAMPLES, "against_fixed": bootstrap}


def against_fixed(comparison: Record) -> Record:
    """Of both rivals of the fixed vector: score, its mean and half interval over the samples, and p."""
    return {
        name: {METRICS[metric]: {key: cell[key] for key in OF_A_RIVAL} for metric, cell in cells.items()}
        for systems in comparison.values()
        for name, cells in systems.items()
        if MODELS[name].kind != "fixed"
    }


def curves(out: Path, names: Iterable[str]) -> Record:
    """Each epoch, and which one's weights were kept."""
    return {name: curve(out / name / "curve.jsonl") for name in names}


def curve(path: Path) -> Record:
    epochs = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    kept = max(epochs, key=lambda epoch: epoch["score"])  # the first of equal ones, as in the training
    return {
        "kept": kept["epoch"],
        "epochs": [{key: epoch[key] for key in OF_AN_EPOCH if key in epoch} for epoch in epochs],
    }


def examples(out: Path, names: Iterable[str], corpus: Corpus) -> list[Record]:
    """Held-out pairs with every model's recorded translation; which pairs, ``EXAMPLES`` says."""
    made = {name: read(out / name / "outputs.json") for name in names if MODELS[name].kind != "language"}
    return [
        {
            "line": pair.line,
            "en": pair.en,
            "zh": pair.zh,
            "attribution": pair.attribution,
            "translations": {name: JOIN[MODELS[name].target](rows[place]) for name, rows in made.items()},
        }
        for place, pair in (first_of_length(corpus, words) for words in EXAMPLES)
    ]


def first_of_length(corpus: Corpus, words: int) -> tuple[int, Pair]:
    """The first test pair with so many English words, and its place among the test pairs."""
    pairs = ((place, corpus.pairs[line]) for place, line in enumerate(corpus.split.test))
    return next((place, pair) for place, pair in pairs if word_count(pair) == words)


def word_count(pair: Pair) -> int:
    """Tokens that are not signs."""
    return sum(any(map(str.isalnum, token)) for token in pair.tokens("en"))
