"""What the three kinds of memory are called, and what each does, in plain words."""

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from engine.memories.run import MemoryRun
from gui.widgets.notice import quoted

AXES: Mapping[str, str] = {"d_v": "feature of the value"}

PARTS: Mapping[str, str] = {"learning rate": "learning rate η"}

ARRAYS: Mapping[str, str] = {
    "attn.no_k": "No keys yet",
    "attn.no_v": "No values yet",
    "attn.k_new": "New key k",
    "attn.v_new": "New value v",
    "x.mean": "Mean μ",
    "x.scale": "Deviation σ",
    "x.gamma": "Gain γ",
    "x.beta": "Shift β",
    "x": "Word x",
    "theta_Q": "Weights θ_Q",
    "theta_K": "Weights θ_K",
    "theta_V": "Weights θ_V",
    "q": "Query q",
    "k": "Key k",
    "v": "Value v",
    "recurrent.W_x": "Weights W_x",
    "recurrent.W_h": "Weights W_h",
    "recurrent.b": "Bias b",
    "recurrent.W_z": "Weights W_z",
    "recurrent.before": "State before",
    "recurrent.from_x": "From the word",
    "recurrent.from_state": "From the state",
    "recurrent.pre": "Before tanh",
    "recurrent.state": "State h",
    "recurrent.z": "Output z",
    "list.no_k": "No keys yet",
    "list.no_v": "No values yet",
    "list.k": "Keys K",
    "list.v": "Values V",
    "list.scores": "Scores s",
    "list.scaled": "Scaled scores ŝ",
    "list.weights": "Weights α",
    "list.z": "Output z",
    "ttt.start": "Weights W₀",
    "ttt.before": "Weights before",
    "ttt.recalled": "Recalled v̂",
    "ttt.error": "Error e",
    "ttt.loss": "Loss ℓ",
    "ttt.gradient": "Gradient G",
    "ttt.state": "Weights W",
    "ttt.z": "Output z",
}

# Title, the same within a sentence, and what it does with a word.
KIND_TITLES: Mapping[str, tuple[str, str, str]] = {
    "recurrent": (
        "Recurrent state",
        "recurrent state",
        "Each word is mixed into one vector.",
    ),
    "list": (
        "Key/value list",
        "list",
        "Each word adds a key and a value.",
    ),
    "ttt": (
        "Layer that learns (TTT)",
        "layer that learns",
        "Each word moves the weights a step.",
    ),
}
RULE_TITLES: Mapping[str, str] = {"start": "begins", "update": "update", "output": "output"}


def kind_title(kind: str) -> str:
    return _tr(KIND_TITLES[kind][0])


def kind_within(kind: str) -> str:
    """The title within a sentence."""
    return _tr(KIND_TITLES[kind][1])


def kind_sentence(kind: str) -> str:
    return _tr(KIND_TITLES[kind][2])


def rule_title(part: str) -> str:
    return _tr(RULE_TITLES[part])


def symbols(found: MemoryRun) -> str:
    """What stands in the rules."""
    made = (
        _tr("Query, key and value are x itself")
        if found.settings.maps == "identity"
        else _tr("Maps drawn by the seed make of it query, key and value")
    )
    return _tr(
        "x is the word’s vector ({0} numbers). {1}: q is what is asked for, k what the word is found by, v what is to "
        "be given back. The layer is to give v when it gets k: ∇ is how the squared error grows with each weight, η "
        "the learning rate.",
        found.d,
        made,
    )


def rate_remark(found: MemoryRun) -> str:
    """What the learning rate does that a reader should know, as HTML; empty if there is nothing."""
    rate = found.settings.rate
    if found.burst is not None:
        return _tr(
            "From {0} (word {1}) on the layer’s weights are beyond what float32 holds: the learning rate is too large, "
            "each step makes the error larger. The other two memories read on.",
            quoted(found.tokens.texts[found.burst]),
            found.burst + 1,
        )
    if rate > found.overshoots_from():
        pattern = "Above {0} a step overshoots: the error on the longest key grows instead of shrinking."
        return _tr(pattern, f"{found.overshoots_from():.2g}")
    if found.idle:
        return _tr("At learning rate 0 the layer learns nothing: its weights stay zero.")
    return _tr("Below 0 each step goes uphill: the layer moves away from the values.") if rate < 0 else ""


def _tr(text: str, *values: object) -> str:
    return QCoreApplication.translate("memories", text).format(*values)
