"""BLEU, chrF and perplexity of a model on one side of the split."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch
from sacrebleu.metrics import BLEU, CHRF
from torch import nn
from torch.nn import functional as F

from engine.translation_text import JOIN, PAD
from scripts.training.data import Corpus
from scripts.training.decode import BATCH, as_source, as_target, translate
from scripts.training.settings import Settings

Sentences = Sequence[Sequence[str]]  # tokens


def bleu() -> BLEU:
    """Over our own tokens, which are words of English and characters of Chinese: nothing is cut again."""
    return BLEU(tokenize="none", force=True)


def scores(outputs: Sentences, references: Sentences, language: str) -> dict[str, Any]:
    """BLEU over the tokens and chrF over the joined text, both 0 to 100."""
    join = JOIN[language]
    tokens = bleu().corpus_score([" ".join(row) for row in outputs], [[" ".join(row) for row in references]])
    text = CHRF().corpus_score([join(row) for row in outputs], [[join(row) for row in references]])
    return {"pairs": len(outputs), "bleu": tokens.score, "chrf": text.score}


def signatures(outputs: Sentences, references: Sentences) -> dict[str, str]:
    """sacrebleu's own account of how it counted."""
    metrics = {"bleu": bleu(), "chrf": CHRF()}
    for metric in metrics.values():
        metric.corpus_score([" ".join(row) for row in outputs], [[" ".join(row) for row in references]])
    return {name: str(metric.get_signature()) for name, metric in metrics.items()}


def references(corpus: Corpus, side: str, language: str) -> list[list[str]]:
    """Tokens as they stand in the file, rare ones too."""
    return [corpus.pairs[line].tokens(language) for line in getattr(corpus.split, side)]


def outputs(model: nn.Module, corpus: Corpus, settings: Settings, side: str) -> list[list[str]]:
    """Greedy translations, as tokens."""
    rows = translate(model, corpus.rows(side, settings.source))
    return [corpus.vocabularies[settings.target].decode(row) for row in rows]


@torch.no_grad()
def perplexity(model: nn.Module, corpus: Corpus, settings: Settings, side: str) -> float:
    """exp of the mean negative log probability of a reference token, </s> among them, rare ones as <unk>."""
    model.eval()
    sources, targets = corpus.rows(side, settings.source), corpus.rows(side, settings.target)
    order = sorted(range(len(sources)), key=lambda index: (len(sources[index]), len(targets[index])))
    total, count = 0.0, 0
    for start in range(0, len(order), BATCH):
        part = order[start : start + BATCH]
        read, wanted = as_target([targets[index] for index in part])
        logits = model(as_source([sources[index] for index in part]), read)
        total += float(
            F.cross_entropy(logits.flatten(0, 1), wanted.flatten(), ignore_index=PAD, reduction="sum")
        )
        count += int((wanted != PAD).sum())
    return math.exp(total / count)
