"""What has just happened, in the corner of the menu bar, where it takes no room from the panes."""

from PySide6.QtCore import QSize, Qt, QTimer, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QStyle, QStyleOption, QWidget

SHOWN_FOR = 10_000  # ms
LEAST = 60  # pixels


class Announcement(QLabel):
    """Goes by itself after a while.  Where there is no room for all of it, its middle is left out; ``text()`` and the
    tooltip are the whole.
    """

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

    def shown(self) -> str:
        """As much of the text as there is room for."""
        width = self.contentsRect().width()
        return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideMiddle, width)

    def minimumSizeHint(self) -> QSize:
        return QSize(LEAST, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, option = QPainter(self), QStyleOption()
        option.initFrom(self)
        self.style().drawPrimitive(QStyle.PrimitiveElement.PE_Widget, option, painter, self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        painter.drawText(self.contentsRect(), flags, self.shown())
        painter.end()
