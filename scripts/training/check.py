"""Quick proofs before hours of training: masks, padding, PyTorch's own layers, and learning by heart."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import torch
from torch import nn
from torch.nn import functional as F

from engine.translation_text import PAD
from scripts.training.data import Corpus
from scripts.training.decode import as_source, as_target, translate
from scripts.training.layers import GRU, Attention
from scripts.training.models import build
from scripts.training.settings import MODELS, Settings

PAIRS, FROM = 32, 8000  # learned by heart: short ones
STEPS = 200
CLOSE = {"atol": 2e-5, "rtol": 1e-5}


def gru_is_pytorchs() -> None:
    torch.manual_seed(0)
    ours, theirs = GRU(5, 7), nn.GRU(5, 7, batch_first=True)
    with torch.no_grad():
        ours.b_W.normal_()
        ours.b_U.normal_()
        for mine, its in zip(ours.parameters(), theirs.parameters(), strict=True):
            its.copy_(mine.T if mine.dim() == 2 else mine)
    x = torch.randn(3, 6, 5)
    torch.testing.assert_close(ours(x, torch.ones(3, 6, dtype=torch.bool)), theirs(x)[0], **CLOSE)


def attention_is_pytorchs() -> None:
    torch.manual_seed(0)
    ours, theirs = Attention(16, 4), nn.MultiheadAttention(16, 4, batch_first=True)
    theirs.load_state_dict(
        {
            "in_proj_weight": torch.cat([ours.W_Q, ours.W_K, ours.W_V], 1).T,
            "in_proj_bias": torch.cat([ours.b_Q, ours.b_K, ours.b_V]),
            "out_proj.weight": ours.W_O.T,
            "out_proj.bias": ours.b_O,
        }
    )
    x, memory = torch.randn(2, 3, 16), torch.randn(2, 5, 16)
    real = torch.tensor([[1, 1, 1, 1, 1], [1, 1, 1, 0, 0]], dtype=torch.bool)
    expected = theirs(x, memory, memory, key_padding_mask=~real)[0]
    torch.testing.assert_close(ours(x, memory, real[:, None, None]), expected, **CLOSE)


def padding_changes_nothing(settings: Settings, corpus: Corpus) -> None:
    """A sentence alone and the same in a batch with longer ones: equal logits at its real places."""
    model = fresh(settings, corpus).eval()
    sources = corpus.rows("validation", settings.source)[:12]
    targets = corpus.rows("validation", settings.target)[:12]
    together = model(as_source(sources), as_target(targets)[0])
    for index, (source, target) in enumerate(zip(sources, targets, strict=True)):
        alone = model(as_source([source]), as_target([target])[0])
        torch.testing.assert_close(together[index, : alone.shape[1]], alone[0], **CLOSE)


def steps_are_the_whole(settings: Settings, corpus: Corpus) -> None:
    """Token after token gives the logits that training computes at once: nothing looks ahead."""
    model = fresh(settings, corpus).eval()
    source = as_source(corpus.rows("validation", settings.source)[:4])
    read, _ = as_target(corpus.rows("validation", settings.target)[:4])
    whole = model(source, read)
    memory, state = model.start(source)
    for place in range(read.shape[1]):
        logits, state = model.next(read[:, place], memory, state)
        torch.testing.assert_close(logits, whole[:, place], **CLOSE)


def learns_by_heart(settings: Settings, corpus: Corpus) -> None:
    """A few pairs, until greedy decoding gives them back; a language model until it is hardly ever surprised."""
    model = fresh(replace(settings, dropout=0.0), corpus)
    rows = (corpus.rows("train", language) for language in (settings.source, settings.target))
    pairs = {tuple(source): target for source, target in zip(*rows, strict=True)}  # one target each
    sources, targets = list(pairs)[FROM:][:PAIRS], list(pairs.values())[FROM:][:PAIRS]
    read, wanted = as_target(targets)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    loss = torch.tensor(0.0)
    for _ in range(STEPS):
        loss = F.cross_entropy(
            model(as_source(sources), read).flatten(0, 1), wanted.flatten(), ignore_index=PAD
        )
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), settings.clip)
        optimizer.step()
    if settings.kind == "language":  # how a sentence begins cannot be known
        assert loss < 1.0, float(loss)
    else:
        right = sum(made == target for made, target in zip(translate(model, sources), targets, strict=True))
        assert right >= 0.9 * PAIRS, f"{right} of {PAIRS}"


def fresh(settings: Settings, corpus: Corpus) -> nn.Module:
    torch.manual_seed(0)
    sizes = corpus.vocabularies
    return build(settings, len(sizes[settings.source]), len(sizes[settings.target]))


OF_MODELS: Mapping[str, Callable[[Settings, Corpus], None]] = {
    "padding changes nothing": padding_changes_nothing,
    "step by step is all at once": steps_are_the_whole,
    "learns by heart": learns_by_heart,
}


def check() -> None:
    """AssertionError at the first thing that is wrong."""
    gru_is_pytorchs()
    attention_is_pytorchs()
    print("layers are PyTorch's", flush=True)
    corpus = Corpus.load()
    for name, settings in MODELS.items():
        if not name.startswith("zh-en"):
            for what, prove in OF_MODELS.items():
                prove(settings, corpus)
                print(f"{name}: {what}", flush=True)
