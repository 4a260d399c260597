"""Words as labelled arrows in a plane that can be moved, zoomed, clicked and walked through with the keys."""

from math import cos, hypot, radians, sin

from PySide6.QtCore import QEvent, QPointF, QRectF, QSizeF, Qt, Signal, Slot
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
)  # fmt: skip
from PySide6.QtWidgets import QMenu, QToolTip, QWidget

from gui.theme import Theme
from gui.widgets import numbers
from gui.widgets.arrow_layout import fit
from gui.widgets.arrow_painter import ArrowPainter
from gui.widgets.arrow_picture import Arrow, Arrows, Laid, extents, lay_out, words_at
from gui.widgets.painting import TINY
from gui.widgets.plain import tooltip
from gui.widgets.plane_axes import ZOOM_STEP, PlaneAxes

DIRECTIONS = {
    Qt.Key.Key_Right: 0.0,
    Qt.Key.Key_Up: 90.0,
    Qt.Key.Key_Left: 180.0,
    Qt.Key.Key_Down: 270.0,
}
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
ZOOMS = {Qt.Key.Key_Plus: ZOOM_STEP, Qt.Key.Key_Equal: ZOOM_STEP, Qt.Key.Key_Minus: 1 / ZOOM_STEP}
NOTE_PAD = 12
HOME = (Qt.Key.Key_Home, Qt.Key.Key_0)
KEYS = {*DIRECTIONS, *ENTER, *ZOOMS, *HOME}


class ArrowPlot(PlaneAxes):
    """A click or Enter picks a word, with Shift held as the first of the pair.

    Arrows move between the words, plus and minus zoom, Home fits; the wheel zooms and dragging moves the plane.
    """

    picked = Signal(str, bool)  # word, whether as the first of the pair

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.data = Arrows()
        self.current: str | None = None
        self._hover: str | None = None
        self._laid: Laid | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.scene().sigMouseClicked.connect(self._on_clicked)
        self._menu = self._made_menu()

    def set_data(self, data: Arrows) -> None:
        """Show other arrows.  The view is fitted anew only if other words came or went."""
        others = {arrow.word for arrow in data.arrows} != {arrow.word for arrow in self.data.arrows}
        self.data = data
        self._hover = None
        self.current = self.current if data.get(self.current) else None
        self.moved()
        if others or self.fitted:
            self.fit()
        self._announce()

    @property
    def laid(self) -> Laid:
        """Where everything lies now, in points of the widget."""
        if self._laid is None:
            self._laid = lay_out(self.data, self.view, self.frame, self.texts)
            if self.note():  # which then needs room itself
                self._laid = lay_out(self.data, self.view, self.frame, self.texts, self._note_box())
        return self._laid

    def wanted(self, room: QSizeF) -> QRectF:
        return fit(*extents(self.data, self.texts), room)

    def moved(self) -> None:
        self._laid = None
        self.viewport().update()

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self._menu.setPalette(self.palette())

    def paint_over(self, painter: QPainter) -> None:
        current = self.current if self.hasFocus() else None
        arrows = ArrowPainter(painter, self.data, self.laid, self.theme, self.texts)
        arrows.paint(self.frame, self._hover, current)
        if note := self.note():
            arrows.note(self._note_box(), note)

    def note(self) -> str:
        """What is not to be seen of the words, and how to see it; empty if all is."""
        laid, said = self.laid, []
        if laid.unlabelled:
            said.append(self.tr("{0} without a label: zoom in").format(laid.unlabelled))
        if laid.outside:
            said.append(self.tr("{0} out of view: zoom out or Fit").format(laid.outside))
        return "; ".join(said)

    def _note_box(self) -> QRectF:
        """The lower right corner of the plane."""
        width, height = self.texts.width(self.note(), TINY) + NOTE_PAD, self.texts.metrics(TINY).height()
        corner = self.frame.bottomRight()
        return QRectF(corner.x() - width - 2, corner.y() - height - 3, width, height)

    def word_at(self, point: QPointF) -> str | None:
        """The word whose arrow's tip or label lies under a point of the widget."""
        return next(words_at(self.laid, point), None)

    def tsv(self) -> str:
        """The coordinates in full precision, tab-separated."""
        lines = [("word", "x", "y")]
        lines += [(one.word, numbers.exported(one.x), numbers.exported(one.y)) for one in self.data.arrows]
        return "".join("\t".join(line) + "\n" for line in lines)

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
            arrow = self.data.get(self.word_at(QPointF(event.pos())))
            QToolTip.showText(
                event.globalPos(), tooltip(arrow.tip) if arrow else self.toolTip(), self.viewport()
            )
            return True
        return bool(super().viewportEvent(event))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._set_hover(self.word_at(event.position()))

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
        if not _is_own(event):
            event.ignore()
        elif key in DIRECTIONS:
            self._step(DIRECTIONS[Qt.Key(key)])
        elif key in ENTER and self.current:
            self.picked.emit(self.current, bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        elif key in ZOOMS:
            self.zoom(ZOOMS[Qt.Key(key)])
        elif key in HOME:
            self.fit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self.current is None and event.reason() != Qt.FocusReason.MouseFocusReason:
            self._go_to(self.data.b)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def _on_clicked(self, event: object) -> None:  # pyqtgraph's own kind of event
        word = self.word_at(event.scenePos())  # type: ignore[attr-defined]
        if word is None or event.button() != Qt.MouseButton.LeftButton:  # type: ignore[attr-defined]
            return
        first = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)  # type: ignore[attr-defined]
        self._go_to(word)
        self.picked.emit(word, first)

    def _step(self, towards: float) -> None:
        """To the nearest word in a direction, in degrees; to B if there is no current word."""
        here = self.data.get(self.current)
        if here is None:
            self._go_to(self.data.b or next((one.word for one in self.data.arrows), None))
            return
        ahead = [
            (cost, one.word) for one in self.data.arrows if (cost := _detour(here, one, towards)) is not None
        ]
        if ahead:
            self._go_to(min(ahead)[1])

    def _go_to(self, word: str | None) -> None:
        self.current = word if self.data.get(word) else None
        self._announce()
        self.viewport().update()

    def _announce(self) -> None:
        arrow = self.data.get(self.current)
        self.setAccessibleDescription(arrow.tip if arrow else "")

    def _set_hover(self, word: str | None) -> None:
        if word != self._hover:
            self._hover = word
            self.setCursor(Qt.CursorShape.PointingHandCursor if word else Qt.CursorShape.ArrowCursor)
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


def _detour(here: Arrow, there: Arrow, towards: float) -> float | None:
    """How far a word lies in a direction, the more the farther off the line; None if it does not lie that way."""
    x, y = there.x - here.x, there.y - here.y
    along = x * cos(radians(towards)) + y * sin(radians(towards))
    across = abs(-x * sin(radians(towards)) + y * cos(radians(towards)))
    if there is here or along <= 0 or across > 2 * along:
        return None
    return hypot(along, 2 * across)
