"""Bakes every formula of engine.formulas into resources/formulas/KEY.svg, with its LaTeX as description.

Run it in an environment with ziamath 0.13 and the engine's packages; the program itself needs only the files.
"""

import re
import sys
from collections.abc import Mapping
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import ziamath  # noqa: E402

from engine.formulas import FORMULAS  # noqa: E402
from gui.widgets.formula_ink import PLACEHOLDERS, coloured  # noqa: E402

PINNED = "0.13"
SIZE = 19  # pixels of the letters


def bake(latex: str) -> str:
    """One formula as SVG 1.1 (Qt's renderer clips the glyphs of SVG 2: ziamath issue 85)."""
    ziamath.config.svg2 = False
    drawn = ziamath.Latex(coloured(latex), size=SIZE, color=PLACEHOLDERS["text"]).svg()
    drawn = drawn.replace('"black"', f'"{PLACEHOLDERS["text"]}"')
    start = re.match(r"<svg[^>]*>", drawn)
    if start is None:
        raise ValueError(f"no picture was made of {latex}")
    return f"{start[0]}<desc>{escape(latex, quote=False)}</desc>{drawn[start.end() :]}"


def bake_all(formulas: Mapping[str, str], folder: Path) -> None:
    """Write every formula and remove what no longer has one."""
    folder.mkdir(parents=True, exist_ok=True)
    for stale in set(folder.glob("*.svg")) - {folder / f"{key}.svg" for key in formulas}:
        stale.unlink()
    for key, latex in formulas.items():
        (folder / f"{key}.svg").write_text(bake(latex) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if ziamath.__version__ != PINNED:
        sys.exit(f"ziamath {PINNED} is needed, this is {ziamath.__version__}")
    bake_all(FORMULAS, ROOT / "resources" / "formulas")
    print(f"{len(FORMULAS)} formulas written")
