"""What every model is: sizes, weights by name, recipes, and a way from text to tokens."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from engine.recipes import Recipe
from engine.steps.base import Array
from engine.text import Spelling, Tokens


@dataclass(frozen=True)
class Sizes:
    """How many layers, heads and features a model has, and how many tokens it takes."""

    layers: int
    heads: int
    kv_heads: int
    d_model: int
    d_head: int
    d_mlp: int
    max_tokens: int


@dataclass(frozen=True, eq=False)
class Model:
    """A family's recipe with sizes and weights; ``trained`` says whether the weights were learnt or drawn."""

    name: str
    trained: bool
    sizes: Sizes
    weights: Mapping[str, Array]
    embedding: Recipe
    blocks: tuple[Recipe, ...]
    encode: Callable[[str], Tokens]
    spell: Callable[[str], Spelling] = lambda text: Spelling(text, ())  # a text that is to be one token
    padding: tuple[str, int] | None = None  # a token that sentences are filled up with, and its number

    def inputs(self, tokens: Tokens) -> dict[str, Array]:
        """The arrays that a run starts from: ids, positions, segments, and the mask ``[query, key]``."""
        count = len(tokens)
        mask = np.zeros((count, count), np.float32)
        mask[:, ~tokens.attended] = -np.inf
        return {
            "tokens": tokens.ids,
            "positions": np.arange(count),
            "segments": np.zeros(count, np.int64),
            "mask": mask,
        }

    def recipe(self, layer: int) -> Recipe:
        """The steps of one layer; the first also holds the embedding."""
        return (*self.embedding, *self.blocks[layer]) if layer == 0 else self.blocks[layer]
