"""Ordered lists of steps: embedding, attention, feed-forward, and the post-norm blocks made of them."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.names import CROSS, NAMES, Axes, block, identifier, key, side_of
from engine.steps import (
    Add,
    Carry,
    Deviation,
    Dropout,
    Gelu,
    JoinHeads,
    Linear,
    Lookup,
    Mask,
    Mean,
    Normalize,
    Operation,
    ProjectHeads,
    Scale,
    Scores,
    Softmax,
    WeightedSum,
)

# What a person steps through; several steps can share a stage.
STAGES = (
    "input",
    "qkv",
    "scores",
    "scale",
    "mask",
    "softmax",
    "weighted_sum",
    "output",
    "dropout",
    "add",
    "norm",
    "feed_forward",
    "add_2",
    "norm_2",
)


@dataclass(frozen=True)
class Step:
    """One operation with the paths of its output and inputs, and the stage that shows it."""

    output: str
    operation: Operation
    inputs: tuple[str, ...]
    stage: str

    @property
    def axes(self) -> Axes:
        return NAMES[key(self.output)].axes

    @property
    def address(self) -> str:
        """Where the step's parameters are addressed: ``blocks.3.attn.softmax``."""
        return f"{self.output.rpartition('.')[0]}.{self.operation.title.replace(' ', '_')}"

    @property
    def latex(self) -> str:
        return self.operation.latex(*(NAMES[key(path)].symbol for path in (self.output, *self.inputs)))

    @property
    def numpy(self) -> str:
        """Code that computes the output from variables named by ``names.identifier``."""
        return self.operation.numpy(*(identifier(path) for path in (self.output, *self.inputs)))


Recipe = tuple[Step, ...]
GELU: Operation = Gelu()


def norm(x: str, out: str, epsilon: float, stage: str) -> Iterator[Step]:
    """Layer norm of ``x``, its mean and deviation under names of their own."""
    mean, scale, gamma, beta = (f"{out}.{part}" for part in ("mean", "scale", "gamma", "beta"))
    yield Step(mean, Mean(), (x,), stage)
    yield Step(scale, Deviation(epsilon), (x, mean), stage)
    yield Step(out, Normalize(), (x, mean, scale, gamma, beta), stage)


def token_embedding() -> Recipe:
    """Bare vectors from a table."""
    return (Step("embed", Lookup(), ("tokens", "W_E"), "input"),)


def bert_embedding(epsilon: float) -> Recipe:
    """Token, position and segment added and normalised (Devlin et al. 2019, figure 2)."""
    return (
        Step("embed", Lookup(), ("tokens", "W_E"), "input"),
        Step("pos_embed", Lookup(), ("positions", "W_pos"), "input"),
        Step("segment_embed", Lookup(), ("segments", "W_seg"), "input"),
        Step("embed_sum", Add(), ("embed", "pos_embed", "segment_embed"), "input"),
        *norm("embed_sum", "embed_norm", epsilon, "input"),
    )


def projections(
    at: str, x: str, memory: str, heads: int, kv_heads: int, stage: str = "qkv"
) -> Iterator[Step]:
    """Queries of ``x``, keys and values of ``memory``; paths begin with ``at``."""
    yield Step(f"{at}q", ProjectHeads(heads), (x, f"{at}W_Q", f"{at}b_Q"), stage)
    yield Step(f"{at}k", ProjectHeads(kv_heads), (memory, f"{at}W_K", f"{at}b_K"), stage)
    yield Step(f"{at}v", ProjectHeads(kv_heads), (memory, f"{at}W_V", f"{at}b_V"), stage)


def attended(
    at: str, heads: int, kv_heads: int, d_head: int, mask: str | None, before: str = ""
) -> Iterator[Step]:
    """From the scores to the output, once q, k and v are there.  ``mask``: its path, None where all may be seen;
    ``before`` begins the names of the stages.
    """
    yield Step(f"{at}scores", Scores(heads // kv_heads), (f"{at}q", f"{at}k"), f"{before}scores")
    yield Step(f"{at}scaled", Scale(d_head), (f"{at}scores",), f"{before}scale")
    if mask:
        yield Step(f"{at}masked", Mask(), (f"{at}scaled", mask), f"{before}mask")
    yield Step(f"{at}weights", Softmax(), (f"{at}masked" if mask else f"{at}scaled",), f"{before}softmax")
    yield Step(f"{at}z", WeightedSum(heads // kv_heads), (f"{at}weights", f"{at}v"), f"{before}weighted_sum")
    yield Step(f"{at}joined", JoinHeads(), (f"{at}z",), f"{before}output")
    yield Step(f"{at}out", Linear(), (f"{at}joined", f"{at}W_O", f"{at}b_O"), f"{before}output")


def self_attention(at: str, x: str, heads: int, kv_heads: int, d_head: int) -> Iterator[Step]:
    """Multi-head self-attention of ``x`` (Vaswani et al. 2017, section 3.2); paths begin with ``at``."""
    yield from projections(at, x, x, heads, kv_heads)
    yield from attended(at, heads, kv_heads, d_head, f"{side(at)}mask")


def cross_attention(at: str, x: str, memory: str, heads: int, d_head: int) -> Iterator[Step]:
    """Attention of ``x`` to all of ``memory``, what the encoder made of the source (Vaswani et al. 2017, 3.2.3)."""
    yield from projections(at, x, memory, heads, heads, f"{CROSS}qkv")
    yield from attended(at, heads, heads, d_head, None, CROSS)


def side(path: str) -> str:
    """What the paths of the same side of a model begin with; empty for a model of one part."""
    return f"{side_of(path)}." if side_of(path) else ""


def dropout(at: str, layer: int, place: int, stage: str) -> Iterator[Step]:
    """Dropout of a sub-layer's output, before it is added (Vaswani et al. 2017, section 5.4); off unless changed."""
    yield Step(f"{at}dropped", Dropout((layer, place)), (f"{at}out",), stage)


def feed_forward(at: str, x: str, activation: Operation) -> Iterator[Step]:
    """Two linear maps with a non-linear function between them; paths begin with ``at``."""
    yield Step(f"{at}pre", Linear(), (x, f"{at}W_in", f"{at}b_in"), "feed_forward")
    yield Step(f"{at}post", activation, (f"{at}pre",), "feed_forward")
    yield Step(f"{at}out", Linear(), (f"{at}post", f"{at}W_out", f"{at}b_out"), "feed_forward")


def post_norm_block(
    layer: int,
    before: str,
    heads: int,
    kv_heads: int,
    d_head: int,
    epsilon: float,
    activation: Operation = GELU,
    of: str = "",
) -> Recipe:
    """One Transformer block that adds first and normalises after; ``before`` is the array it starts from, ``of`` the
    side of the model that it belongs to (``encoder.``).
    """
    at = block(layer, of)
    return (
        Step(f"{at}resid_pre", Carry(), (before,), "input"),
        *self_attention(f"{at}attn.", f"{at}resid_pre", heads, kv_heads, d_head),
        *dropout(f"{at}attn.", layer, 0, "dropout"),
        Step(f"{at}resid_mid", Add(), (f"{at}resid_pre", f"{at}attn.dropped"), "add"),
        *norm(f"{at}resid_mid", f"{at}norm1", epsilon, "norm"),
        *feed_forward(f"{at}mlp.", f"{at}norm1", activation),
        *dropout(f"{at}mlp.", layer, 1, "feed_forward"),
        Step(f"{at}resid_post", Add(), (f"{at}norm1", f"{at}mlp.dropped"), "add_2"),
        *norm(f"{at}resid_post", f"{at}norm2", epsilon, "norm_2"),
    )


def decoder_block(
    layer: int, before: str, memory: str, heads: int, d_head: int, epsilon: float, activation: Operation
) -> Recipe:
    """A block with cross-attention to ``memory`` between self-attention and feed-forward (Vaswani et al. 2017, 3.1)."""
    at = block(layer, "decoder.")
    return (
        Step(f"{at}resid_pre", Carry(), (before,), "input"),
        *self_attention(f"{at}attn.", f"{at}resid_pre", heads, heads, d_head),
        *dropout(f"{at}attn.", layer, 0, "dropout"),
        Step(f"{at}resid_mid", Add(), (f"{at}resid_pre", f"{at}attn.dropped"), "add"),
        *norm(f"{at}resid_mid", f"{at}norm1", epsilon, "norm"),
        *after_self_attention(layer, memory, heads, d_head, epsilon, activation),
    )


def after_self_attention(
    layer: int, memory: str, heads: int, d_head: int, epsilon: float, activation: Operation, at: str = ""
) -> Iterator[Step]:
    """The rest of a decoder's block; ``at``: what its paths begin with, where that is not the block itself."""
    at = at or block(layer, "decoder.")
    yield from cross_attention(f"{at}cross_attn.", f"{at}norm1", memory, heads, d_head)
    yield from dropout(f"{at}cross_attn.", layer, 2, f"{CROSS}dropout")
    yield Step(f"{at}resid_cross", Add(), (f"{at}norm1", f"{at}cross_attn.dropped"), f"{CROSS}add")
    yield from norm(f"{at}resid_cross", f"{at}norm2", epsilon, f"{CROSS}norm")
    yield from feed_forward(f"{at}mlp.", f"{at}norm2", activation)
    yield from dropout(f"{at}mlp.", layer, 1, "feed_forward")
    yield Step(f"{at}resid_post", Add(), (f"{at}norm2", f"{at}mlp.dropped"), "add_2")
    yield from norm(f"{at}resid_post", f"{at}norm3", epsilon, "norm_2")
