"""Numbers with their unit: angles and shares."""

from gui.widgets import numbers


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
