"""A line of text that says less where there is less room."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QWidget


class FittingLabel(QLabel):
    """Shows the fullest of its texts that fits in the room it is given, and asks for no more than the shortest needs.

    ``text()`` and the tooltip are the whole.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._texts: tuple[str, ...] = ("",)

    def set_texts(self, texts: tuple[str, ...]) -> None:
        """The fullest first."""
        self._texts = texts
        self.setText(texts[0])
        self.setToolTip(texts[0])

    def shown(self) -> str:
        """The text that there is room for."""
        metrics = self.fontMetrics()
        fitting = (text for text in self._texts if metrics.horizontalAdvance(text) <= self.width())
        return next(fitting, self._texts[-1])

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def minimumSizeHint(self) -> QSize:
        return QSize(
            self.fontMetrics().horizontalAdvance(self._texts[-1]), super().minimumSizeHint().height()
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.rect(), self.alignment() | Qt.TextFlag.TextSingleLine, self.shown())
        painter.end()
