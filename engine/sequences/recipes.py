"""The recipes of the translation models: a recurrence is one applied at each time step, its state named and carried.

``scripts/training/README.md`` has the same equations in one place.
"""

from collections.abc import Iterator
from functools import lru_cache

from engine.recipes import Recipe, Step, decoder_block, post_norm_block
from engine.steps import (
    Add,
    AdditiveScores,
    AsHead,
    Blend,
    Candidate,
    Carry,
    FromHead,
    Gate,
    HandOn,
    Linear,
    Lookup,
    ProjectHeads,
    Relu,
    SideBySide,
    Sinusoid,
    Softmax,
    StackRows,
    TakeRow,
    Tanh,
    TimesRoot,
    Unembed,
    WeightedSum,
)
from engine.steps.recurrent import RESET, UPDATE

EPSILON = 1e-5
KEPT = 256  # recipes that are not made again for each token
RELU = Relu()

# The four parts of an attention model in general (Brauwers & Frasincar 2021): features, query, attention, output.
PARTS = ("features", "query", "attention", "output")
# What a person steps through in a recurrent model, and the part it belongs to.
STAGES = {
    "read": "features",
    "gates": "features",
    "states": "features",
    "summary": "query",
    "state": "query",
    "scores": "attention",
    "softmax": "attention",
    "context": "attention",
    "write": "output",
    "readout": "output",
    "predict": "output",
}


def gru(at: str, weights: str, x: str, before: str, stage: str) -> Iterator[Step]:
    """One step of a gated recurrent unit from ``x`` and the state at ``before``."""
    yield Step(f"{at}before", HandOn(), (before,), stage)
    yield Step(f"{at}from_x", Linear(), (x, f"{weights}W", f"{weights}b_W"), stage)
    yield Step(f"{at}from_state", Linear(), (f"{at}before", f"{weights}U", f"{weights}b_U"), stage)
    both = f"{at}from_x", f"{at}from_state"
    yield Step(f"{at}reset", Gate(RESET), both, stage)
    yield Step(f"{at}update", Gate(UPDATE), both, stage)
    yield Step(f"{at}candidate", Candidate(), (*both, f"{at}reset"), stage)
    yield Step(f"{at}state", Blend(), (f"{at}update", f"{at}candidate", f"{at}before"), stage)


def reader(direction: str, count: int) -> Iterator[Step]:
    """The encoder's network of one direction over ``count`` tokens."""
    of = f"encoder.{direction}."
    order = range(count) if direction == "forward" else range(count - 1, -1, -1)
    before = "encoder.zero"
    for place in order:
        at = f"{of}t{place}.gru."
        yield Step(f"{at}x", TakeRow(place), ("encoder.embed",), "gates")
        yield from gru(at, f"{of}gru.", f"{at}x", before, "gates")
        before = f"{at}state"
    yield Step(
        f"{of}states", StackRows(), tuple(f"{of}t{place}.gru.state" for place in range(count)), "states"
    )
    yield Step(f"{of}last", HandOn(), (before,), "summary")


@lru_cache(KEPT)
def recurrent_encoder(count: int, attention: bool) -> Recipe:
    """All that is computed once for a source of ``count`` tokens, up to the decoder's first state."""
    directions = "forward", "backward"
    once = (
        Step(
            "decoder.attn.k",
            ProjectHeads(1),
            ("encoder.states", "decoder.attn.U_a", "decoder.attn.b_a"),
            "scores",
        ),
        Step("decoder.attn.v", AsHead(), ("encoder.states",), "context"),
    )
    return (
        Step("encoder.embed", Lookup(), ("encoder.tokens", "encoder.W_E"), "read"),
        *(step for direction in directions for step in reader(direction, count)),
        Step("encoder.states", SideBySide(), tuple(f"encoder.{d}.states" for d in directions), "states"),
        Step("encoder.summary", SideBySide(), tuple(f"encoder.{d}.last" for d in directions), "summary"),
        Step(
            "decoder.start.pre",
            Linear(),
            ("encoder.summary", "decoder.start.W", "decoder.start.b"),
            "summary",
        ),
        Step("decoder.start", Tanh(), ("decoder.start.pre",), "summary"),
        *(once if attention else ()),
    )


def additive_attention(at: str, query: str) -> Iterator[Step]:
    """Bahdanau et al. 2015, section 3.1, from the state before: its score with every feature, weights, context."""
    attn = f"{at}attn."
    yield Step(f"{attn}q", ProjectHeads(1), (query, "decoder.attn.W_a"), "scores")
    yield Step(
        f"{attn}scores", AdditiveScores(), (f"{attn}q", "decoder.attn.k", "decoder.attn.v_a"), "scores"
    )
    yield Step(f"{attn}weights", Softmax(), (f"{attn}scores",), "softmax")
    yield Step(f"{attn}z", WeightedSum(), (f"{attn}weights", "decoder.attn.v"), "context")
    yield Step(f"{at}context", FromHead(), (f"{attn}z",), "context")


@lru_cache(KEPT)
def recurrent_step(time: int, attention: bool) -> Recipe:
    """Time step ``time`` of the decoder: it reads one token and gives the logits of the next."""
    at = f"decoder.t{time}."
    before = f"decoder.t{time - 1}.gru.state" if time else "decoder.start"
    fixed = (Step(f"{at}context", Carry(), ("encoder.summary",), "context"),)
    unit = tuple(gru(f"{at}gru.", "decoder.gru.", f"{at}gru.joined", before, "write"))
    return (
        Step(f"{at}embed", Lookup(), (f"{at}tokens", "decoder.W_E"), "state"),
        Step(unit[0].output, unit[0].operation, unit[0].inputs, "state"),
        *(additive_attention(at, f"{at}gru.before") if attention else fixed),
        Step(f"{at}gru.joined", SideBySide(), (f"{at}embed", f"{at}context"), "write"),
        *unit[1:],
        Step(f"{at}readout.in", SideBySide(), (f"{at}gru.state", f"{at}context", f"{at}embed"), "readout"),
        Step(
            f"{at}readout.pre",
            Linear(),
            (f"{at}readout.in", "decoder.readout.W", "decoder.readout.b"),
            "readout",
        ),
        Step(f"{at}readout", Tanh(), (f"{at}readout.pre",), "readout"),
        *unembedding(at, f"{at}readout"),
    )


def unembedding(at: str, x: str) -> Iterator[Step]:
    """Logits by the table of the tokens' own vectors (Press & Wolf 2017), and their softmax."""
    yield Step(f"{at}logits", Unembed(), (x, "decoder.W_E", "decoder.b_unembed"), "predict")
    yield Step(f"{at}probabilities", Softmax(), (f"{at}logits",), "predict")


def placed_embedding(of: str, width: int) -> Iterator[Step]:
    """Token vectors, brought to the size of positions, plus sinusoids (Vaswani et al. 2017, 3.4 and 3.5)."""
    yield Step(f"{of}embed", Lookup(), (f"{of}tokens", f"{of}W_E"), "input")
    yield Step(f"{of}embed_scaled", TimesRoot(width), (f"{of}embed",), "input")
    yield Step(f"{of}pos_embed", Sinusoid(width), (f"{of}positions",), "input")
    yield Step(f"{of}embed_sum", Add(), (f"{of}embed_scaled", f"{of}pos_embed"), "input")


def _starts(of: str, norm: str, layers: int) -> tuple[str, ...]:
    """What each layer starts from."""
    return f"{of}embed_sum", *(f"{of}blocks.{layer}.{norm}" for layer in range(layers - 1))


@lru_cache(KEPT)
def transformer_encoder(layers: int, heads: int, d_head: int) -> Recipe:
    """Self-attention blocks as BERT has them, with ReLU."""
    of = "encoder."
    blocks = (
        step
        for layer, before in enumerate(_starts(of, "norm2", layers))
        for step in post_norm_block(layer, before, heads, heads, d_head, EPSILON, RELU, of)
    )
    return *placed_embedding(of, heads * d_head), *blocks


@lru_cache(KEPT)
def transformer_decoder(layers: int, heads: int, d_head: int, memory: str) -> Recipe:
    """Causal self-attention and attention to ``memory``, for all tokens read so far at once."""
    of = "decoder."
    blocks = (
        step
        for layer, before in enumerate(_starts(of, "norm3", layers))
        for step in decoder_block(layer, before, memory, heads, d_head, EPSILON, RELU)
    )
    last = f"{of}blocks.{layers - 1}.norm3"
    return *placed_embedding(of, heads * d_head), *blocks, *unembedding(of, last)


@lru_cache(KEPT)
def language_decoder(layers: int, heads: int, d_head: int) -> Recipe:
    """The encoder's blocks under a causal mask, and logits of the next word."""
    of = "decoder."
    blocks = (
        step
        for layer, before in enumerate(_starts(of, "norm2", layers))
        for step in post_norm_block(layer, before, heads, heads, d_head, EPSILON, RELU, of)
    )
    last = f"{of}blocks.{layers - 1}.norm2"
    return *placed_embedding(of, heads * d_head), *blocks, *unembedding(of, last)
