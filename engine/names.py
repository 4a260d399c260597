"""The published table of array names (``attn.q`` for ``blocks.3.attn.q``): axes, symbol and meaning of each."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

Axes = tuple[str, ...]


@dataclass(frozen=True)
class Name:
    """Axes of the array, symbol in formulas (LaTeX; ``\\q{..}`` and its like colour a role), what it is."""

    axes: Axes
    symbol: str
    meaning: str


OVER_TOKENS = frozenset({"pos", "query", "key"})  # axes whose indices are positions of tokens

_VECTORS: Axes = ("pos", "d_model")
_SQUARE: Axes = ("head", "query", "key")

NAMES: Mapping[str, Name] = {
    # input
    "tokens": Name(("pos",), "t", "number of each token in the vocabulary"),
    "positions": Name(("pos",), "p", "place of each token, from 0"),
    "segments": Name(("pos",), "g", "which of two sentences each token belongs to"),
    "mask": Name(("query", "key"), "B", "0 where a query may look at a key, minus infinity where not"),
    "W_E": Name(("vocab", "d_model"), "W_E", "a vector for every token"),
    "W_pos": Name(("place", "d_model"), r"W_{\mathrm{pos}}", "a vector for every position"),
    "W_seg": Name(("segment", "d_model"), r"W_{\mathrm{seg}}", "a vector for each of two sentences"),
    "embed": Name(_VECTORS, "E", "vector of each token"),
    "pos_embed": Name(_VECTORS, "P", "vector of each position"),
    "segment_embed": Name(_VECTORS, "G", "vector of the sentence each token belongs to"),
    "embed_sum": Name(_VECTORS, "U", "token, position and segment added"),
    "embed_norm.mean": Name(("pos", "one"), r"\mu", "mean"),
    "embed_norm.scale": Name(("pos", "one"), r"\sigma", "deviation"),
    "embed_norm.gamma": Name(("d_model",), r"\gamma", "gain"),
    "embed_norm.beta": Name(("d_model",), r"\beta", "shift"),
    "embed_norm": Name(_VECTORS, r"\hat U", "the sum, normalised"),
    # attention
    "resid_pre": Name(_VECTORS, "X", "input of the block"),
    "attn.W_Q": Name(("d_model", "d_attn"), r"\q{W_Q}", "weights of the queries"),
    "attn.b_Q": Name(("d_attn",), r"\q{b_Q}", "bias of the queries"),
    "attn.W_K": Name(("d_model", "d_kv"), r"\k{W_K}", "weights of the keys"),
    "attn.b_K": Name(("d_kv",), r"\k{b_K}", "bias of the keys"),
    "attn.W_V": Name(("d_model", "d_kv"), r"\v{W_V}", "weights of the values"),
    "attn.b_V": Name(("d_kv",), r"\v{b_V}", "bias of the values"),
    "attn.q": Name(("head", "pos", "d_head"), r"\q{Q}", "queries: what each token looks for"),
    "attn.k": Name(("kv_head", "pos", "d_head"), r"\k{K}", "keys: what each token offers to be found by"),
    "attn.v": Name(("kv_head", "pos", "d_head"), r"\v{V}", "values: what each token hands over"),
    "attn.scores": Name(_SQUARE, "S", "score of every query with every key"),
    "attn.scaled": Name(_SQUARE, r"\hat S", "scores divided by the root of the heads' width"),
    "attn.masked": Name(_SQUARE, "M", "scaled scores plus mask"),
    "attn.weights": Name(_SQUARE, "A", "attention weights: the share a query takes from each key"),
    "attn.z": Name(("head", "query", "d_head"), r"\r{Z}", "weighted sum of the values"),
    "attn.joined": Name(("query", "d_attn"), r"\r{C}", "the heads' sums side by side"),
    "attn.W_O": Name(("d_attn", "d_model"), "W_O", "weights that mix the heads"),
    "attn.b_O": Name(("d_model",), "b_O", "bias of the attention output"),
    "attn.out": Name(("query", "d_model"), r"\r{O}", "what attention adds to each token"),
    "attn.dropped": Name(("query", "d_model"), r"\r{D}", "attention output after dropout"),
    "resid_mid": Name(_VECTORS, "R", "input plus attention output"),
    # norms and feed-forward
    "norm1.mean": Name(("pos", "one"), r"\mu", "mean"),
    "norm1.scale": Name(("pos", "one"), r"\sigma", "deviation"),
    "norm1.gamma": Name(("d_model",), r"\gamma", "gain"),
    "norm1.beta": Name(("d_model",), r"\beta", "shift"),
    "norm1": Name(_VECTORS, "N", "the sum, normalised"),
    "mlp.W_in": Name(("d_model", "d_mlp"), "W_1", "weights into the feed-forward network"),
    "mlp.b_in": Name(("d_mlp",), "b_1", "bias of the hidden features"),
    "mlp.pre": Name(("pos", "d_mlp"), "H", "hidden features before the activation"),
    "mlp.post": Name(("pos", "d_mlp"), r"\hat H", "hidden features after the activation"),
    "mlp.W_out": Name(("d_mlp", "d_model"), "W_2", "weights out of the feed-forward network"),
    "mlp.b_out": Name(("d_model",), "b_2", "bias of the feed-forward output"),
    "mlp.out": Name(_VECTORS, "F", "what the feed-forward network adds to each token"),
    "mlp.dropped": Name(_VECTORS, "D", "feed-forward output after dropout"),
    "resid_post": Name(_VECTORS, "T", "after the second addition"),
    "norm2.mean": Name(("pos", "one"), r"\mu", "mean"),
    "norm2.scale": Name(("pos", "one"), r"\sigma", "deviation"),
    "norm2.gamma": Name(("d_model",), r"\gamma", "gain"),
    "norm2.beta": Name(("d_model",), r"\beta", "shift"),
    "norm2": Name(_VECTORS, "Y", "output of the block"),
}

_LAYER = re.compile(r"blocks\.(\d+)\.")


def key(path: str) -> str:
    """The path without its layer: what ``NAMES`` is asked for."""
    return _LAYER.sub("", path)


def layer_of(path: str) -> int | None:
    """Which layer a path lies in, from 0; None for the embedding's arrays."""
    found = _LAYER.match(path)
    return int(found[1]) if found else None


def block(layer: int) -> str:
    """The prefix of a layer's paths."""
    return f"blocks.{layer}."


def identifier(path: str) -> str:
    """The path as a Python name, without its layer: ``blocks.3.attn.q`` -> ``attn_q``."""
    return key(path).replace(".", "_")
