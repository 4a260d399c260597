"""What arrays, axes, cells and tokens are called."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QCoreApplication

from engine.names import NAMES, OVER_TOKENS, key, layer_of, time_of
from gui.owners import Named
from gui.widgets import numbers
from gui.widgets.plain import visible
from gui.wording import laboratory, memories, sequence_titles


def tr(text: str, *values: object) -> str:
    """``text`` in the user's language, with ``{0}``, ``{1}`` ... filled in."""
    return QCoreApplication.translate("wording", text).format(*values)


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
    **sequence_titles.AXES,
    **laboratory.AXES,
    **memories.AXES,
}

PART_TITLES: Mapping[str, str] = {
    "divisor": "divisor",
    "length of q": "length of the query",
    "length of k": "length of the key",
    "dropped": "dropped: it becomes 0, as does a share of",
    "kept": "kept: divided by the share that stays,",
    "maximum": "maximum of the row",
    "exponential": "exponential of this cell",
    "total": "sum of the exponentials",
    "variance": "variance",
    "epsilon": "epsilon",
    "normalised": "normalised",
    "share": "share Φ(x) of the normal distribution",
    **sequence_titles.PARTS,
    **laboratory.PARTS,
    **memories.PARTS,
}


def part_title(part: str) -> str:
    return tr(PART_TITLES[part])


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
    "attn.dropped": "After dropout D",
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
    "mlp.dropped": "After dropout D",
    "resid_post": "Sum T",
    "norm2.mean": "Mean μ",
    "norm2.scale": "Deviation σ",
    "norm2.gamma": "Gain γ",
    "norm2.beta": "Shift β",
    "norm2": "Output Y",
}
ALL_TITLES: Mapping[str, str] = {
    **ARRAY_TITLES,
    **sequence_titles.arrays(ARRAY_TITLES),
    **laboratory.ARRAYS,
    **memories.ARRAYS,
}


def short_title(path: str) -> str:
    """What an array is called, with its symbol."""
    name = key(path)
    return tr(ALL_TITLES[name]) if name in ALL_TITLES else array_title(path)


def array_title(path: str) -> str:
    """What an array is, in a few words."""
    return QCoreApplication.translate("names", NAMES[key(path)].meaning)


def difference_title(path: str) -> str:
    return tr("difference: {0}", array_title(path))


def axis_title(axis: str) -> str:
    title = AXIS_TITLES[axis]
    return tr(title) if title else ""


def size_title(axes: Sequence[str], sizes: Sequence[int], heads: Mapping[str, int]) -> str:
    """The size of an array in words: ``12 heads × 11 × 32``.  ``heads``: how many share an axis of which one head is
    seen.
    """
    parts = []
    for axis, size in zip(axes, sizes, strict=True):
        if axis in ("head", "kv_head"):
            parts.append(_heads(size))
        elif axis in heads:
            parts += [_heads(heads[axis]), str(size // heads[axis])]
        else:
            parts.append(str(size))
    return f" {numbers.TIMES} ".join(parts)


def _heads(count: int) -> str:
    return tr("1 head") if count == 1 else tr("{0} heads", count)


def layer_title(layer: int, layers: int) -> str:
    return tr("Layer {0} of {1}", layer + 1, layers)


def head_title(head: int, heads: int) -> str:
    return tr("head {0} of {1}", head + 1, heads)


def short_head(layer: int, head: int) -> str:
    return tr("Layer {0}, head {1}", layer + 1, head + 1)


def where(path: str, cell: tuple[int, ...], run: Named) -> str:
    """A cell in words: ``weights, layer 4, head 2, from it to cat``."""
    words = [tr(words) for beginning, words in SIDES.items() if path.startswith(beginning)]
    numbers_of = ("layer {0}", layer_of(path)), ("step {0}", time_of(path))
    words += [tr(pattern, number + 1) for pattern, number in numbers_of if number is not None]
    for axis, index in zip(NAMES[key(path)].axes, cell, strict=True):
        words += _place(path, axis, index, run)
    return ", ".join(words)


# The parts of a model that reads and writes, by how paths begin.
SIDES: Mapping[str, str] = {
    "encoder.": "encoder",
    "decoder.": "decoder",
    "encoder.forward.": "forwards",
    "encoder.backward.": "backwards",
}
# How a place along an axis is told; along the others it is a feature.
PLACES: Mapping[str, str] = {
    "head": "head {0}",
    "kv_head": "head {0}",
    "pos": "token {0}",
    "step": "token {0}",
    "query": "from {0}",
    "key": "to {0}",
    "vocab": "row {0}",
    "place": "row {0}",
    "segment": "row {0}",
}


def _place(path: str, axis: str, index: int, run: Named) -> list[str]:
    pattern = "word {0}" if axis == "vocab" and run.texts(path, axis) else PLACES.get(axis, "feature {0}")
    return [] if axis == "one" else [tr(pattern, _called(path, axis, index, run))]


def _called(path: str, axis: str, index: int, run: Named) -> str:
    """A token or word by its text, all else by its number."""
    texts = run.texts(path, axis) if axis in OVER_TOKENS or axis == "vocab" else ()
    if index >= len(texts) or not texts[index]:
        return str((time_of(path) or 0) + index + 1 if axis in OVER_TOKENS else index + 1)
    return numbered(texts, index) if axis in OVER_TOKENS else visible(texts[index])


def short_place(path: str, cell: tuple[int, ...], run: Named, wanted: tuple[bool, ...]) -> str:
    """The wanted indices of a cell as briefly as a table allows: ``it -> cat``, ``it, 5``; the head is left out."""
    named = zip(NAMES[key(path)].axes, cell, wanted, strict=True)
    places = [(axis, i) for axis, i, want in named if want and axis not in ("head", "kv_head", "one")]
    words = [_called(path, axis, i, run) for axis, i in places]
    arrow = [axis for axis, _ in places] == ["query", "key"]
    return (" → " if arrow else ", ").join(words)


TERM_TITLES: Mapping[str, str] = {
    "share of sum": "exponential",
    "root of sum": "share of variance",
    "hit of sum": "weight",
}


def term_title(rule: str) -> str:
    """What a term is under a rule that joins terms."""
    return tr(TERM_TITLES.get(rule, "term"))


def numbered(texts: tuple[str, ...], index: int) -> str:
    """A token; with its place where the sentence has it more than once."""
    text = visible(texts[index])
    return f"{text} ({index + 1})" if texts.count(texts[index]) > 1 else text
