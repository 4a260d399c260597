"""The parts that the models are built from.  Parameters carry the program's names; a vector is a row: x W + b."""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn
from torch.nn import functional as F


def matrix(rows: int, columns: int) -> nn.Parameter:
    """Glorot's uniform start."""
    return nn.Parameter(nn.init.xavier_uniform_(torch.empty(rows, columns)))


def zeros(size: int) -> nn.Parameter:
    return nn.Parameter(torch.zeros(size))


class Embedding(nn.Module):
    """W_E [vocab, d_model]."""

    def __init__(self, vocabulary: int, width: int) -> None:
        super().__init__()
        self.W_E = nn.Parameter(torch.randn(vocabulary, width) * width**-0.5)

    def forward(self, tokens: Tensor) -> Tensor:
        return F.embedding(tokens, self.W_E)


class Linear(nn.Module):
    """x W + b."""

    def __init__(self, rows: int, columns: int) -> None:
        super().__init__()
        self.W, self.b = matrix(rows, columns), zeros(columns)

    def forward(self, x: Tensor) -> Tensor:
        return x @ self.W + self.b


class Unembed(nn.Module):
    """Logits x W_E^T + b: the embedding's own table, read the other way round."""

    def __init__(self, vocabulary: int) -> None:
        super().__init__()
        self.b = zeros(vocabulary)

    def forward(self, x: Tensor, W_E: Tensor) -> Tensor:
        return F.linear(x, W_E, self.b)


class GRU(nn.Module):
    """One direction of ``torch.nn.GRU``, transposed: W [d_in, 3 d], U [d, 3 d], gates side by side as r, z, n."""

    def __init__(self, d_in: int, d: int) -> None:
        super().__init__()
        self.W = nn.Parameter(torch.cat([matrix(d_in, d) for _ in range(3)], 1).detach())
        self.U = nn.Parameter(torch.cat([nn.init.orthogonal_(torch.empty(d, d)) for _ in range(3)], 1))
        self.b_W, self.b_U = zeros(3 * d), zeros(3 * d)

    def step(self, from_input: Tensor, state: Tensor) -> Tensor:
        """The next state; ``from_input`` is x W + b_W, [row, 3 d].

        r = sigmoid(x W_r + h U_r), z = sigmoid(x W_z + h U_z), n = tanh(x W_n + r * (h U_n)), biases within;
        h' = (1 - z) * n + z * h.
        """
        from_state = torch.addmm(self.b_U, state, self.U)
        d = state.shape[-1]
        r, z = torch.sigmoid(from_input[:, : 2 * d] + from_state[:, : 2 * d]).chunk(2, 1)
        n = torch.tanh(from_input[:, 2 * d :] + r * from_state[:, 2 * d :])
        return torch.lerp(n, state, z)

    def forward(self, x: Tensor, real: Tensor, backward: bool = False) -> Tensor:
        """States [row, place, d] from x [row, place, d_in]; at padding the state stays as it was."""
        from_input = (x @ self.W + self.b_W).unbind(1)
        state = x.new_zeros(len(x), self.U.shape[0])
        states = [state] * x.shape[1]
        places = range(x.shape[1])
        for place in reversed(places) if backward else places:
            state = torch.where(real[:, place, None], self.step(from_input[place], state), state)
            states[place] = state
        return torch.stack(states, 1)


class Attention(nn.Module):
    """Multi-head attention, softmax(Q K^T / sqrt(d_head)) V, with W_Q, W_K, W_V, W_O [d_model, d_model]."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        for name in "QKVO":
            setattr(self, f"W_{name}", matrix(width, width))
            setattr(self, f"b_{name}", zeros(width))

    def split(self, x: Tensor, name: str) -> Tensor:
        """[row, pos, d_model] -> [row, head, pos, d_head]."""
        projected = x @ getattr(self, f"W_{name}") + getattr(self, f"b_{name}")
        return projected.unflatten(-1, (self.heads, -1)).transpose(1, 2)

    def forward(self, x: Tensor, memory: Tensor, allowed: Tensor) -> Tensor:
        """``allowed`` [row, 1, query, key] is False where a query may not look."""
        q, k, v = self.split(x, "Q"), self.split(memory, "K"), self.split(memory, "V")
        scores = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])
        weights = scores.masked_fill(~allowed, -math.inf).softmax(-1)
        return (weights @ v).transpose(1, 2).flatten(2) @ self.W_O + self.b_O


class FeedForward(nn.Module):
    """relu(x W_in + b_in) W_out + b_out."""

    def __init__(self, width: int, hidden: int) -> None:
        super().__init__()
        self.W_in, self.b_in = matrix(width, hidden), zeros(hidden)
        self.W_out, self.b_out = matrix(hidden, width), zeros(width)

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x @ self.W_in + self.b_in) @ self.W_out + self.b_out


class Norm(nn.Module):
    """gamma (x - mean) / sqrt(variance + 1e-5) + beta."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.gamma, self.beta = nn.Parameter(torch.ones(width)), zeros(width)

    def forward(self, x: Tensor) -> Tensor:
        return F.layer_norm(x, self.gamma.shape, self.gamma, self.beta, 1e-5)


def sinusoids(places: int, width: int) -> Tensor:
    """[place, d_model]: sin(p / 10000^(2i/d)) in column 2i, cos of the same in column 2i + 1 (Vaswani et al. 2017)."""
    angles = torch.arange(places)[:, None] / 10_000.0 ** (torch.arange(0, width, 2) / width)
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(1)
