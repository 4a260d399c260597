"""A plane on which things can be selected: by a line drawn around them, by Ctrl+click, and with the keys."""

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QApplication, QWidget

from gui.widgets.plane_plot import PlanePlot

SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
OTHERS = Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier


class LassoPlot(PlanePlot[str]):
    """Shift+drag draws the line, as does dragging while ``lassoing``.  Space selects what the keys are on, or takes it
    out again, Ctrl+A selects all in view, Escape nothing.
    """

    selected = Signal(object)  # words, a tuple
    toggled = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lassoing = False
        self._line: list[QPointF] | None = None

    def inside(self, line: QPolygonF | None) -> tuple[str, ...]:
        """What lies within a line on the screen, or in view."""
        raise NotImplementedError

    def mousePressEvent(self, event: QMouseEvent) -> None:
        held = event.modifiers()
        if event.button() != Qt.MouseButton.LeftButton or not self.frame.contains(event.position()):
            super().mousePressEvent(event)
        elif held & CTRL:
            if (thing := self.at(event.position())) is not None:
                self.toggled.emit(thing)
            event.accept()
        elif held & SHIFT or self.lassoing:
            self._line = [event.position()]
            event.accept()
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._line is None:
            super().mouseMoveEvent(event)
            return
        self._line.append(event.position())
        event.accept()
        self.viewport().update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._line is None:
            super().mouseReleaseEvent(event)
            return
        line, self._line = self._line, None
        event.accept()
        self.viewport().update()
        if _drawn(line):
            self.selected.emit(self.inside(QPolygonF(line)))
        elif (thing := self.at(line[0])) is not None:
            self.go_to(thing)
            self.pick(thing, bool(event.modifiers() & SHIFT))
        elif self.lassoing:
            self.selected.emit(())

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._own(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._own(event):
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_Space and self.current is not None:
            self.toggled.emit(self.current)
        elif event.key() == Qt.Key.Key_A:
            self.selected.emit(self.inside(None))
        elif event.key() == Qt.Key.Key_Escape:
            self.selected.emit(())

    def paint_line(self, painter: QPainter) -> None:
        """The line that is being drawn."""
        if not self._line:
            return
        inside = self.theme.colour("accent")
        inside.setAlpha(40)
        painter.setPen(QPen(self.theme.colour("accent"), 1.5, Qt.PenStyle.DashLine))
        painter.setBrush(inside)
        painter.drawPolygon(QPolygonF(self._line))

    def has_selection(self) -> bool:
        """Whether Escape has something to do."""
        raise NotImplementedError

    def _own(self, event: QKeyEvent) -> bool:
        """Escape is the window's while nothing is selected."""
        held, key = event.modifiers(), event.key()
        if held & OTHERS:
            return False
        if held & CTRL:
            return key == Qt.Key.Key_A
        return key == Qt.Key.Key_Space or (key == Qt.Key.Key_Escape and self.has_selection())


def _drawn(line: list[QPointF]) -> bool:
    """Whether the mouse went farther than a hand trembles."""
    far = QApplication.startDragDistance()
    return any((point - line[0]).manhattanLength() >= far for point in line)
