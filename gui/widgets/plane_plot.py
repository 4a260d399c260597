"""A plane whose content can be pointed at, clicked, walked through with the keys and copied."""

from collections.abc import Iterator
from typing import Generic, TypeVar

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Slot
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
)
from PySide6.QtWidgets import QMenu, QToolTip, QWidget

from gui.theme import Theme
from gui.widgets.painting import TINY
from gui.widgets.plain import tooltip
from gui.widgets.plane_axes import ZOOM_STEP, PlaneAxes

WALK = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
ZOOMS = {Qt.Key.Key_Plus: ZOOM_STEP, Qt.Key.Key_Equal: ZOOM_STEP, Qt.Key.Key_Minus: 1 / ZOOM_STEP}
HOME = (Qt.Key.Key_Home, Qt.Key.Key_0)
KEYS = {*WALK, *ENTER, *ZOOMS, *HOME}
NOTE_PAD = 12
AXES_FROM = 240  # height from which a plot that also tells its numbers otherwise has axes

Thing = TypeVar("Thing")


class PlanePlot(PlaneAxes, Generic[Thing]):
    """A click or Enter picks a thing.  The arrow keys lead from one to the next, plus and minus zoom, Home fits; the
    wheel zooms and dragging moves the plane.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.current: Thing | None = None  # where the keys are
        self.hover: Thing | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.scene().sigMouseClicked.connect(self._on_clicked)
        self._menu = self._made_menu()

    def at(self, point: QPointF) -> Thing | None:
        """What lies under a point of the widget."""
        raise NotImplementedError

    def tell(self, thing: Thing) -> str:
        """What its tooltip says."""
        raise NotImplementedError

    def beside(self, thing: Thing, key: Qt.Key) -> Thing | None:
        """Where an arrow key leads from there; None for nowhere."""
        raise NotImplementedError

    def first(self) -> Thing | None:
        """Where the keys begin; None while nothing is shown."""
        raise NotImplementedError

    def pick(self, thing: Thing, shift: bool) -> None:
        """A thing was clicked, or Enter pressed on it."""
        raise NotImplementedError

    def tsv(self) -> str:
        """The coordinates in full precision, tab-separated."""
        raise NotImplementedError

    def note(self) -> str:
        """What is not to be seen, and how to see it; empty if all is."""
        raise NotImplementedError

    def note_box(self) -> QRectF:
        """The lower right corner of the plane."""
        width, height = self.texts.width(self.note(), TINY) + NOTE_PAD, self.texts.metrics(TINY).height()
        corner = self.frame.bottomRight()
        return QRectF(corner.x() - width - 2, corner.y() - height - 3, width, height)

    def kept_free(self) -> Iterator[QRectF]:
        """Where no label may lie: under the button in the corner, and under the note if there is one."""
        yield QRectF(self.corner.geometry())
        if self.note():
            yield self.note_box()

    def go_to(self, thing: Thing | None) -> None:
        """Let the keys begin there."""
        self.current = thing
        self.announce()
        self.viewport().update()

    def picture(self, painter: QPainter) -> None:
        marks = self.hover, self.current
        self.hover = self.current = None  # they are the mouse's and the keyboard's
        try:
            super().picture(painter)
        finally:
            self.hover, self.current = marks

    def renew(self, others: bool) -> None:
        """Show what has just been set.  The view is fitted anew only if it is of ``others`` than before."""
        self.hover = None
        if others:
            self.current = None
        self.moved()
        if others or self.fitted:
            self.fit()
        self.announce()

    def announce(self) -> None:
        """Say what is current to those who do not see it."""
        self.setAccessibleDescription("" if self.current is None else self.tell(self.current))

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self._menu.setPalette(self.palette())

    @Slot()
    def copy_table(self) -> None:
        QGuiApplication.clipboard().setText(self.tsv())

    @Slot()
    def copy_picture(self) -> None:
        self.corner.hide()
        QGuiApplication.clipboard().setPixmap(self.grab())
        self.corner.show()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self._menu.popup(event.globalPos())

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            thing = self.at(QPointF(event.pos()))
            text = self.toolTip() if thing is None else tooltip(self.tell(thing))
            QToolTip.showText(event.globalPos(), text, self.viewport())
            return True
        return bool(super().viewportEvent(event))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._set_hover(self.at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._set_hover(None)

    def event(self, event: QEvent) -> bool:
        """These keys belong to the plane while it has the focus, whatever the window's shortcuts are."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _is_own(event):
            event.accept()
            return True
        return bool(super().event(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_table()
        elif not _is_own(event):
            event.ignore()
        elif key in WALK:
            self._walk(Qt.Key(key))
        elif key in ENTER and self.current is not None:
            self.pick(self.current, bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        elif key in ZOOMS:
            self.zoom(ZOOMS[Qt.Key(key)])
        elif key in HOME:
            self.fit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self.current is None and event.reason() != Qt.FocusReason.MouseFocusReason:
            self.go_to(self.first())
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def _on_clicked(self, event: object) -> None:  # pyqtgraph's own kind of event
        thing = self.at(event.scenePos())  # type: ignore[attr-defined]
        if thing is None or event.button() != Qt.MouseButton.LeftButton:  # type: ignore[attr-defined]
            return
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)  # type: ignore[attr-defined]
        self.go_to(thing)
        self.pick(thing, shift)

    def _walk(self, key: Qt.Key) -> None:
        there = self.first() if self.current is None else self.beside(self.current, key)
        if there is not None:
            self.go_to(there)

    def _set_hover(self, thing: Thing | None) -> None:
        if thing != self.hover:
            self.hover = thing
            over = thing is not None
            self.setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)
            self.viewport().update()

    def _made_menu(self) -> QMenu:
        menu = QMenu(self)
        for text, slot in (
            (self.tr("Fit"), self.fit),
            (self.tr("Copy picture"), self.copy_picture),
            (self.tr("Copy coordinates"), self.copy_table),
        ):
            menu.addAction(text).triggered.connect(slot)
        return menu


def _is_own(event: QKeyEvent) -> bool:
    """Whether a key is one of the plane's; with Alt or Ctrl it is the window's."""
    others = (
        Qt.KeyboardModifier.AltModifier
        | Qt.KeyboardModifier.ControlModifier
        | Qt.KeyboardModifier.MetaModifier
    )
    return event.key() in KEYS and not event.modifiers() & others
