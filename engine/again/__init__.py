"""Every operation done again by another road, to check what ran."""

from collections.abc import Mapping

from engine.again import block, laboratory, memory, sequences
from engine.again.block import Again
from engine.steps import Operation

# How each operation is done again.
AGAIN: Mapping[type[Operation], Again] = {
    **block.AGAIN,
    **sequences.AGAIN,
    **laboratory.AGAIN,
    **memory.AGAIN,
}
