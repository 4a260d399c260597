"""A shipped model judged on the held-out test pairs, and the golden numbers that the NumPy engine must meet."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sacrebleu.metrics import CHRF
from sacrebleu.significance import PairedTest
from torch import nn

from engine.translation_text import JOIN, TOKENS
from scripts.training.data import Corpus, padded
from scripts.training.decode import as_source, as_target, greedy, translate
from scripts.training.scores import Sentences, bleu, outputs, perplexity, references, scores, signatures
from scripts.training.settings import MODELS, SAMPLES, Settings
from scripts.training.weights import load

# Source tokens without </s>; the last has no end.
LENGTHS = ((1, 4), (5, 7), (8, 10), (11, 14), (15, None))
GOLDEN_LOGITS, GOLDEN_OUTPUTS = 3, 100  # sentences
PREFIXES = ("You should", "I", "Do you", "Tom is", "")  # for the language model

Arrays = dict[str, Any]  # by name


def evaluate(name: str, corpus: Corpus, folder: Path) -> dict[str, Any]:
    """Writes evaluation.json, translations.txt (one line a test pair) and golden.npz beside model.safetensors."""
    settings, path = MODELS[name], folder / "model.safetensors"
    model = load(settings, path)
    found: dict[str, Any] = {"model": name, "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
    found["parameters"] = sum(value.numel() for value in model.parameters())
    found["perplexity"] = {side: perplexity(model, corpus, settings, side) for side in ("validation", "test")}
    if settings.kind == "language":
        np.savez_compressed(folder / "golden.npz", **golden_language(model, corpus, settings))
    else:
        made = outputs(model, corpus, settings, "test")
        found |= judged(made, corpus, settings)
        join = JOIN[settings.target]
        lines = "".join(f"{join(row)}\n" for row in made)
        (folder / "translations.txt").write_text(lines, encoding="utf-8")
        (folder / "outputs.json").write_text(json.dumps(made, ensure_ascii=False), encoding="utf-8")
        np.savez_compressed(folder / "golden.npz", **golden_translation(model, corpus, settings))
    (folder / "evaluation.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return found


def judged(made: Sentences, corpus: Corpus, settings: Settings) -> dict[str, Any]:
    """Scores over all test pairs and by the length of the source."""
    wanted = references(corpus, "test", settings.target)
    lengths = [len(row) for row in references(corpus, "test", settings.source)]
    parts = [
        {"from": low, "to": high, **part_scores(made, wanted, lengths, low, high, settings.target)}
        for low, high in LENGTHS
    ]
    whole = scores(made, wanted, settings.target)
    return {"signatures": signatures(made, wanted), "test": whole, "by_source_length": parts}


def part_scores(
    made: Sentences, wanted: Sentences, lengths: Sequence[int], low: int, high: int | None, language: str
) -> dict[str, Any]:
    """Of the pairs whose source has ``low`` to ``high`` tokens."""
    kept = [i for i, length in enumerate(lengths) if low <= length <= (high or length)]
    return scores([made[i] for i in kept], [wanted[i] for i in kept], language)


def golden_translation(model: nn.Module, corpus: Corpus, settings: Settings) -> Arrays:
    """The arrays of golden.npz; ``lines`` are pairs of the test side, spread evenly over it."""
    lines = corpus.split.test[:: len(corpus.split.test) // GOLDEN_OUTPUTS][:GOLDEN_OUTPUTS]
    vocabulary = corpus.vocabularies[settings.source]
    sources = [vocabulary.encode(corpus.pairs[line].tokens(settings.source)) for line in lines]
    made = translate(model, sources)
    arrays: Arrays = {"lines": np.array(lines, np.int32), "outputs": padded(made).astype(np.int16)}
    for index in range(GOLDEN_LOGITS):
        arrays[f"source_{index}"] = np.array(sources[index], np.int16)
        arrays[f"output_{index}"] = np.array(made[index], np.int16)
        arrays[f"logits_{index}"] = logits(model, sources[index], made[index])
    return arrays


def golden_language(model: nn.Module, corpus: Corpus, settings: Settings) -> Arrays:
    """Logits over held-out sentences, and how the model goes on from each of ``PREFIXES``."""
    vocabulary = corpus.vocabularies[settings.target]
    arrays: Arrays = {}
    for index, row in enumerate(
        corpus.rows("test", settings.target)[:: len(corpus.split.test) // GOLDEN_LOGITS]
    ):
        arrays[f"tokens_{index}"] = np.array(row, np.int16)
        arrays[f"logits_{index}"] = logits(model, row, row)
    for index, text in enumerate(PREFIXES):
        prefix = vocabulary.encode(TOKENS[settings.target](text))
        arrays[f"prefix_{index}"] = np.array(prefix, np.int16)
        arrays[f"goes_on_{index}"] = np.array(go_on(model, prefix), np.int16)
    return arrays


@torch.no_grad()
def logits(model: nn.Module, source: Sequence[int], target: Sequence[int]) -> np.ndarray[Any, Any]:
    """float32 [place, vocab], after <s> and after each token of ``target``."""
    return model(as_source([source]), as_target([target])[0])[0].numpy()


@torch.no_grad()
def go_on(model: nn.Module, prefix: list[int]) -> list[int]:
    """The prefix and the likeliest tokens after it, without </s>; a model without a source reads nothing else."""
    memory, state = model.start(as_source([[]]))
    for token in as_target([prefix])[0][0, :-1]:
        _, state = model.next(token[None], memory, state)
    return prefix + greedy(model, memory, state, as_target([prefix])[0][:, -1])[0]


def compare(out: Path, corpus: Corpus) -> dict[str, Any]:
    """sacrebleu's paired bootstrap of attention and Transformer against the fixed vector; writes comparison.json."""
    found = {}
    for direction in ("en-zh", "zh-en"):
        names = [f"{direction}.{kind}" for kind in ("fixed", "attention", "transformer")]
        systems = [
            (name, spaced(json.loads((out / name / "outputs.json").read_text("utf-8")))) for name in names
        ]
        wanted = [spaced(references(corpus, "test", MODELS[names[0]].target))]
        test = PairedTest(
            systems, {"BLEU": bleu(), "chrF": CHRF()}, wanted, test_type="bs", n_samples=SAMPLES
        )
        _, table = test()
        found[direction] = {
            name: {
                metric: {
                    key: None if value is None else float(value) for key, value in vars(cells[index]).items()
                }
                for metric, cells in table.items()
                if metric != "System"
            }
            for index, name in enumerate(names)
        }
    (out / "comparison.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return found


def spaced(rows: Sentences) -> list[str]:
    return [" ".join(row) for row in rows]
