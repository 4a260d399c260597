"""What the arrays of sequence models are called: over a matrix, on its axes, and on the way to a number."""

from collections.abc import Mapping

AXES: Mapping[str, str] = {
    "step": "step",
    "d_state": "feature of the state",
    "d_states": "feature of both states",
    "d_gates": "feature of the gates",
    "d_input": "feature of the input",
    "d_score": "feature of the score",
    "d_readout": "feature",
    "vocab": "token of the vocabulary",
}

PARTS: Mapping[str, str] = {
    "factor": "factor",
    "angle": "angle",
    "inside tanh": "sum inside tanh",
    "inside the logistic function": "sum inside the logistic function σ",
}

_BLOCK: Mapping[str, str] = {
    "embed_scaled": "Tokens, scaled Ê",
    "b_unembed": "Bias b",
    "logits": "Logits ℓ",
    "probabilities": "Probabilities p",
    "zero": "Zeros",
    "gru.x": "Word x",
    "gru.joined": "Token and context x",
    "gru.before": "State before",
    "gru.W": "Weights W",
    "gru.U": "Weights U",
    "gru.b_W": "Bias b_W",
    "gru.b_U": "Bias b_U",
    "gru.from_x": "From the input A",
    "gru.from_state": "From the state B",
    "gru.reset": "Reset gate r",
    "gru.update": "Update gate z",
    "gru.candidate": "Candidate n",
    "gru.state": "New state h",
    "forward.states": "Forward states",
    "backward.states": "Backward states",
    "states": "Features H",
    "forward.last": "Last forward state",
    "backward.last": "Last backward state",
    "summary": "Whole sentence c",
    "start.W": "Weights W_s",
    "start.b": "Bias b_s",
    "start.pre": "Before tanh",
    "start": "First state s₀",
    "attn.W_a": "Weights W_a",
    "attn.U_a": "Weights U_a",
    "attn.b_a": "Bias b_a",
    "attn.v_a": "Weights v_a",
    "context": "Context c",
    "readout.in": "State; context; token",
    "readout.W": "Weights W_o",
    "readout.b": "Bias b_o",
    "readout.pre": "Before tanh",
    "readout": "Readout o",
    "resid_cross": "Sum R′",
    "norm3.mean": "Mean μ",
    "norm3.scale": "Deviation σ",
    "norm3.gamma": "Gain γ",
    "norm3.beta": "Shift β",
    "norm3": "Output Y",
}


def arrays(of_attention: Mapping[str, str]) -> Mapping[str, str]:
    """The titles; ``of_attention`` has those of attention within a sentence, which attention to a source shares."""
    cross = {f"cross_{name}": title for name, title in of_attention.items() if name.startswith("attn.")}
    return {**_BLOCK, **cross}
