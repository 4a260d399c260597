"""A fresh layer: one untrained block on the bare word vectors, its weights drawn from a seeded generator."""

from functools import partial

import numpy as np

from engine.models.base import Model, Sizes
from engine.recipes import post_norm_block, token_embedding
from engine.steps.base import Array
from engine.text import encode_words, spell_words
from engine.vectors import WordVectors

EPSILON = 1e-5
MAX_TOKENS = 512
FILLER = "."  # word vectors know no padding; a full stop stands in for it


def fresh_layer(vectors: WordVectors, heads: int, d_head: int, seed: int) -> Model:
    """One post-norm block with ``d_model`` the vectors' dimension; W_Q is ``[d_model, heads * d_head]``."""
    sizes = Sizes(1, heads, heads, vectors.dim, d_head, 4 * vectors.dim, MAX_TOKENS)
    return Model(
        name=f"fresh layer, {heads} x {d_head}",
        trained=False,
        sizes=sizes,
        weights={"W_E": vectors.matrix, **_drawn(sizes, seed)},
        embedding=token_embedding(),
        blocks=(post_norm_block(0, "embed", heads, heads, d_head, EPSILON),),
        encode=partial(encode_words, vectors, MAX_TOKENS),
        spell=partial(spell_words, vectors),
        padding=(FILLER, vectors.index(FILLER)) if FILLER in vectors else None,
    )


def _drawn(sizes: Sizes, seed: int) -> dict[str, Array]:
    """Matrices uniform within sqrt(6 / (fan_in + fan_out)) (Glorot & Bengio 2010), biases 0, gains 1."""
    generator = np.random.default_rng(seed)
    d, d_attn, d_mlp = sizes.d_model, sizes.heads * sizes.d_head, sizes.d_mlp
    shapes = {
        "attn.W_Q": (d, d_attn),
        "attn.W_K": (d, d_attn),
        "attn.W_V": (d, d_attn),
        "attn.W_O": (d_attn, d),
        "mlp.W_in": (d, d_mlp),
        "mlp.W_out": (d_mlp, d),
    }
    weights: dict[str, Array] = {}
    for name, shape in shapes.items():
        edge = (6 / sum(shape)) ** 0.5
        weights[name] = generator.uniform(-edge, edge, shape).astype(np.float32)
        weights[name.replace("W_", "b_")] = np.zeros(shape[1], np.float32)
    for norm in ("norm1", "norm2"):
        weights |= {f"{norm}.gamma": np.ones(d, np.float32), f"{norm}.beta": np.zeros(d, np.float32)}
    for array in weights.values():
        array.flags.writeable = False
    return {f"blocks.0.{name}": array for name, array in weights.items()}
