"""What attention is made of: each operation computes, explains a cell, and writes itself as LaTeX and NumPy."""

from engine.steps.activation import Gelu, Relu, Tanh
from engine.steps.additive import AdditiveScores, AsHead, FromHead
from engine.steps.aligning import Drawn, Hard, NearPlace, Sparsemax, SparseThreshold
from engine.steps.attention import Mask, Scale, Softmax, WeightedSum
from engine.steps.base import Arithmetic, Operand, Operation, Source, Term
from engine.steps.dropout import Dropout
from engine.steps.embedding import Add, Carry, Lookup
from engine.steps.linear import JoinHeads, Linear, ProjectHeads
from engine.steps.memory import Append, Descend, Gradient, Product, SquaredLength, Subtract
from engine.steps.norm import Deviation, Mean, Normalize
from engine.steps.reading import Sinusoid, TimesRoot, Unembed
from engine.steps.recurrent import Blend, Candidate, Gate, HandOn, SideBySide, StackRows, TakeRow
from engine.steps.scores import Scores
from engine.steps.scoring import ActivatedScores, ScaleByWidth

# Those of a Transformer's block as BERT has it.
OPERATIONS: tuple[type[Operation], ...] = (
    Lookup,
    Add,
    Carry,
    Mean,
    Deviation,
    Normalize,
    ProjectHeads,
    Scores,
    Scale,
    Mask,
    Softmax,
    WeightedSum,
    JoinHeads,
    Linear,
    Dropout,
    Gelu,
)
# Those that the translation models have besides.
OF_SEQUENCES: tuple[type[Operation], ...] = (
    TimesRoot,
    Sinusoid,
    TakeRow,
    HandOn,
    Gate,
    Candidate,
    Blend,
    StackRows,
    SideBySide,
    AsHead,
    AdditiveScores,
    FromHead,
    Relu,
    Tanh,
    Unembed,
)
# Other ways to score and to align, in the laboratory.
OF_LABORATORY: tuple[type[Operation], ...] = (
    ScaleByWidth,
    ActivatedScores,
    Hard,
    Drawn,
    NearPlace,
    SparseThreshold,
    Sparsemax,
)
# Those of lists that grow and of layers that learn.
OF_MEMORIES: tuple[type[Operation], ...] = (Append, Product, Subtract, SquaredLength, Gradient, Descend)

__all__ = [
    "OF_LABORATORY",
    "OF_MEMORIES",
    "OF_SEQUENCES",
    "OPERATIONS",
    "ActivatedScores",
    "Add",
    "AdditiveScores",
    "Append",
    "Arithmetic",
    "AsHead",
    "Blend",
    "Candidate",
    "Carry",
    "Descend",
    "Deviation",
    "Drawn",
    "Dropout",
    "FromHead",
    "Gate",
    "Gelu",
    "Gradient",
    "HandOn",
    "Hard",
    "JoinHeads",
    "Linear",
    "Lookup",
    "Mask",
    "Mean",
    "NearPlace",
    "Normalize",
    "Operand",
    "Operation",
    "Product",
    "ProjectHeads",
    "Relu",
    "Scale",
    "ScaleByWidth",
    "Scores",
    "SideBySide",
    "Sinusoid",
    "Softmax",
    "Source",
    "SparseThreshold",
    "Sparsemax",
    "SquaredLength",
    "StackRows",
    "Subtract",
    "TakeRow",
    "Tanh",
    "Term",
    "TimesRoot",
    "Unembed",
    "WeightedSum",
]
