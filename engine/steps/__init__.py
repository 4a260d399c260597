"""What attention is made of: each operation computes, explains a cell, and writes itself as LaTeX and NumPy."""

from engine.steps.activation import Gelu
from engine.steps.attention import Mask, Scale, Softmax, WeightedSum
from engine.steps.base import Arithmetic, Operand, Operation, Source, Term
from engine.steps.dropout import Dropout
from engine.steps.embedding import Add, Carry, Lookup
from engine.steps.linear import JoinHeads, Linear, ProjectHeads
from engine.steps.norm import Deviation, Mean, Normalize
from engine.steps.scores import Scores

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

__all__ = [
    "OPERATIONS",
    "Add",
    "Arithmetic",
    "Carry",
    "Deviation",
    "Dropout",
    "Gelu",
    "JoinHeads",
    "Linear",
    "Lookup",
    "Mask",
    "Mean",
    "Normalize",
    "Operand",
    "Operation",
    "ProjectHeads",
    "Scale",
    "Scores",
    "Softmax",
    "Source",
    "Term",
    "WeightedSum",
]
