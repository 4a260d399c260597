"""The program's icons, drawn in the colours of the theme."""

from collections.abc import Mapping

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from engine.paths import RESOURCES
from gui.theme import Theme

INK = "#010203"  # the colour of all strokes in the files
SIZES = (16, 20, 24, 32, 48)
MODES: Mapping[QIcon.Mode, str] = {
    QIcon.Mode.Normal: "text",
    QIcon.Mode.Active: "text",
    QIcon.Mode.Selected: "accent",
    QIcon.Mode.Disabled: "edge",
}
NAMES = (
    "first", "previous", "next", "last", "play", "pause", "swap", "add", "remove", "copy", "fit",
)  # fmt: skip


def icon(name: str, theme: Theme, colour: str | None = None) -> QIcon:
    """An icon by the name of its file in resources/icons, in one colour of the theme or, without, in all states."""
    svg = (RESOURCES / "icons" / f"{name}.svg").read_text(encoding="utf-8")
    made = QIcon()
    for mode, tone in MODES.items():
        inked = svg.replace(INK, getattr(theme, colour or tone))
        renderer = QSvgRenderer(QByteArray(inked.encode()))
        for size in SIZES:
            made.addPixmap(_drawn(renderer, size), mode)
    return made


def _drawn(renderer: QSvgRenderer, size: int) -> QPixmap:
    pixmap = QPixmap(size, size)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    renderer.render(painter, QRectF(0, 0, size, size))
    painter.end()
    return pixmap
