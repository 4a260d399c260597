"""The legend of the weights' colours that is a button, too: its menu says how weights are shown."""

from collections.abc import Mapping

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QStyle, QStyleOptionToolButton, QWidget

from gui.colormaps import LOG_LOW
from gui.theme import LIGHT, Theme
from gui.widgets import numbers
from gui.widgets.legend import paint_upright
from gui.widgets.painting import TINY, Texts, font
from gui.widgets.switch_menu import SwitchMenu

WIDTH, HEIGHT = 40, 54  # room for the longest ends, and no more height than a line of tokens
EDGE, SIDE, ARROW = 1, 2, 9


class ScaleMenu(SwitchMenu):
    """Upright, from 0, or from the low end of a logarithmic scale, to 1: as high as a line of tokens."""

    def __init__(
        self, title: str, switches: Mapping[str, tuple[str, str]], parent: QWidget | None = None
    ) -> None:
        super().__init__(title, switches, parent)
        self.theme: Theme = LIGHT
        self.log = False
        self._texts, self._title = Texts(), title
        self.setAutoRaise(True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.show_scale(LIGHT, False)

    @property
    def limits(self) -> tuple[float, float]:
        """The ends of the scale."""
        return (LOG_LOW if self.log else 0.0, 1.0)

    def show_scale(self, theme: Theme, log: bool) -> None:
        """Paint in the colours of a theme, on a linear or a logarithmic scale, from now on."""
        self.theme, self.log = theme, log
        scale = self.tr("logarithmic from {0:g} to {1:g}") if log else self.tr("linear from {0:g} to {1:g}")
        text = self.tr("Colours of the words by weight: {0}").format(scale.format(*self.limits))
        self.setToolTip(f"{text}\n{self._title}")
        self.setAccessibleName(f"{self._title}. {text}")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(WIDTH, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        try:
            self._ground(painter)
            box = self.rect().adjusted(SIDE, EDGE, -SIDE, -EDGE)
            ends = self.limits, numbers.DIGITS, self.log
            paint_upright(painter, box, self.theme, self._texts, "weights", *ends)
            painter.setFont(font(TINY))
            arrow = QRect(box.right() + 1 - ARROW, box.y(), ARROW, self._texts.metrics(TINY).height())
            painter.drawText(arrow, Qt.AlignmentFlag.AlignCenter, "▾")
        finally:
            painter.end()

    def _ground(self, painter: QPainter) -> None:
        """The button as the style has it under the mouse, pressed and in focus, without its text."""
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        option.text = ""
        self.style().drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option, painter, self)
