"""The numbers that stand along a scale."""

from math import floor, log10

FEW = 4


def ticks(top: float, about: int = FEW) -> list[float]:
    """Round numbers, evenly spaced from 0 up to ``top``, which is above 0; about so many of them."""
    rough = top / about
    size = 10.0 ** floor(log10(rough))
    step = next(size * times for times in (1, 2, 5, 10) if size * times >= rough * 0.999)
    return [step * place for place in range(int(top / step + 1e-9) + 1)]
