"""Text and numbers as HTML.  Whatever a user typed passes through ``text`` or ``bdi``."""

import math
from collections.abc import Mapping
from html import escape

CONTROLS: Mapping[int, str] = {
    **{code: chr(0x2400 + code) for code in range(32) if chr(code) not in "\t\n\r"},
    127: "\N{SYMBOL FOR DELETE}",
    **{
        code: f"[U+{code:04X}]" for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))
    },  # they turn text round
}
MASKED = "-inf (masked)"
SHADES = 8


def text(raw: str) -> str:
    """Escaped, for content and quoted attributes; control characters become pictures, lone surrogates ``?``."""
    return escape(raw.translate(CONTROLS).encode("utf-8", "replace").decode("utf-8"))


def bdi(raw: str) -> str:
    """Text whose direction stays its own."""
    return f"<bdi>{text(raw)}</bdi>"


def token(raw: str, position: int) -> str:
    """A token with its position, counted from 1, which tells repeated words apart."""
    return f"<i>{position + 1}</i>{bdi(raw)}"


def number(value: float, decimals: int = 3) -> str:
    """With a true minus sign; what is not finite in words."""
    if math.isnan(value):
        return "undefined"
    if math.isinf(value):
        return MASKED if value < 0 else "infinite"
    shown = f"{value:,.{decimals}f}"
    return shown.replace("-", "\N{MINUS SIGN}") if float(shown.replace(",", "")) else shown.lstrip("-")


def shade(value: float, limit: float = 1.0) -> int:
    """Which of the colours from nothing (0) to all (``SHADES``) a size has."""
    return round(min(abs(value) / (limit or 1), 1) * SHADES) if math.isfinite(value) else 0


def decimals_for(limit: float) -> int:
    """Digits after the point that keep numbers up to ``limit`` in five or six characters."""
    return next((digits for digits, bound in ((3, 10), (2, 100), (1, 1000)) if limit < bound), 0)


def figure(count: int, one: str, many: str | None = None) -> str:
    """A number with its noun: ``1 row``, ``512 rows``."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
