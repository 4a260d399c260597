"""Formulas for readers that do not know the program's colour macros."""

import re

ROLE = re.compile(r"\\[qkvr]\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}(?=([_^])?)")


def plain(latex: str) -> str:
    """The formula without ``\\q{..}`` and the like; braces stay where an index or a power follows."""
    return ROLE.sub(lambda found: f"{{{found[1]}}}" if found[2] and len(found[1]) > 1 else found[1], latex)
