"""A switch and controls side by side, or one below the other where it is narrow."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

ACROSS, DOWN = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom


class TopRow(QWidget):
    """No wider than its widest widget has to be."""

    def __init__(self, first: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._widgets = [first]
        self._box = QBoxLayout(ACROSS, self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(0)
        self._box.addWidget(first, 1, Qt.AlignmentFlag.AlignLeft)

    def add(self, widget: QWidget) -> None:
        """Put a widget at the end."""
        self._widgets.append(widget)
        self._box.addWidget(widget, 0, Qt.AlignmentFlag.AlignLeft)
        self.arrange()

    def arrange(self) -> None:
        """Side by side if there is room for all that is shown."""
        needed = sum(one.sizeHint().width() for one in self._widgets if not one.isHidden())
        self._box.setDirection(ACROSS if needed <= self.width() else DOWN)
        self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        shown = [one.minimumSizeHint().width() for one in self._widgets if not one.isHidden()]
        return QSize(max(shown), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange()
