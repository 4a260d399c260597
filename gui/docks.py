"""The docks of all desks: which stand in the window, how a person has moved them, what is built when asked for."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module

from PySide6.QtCore import QByteArray, QObject, QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget

from gui.arrangement import BIG, ON_DESK, arrange, leave_out_titles, share_out, size_class, take_away
from gui.pages import DESKS
from gui.session import Session
from gui.widgets.title_bar import TitleBar
from gui.wording import desk_title

LAYOUT_VERSION = 2
FIXED = QDockWidget.DockWidgetFeature.NoDockWidgetFeatures
# Panes that are built when their desk is first looked at: modules in gui.panes, and their classes.
LATE: Mapping[str, str] = {
    "translation": "TranslationPane",
    "distance": "DistancePane",
    "scoring": "ScoringPane",
    "memory": "MemoryPane",
}


@dataclass
class Standing:
    """How a desk stands: docks that were closed by hand, whether lines between docks were moved by hand, and the
    layout at a size of the window, as Qt's own bytes, when the desk was left.
    """

    hidden: set[str] = field(default_factory=set)
    own_way: bool = False
    layout: QByteArray | None = None
    size: QSize | None = None


class Docks(QObject):
    """Shows one desk at a time."""

    shown = Signal()  # another desk
    built = Signal(QWidget)  # a pane, just now
    seen = Signal(str, bool)  # a dock that came in sight, or went out of it

    def __init__(self, window: QMainWindow, session: Session) -> None:
        super().__init__(window)
        self._window, self._session = window, session
        self._docks: dict[str, QDockWidget] = {}
        self._standing = {desk: Standing() for desk in DESKS}
        self.desk = ""  # none is shown before the first is asked for
        self._arranged = self._arranging = False
        self._panes_wait = True  # until the window was painted for the first time

    @property
    def here(self) -> dict[str, QDockWidget]:
        """The docks of the desk that is shown."""
        return {name: self._docks[name] for name in ON_DESK.get(self.desk, ())}

    @property
    def now(self) -> Standing:
        """How the desk stands that is shown."""
        return self._standing[self.desk]

    def add(self, name: str, title: str, pane: QWidget, beside_title: QWidget | None = None) -> None:
        """Make a dock.  It stands nowhere until its desk is shown."""
        dock = QDockWidget(title, self._window)
        dock.setObjectName(f"dock.{name}")
        dock.setWidget(pane)
        dock.hide()
        if beside_title:
            dock.setTitleBarWidget(TitleBar(title, beside_title))
        if name in BIG:
            dock.setFeatures(FIXED)
        self._docks[name] = dock
        dock.visibilityChanged.connect(self._on_seen)

    def build_panes(self) -> None:
        """From now on panes are built when their desk is shown, that of this one at once."""
        self._panes_wait = False
        if self._build():
            lead_into(self._docks[self.desk].widget())

    def show_desk(self, desk: str) -> None:
        """Clear the window for another desk, which stands as it was left."""
        if desk == self.desk:
            return
        left, stays = bool(self.desk), self._focus_stays()
        if left:
            self._leave()
        self.desk = desk
        for name in ON_DESK[desk]:
            if name not in self._docks:
                self.add(name, desk_title(name), QWidget())
        self._build()
        if self._arranged:
            self._come_back()
        if left and not stays:
            lead_into(self._docks[self.desk].widget())
        self.shown.emit()

    def own(self, name: str) -> Callable[[], None] | None:
        """What a pane that is built late does itself, while its desk is shown; None where it does not."""
        return getattr(self._docks[self.desk].widget(), name, None) if self.desk in LATE else None

    def bring(self, name: str) -> None:
        """Show a dock in front, on a desk that has it."""
        if name not in ON_DESK[self.desk]:
            self._session.set(desk=next(desk for desk in DESKS if name in ON_DESK[desk]))
        self._docks[name].show()
        self._docks[name].raise_()

    def arrange(self) -> None:
        """Show all docks of the desk where they stand by default at this size."""
        self.now.own_way = False
        self.now.hidden.clear()
        self._arrange()

    def window_resized(self, before: QSize, now: QSize) -> None:
        if self.now.own_way:
            return
        if size_class(before) != size_class(now) or not self._arranged:
            self._arrange()
        else:
            self.share_out()

    def share_out(self, front: QDockWidget | None = None) -> None:
        """Give each dock its share of the window, unless a person has given it another."""
        if self._arranged and not self._arranging and not self.now.own_way:
            share_out(self._window, self.here, front, self._session.state.cell is not None)

    # what is remembered from one start to the next

    def saved(self) -> QByteArray | None:
        """The layout of the desk that is shown.  One that is the program's own is made anew for the next window."""
        return self._window.saveState(LAYOUT_VERSION) if self.now.own_way else None

    def hidden(self) -> frozenset[tuple[str, str]]:
        """The docks that a person has closed, each with its desk."""
        return frozenset((desk, name) for desk in DESKS for name in self._standing[desk].hidden)

    def restore(self, desk: str, layout: QByteArray | None, hidden: frozenset[tuple[str, str]]) -> None:
        """Take what was remembered: the layout of a desk, and which docks of all desks were closed."""
        for there, name in hidden:
            if name in ON_DESK.get(there, ()) and name not in BIG:
                self._standing[there].hidden.add(name)
        if layout is None or desk not in DESKS:
            return
        standing = self._standing[desk]
        standing.own_way, standing.layout = True, layout
        if desk == self.desk:
            self._come_back()

    def _leave(self) -> None:
        if self._arranged:
            self.now.layout, self.now.size = self._window.saveState(LAYOUT_VERSION), self._window.size()
        self._arranging = True
        take_away(self._window, self.here)
        self._arranging = False

    def _come_back(self) -> None:
        """Stand as the desk was left, if that was its person's way or at this size; else as it does by default."""
        now = self.now
        fits = now.layout is not None and (now.own_way or now.size == self._window.size())
        if fits and now.layout is not None:
            self._arranging = True
            take_away(self._window, self._docks)
            fits = self._window.restoreState(now.layout, LAYOUT_VERSION)
            others = {name: dock for name, dock in self._docks.items() if name not in self.here}
            take_away(self._window, others)  # of which Qt has kept places
            leave_out_titles(self._window, self.here)
            self._arranging = False
        self._arranged, now.own_way = True, now.own_way and fits
        if not fits:
            self._arrange()

    def _arrange(self) -> None:
        self._arranged = self._arranging = True
        focus = self._window.focusWidget()
        arrange(self._window, self.here, self.now.hidden, self._session.state.cell is not None)
        if focus is not None and focus.isVisible():  # which it loses while its dock is taken away
            focus.setFocus(Qt.FocusReason.OtherFocusReason)
        self._arranging = False

    def _focus_stays(self) -> bool:
        """Whether the keyboard is at something that is no part of a desk, such as the switch."""
        focus = self._window.focusWidget()
        return focus is not None and not any(dock.isAncestorOf(focus) for dock in self.here.values())

    def _build(self) -> bool:
        """Make the pane of the desk that is shown, where it has none yet; answers whether it did."""
        name = self.desk
        if self._panes_wait or name not in LATE or self._docks[name].widget().objectName():
            return False
        pane: QWidget = getattr(import_module(f"gui.panes.{name}"), LATE[name])(self._session)
        pane.setObjectName(f"pane.{name}")
        pane.setMinimumHeight(self._docks[name].widget().minimumHeight())
        self._docks[name].widget().deleteLater()
        self._docks[name].setWidget(pane)
        self.built.emit(pane)
        return True

    @Slot(bool)
    def _on_seen(self, seen: bool) -> None:
        """In a small window the pane that comes to the front needs its room."""
        dock = self.sender()
        if not isinstance(dock, QDockWidget):
            return
        if seen and size_class(self._window.size()) == "small":
            self.share_out(dock)
        self.seen.emit(dock.objectName().removeprefix("dock."), seen)


def lead_into(pane: QWidget) -> None:
    """Give the keyboard to the first thing of a pane that takes it."""
    boxes = (box for box in pane.findChildren(QWidget) if box.focusPolicy() & Qt.FocusPolicy.TabFocus)
    if first := next((box for box in boxes if box.isVisibleTo(pane) and box.isEnabled()), None):
        first.setFocus(Qt.FocusReason.OtherFocusReason)
