"""Shows a baked formula in the colours of the theme, as large as it was set or as the room allows."""

import xml.etree.ElementTree as ElementTree
from pathlib import Path

from PySide6.QtCore import QByteArray, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.paths import RESOURCES
from gui.theme import LIGHT, Theme
from gui.widgets.formula_ink import PLACEHOLDERS, uncoloured
from gui.widgets.painting import BODY, font
from gui.widgets.plain import tooltip

MARGIN = 6
LEAST = QSize(80, 28)


def formula_path(key: str) -> Path:
    """Where a formula lies once scripts/build_formulas.py has baked it."""
    return RESOURCES / "formulas" / f"{key}.svg"


def description(svg: str) -> str:
    """The LaTeX that an SVG was baked from."""
    found = ElementTree.fromstring(svg).find("{http://www.w3.org/2000/svg}desc")
    return "" if found is None or found.text is None else found.text


def recoloured(svg: str, theme: Theme) -> str:
    """The SVG with the theme's colours in place of the placeholders."""
    for role, placeholder in PLACEHOLDERS.items():
        svg = svg.replace(placeholder, getattr(theme, role))
    return svg


class FormulaView(QWidget):
    """One formula, at the left and in the middle of its height."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme: Theme = LIGHT
        self.key = ""
        self.latex = ""
        self._svg = ""
        self._plain = ""
        self._renderer = QSvgRenderer(self)
        self._renderer.setAspectRatioMode(Qt.AspectRatioMode.KeepAspectRatio)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def set_formula(self, key: str, plain_text: str = "") -> None:
        """Show a formula by its key ("" for none); the plain text is its tooltip, and stands in for it where
        it was never baked."""
        if (key, plain_text) == (self.key, self._plain):
            return
        path = formula_path(key)
        self.key, self._plain = key, plain_text
        self._svg = path.read_text(encoding="utf-8") if key and path.is_file() else ""
        self.latex = uncoloured(description(self._svg)) if self._svg else ""
        self.setToolTip(tooltip(plain_text))
        self.setAccessibleName(plain_text or self.latex)
        self.setAccessibleDescription(self.latex)
        self._load()

    def set_theme(self, theme: Theme) -> None:
        """Write in the colours of a theme from now on."""
        if theme is not self.theme:
            self.theme = theme
            self._load()

    def sizeHint(self) -> QSize:
        if not self._svg:
            return LEAST
        return (self._renderer.defaultSize() + QSize(2 * MARGIN, 2 * MARGIN)).expandedTo(LEAST)

    def minimumSizeHint(self) -> QSize:
        return QSize(LEAST.width(), min(self.sizeHint().height(), 2 * LEAST.height()))

    def box(self) -> QRectF:
        """Where the formula is painted: never larger than it was set."""
        room = QRectF(self.rect()).adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
        natural = QSizeF(self._renderer.defaultSize())
        if natural.isEmpty() or room.isEmpty():
            return QRectF()
        scale = min(room.width() / natural.width(), room.height() / natural.height(), 1.0)
        size = natural * scale
        return QRectF(room.x(), room.center().y() - size.height() / 2, size.width(), size.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        try:
            if self._svg:
                self._renderer.render(painter, self.box())
            else:
                self._write(painter)
        finally:
            painter.end()

    def _write(self, painter: QPainter) -> None:
        painter.setFont(font(BODY))
        painter.setPen(self.theme.colour("text"))
        inner = self.rect().adjusted(MARGIN, 0, -MARGIN, 0)
        painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, self._plain)

    def _load(self) -> None:
        if self._svg:
            self._renderer.load(QByteArray(recoloured(self._svg, self.theme).encode()))
        self.updateGeometry()
        self.update()
