"""What has just happened, in the corner of the menu bar, where it takes no room from the panes."""

from PySide6.QtCore import QTimer, Slot
from PySide6.QtWidgets import QLabel, QWidget

SHOWN_FOR = 10_000  # ms


class Announcement(QLabel):
    """Goes by itself after a while."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("announcement")
        self.setProperty("tone", "badge")
        self.hide()
        self._hush = QTimer(self)
        self._hush.setSingleShot(True)
        self._hush.timeout.connect(self.hide)

    @Slot(str)
    def say(self, text: str) -> None:
        self.setText(text)
        self.setToolTip(text)
        self.show()
        self._hush.start(SHOWN_FOR)
