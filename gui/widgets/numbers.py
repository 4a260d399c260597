"""How a number is written: for the eye, in a sentence, and for a file.  The one place of formats."""

from itertools import pairwise
from math import inf, isfinite, isnan

import numpy as np
from PySide6.QtCore import QCoreApplication

MINUS = "\u2212"  # for the eye; what is copied or exported has "-"
TIMES = "\u00d7"
DIGITS = 2
# Above a magnitude: how many of the digits after the point are given up.
SHED = ((100.0, 1), (1000.0, 2))
SCIENTIFIC = 100_000.0
# Sizes from which on, and below which, a number in a sentence is written by its power of ten.
LARGE, SMALL = 1e9, 1e-4
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def short(value: float | None, digits: int = DIGITS) -> str:
    """A number as it stands in a cell: fixed digits, fewer of them when it is large, never "-0.00"."""
    if value is None or isnan(value):
        return undefined()
    if not isfinite(value):
        return "inf" if value > 0 else f"{MINUS}inf"
    return _printed(float(value), digits).replace("-", MINUS)


def signed(value: float | None, digits: int = DIGITS) -> str:
    """As `short`, with a plus sign on what is above zero."""
    text = short(value, digits)
    above = value is not None and value > 0 and not is_zero(text)
    return f"+{text}" if above else text


def end(value: float, digits: int, with_sign: bool) -> str:
    """The number at the end of a scale; zero without digits after the point."""
    write = signed if with_sign else short
    return write(value, digits) if value else "0"


def bare(text: str) -> str:
    """A number without the zero before its point, for narrow cells: ".56"."""
    sign, digits = (text[0], text[1:]) if text.startswith(MINUS) else ("", text)
    return sign + digits[1:] if digits.startswith("0.") else text


def reading(value: float | None, digits: int = 4, masked: bool = False) -> str:
    """A number in a sentence or a tooltip, where there is room to say what it is."""
    if value == -inf:
        return QCoreApplication.translate("numbers", "-inf (masked)")
    text = short(value, digits)
    return QCoreApplication.translate("numbers", "{0} (masked)").format(text) if masked else text


def undefined() -> str:
    """What stands where mathematics gives no number."""
    return QCoreApplication.translate("numbers", "undefined")


def masked() -> str:
    """What stands where a mask keeps a number out."""
    return QCoreApplication.translate("numbers", "masked")


def compact(value: float) -> str:
    """A number of any size in a sentence: three digits that count, whole ones in groups of three."""
    if value == 0 or not isfinite(value):
        return short(value, 0)
    if abs(value) >= LARGE or abs(value) < SMALL:
        return scientific(value)
    if abs(value) >= 100:
        return f"{value:,.0f}".replace("-", MINUS)
    return f"{value:.3g}".replace("-", MINUS)


def scientific(value: float) -> str:
    """Two digits and a power of ten: ``5.1 × 10¹⁴``."""
    mantissa, exponent = f"{value:.1e}".split("e")
    return f"{mantissa} {TIMES} {power_of_ten(int(exponent))}".replace("-", MINUS)


def power_of_ten(exponent: int) -> str:
    """``10⁻⁶``; 1, 10 and 100 as they are."""
    return str(10**exponent) if 0 <= exponent <= 2 else "10" + str(exponent).translate(RAISED)


def typed(text: str) -> float:
    """A number as people write it, with either minus sign and a point or a comma.  ValueError if it is none."""
    if "_" in text:  # Python would read 1_0 as 10
        raise ValueError(text)
    return float(text.strip().replace(MINUS, "-").replace(",", "."))


def exported(value: float | np.floating) -> str:
    """The shortest ASCII decimal that reads back as the same number (float32 stays float32)."""
    return str(value)


def shape(*sizes: int) -> str:
    """The size of an array: "11 x 32", with a true multiplication sign."""
    return f" {TIMES} ".join(str(size) for size in sizes)


def digits_for(values: np.ndarray, digits: int = DIGITS) -> int:
    """As many digits as show something of an array whose numbers are all small; at most 4.  Whole numbers have none."""
    finite = np.abs(values[np.isfinite(values)])
    largest = float(finite.max()) if finite.size else 0.0
    if largest.is_integer() and (finite == np.floor(finite)).all():
        return 0
    missing = 0 if largest == 0 or largest >= 0.1 else int(-np.floor(np.log10(largest))) - 1
    return min(digits + missing, 4)


def widest(values: np.ndarray, digits: int = DIGITS) -> tuple[str, ...]:
    """A few texts among which is the longest that `short` gives for any finite number of an array."""
    return tuple(dict.fromkeys(short(end, digits) for end in extremes(values))) or (short(0.0, digits),)


def extremes(values: np.ndarray) -> list[float]:
    """The least and the largest finite number of each size class that `short` writes in a way of its own."""
    finite = values[np.isfinite(values)]
    sizes = np.abs(finite)
    if sizes.size and sizes.max() < SHED[0][0]:  # one class: no need to sort them out
        return [float(finite.min()), float(finite.max())]
    bounds = (0.0, *(bound for bound, _ in SHED), SCIENTIFIC, inf)
    classes = [finite[(sizes >= a) & (sizes < b)] for a, b in pairwise(bounds)]
    return [float(end) for part in classes if part.size for end in (part.min(), part.max())]


def is_zero(text: str) -> bool:
    """Whether a number that was written shows nothing but zeros."""
    return not text.strip("-0.")


def _printed(value: float, digits: int) -> str:
    size = abs(value)
    if size >= SCIENTIFIC:
        mantissa, exponent = f"{value:.1e}".split("e")
        return f"{mantissa}e{int(exponent)}"
    shed = 0 if size < SHED[0][0] else max(n for bound, n in SHED if size >= bound)
    text = f"{value:.{max(digits - shed, 0)}f}"
    return text.removeprefix("-") if is_zero(text) else text
