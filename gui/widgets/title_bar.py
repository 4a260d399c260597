"""A dock's title with controls beside it: room that the pane itself does not have."""

from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget


class TitleBar(QWidget):
    """Stands in for the title bar that a dock has by itself."""

    def __init__(self, title: str, beside: QWidget) -> None:
        super().__init__()
        self.setObjectName("dock.title")
        label = QLabel(title)
        label.setObjectName("dock.title.text")
        label.setProperty("tone", "muted")
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 2, 10, 2)
        row.setSpacing(16)
        row.addWidget(label)
        row.addWidget(beside, 1)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Beside a number that is being edited: it must not tear the dock off the window."""
        event.accept()
