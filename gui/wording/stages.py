"""Titles of stages and steps, and what happens in each, in one plain sentence."""

from collections.abc import Callable, Mapping

from engine.names import key
from engine.recipes import Step
from engine.steps import Dropout, Scale
from engine.trace import Trace
from gui.view import View, walk
from gui.widgets import numbers
from gui.wording.places import layer_title, tr

# Short titles for the stepper.
STAGE_TITLES: Mapping[str, str] = {
    "input": "Input",
    "qkv": "Q K V",
    "scores": "Scores",
    "scale": "Scale",
    "mask": "Mask",
    "softmax": "Softmax",
    "weighted_sum": "A·V",
    "output": "W_O",
    "dropout": "Drop",
    "add": "Add 1",
    "norm": "Norm 1",
    "feed_forward": "MLP",
    "add_2": "Add 2",
    "norm_2": "Norm 2",
}

# Of single steps, by key; the others have the sentence of their stage.
STEP_SENTENCES: Mapping[str, str] = {
    "embed": "Each token takes its own row of the table: {0} numbers that the model has learnt for it.",
    "pos_embed": "A vector for each place in the sentence: attention alone would not know the order.",
    "segment_embed": "A vector for the first or second of two sentences; here there is only one.",
    "embed_sum": "Token, position and segment are added.",
    "attn.q": "A linear map makes a query from each token's vector: what the token looks for.",
    "attn.k": "Another makes a key from it: what the token can be found by.",
    "attn.v": "A third makes a value: what the token hands over to those that look at it.",
    "attn.joined": "The sums of all heads are laid side by side: each token has one long vector.",
    "attn.out": "W_O mixes the heads into one vector per token.",
    "mlp.pre": "Each token's vector alone passes through a linear map to more features.",
    "mlp.post": "GELU lets large numbers through and holds small and negative ones back.",
    "mlp.out": "A second linear map leads back to {0} features.",
}
NORM_SENTENCES: Mapping[str, str] = {
    "mean": "A norm begins with the mean of each token's features.",
    "scale": "Then their standard deviation, with a tiny epsilon so that it is never zero.",
    "": "Each vector is brought to mean 0 and deviation 1, then stretched by γ and shifted by β.",
}

# Of scores by another function than that of training.
SCORE_SENTENCES: Mapping[str, str] = {
    "cosine": "The score is the cosine between query and key, from −1 to 1: only directions count, lengths do not.",
    "distance": "The score is minus half the squared distance of query and key: vectors that lie near fit best.",
}
# What dividing does to them; {0} is the divisor.
SCALED_SENTENCES: Mapping[str, str] = {
    "cosine": "All cosines are divided by {0}. They lie between −1 and 1: a divisor below 1 lets them differ more.",
    "distance": "All are divided by {0}. Softmax makes a Gaussian kernel of this: {0} is its variance.",
}

STAGE_SENTENCES: Mapping[str, str] = {
    "scores": "Every query meets every key. Their dot product is large where both vectors point the same way.",
    "softmax": "Each row becomes weights between 0 and 1 that sum to 1: how much a query takes from each key.",
    "weighted_sum": "Each token gathers the values of all tokens, each as strongly as its weight says.",
    "add": "What attention found is added to what was there before: the skip connection.",
    "add_2": "What the feed-forward network found is added to what was there before.",
}

STEP_TITLES: Mapping[str, str] = {
    "embed": "Token",
    "pos_embed": "Position",
    "segment_embed": "Segment",
    "embed_sum": "Sum",
    "resid_pre": "Hand-over",
    "attn.q": "Q",
    "attn.k": "K",
    "attn.v": "V",
    "attn.joined": "Join heads",
    "attn.out": "× W_O",
    "attn.dropped": "Dropout",
    "mlp.pre": "× W₁",
    "mlp.post": "GELU",
    "mlp.out": "× W₂",
    "mlp.dropped": "Dropout",
}
NORM_TITLES: Mapping[str, str] = {"mean": "Mean", "scale": "Deviation"}


def step_title(step: Step, name: str = "") -> str:
    """A step within its stage, in a word.  ``name``: the key that it is looked up by, if not its own."""
    name = name or key(step.output)
    part = name.rpartition(".")[2]
    return tr(STEP_TITLES.get(name) or NORM_TITLES.get(part) or "Normalise")


# What the short titles stand for, where they need it.
STAGE_LONG_TITLES: Mapping[str, str] = {
    "qkv": "Queries, keys and values",
    "weighted_sum": "Weighted sum of the values",
    "output": "Heads joined, times W_O",
    "dropout": "Dropout: in training, some numbers are dropped",
    "add": "Add: the skip connection round attention",
    "norm": "Layer norm after attention",
    "feed_forward": "Feed-forward network",
    "add_2": "Add: the skip connection round the feed-forward network",
    "norm_2": "Layer norm after the feed-forward network",
}


def stage_tip(stage: str) -> str:
    """The long title of a stage."""
    return tr(STAGE_LONG_TITLES.get(stage, STAGE_TITLES[stage]))


def stage_title(stage: str) -> str:
    return tr(STAGE_TITLES[stage])


def place_titles(view: View) -> tuple[str, ...]:
    """Where one is in the layer and in the model, and whether that is the end of it; then the same in short."""
    steps, layers = walk(view.run, view.layer), view.run.model.sizes.layers
    place = steps.index(view.step) + 1
    step = tr("Step {0} of {1}", place, len(steps))
    end = () if "next" in view.moves else (tr("the end"),)
    layer = layer_title(view.layer, layers)
    return " · ".join((step, layer, *end)), " · ".join((step, *end)), step, f"{place}/{len(steps)}"


# On the button, and in full.
PACE_TITLES: Mapping[str, tuple[str, str]] = {
    "slow": ("½×", "slow"),
    "usual": ("1×", "usual"),
    "fast": ("3×", "fast"),
}


def pace_titles() -> dict[str, tuple[str, str]]:
    """What stands for each speed of playing: on a button, and in words."""
    return {pace: (short, tr("{0} ({1})", tr(title), short)) for pace, (short, title) in PACE_TITLES.items()}


def stage_sentence(view: View, trace: Trace) -> str:
    """What happens in the stage, in one plain sentence."""
    special: Mapping[str, Callable[[View, Trace], str]] = {
        "scores": _scores,
        "scale": _scale,
        "mask": _mask,
        "softmax": _softmax,
    }
    name = key(view.step.output)
    if isinstance(view.step.operation, Dropout):
        return _dropout(view, trace)
    if name in STEP_SENTENCES:
        return tr(STEP_SENTENCES[name], view.run.model.sizes.d_model)
    if name == "resid_pre":
        return tr("Layer {0} starts from the vectors that layer {1} handed on.", view.layer + 1, view.layer)
    if "norm" in name:
        return tr(NORM_SENTENCES.get(name.rpartition(".")[2], NORM_SENTENCES[""]))
    return special[view.stage](view, trace) if view.stage in special else tr(STAGE_SENTENCES[view.stage])


def _scores(view: View, trace: Trace) -> str:
    step = trace.step(view.step.output)
    assert step is not None
    if step.operation.variant not in SCORE_SENTENCES:
        return tr(STAGE_SENTENCES["scores"])
    sentence = tr(SCORE_SENTENCES[step.operation.variant])
    zeros = step.operation.variant == "cosine" and not all(
        trace[path].any(axis=-1).all() for path in step.inputs
    )
    return f"{sentence} {tr('A zero vector has no direction: its score is 0.')}" if zeros else sentence


def _dropout(view: View, trace: Trace) -> str:
    """Off, as in a model in use; or how many numbers it took."""
    step = trace.step(view.step.output)
    assert step is not None
    assert isinstance(step.operation, Dropout)
    if not step.operation.variant:
        return tr(
            "Dropout is off: nothing is changed. In training, numbers are dropped here at random, so that none can "
            "rely on another."
        )
    values = trace[step.output]
    return tr(
        "As in training, {0} of {1} numbers are dropped at random (r = 0). "
        "The others are divided by {2}, so that the mean stays.",
        f"{int(step.operation.dropped(values.shape).sum()):,}",
        f"{values.size:,}",
        numbers.short(1 - step.operation.rate),
    )


def _scale(view: View, trace: Trace) -> str:
    step, scores = trace.step(view.step.output), trace.step(view.step.inputs[0])
    assert step is not None
    assert scores is not None
    assert isinstance(step.operation, Scale)
    by = numbers.short(step.operation.by)
    if scores.operation.variant:
        return tr(SCALED_SENTENCES[scores.operation.variant], by)
    if step.operation.variant:
        return tr("All scores are divided by {0}, as you have chosen.", by)
    width = view.run.model.sizes.d_head
    return tr(
        "All scores are divided by √{0} = {1}, so that wide heads do not make the softmax too sharp.",
        width,
        by,
    )


def _softmax(view: View, trace: Trace) -> str:
    if view.step.output in trace.unedited:
        return tr("Some weights were set by hand: their rows need not sum to 1 any more.")
    return tr(STAGE_SENTENCES["softmax"])


def _mask(view: View, trace: Trace) -> str:
    if not trace["mask"].any():
        return tr(
            "A mask sets forbidden scores to minus infinity. Here every token may be looked at: nothing changes."
        )
    return tr("What may not be looked at gets the score minus infinity, and so the weight 0.")
