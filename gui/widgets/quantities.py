"""Numbers with their unit, angles and shares, and numbers that stand in a column."""

from collections.abc import Iterable
from math import isfinite

from gui.widgets import numbers

SHED = ((1_000.0, 0), (10_000.0, 2))  # below a magnitude, how many decimals a column gives up


def angle(degrees: float | None, digits: int = 1) -> str:
    """``28.1°``; in words where there is none."""
    return numbers.undefined() if degrees is None else f"{numbers.short(degrees, digits)}°"


def percent(share: float) -> str:
    """``64.7 %``; what is nearly nothing or nearly all does not read as nothing or all."""
    if 1e-12 < share < 0.0005:
        return "< 0.1 %"
    if 0.9995 <= share < 1 - 1e-12:
        return "> 99.9 %"
    return f"{100 * share:.1f} %"


def decimals(values: Iterable[float | None], digits: int = 4) -> int:
    """How many decimals all numbers of a column have: fewer when one of them is large."""
    largest = max((abs(value) for value in values if value is not None and isfinite(value)), default=0.0)
    return next((digits - fewer for bound, fewer in SHED if largest < bound), 0)


def fixed(value: float | None, digits: int) -> str:
    """A number with just so many decimals; in words where there is none."""
    if value is None or not isfinite(value) or abs(value) >= numbers.SCIENTIFIC:
        return numbers.short(value)
    text = f"{value:.{digits}f}"
    return text.removeprefix("-") if numbers.is_zero(text) else text.replace("-", numbers.MINUS)
