"""Rows of the table of names for what is kept from token to token: axes, symbol and meaning of each array."""

from collections.abc import Mapping

Row = tuple[tuple[str, ...], str, str]

_STATE = ("step", "d_state")

# With a cache of keys and values, token by token.
_CACHE: Mapping[str, Row] = {
    "attn.no_k": (("kv_head", "pos", "d_head"), r"\k{K_0}", "keys before any token was read: none"),
    "attn.no_v": (("kv_head", "pos", "d_head"), r"\v{V_0}", "values before any token was read: none"),
    "attn.k_new": (("kv_head", "step", "d_head"), r"\k{k_t}", "key of the token that is read"),
    "attn.v_new": (("kv_head", "step", "d_head"), r"\v{v_t}", "value of the token that is read"),
}
# What three kinds of memory make of a sentence, word by word.
_WEIGHT = ("head", "d_key", "d_v")
_MEMORIES: Mapping[str, Row] = {
    "x.mean": (("step", "one"), r"\mu", "mean"),
    "x.scale": (("step", "one"), r"\sigma", "deviation"),
    "x.gamma": (("d_model",), r"\gamma", "gain"),
    "x.beta": (("d_model",), r"\beta", "shift"),
    "x": (("step", "d_model"), "x_t", "vector of the word that is read, brought to the length √d"),
    "theta_Q": (("d_model", "d_head"), r"\q{\theta_Q}", "weights of the query"),
    "theta_K": (("d_model", "d_head"), r"\k{\theta_K}", "weights of the key"),
    "theta_V": (("d_model", "d_head"), r"\v{\theta_V}", "weights of the value"),
    "q": (("head", "step", "d_head"), r"\q{q_t}", "query: what the word asks the memory for"),
    "k": (("kv_head", "step", "d_head"), r"\k{k_t}", "key: what the word is to be found by"),
    "v": (("kv_head", "step", "d_head"), r"\v{v_t}", "value: what the memory is to give back"),
    "recurrent.W_x": (("d_model", "d_state"), "W_x", "weights from the word to the state"),
    "recurrent.W_h": (("d_state", "d_state"), "W_h", "weights from the state to the next one"),
    "recurrent.b": (("d_state",), "b", "bias of the state"),
    "recurrent.W_z": (("d_state", "d_head"), "W_z", "weights from the state to the output"),
    "recurrent.before": (_STATE, "h_{t-1}", "state before this word"),
    "recurrent.from_x": (_STATE, "a_t", "what the word says to the state"),
    "recurrent.from_state": (_STATE, "g_t", "what the old state says to the new one"),
    "recurrent.pre": (_STATE, "u_t", "the new state before tanh"),
    "recurrent.state": (_STATE, "h_t", "state after this word"),
    "recurrent.z": (("step", "d_head"), r"\r{z_t}", "output of the recurrent state"),
    "list.no_k": (("kv_head", "key", "d_head"), r"\k{K_0}", "keys before anything is read: none"),
    "list.no_v": (("kv_head", "key", "d_head"), r"\v{V_0}", "values before anything is read: none"),
    "list.k": (("kv_head", "key", "d_head"), r"\k{K}", "keys of all words so far"),
    "list.v": (("kv_head", "key", "d_head"), r"\v{V}", "values of all words so far"),
    "list.scores": (("head", "step", "key"), "s", "score of the query with every key so far"),
    "list.scaled": (("head", "step", "key"), r"\hat s", "scores divided by the root of the keys' width"),
    "list.weights": (("head", "step", "key"), r"\alpha", "attention weights over all words so far"),
    "list.z": (("head", "step", "d_head"), r"\r{z_t}", "output of the list: weighted sum of its values"),
    "ttt.start": (_WEIGHT, "W_0", "weights of the layer before anything is read: zeros"),
    "ttt.before": (_WEIGHT, "W_{t-1}", "weights of the layer before this word"),
    "ttt.recalled": (
        ("head", "step", "d_v"),
        r"\v{\hat v_t}",
        "what the layer gives for this word's key",
    ),
    "ttt.error": (("head", "step", "d_v"), "e_t", "how far that is from this word's value"),
    "ttt.loss": (("head", "step", "one"), r"\ell_t", "the error's squared length: what is to become small"),
    "ttt.gradient": (_WEIGHT, "G_t", "gradient: how the loss grows with each weight"),
    "ttt.state": (_WEIGHT, "W_t", "weights of the layer after this word: its memory"),
    "ttt.z": (("head", "step", "d_v"), r"\r{z_t}", "output of the layer that learns"),
}

MEMORY: Mapping[str, Row] = {**_CACHE, **_MEMORIES}
