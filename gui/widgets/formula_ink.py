"""The colours that stand for roles in the baked formulas, until the theme's colours take their place."""

from collections.abc import Mapping

PLACEHOLDERS: Mapping[str, str] = {
    "text": "#010203",
    "q": "#a10203",
    "k": "#a20304",
    "v": "#a30405",
    "result": "#a40506",
}
MACROS: Mapping[str, str] = {r"\q": "q", r"\k": "k", r"\v": "v", r"\r": "result"}


def coloured(latex: str) -> str:
    r"""LaTeX with the macros ``\q{..}`` ``\k{..}`` ``\v{..}`` ``\r{..}`` written as placeholder colours."""
    for macro, role in MACROS.items():
        latex = latex.replace(macro + "{", rf"\textcolor{{{PLACEHOLDERS[role]}}}{{")
    return latex


def uncoloured(latex: str) -> str:
    """The same LaTeX without the macros, which no other reader knows."""
    for macro in MACROS:
        latex = latex.replace(macro + "{", "{")
    return latex
