"""Formulas as pictures that take the page's colours, or as their source where no picture was baked."""

import re
from functools import lru_cache
from html import escape

from engine.formulas import formula_key
from engine.latex import plain
from engine.paths import RESOURCES
from engine.recipes import Step

INKS = {  # the placeholders in the baked files
    "#010203": "currentColor",
    "#a10203": "var(--q)",
    "#a20304": "var(--k)",
    "#a30405": "var(--v)",
    "#a40506": "var(--r)",
}
SIZE = 19  # pixels of the letters, as baked


def formula(step: Step) -> str:
    """SVG whose colours follow the theme; its description is the LaTeX."""
    drawn = _picture(formula_key(step))
    return drawn or f"<code>{escape(plain(step.latex))}</code>"


@lru_cache(maxsize=64)
def _picture(key: str) -> str:
    path = RESOURCES / "formulas" / f"{key}.svg"
    if not path.is_file():
        return ""
    drawn = path.read_text(encoding="utf-8").strip()
    for placeholder, ink in INKS.items():
        drawn = drawn.replace(f'"{placeholder}"', f'"{ink}"')
    drawn = drawn.replace(
        ' xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"', ""
    )
    return re.sub(r'width="([\d.]+)" height="([\d.]+)"', _scaled, drawn, count=1)


def _scaled(size: re.Match[str]) -> str:
    """In the page's letters, so that the formula grows with them."""
    width, height = (float(size[i]) / SIZE for i in (1, 2))
    return f'class="formula" role="img" style="width:{width:.2f}em;aspect-ratio:{width:.2f}/{height:.2f}"'
