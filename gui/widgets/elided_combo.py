"""A box of choices that shortens what it shows while closed, rather than cutting a letter in two."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox, QStylePainter


class ElidedCombo(QComboBox):
    """The list that opens, and the tooltip, have the whole text."""

    def shown_text(self) -> str:
        """The current text as it fits between the edges and the arrow."""
        option = self._option()
        room = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, self
        )
        return self.fontMetrics().elidedText(option.currentText, Qt.TextElideMode.ElideRight, room.width())

    def paintEvent(self, event: QPaintEvent) -> None:
        option = self._option()
        option.currentText = self.shown_text()
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        painter.end()

    def _option(self) -> QStyleOptionComboBox:
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        return option
