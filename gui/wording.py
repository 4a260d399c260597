"""Sentences and titles that panes share: steps, arrays, axes, errors.  All pass through Qt's translation."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QCoreApplication

from engine.errors import (
    DataFileError,
    EditError,
    EmptySentenceError,
    EngineError,
    NoKeyLeftError,
    OverflowedError,
    TooFewPointsError,
    UndefinedError,
    UnknownWordError,
)
from engine.names import NAMES, key, layer_of
from engine.paths import ROOT
from engine.recipes import Step
from engine.steps import Scale
from engine.text import Tokens
from engine.trace import Trace
from gui.session import Overview, Results
from gui.view import View
from gui.widgets import numbers
from gui.widgets.plain import visible


def tr(text: str, *values: object) -> str:
    """``text`` in the user's language, with ``{0}``, ``{1}`` ... filled in."""
    return QCoreApplication.translate("wording", text).format(*values)


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

STAGE_SENTENCES: Mapping[str, str] = {
    "scores": "Every query meets every key. Their dot product is large where both vectors point the same way.",
    "softmax": "Each row becomes weights between 0 and 1 that sum to 1: how much a query takes from each key.",
    "weighted_sum": "Each token gathers the values of all tokens, each as strongly as its weight says.",
    "add": "What attention found is added to what was there before: the skip connection.",
    "add_2": "What the feed-forward network found is added to what was there before.",
}

AXIS_TITLES: Mapping[str, str] = {
    "pos": "token",
    "query": "from query",
    "key": "to key",
    "d_model": "feature",
    "d_head": "feature of the head",
    "d_attn": "feature of the heads",
    "d_kv": "feature of the heads",
    "d_mlp": "hidden feature",
    "one": "",
}

PART_TITLES: Mapping[str, str] = {
    "divisor": "root of the heads' width",
    "maximum": "maximum of the row",
    "exponential": "exponential of this cell",
    "total": "sum of the exponentials",
    "variance": "variance",
    "epsilon": "epsilon",
    "normalised": "normalised",
    "share": "share Φ(x) of the normal distribution",
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
    "mlp.pre": "× W₁",
    "mlp.post": "GELU",
    "mlp.out": "× W₂",
}
NORM_TITLES: Mapping[str, str] = {"mean": "Mean", "scale": "Deviation"}


def step_title(step: Step) -> str:
    """A step within its stage, in a word."""
    name = key(step.output)
    part = name.rpartition(".")[2]
    return tr(STEP_TITLES.get(name) or NORM_TITLES.get(part) or "Normalise")


def part_title(part: str) -> str:
    return tr(PART_TITLES[part])


# What the short titles stand for, where they need it.
STAGE_LONG_TITLES: Mapping[str, str] = {
    "qkv": "Queries, keys and values",
    "weighted_sum": "Weighted sum of the values",
    "output": "Heads joined, times W_O",
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


def stage_sentence(view: View, trace: Trace) -> str:
    """What happens in the stage, in one plain sentence."""
    special: Mapping[str, Callable[[View, Trace], str]] = {"scale": _scale, "mask": _mask, "softmax": _softmax}
    name = key(view.step.output)
    if name in STEP_SENTENCES:
        return tr(STEP_SENTENCES[name], view.run.model.sizes.d_model)
    if name == "resid_pre":
        return tr("Layer {0} starts from the vectors that layer {1} handed on.", view.layer + 1, view.layer)
    if "norm" in name:
        return tr(NORM_SENTENCES.get(name.rpartition(".")[2], NORM_SENTENCES[""]))
    return special[view.stage](view, trace) if view.stage in special else tr(STAGE_SENTENCES[view.stage])


def _scale(view: View, trace: Trace) -> str:
    step = trace.step(view.step.output)
    assert step is not None
    assert isinstance(step.operation, Scale)
    by = numbers.short(step.operation.by)
    if step.operation.variant:
        return tr("All scores are divided by {0}, as you have chosen.", by)
    width = view.run.model.sizes.d_head
    return tr("All scores are divided by √{0} = {1}, so that wide heads do not make the softmax too sharp.", width, by)


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


# What stands over a matrix; the whole meaning is in its tooltip.
ARRAY_TITLES: Mapping[str, str] = {
    "tokens": "Token numbers",
    "positions": "Places",
    "segments": "Sentences",
    "mask": "Mask B",
    "embed": "Tokens E",
    "pos_embed": "Positions P",
    "segment_embed": "Segments G",
    "embed_sum": "Sum U",
    "embed_norm.mean": "Mean μ",
    "embed_norm.scale": "Deviation σ",
    "embed_norm.gamma": "Gain γ",
    "embed_norm.beta": "Shift β",
    "embed_norm": "Normalised Û",
    "resid_pre": "Input X",
    "attn.W_Q": "Weights W_Q",
    "attn.b_Q": "Bias b_Q",
    "attn.W_K": "Weights W_K",
    "attn.b_K": "Bias b_K",
    "attn.W_V": "Weights W_V",
    "attn.b_V": "Bias b_V",
    "attn.q": "Queries Q",
    "attn.k": "Keys K",
    "attn.v": "Values V",
    "attn.scores": "Scores S",
    "attn.scaled": "Scaled scores Ŝ",
    "attn.masked": "Masked scores M",
    "attn.weights": "Attention A",
    "attn.z": "Sums of values Z",
    "attn.joined": "Heads joined C",
    "attn.W_O": "Weights W_O",
    "attn.b_O": "Bias b_O",
    "attn.out": "Attention output O",
    "resid_mid": "Sum R",
    "norm1.mean": "Mean μ",
    "norm1.scale": "Deviation σ",
    "norm1.gamma": "Gain γ",
    "norm1.beta": "Shift β",
    "norm1": "Normalised N",
    "mlp.W_in": "Weights W₁",
    "mlp.b_in": "Bias b₁",
    "mlp.pre": "Hidden H",
    "mlp.post": "Hidden Ĥ",
    "mlp.W_out": "Weights W₂",
    "mlp.b_out": "Bias b₂",
    "mlp.out": "MLP output F",
    "resid_post": "Sum T",
    "norm2.mean": "Mean μ",
    "norm2.scale": "Deviation σ",
    "norm2.gamma": "Gain γ",
    "norm2.beta": "Shift β",
    "norm2": "Output Y",
}


def short_title(path: str) -> str:
    """What an array is called, with its symbol."""
    name = key(path)
    return tr(ARRAY_TITLES[name]) if name in ARRAY_TITLES else array_title(path)


def array_title(path: str) -> str:
    """What an array is, in a few words."""
    return QCoreApplication.translate("names", NAMES[key(path)].meaning)


def difference_title(path: str) -> str:
    return tr("difference: {0}", array_title(path))


def axis_title(axis: str) -> str:
    title = AXIS_TITLES[axis]
    return tr(title) if title else ""


def layer_title(layer: int, layers: int) -> str:
    return tr("Layer {0} of {1}", layer + 1, layers)


def head_title(head: int, heads: int) -> str:
    return tr("head {0} of {1}", head + 1, heads)


def short_head(layer: int, head: int) -> str:
    return tr("Layer {0}, head {1}", layer + 1, head + 1)


def where(path: str, cell: tuple[int, ...], tokens: Tokens) -> str:
    """A cell in words: ``weights, layer 4, head 2, from it to cat``."""
    layer = layer_of(path)
    words = [tr("layer {0}", layer + 1)] if layer is not None else []
    for axis, index in zip(NAMES[key(path)].axes, cell, strict=True):
        words += _place(axis, index, tokens)
    return ", ".join(words)


def _place(axis: str, index: int, tokens: Tokens) -> list[str]:
    if axis in ("head", "kv_head"):
        return [tr("head {0}", index + 1)]
    if axis in ("pos", "query", "key"):
        pattern = {"pos": "token {0}", "query": "from {0}", "key": "to {0}"}[axis]
        return [tr(pattern, numbered(tokens, index))]
    if axis == "one":
        return []
    return [tr("row {0}" if axis in ("vocab", "place", "segment") else "feature {0}", index + 1)]


def short_place(path: str, cell: tuple[int, ...], tokens: Tokens, wanted: tuple[bool, ...]) -> str:
    """The wanted indices of a cell as briefly as a table allows: ``it -> cat``, ``it, 5``; the head is left out."""
    named = zip(NAMES[key(path)].axes, cell, wanted, strict=True)
    places = [(axis, i) for axis, i, want in named if want and axis not in ("head", "kv_head", "one")]
    words = [numbered(tokens, i) if axis in ("pos", "query", "key") else str(i + 1) for axis, i in places]
    arrow = [axis for axis, _ in places] == ["query", "key"]
    return (" → " if arrow else ", ").join(words)


TERM_TITLES: Mapping[str, str] = {"share of sum": "exponential", "root of sum": "share of variance"}


def term_title(rule: str) -> str:
    """What a term is under a rule that joins terms."""
    return tr(TERM_TITLES.get(rule, "term"))


def notices(results: Results, shown: bool) -> list[str]:
    """What the reader of a sentence should know: what failed, what was left out, what the model does not know.

    ``shown``: whether an earlier sentence is still to be seen.
    """
    lines = []
    if refused := results.failed.get("changes"):
        lines.append(sentence(refused))
    if error := results.failed.get("overview") or results.failed.get("trace"):
        lines.append(sentence(error))
        if shown:
            lines.append(tr("Below is still the last sentence that worked."))
    elif results.overview:
        lines += _left_out(results.overview)
    return lines


def _left_out(overview: Overview) -> list[str]:
    tokens, lines = overview.run.tokens, []
    if all(tokens.special):
        lines.append(tr("The sentence is empty: only the model's own tokens remain."))
    if tokens.dropped:
        kept = len(tokens)
        lines.append(
            tr(
                "Only the first {0} tokens fit in; {1} more were left out.",
                f"{kept:,}",
                f"{tokens.dropped:,}",
            )
        )
    for word, near in overview.near.items():
        lines.append(tr("{0} It is left out.", sentence(UnknownWordError(word, near))))
    if len(tokens.left_out) > len(overview.near):
        lines.append(tr("{0} more words have no vector.", len(tokens.left_out) - len(overview.near)))
    if any(tokens.unknown):
        unknown = sum(tokens.unknown)
        lines.append(
            tr("{0} of the tokens are [UNK]: the model has no pieces for them and cannot tell them apart.", unknown)
        )
    return lines


def numbered(tokens: Tokens, index: int) -> str:
    """A token; with its place where the sentence has it more than once."""
    text = visible(tokens.texts[index])
    return f"{text} ({index + 1})" if tokens.texts.count(tokens.texts[index]) > 1 else text


def sentence(error: Exception) -> str:
    """An error in plain words."""
    for kind, words in ERRORS.items():
        if isinstance(error, kind):
            return words(error)
    return tr("This could not be computed: {0}", str(error) or type(error).__name__)


def _data_file(error: DataFileError) -> str:
    path = error.path.relative_to(ROOT) if error.path.is_relative_to(ROOT) else error.path
    return tr("The file {0} cannot be used: {1}.", path, QCoreApplication.translate("errors", error.reason))


def _unknown_word(error: UnknownWordError) -> str:
    if error.near:
        return tr("“{0}” has no vector. Near spellings: {1}.", visible(error.word), ", ".join(error.near))
    return tr("“{0}” has no vector.", visible(error.word))


def _file(error: OSError) -> str:
    return tr("The file {0} cannot be used: {1}.", error.filename or "", error.strerror or str(error))


def _empty_sentence(error: EmptySentenceError) -> str:
    if error.unknown:
        shown = ", ".join(visible(word) for word in error.unknown[:5])
        return tr("None of these words has a vector: {0}. Type a sentence of everyday English words.", shown)
    return tr("The sentence is empty. Type a few words: a fresh layer needs at least one.")


# Why a change cannot be made.
REFUSED: Mapping[str, str] = {
    "no such cell": "there is no such number",
    "not a finite number": "only finite numbers can be set, and -inf where a mask can stand",
    "no such parameter": "there is no such parameter",
    "no such step": "this model has no such step",
    "no such array": "this model has no such array",
    "no such token": "there is no such token, or it is the only one",
    "out of its limits": "the value is outside its limits",
}


def _edit(error: EditError) -> str:
    return tr("This change cannot be made: {0}.", tr(REFUSED[error.reason]))


ERRORS: Mapping[type[Exception], Callable[..., str]] = {
    DataFileError: _data_file,
    UnknownWordError: _unknown_word,
    EmptySentenceError: _empty_sentence,
    TooFewPointsError: lambda error: tr("A plane needs at least two words."),
    EditError: _edit,
    NoKeyLeftError: lambda error: tr(
        "A row with every key masked has no weights: token {0} must see at least one.", error.query + 1
    ),
    OverflowedError: lambda error: tr(
        "With this change numbers grow beyond what float32 holds: {0}.", array_title(error.path)
    ),
    UndefinedError: lambda error: tr("This is undefined: one of the vectors is zero."),
    OSError: _file,
    MemoryError: lambda error: tr("There is not enough memory for this."),
    EngineError: lambda error: tr("This could not be computed: {0}", str(error)),
}
