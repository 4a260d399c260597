"""Ordered lists of steps: embedding, self-attention, feed-forward, and the post-norm block made of them."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.names import NAMES, Axes, block, identifier, key
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


def self_attention(at: str, x: str, heads: int, kv_heads: int, d_head: int) -> Iterator[Step]:
    """Multi-head self-attention of ``x`` (Vaswani et al. 2017, section 3.2); paths begin with ``at``."""
    yield Step(f"{at}q", ProjectHeads(heads), (x, f"{at}W_Q", f"{at}b_Q"), "qkv")
    yield Step(f"{at}k", ProjectHeads(kv_heads), (x, f"{at}W_K", f"{at}b_K"), "qkv")
    yield Step(f"{at}v", ProjectHeads(kv_heads), (x, f"{at}W_V", f"{at}b_V"), "qkv")
    yield Step(f"{at}scores", Scores(heads // kv_heads), (f"{at}q", f"{at}k"), "scores")
    yield Step(f"{at}scaled", Scale(d_head), (f"{at}scores",), "scale")
    yield Step(f"{at}masked", Mask(), (f"{at}scaled", "mask"), "mask")
    yield Step(f"{at}weights", Softmax(), (f"{at}masked",), "softmax")
    yield Step(f"{at}z", WeightedSum(heads // kv_heads), (f"{at}weights", f"{at}v"), "weighted_sum")
    yield Step(f"{at}joined", JoinHeads(), (f"{at}z",), "output")
    yield Step(f"{at}out", Linear(), (f"{at}joined", f"{at}W_O", f"{at}b_O"), "output")


def dropout(at: str, layer: int, place: int, stage: str) -> Iterator[Step]:
    """Dropout of a sub-layer's output, before it is added (Vaswani et al. 2017, section 5.4); off unless changed."""
    yield Step(f"{at}dropped", Dropout((layer, place)), (f"{at}out",), stage)


def feed_forward(at: str, x: str) -> Iterator[Step]:
    """Two linear maps with GELU between them; paths begin with ``at``."""
    yield Step(f"{at}pre", Linear(), (x, f"{at}W_in", f"{at}b_in"), "feed_forward")
    yield Step(f"{at}post", Gelu(), (f"{at}pre",), "feed_forward")
    yield Step(f"{at}out", Linear(), (f"{at}post", f"{at}W_out", f"{at}b_out"), "feed_forward")


def post_norm_block(
    layer: int, before: str, heads: int, kv_heads: int, d_head: int, epsilon: float
) -> Recipe:
    """One Transformer block that adds first and normalises after; ``before`` is the array it starts from."""
    at = block(layer)
    return (
        Step(f"{at}resid_pre", Carry(), (before,), "input"),
        *self_attention(f"{at}attn.", f"{at}resid_pre", heads, kv_heads, d_head),
        *dropout(f"{at}attn.", layer, 0, "dropout"),
        Step(f"{at}resid_mid", Add(), (f"{at}resid_pre", f"{at}attn.dropped"), "add"),
        *norm(f"{at}resid_mid", f"{at}norm1", epsilon, "norm"),
        *feed_forward(f"{at}mlp.", f"{at}norm1"),
        *dropout(f"{at}mlp.", layer, 1, "feed_forward"),
        Step(f"{at}resid_post", Add(), (f"{at}norm1", f"{at}mlp.dropped"), "add_2"),
        *norm(f"{at}resid_post", f"{at}norm2", epsilon, "norm_2"),
    )
