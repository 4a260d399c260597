"""Sizes and budgets of the seven models, in the order in which they are trained."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

SAMPLES = 1000  # of the paired bootstrap


@dataclass(frozen=True)
class Settings:
    """One model.  The learning rate rises over ``warmup`` steps and then falls in a straight line to 0."""

    kind: str  # a key of models.KINDS
    source: str  # a language; of a language model the same as ``target``
    target: str
    epochs: int
    minutes: float  # of processor time, after which no further epoch begins
    d_model: int = 256  # also the width of the GRUs' embeddings
    d_hidden: int = 256  # a GRU's state
    d_attn: int = 256  # the hidden layer of the additive score
    d_mlp: int = 512
    heads: int = 8
    layers: int = 3
    dropout: float = 0.2
    smoothing: float = 0.1  # share of the target that is spread over the whole vocabulary
    rate: float = 1e-3
    warmup: int = 400  # steps
    batch: int = 64  # pairs
    clip: float = 1.0  # largest norm of the gradient
    patience: int = 5  # epochs without a better validation score
    seed: int = 1

    @property
    def layered(self) -> bool:
        """Blocks of attention instead of a recurrence."""
        return self.kind in ("transformer", "language")


_GRU = Settings("fixed", "en", "zh", epochs=10, minutes=60, rate=2e-3, dropout=0.2)
_ATTENTION = replace(_GRU, kind="attention")
_TRANSFORMER = Settings("transformer", "en", "zh", epochs=16, minutes=80, d_model=192, rate=1e-3, warmup=1000)

MODELS: Mapping[str, Settings] = {
    "en-zh.fixed": _GRU,
    "en-zh.attention": _ATTENTION,
    "en-zh.transformer": _TRANSFORMER,
    "zh-en.fixed": replace(_GRU, source="zh", target="en"),
    "zh-en.attention": replace(_ATTENTION, source="zh", target="en"),
    "zh-en.transformer": replace(_TRANSFORMER, source="zh", target="en"),
    "en.language": Settings("language", "en", "en", epochs=10, minutes=40, layers=4, rate=7e-4, warmup=1000),
}
