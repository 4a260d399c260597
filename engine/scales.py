"""Where the colours of signed numbers end: one rule for the window and the report."""

import numpy as np
from numpy.typing import NDArray

SHARE = 0.99  # of the numbers keep colours of their own
TIMES = 3  # how far the largest must stick out before the scale ends below it


def colour_limit(values: NDArray[np.floating]) -> float:
    """The magnitude at which a signed colour scale ends: the largest, unless a few numbers dwarf the others.

    When the largest is more than three times the 99th percentile of what is not zero, the percentile: otherwise one
    huge feature would leave all the others pale.  Infinite and undefined numbers do not count.
    """
    sizes = np.abs(values[np.isfinite(values)])
    largest = float(sizes.max(initial=0))
    beyond = np.count_nonzero(sizes > largest / TIMES)
    if beyond > (1 - SHARE) * sizes.size:  # far cheaper than a percentile, and nearly always the answer
        return largest
    typical = float(np.quantile(sizes[sizes > 0], SHARE)) if largest else 0.0
    return typical if largest > TIMES * typical > 0 else largest
