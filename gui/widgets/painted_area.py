"""A scroll area that paints itself once into a pixmap and, while the mouse moves, only what lies over it."""

from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QFocusEvent, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QToolTip, QWidget

from gui.theme import LIGHT, Theme
from gui.widgets.painting import Texts, canvas
from gui.widgets.plain import tooltip


class PaintedArea(QAbstractScrollArea):
    """Base of the painted widgets.  They fill in `relayout`, `paint_picture`, `paint_over` and `tip_at`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme: Theme = LIGHT
        self.texts = Texts()
        self._picture: QPixmap | None = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)

    def set_theme(self, theme: Theme) -> None:
        """Paint in the colours of a theme from now on."""
        if theme is not self.theme:
            self.theme = theme
            self.recolour()

    def recolour(self) -> None:
        """Paint anew in the colours of another theme."""
        self.invalidate()

    def relayout(self) -> None:
        """Work out where everything lies, after a change of size, content or font."""

    def paint_picture(self, painter: QPainter) -> None:
        """Paint all that does not depend on the mouse or the focus."""

    def paint_over(self, painter: QPainter) -> None:
        """Paint what does."""

    def tip_at(self, point: QPoint) -> tuple[str, QRect]:
        """The tooltip under a point, as plain text, and the box for which it holds."""
        return "", QRect()

    def picture(self, painter: QPainter) -> None:
        """Paint all of the view that does not depend on the mouse or the focus onto anything, from its origin on."""
        painter.fillRect(self.viewport().rect(), self.theme.colour("panel"))
        self.paint_picture(painter)

    def invalidate(self) -> None:
        """Paint anew."""
        self._picture = None
        self.viewport().update()

    def offset(self) -> QPoint:
        """How far the content is scrolled."""
        return QPoint(self.horizontalScrollBar().value(), self.verticalScrollBar().value())

    def paintEvent(self, event: QPaintEvent) -> None:
        density = self.devicePixelRatioF()
        if self._picture is None or self._picture.devicePixelRatioF() != density:
            self._picture = self._painted(density)
        painter = QPainter(self.viewport())
        try:
            painter.drawPixmap(0, 0, self._picture)
            self.paint_over(painter)
        finally:  # a painter left open takes the process down
            painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.relayout()
        self.invalidate()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()  # else it goes on to the parent

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self.invalidate()

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.viewport().update()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.FontChange:
            self.texts.forget()
            self.relayout()
            self.invalidate()
        super().changeEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            text, box = self.tip_at(event.pos())
            QToolTip.showText(event.globalPos(), tooltip(text), self.viewport(), box)
            return True
        return super().viewportEvent(event)

    def _painted(self, density: float) -> QPixmap:
        made = canvas(self.viewport().width(), self.viewport().height(), density)
        made.fill(self.theme.colour("panel"))
        painter = QPainter(made)
        try:
            self.paint_picture(painter)
        finally:
            painter.end()
        return made
