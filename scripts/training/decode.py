"""Greedy decoding in batches: the likeliest token at every step, until </s>."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from engine.translation_text import END, LONGEST, START
from scripts.training.data import padded
from scripts.training.models import State

BATCH = 100


def as_source(rows: Sequence[Sequence[int]]) -> Tensor:
    """int64 [row, place]: the tokens and </s>, padded."""
    return torch.from_numpy(padded([[*row, END] for row in rows]))


def as_target(rows: Sequence[Sequence[int]]) -> tuple[Tensor, Tensor]:
    """What the decoder reads and what it is to predict, int64 [row, place]: <s> before, </s> after the tokens."""
    return torch.from_numpy(padded([[START, *row] for row in rows])), as_source(rows)


@torch.no_grad()
def greedy(model: nn.Module, memory: State, state: State, tokens: Tensor) -> list[list[int]]:
    """What follows ``tokens`` [row] in each row, without </s>; cut off after ``LONGEST`` tokens."""
    rows: list[list[int]] = [[] for _ in tokens]
    open_rows = set(range(len(rows)))
    for _ in range(LONGEST):
        logits, state = model.next(tokens, memory, state)
        tokens = logits.argmax(-1)
        open_rows -= {row for row in open_rows if tokens[row] == END}
        for row in open_rows:
            rows[row].append(int(tokens[row]))
        if not open_rows:
            break
    return rows


@torch.no_grad()
def translated(model: nn.Module, sources: Sequence[Sequence[int]]) -> list[list[int]]:
    """Greedy translations of one batch."""
    memory, state = model.start(as_source(sources))
    return greedy(model, memory, state, torch.full((len(sources),), START))


def translate(model: nn.Module, sources: Sequence[Sequence[int]]) -> list[list[int]]:
    """Greedy translations in the order of the sources; sentences of like length share a batch."""
    model.eval()
    order = sorted(range(len(sources)), key=lambda index: len(sources[index]))
    done: dict[int, list[int]] = {}
    for start in range(0, len(order), BATCH):
        part = order[start : start + BATCH]
        done.update(zip(part, translated(model, [sources[index] for index in part]), strict=True))
    return [done[index] for index in range(len(sources))]
