"""The published table of array names (``attn.q`` for ``blocks.3.attn.q``): axes, symbol and meaning of each.

A path is ``[encoder.|decoder.|memory.] [forward.|backward.] [tN.] [blocks.L.]`` and a name of the table.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from engine.names_laboratory import LABORATORY
from engine.names_memory import MEMORY

Axes = tuple[str, ...]


@dataclass(frozen=True)
class Name:
    """Axes of the array, symbol in formulas (LaTeX; ``\\q{..}`` and its like colour a role), what it is."""

    axes: Axes
    symbol: str
    meaning: str


OVER_TOKENS = frozenset({"pos", "query", "key", "step"})  # axes whose indices are positions of tokens

_VECTORS: Axes = ("pos", "d_model")
_STATE: Axes = ("step", "d_state")
_GATES: Axes = ("step", "d_gates")
_SQUARE: Axes = ("head", "query", "key")

_TABLE: Mapping[str, Name] = {
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

# What sequence models have besides: sentences read and written step by step.
_SEQUENCES: Mapping[str, Name] = {
    "embed_scaled": Name(_VECTORS, r"\hat E", "vector of each token, times the root of its length"),
    "b_unembed": Name(("vocab",), "b", "bias of each token's logit"),
    "logits": Name(
        ("pos", "vocab"), r"\ell", "a number for every token of the vocabulary: how well it would go on"
    ),
    "probabilities": Name(("pos", "vocab"), "p", "probability of every token to be the next one"),
    # recurrent networks
    "zero": Name(_STATE, r"\mathbf{0}", "the state before anything is read: zeros"),
    "gru.x": Name(("step", "d_model"), "x_t", "vector of the token that is read"),
    "gru.joined": Name(("step", "d_input"), "x_t", "vector of the token that is read, and the context"),
    "gru.before": Name(_STATE, "h_{t-1}", "state before this step"),
    "gru.W": Name(("d_input", "d_gates"), "W", "weights from the input to the gates"),
    "gru.U": Name(("d_state", "d_gates"), "U", "weights from the state to the gates"),
    "gru.b_W": Name(("d_gates",), "b_W", "bias of what comes from the input"),
    "gru.b_U": Name(("d_gates",), "b_U", "bias of what comes from the state"),
    "gru.from_x": Name(_GATES, "A", "what the input says to reset gate, update gate and candidate"),
    "gru.from_state": Name(_GATES, "B", "what the state says to reset gate, update gate and candidate"),
    "gru.reset": Name(_STATE, "r", "reset gate: how much of the old state the candidate sees"),
    "gru.update": Name(_STATE, "z", "update gate: how much of the old state stays"),
    "gru.candidate": Name(_STATE, "n", "candidate: what the new state could be"),
    "gru.state": Name(_STATE, "h_t", "state after this step"),
    "forward.states": Name(
        ("pos", "d_state"), r"\overrightarrow{H}", "states of the network that reads forward"
    ),
    "backward.states": Name(
        ("pos", "d_state"), r"\overleftarrow{H}", "states of the network that reads backward"
    ),
    "states": Name(
        ("pos", "d_states"), "H", "features: forward and backward state of each token, side by side"
    ),
    "forward.last": Name(_STATE, r"\overrightarrow{h}_n", "forward state after the last token"),
    "backward.last": Name(
        _STATE, r"\overleftarrow{h}_1", "backward state after the first token, which it reads last"
    ),
    "summary": Name(("step", "d_states"), "c", "the whole sentence in one vector: where both directions end"),
    "start.W": Name(("d_states", "d_state"), "W_s", "weights of the decoder's first state"),
    "start.b": Name(("d_state",), "b_s", "bias of the decoder's first state"),
    "start.pre": Name(_STATE, "u", "the decoder's first state before tanh"),
    "start": Name(_STATE, "s_0", "the decoder's first state"),
    # additive attention
    "attn.W_a": Name(
        ("d_state", "d_score"), r"\q{W_a}", "weights that bring the decoder's state to the score"
    ),
    "attn.U_a": Name(
        ("d_states", "d_score"), r"\k{U_a}", "weights that bring the encoder's states to the score"
    ),
    "attn.b_a": Name(("d_score",), "b_a", "bias inside the additive score"),
    "attn.v_a": Name(("d_score",), "v_a", "weights of the features of the additive score"),
    "context": Name(("step", "d_states"), r"\r{c_t}", "context: what the decoder is given of the source"),
    # from the state to the next token
    "readout.in": Name(("step", "d_readout"), "q_t", "state, context and token read, side by side"),
    "readout.W": Name(("d_readout", "d_model"), "W_o", "weights of the readout"),
    "readout.b": Name(("d_model",), "b_o", "bias of the readout"),
    "readout.pre": Name(("step", "d_model"), "g_t", "readout before tanh"),
    "readout": Name(("step", "d_model"), "o_t", "readout: it is compared with the vector of every token"),
    # the decoder of a Transformer
    "resid_cross": Name(_VECTORS, "R'", "after the addition of what was found in the source"),
    "norm3.mean": Name(("pos", "one"), r"\mu", "mean"),
    "norm3.scale": Name(("pos", "one"), r"\sigma", "deviation"),
    "norm3.gamma": Name(("d_model",), r"\gamma", "gain"),
    "norm3.beta": Name(("d_model",), r"\beta", "shift"),
    "norm3": Name(_VECTORS, "Y", "output of the decoder's block"),
}
CROSS = "cross_"
# Attention to the source has the same arrays as attention within the sentence.
_CROSS: Mapping[str, Name] = {
    f"{CROSS}{name}": replace(entry, meaning=f"{entry.meaning} (to the source)")
    for name, entry in _TABLE.items()
    if name.startswith("attn.") and name != "attn.masked"  # all of the source may be seen
}
_LABORATORY = {path: Name(*row) for path, row in LABORATORY.items()}
_MEMORY = {path: Name(*row) for path, row in MEMORY.items()}

NAMES: Mapping[str, Name] = {**_TABLE, **_SEQUENCES, **_CROSS, **_LABORATORY, **_MEMORY}

_SIDE = r"(?:(?:encoder|decoder|memory)\.)?"
_PREFIX = re.compile(rf"{_SIDE}(?:(?:forward|backward)\.(?=t\d|gru\.))?(?:t\d+\.)?(?:blocks\.\d+\.)?")
_OF_SCORES = re.compile(r"^lab\.of_[a-z]+\.")  # weights made of these scores
_LAYER = re.compile(r"(?:^|\.)blocks\.(\d+)\.")
_TIME = re.compile(r"(^|\.)t(\d+)\.")
_APART = re.compile(r"(?:encoder|decoder|memory)\.|t\d+\.|blocks\.\d+\.")  # what a variable's name leaves out


def key(path: str) -> str:
    """The path without side, time, layer and, of weights, which scores they are of: what ``NAMES`` is asked for."""
    return _OF_SCORES.sub("lab.", _PREFIX.sub("", path, count=1))


@lru_cache(maxsize=4096)  # a walk asks it of every step of a recipe
def layer_of(path: str) -> int | None:
    """Which layer a path lies in, from 0; None for arrays outside of the layers."""
    found = _LAYER.search(path)
    return int(found[1]) if found else None


def time_of(path: str) -> int | None:
    """Which time step of a recurrence a path lies in, from 0; None for arrays that all steps share."""
    found = _TIME.search(path)
    return int(found[2]) if found else None


def of_every_time(path: str) -> str:
    """The path without its time step: ``decoder.t3.attn.softmax`` -> ``decoder.attn.softmax``."""
    return _TIME.sub(r"\1", path)


def side_of(path: str) -> str:
    """The part of a model before the first dot, ``encoder`` or ``decoder`` or ``memory``; empty for one of one part."""
    first = path.partition(".")[0]
    return first if first in ("encoder", "decoder", "memory") else ""


def block(layer: int, side: str = "") -> str:
    """The prefix of a layer's paths."""
    return f"{side}blocks.{layer}."


def identifier(path: str) -> str:
    """The path as a Python name, without side and layer: ``blocks.3.attn.q`` -> ``attn_q``, ``decoder.t3.gru.state`` ->
    ``gru_state_t3``.
    """
    time = time_of(path)
    return _APART.sub("", path).replace(".", "_") + ("" if time is None else f"_t{time}")
