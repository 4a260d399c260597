"""The four kinds of model.  ``state_dict()`` has the names and shapes that ship; README.md writes the equations out.

A source is its tokens and </s>; a target is read as <s> and its tokens, and predicted as its tokens and </s>.
Every decoder has ``start(source)``, which gives a memory and a state, and ``next(tokens, memory, state)``, which
gives logits and the next state; training runs all places at once with ``forward``.
"""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor, nn

from engine.translation_text import PAD
from scripts.training.layers import GRU, Attention, Embedding, FeedForward, Linear, Norm, Unembed, sinusoids
from scripts.training.settings import Settings

State = Any  # a model's own: a GRU's vector, or the tokens read so far


class GruEncoder(nn.Module):
    """States [row, place, 2 d]: the forward state beside the backward one."""

    def __init__(self, vocabulary: int, settings: Settings) -> None:
        super().__init__()
        self.embed = Embedding(vocabulary, settings.d_model)
        self.gru_forward = GRU(settings.d_model, settings.d_hidden)
        self.gru_backward = GRU(settings.d_model, settings.d_hidden)
        self.dropout = nn.Dropout(settings.dropout)

    def forward(self, source: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """The states; the last of each direction side by side, [row, 2 d]; which places are real."""
        real = source != PAD
        x = self.dropout(self.embed(source))
        ahead, back = self.gru_forward(x, real), self.gru_backward(x, real, backward=True)
        return torch.cat([ahead, back], -1), torch.cat([ahead[:, -1], back[:, 0]], -1), real


class Fixed(nn.Module):
    """Encoder and decoder joined by one vector, which every step of the decoder reads (Cho et al. 2014)."""

    def __init__(self, source: int, target: int, settings: Settings) -> None:
        super().__init__()
        d, context = settings.d_hidden, 2 * settings.d_hidden
        self.encoder = GruEncoder(source, settings)
        self.decoder = nn.ModuleDict(
            {
                "embed": Embedding(target, settings.d_model),
                "start": Linear(context, d),
                "gru": GRU(settings.d_model + context, d),
                "readout": Linear(d + context + settings.d_model, settings.d_model),
                "unembed": Unembed(target),
            }
        )
        self.dropout = nn.Dropout(settings.dropout)

    def start(self, source: Tensor) -> tuple[State, State]:
        states, last, real = self.encoder(source)
        state = torch.tanh(self.decoder["start"](last))
        return self.remember(self.dropout(states), self.dropout(last), real), state

    def remember(self, states: Tensor, last: Tensor, real: Tensor) -> State:
        """What the decoder keeps of the source."""
        return last

    def context(self, memory: State, state: Tensor) -> Tensor:
        """The vector [row, 2 d] that a step reads: here always the same."""
        return memory

    def step(self, from_token: Tensor, memory: State, state: Tensor) -> tuple[Tensor, Tensor]:
        """State and context of one step; ``from_token`` is what the token adds to the GRU's input."""
        gru, context = self.decoder["gru"], self.context(memory, state)
        d_embed = gru.W.shape[0] - context.shape[-1]
        return gru.step(torch.addmm(from_token, context, gru.W[d_embed:]), state), context

    def from_tokens(self, embedded: Tensor) -> Tensor:
        gru = self.decoder["gru"]
        return embedded @ gru.W[: embedded.shape[-1]] + gru.b_W

    def logits(self, states: Tensor, contexts: Tensor, embedded: Tensor) -> Tensor:
        features = torch.tanh(self.decoder["readout"](torch.cat([states, contexts, embedded], -1)))
        return self.decoder["unembed"](self.dropout(features), self.decoder["embed"].W_E)

    def next(self, tokens: Tensor, memory: State, state: Tensor) -> tuple[Tensor, State]:
        """Logits [row, vocab] after the tokens [row], and the new state."""
        embedded = self.decoder["embed"](tokens)
        state, context = self.step(self.from_tokens(embedded), memory, state)
        return self.logits(state, context, embedded), state

    def forward(self, source: Tensor, target: Tensor) -> Tensor:
        """Logits [row, place, vocab] after each place of ``target``."""
        memory, state = self.start(source)
        embedded = self.dropout(self.decoder["embed"](target))
        states, contexts = [], []
        for from_token in self.from_tokens(embedded).unbind(1):
            state, context = self.step(from_token, memory, state)
            states.append(state)
            contexts.append(context)
        return self.logits(torch.stack(states, 1), torch.stack(contexts, 1), embedded)


class Additive(Fixed):
    """The same, but each step reads its own mixture of the encoder's states (Bahdanau et al. 2015)."""

    def __init__(self, source: int, target: int, settings: Settings) -> None:
        super().__init__(source, target, settings)
        self.decoder["attn"] = AdditiveScores(settings.d_hidden, 2 * settings.d_hidden, settings.d_attn)

    def remember(self, states: Tensor, last: Tensor, real: Tensor) -> State:
        return states, self.decoder["attn"].keys(states), real

    def context(self, memory: State, state: Tensor) -> Tensor:
        states, keys, real = memory
        weights = self.decoder["attn"](state, keys).masked_fill(~real, -math.inf).softmax(-1)
        return torch.bmm(weights[:, None], states)[:, 0]


class AdditiveScores(nn.Module):
    """tanh(s W + h U + b) v, with W [d_state, d_attn], U [d_key, d_attn], b and v [d_attn]."""

    def __init__(self, d_state: int, d_key: int, d_attn: int) -> None:
        super().__init__()
        self.W, self.U = matrix_pair(d_state, d_key, d_attn)
        self.b = nn.Parameter(torch.zeros(d_attn))
        self.v = nn.Parameter(torch.empty(d_attn).uniform_(-1, 1) * (3 / d_attn) ** 0.5)

    def keys(self, states: Tensor) -> Tensor:
        return states @ self.U + self.b

    def forward(self, state: Tensor, keys: Tensor) -> Tensor:
        """Scores [row, place] of a state [row, d_state]."""
        return torch.tanh((state @ self.W)[:, None] + keys) @ self.v


def matrix_pair(d_state: int, d_key: int, d_attn: int) -> tuple[nn.Parameter, nn.Parameter]:
    both = nn.init.xavier_uniform_(torch.empty(d_state + d_key, d_attn))
    return nn.Parameter(both[:d_state].clone()), nn.Parameter(both[d_state:].clone())


class Block(nn.Module):
    """A post-norm layer: attention, in a decoder also attention to the source, feed-forward; a norm after each sum."""

    def __init__(self, settings: Settings, cross: bool) -> None:
        super().__init__()
        width = settings.d_model
        self.attn, self.mlp = Attention(width, settings.heads), FeedForward(width, settings.d_mlp)
        self.norm1, self.norm2 = Norm(width), Norm(width)
        if cross:
            self.cross_attn, self.norm3 = Attention(width, settings.heads), Norm(width)
        self.cross, self.dropout = cross, nn.Dropout(settings.dropout)

    def forward(self, x: Tensor, allowed: Tensor, source: Tensor | None, real: Tensor | None) -> Tensor:
        x = self.norm1(x + self.dropout(self.attn(x, x, allowed)))
        if self.cross:
            x = self.norm2(x + self.dropout(self.cross_attn(x, source, real)))
        last = self.norm3 if self.cross else self.norm2
        return last(x + self.dropout(self.mlp(x)))


class Stack(nn.Module):
    """Embedding times sqrt(d_model), plus sinusoids, through all blocks."""

    def __init__(self, vocabulary: int, settings: Settings, cross: bool, unembed: bool) -> None:
        super().__init__()
        self.embed = Embedding(vocabulary, settings.d_model)
        self.blocks = nn.ModuleList(Block(settings, cross) for _ in range(settings.layers))
        if unembed:
            self.unembed = Unembed(vocabulary)
        self.dropout = nn.Dropout(settings.dropout)

    def forward(
        self, tokens: Tensor, allowed: Tensor, source: Tensor | None = None, real: Tensor | None = None
    ) -> Tensor:
        width = self.embed.W_E.shape[1]
        x = self.dropout(self.embed(tokens) * math.sqrt(width) + sinusoids(tokens.shape[1], width))
        for block in self.blocks:
            x = block(x, allowed, source, real)
        return x

    def logits(self, x: Tensor) -> Tensor:
        return self.unembed(x, self.embed.W_E)


def not_ahead(tokens: Tensor) -> Tensor:
    """[1, 1, query, key]: a place sees itself and what stands before it.  Padding stands after everything real."""
    return torch.ones(tokens.shape[1], tokens.shape[1], dtype=torch.bool).tril()[None, None]


class Transformer(nn.Module):
    """Encoder and decoder of Vaswani et al. 2017."""

    def __init__(self, source: int, target: int, settings: Settings) -> None:
        super().__init__()
        self.encoder = Stack(source, settings, cross=False, unembed=False)
        self.decoder = Stack(target, settings, cross=True, unembed=True)

    def start(self, source: Tensor) -> tuple[State, State]:
        real = (source != PAD)[:, None, None]
        return (self.encoder(source, real), real), source.new_zeros(len(source), 0)

    def next(self, tokens: Tensor, memory: State, state: Tensor) -> tuple[Tensor, State]:
        """All tokens so far are the state and are computed anew: slow, but nothing can differ from training."""
        read = torch.cat([state, tokens[:, None]], 1)
        return self.decoder.logits(self.decoder(read, not_ahead(read), *memory)[:, -1]), read

    def forward(self, source: Tensor, target: Tensor) -> Tensor:
        memory, _ = self.start(source)
        return self.decoder.logits(self.decoder(target, not_ahead(target), *memory))


class LanguageModel(Stack):
    """The decoder alone, without a source: the next word from the words before it."""

    def __init__(self, source: int, target: int, settings: Settings) -> None:
        super().__init__(target, settings, cross=False, unembed=True)

    def start(self, source: Tensor) -> tuple[State, State]:
        return (), source.new_zeros(len(source), 0)

    def next(self, tokens: Tensor, memory: State, state: Tensor) -> tuple[Tensor, State]:
        read = torch.cat([state, tokens[:, None]], 1)
        return self.logits(super().forward(read, not_ahead(read))[:, -1]), read

    def forward(self, source: Tensor, target: Tensor) -> Tensor:  # type: ignore[override]
        return self.logits(super().forward(target, not_ahead(target)))


KINDS = {"fixed": Fixed, "attention": Additive, "transformer": Transformer, "language": LanguageModel}


def build(settings: Settings, source: int, target: int) -> nn.Module:
    """A new model for vocabularies of these sizes; its start depends on torch's seed."""
    return KINDS[settings.kind](source, target, settings)
