"""What the window looks like: two themes as tables of colours, applied as palette, style sheet and fonts."""

from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from string import Template
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette
from PySide6.QtWidgets import QApplication

from engine.paths import RESOURCES
from gui.colormaps import Lut, diverging_lut, inks, sequential_lut
from gui.stylesheet import QSS

Role = Literal["q", "k", "v", "result"]
Scale = Literal["weights", "signed"]

FONT_PIXELS = 13
FALLBACKS = ("Noto Sans", "DejaVu Sans", "Noto Sans CJK SC", "Noto Sans SC", "WenQuanYi Micro Hei")


@dataclass(frozen=True)
class Theme:
    """All colours by name, as "#rrggbb".  A ``_tint`` is the quiet ground on which its colour is read."""

    name: str
    window: str  # behind the docks
    panel: str  # where content lies
    raised: str  # headers, chips, buttons
    line: str  # hairlines
    edge: str  # outlines of controls
    text: str
    muted: str
    faint: str  # zeros among numbers
    accent: str  # selection
    accent_tint: str
    on_accent: str
    focus: str
    error: str
    error_tint: str
    warning: str
    warning_tint: str
    pair_a: str  # the two selected words
    pair_a_tint: str
    pair_b: str
    pair_b_tint: str
    q: str
    q_tint: str
    k: str
    k_tint: str
    v: str
    v_tint: str
    result: str
    result_tint: str
    hatch: str  # the strokes of a masked cell
    hatch_ground: str
    weights: tuple[str, ...]  # anchors from nothing to all
    negative: tuple[str, ...]  # anchors from zero outwards
    zero: str
    positive: tuple[str, ...]
    inks: tuple[str, ...]  # for text on coloured cells, in order of preference

    def colour(self, name: str) -> QColor:
        """A colour of this theme as Qt's."""
        return QColor(getattr(self, name))

    def role(self, role: Role | None) -> tuple[QColor, QColor]:
        """Text and ground of a title that belongs to Q, K, V, the result, or to none of them."""
        if role is None:
            return QColor(self.text), QColor(self.raised)
        return self.colour(role), self.colour(f"{role}_tint")

    def lut(self, scale: Scale) -> Lut:
        """The colours of a matrix, uint32 [256]; levels come from gui.colormaps."""
        if scale == "weights":
            return sequential_lut(self.weights)
        return diverging_lut(self.negative, self.zero, self.positive)

    def ink_levels(self, scale: Scale) -> NDArray[np.intp]:
        """For each level of `lut` the index of the legible entry of `inks`.  [256]"""
        return _ink_levels(self, scale)


@cache
def _ink_levels(theme: Theme, scale: Scale) -> NDArray[np.intp]:
    return inks(theme.lut(scale), theme.inks)


LIGHT = Theme(
    name="light",
    window="#f2f1ee",
    panel="#ffffff",
    raised="#f7f6f4",
    line="#e4e2dd",
    edge="#c9c6bf",
    text="#1d2129",
    muted="#5f6570",
    faint="#8b919b",
    accent="#2f66c4",
    accent_tint="#e6eefb",
    on_accent="#ffffff",
    focus="#2f66c4",
    error="#b3261e",
    error_tint="#fbeae8",
    warning="#9c4a0c",
    warning_tint="#fcefe3",
    pair_a="#2f66c4",
    pair_a_tint="#e6eefb",
    pair_b="#5b7410",
    pair_b_tint="#f0f4dd",
    q="#6b3fc0",
    q_tint="#f1ecfb",
    k="#8f5a00",
    k_tint="#fbf2dd",
    v="#07625b",
    v_tint="#e0f4f1",
    result="#c62b76",
    result_tint="#fceaf2",
    hatch="#c3c0b9",
    hatch_ground="#f4f3f0",
    weights=("#fbfbfa", "#c9dcf5", "#7fa9e3", "#3d70c2", "#1d3f8a", "#0e2154"),
    negative=("#b9d3f0", "#6c9fdb", "#2f66b4", "#173a78"),
    zero="#fbfbfa",
    positive=("#f6cfb4", "#e5935c", "#bd5717", "#76300a"),
    inks=("#1d2129", "#ffffff", "#000000"),
)

DARK = Theme(
    name="dark",
    window="#121418",
    panel="#1a1d23",
    raised="#22262d",
    line="#2d323a",
    edge="#454c57",
    text="#e6e8ec",
    muted="#9ba3af",
    faint="#717a87",
    accent="#7aa8f5",
    accent_tint="#22314c",
    on_accent="#0d1420",
    focus="#8db6ff",
    error="#ff8a80",
    error_tint="#3b2223",
    warning="#f2a566",
    warning_tint="#3a2a1c",
    pair_a="#7aa8f5",
    pair_a_tint="#22314c",
    pair_b="#b5cb5c",
    pair_b_tint="#2d331c",
    q="#b79df5",
    q_tint="#2c2542",
    k="#e8b04b",
    k_tint="#382d17",
    v="#6cdccf",
    v_tint="#17332f",
    result="#ee76ab",
    result_tint="#3c2230",
    hatch="#4b535f",
    hatch_ground="#20242a",
    weights=("#1c2027", "#1f3a63", "#2f63ab", "#5f97e0", "#a3c8f7", "#e9f2fe"),
    negative=("#233f66", "#3769ad", "#5f97e0", "#9cc3f5"),
    zero="#1c2027",
    positive=("#5a3620", "#a35a25", "#d9823f", "#f4b37c"),
    inks=("#e6e8ec", "#0d1016", "#ffffff", "#000000"),
)

THEMES = {theme.name: theme for theme in (LIGHT, DARK)}

PALETTE: tuple[tuple[QPalette.ColorRole, str], ...] = (
    (QPalette.ColorRole.Window, "window"),
    (QPalette.ColorRole.WindowText, "text"),
    (QPalette.ColorRole.Base, "panel"),
    (QPalette.ColorRole.AlternateBase, "raised"),
    (QPalette.ColorRole.Text, "text"),
    (QPalette.ColorRole.PlaceholderText, "muted"),
    (QPalette.ColorRole.Button, "raised"),
    (QPalette.ColorRole.ButtonText, "text"),
    (QPalette.ColorRole.BrightText, "error"),
    (QPalette.ColorRole.ToolTipBase, "raised"),
    (QPalette.ColorRole.ToolTipText, "text"),
    (QPalette.ColorRole.Highlight, "accent"),
    (QPalette.ColorRole.HighlightedText, "on_accent"),
    (QPalette.ColorRole.Accent, "accent"),
    (QPalette.ColorRole.Link, "accent"),
    (QPalette.ColorRole.LinkVisited, "accent"),
    (QPalette.ColorRole.Light, "panel"),
    (QPalette.ColorRole.Midlight, "line"),
    (QPalette.ColorRole.Mid, "edge"),
    (QPalette.ColorRole.Dark, "edge"),
    (QPalette.ColorRole.Shadow, "window"),
)
DISABLED = (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText)


def palette(theme: Theme) -> QPalette:
    """Every colour Qt's own widgets ask for; what is disabled is written in the outline's colour."""
    made = QPalette()
    for role, name in PALETTE:
        made.setColor(role, theme.colour(name))
    for role in DISABLED:
        made.setColor(QPalette.ColorGroup.Disabled, role, theme.colour("edge"))
    return made


def apply(app: QApplication, theme: Theme) -> None:
    """Dress the whole program; widgets that paint themselves need their own ``set_theme``."""
    app.setStyle("Fusion")
    app.setPalette(palette(theme))
    icons = (RESOURCES / "icons").as_posix()
    app.setStyleSheet(Template(QSS).substitute(asdict(theme), icons=icons))


def load_fonts(app: QApplication, folder: Path = RESOURCES / "fonts") -> tuple[str, ...]:
    """Register the fonts that ship with the program and make them the program's; answers their families."""
    files = sorted(f for f in folder.glob("*") if f.suffix.lower() in {".otf", ".ttf"})
    added = (QFontDatabase.addApplicationFont(str(f)) for f in files)
    families = tuple(dict.fromkeys(name for i in added for name in QFontDatabase.applicationFontFamilies(i)))
    font = QFont()
    font.setFamilies([*families, *FALLBACKS])
    font.setPixelSize(FONT_PIXELS)
    app.setFont(font)
    return families
