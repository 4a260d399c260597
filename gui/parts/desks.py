"""The corner of the menu bar: what has just happened, and the switch from one part of the program to another."""

from typing import ClassVar

from PySide6.QtCore import QEvent, QObject, Slot
from PySide6.QtWidgets import QHBoxLayout, QMenuBar

from gui.pages import DESKS
from gui.panes.base import Pane
from gui.session import Session
from gui.widgets.announcement import Announcement
from gui.widgets.segments import Segments
from gui.wording import desk_tip, desk_title

MARGINS = 24  # pixels between them


class DesksPart(Pane):
    """Takes the room that the menus leave; the announcement gives way first."""

    watches: ClassVar[frozenset[str]] = frozenset({"desk"})

    def __init__(self, session: Session, bar: QMenuBar) -> None:
        super().__init__(session, bar)
        self._bar = bar
        bar.setCornerWidget(self)
        bar.installEventFilter(self)

    def build(self) -> None:
        self.announcement, self.switch = Announcement(self), Segments(self)
        self.switch.setObjectName("desk")
        self.switch.setProperty("low", True)
        self.switch.setAccessibleName(self.tr("Parts of the program"))
        self.switch.chosen.connect(self._on_chosen)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 6, 0)
        row.setSpacing(8)
        row.addWidget(self.announcement, 1)
        row.addWidget(self.switch)
        self._titles = tuple(desk_title(desk) for desk in DESKS)

    def refresh(self) -> None:
        self.switch.show_titles(self._titles, DESKS.index(self.session.state.desk))
        for desk, button in zip(DESKS, self.switch.buttons(), strict=True):
            button.setToolTip(desk_tip(desk))

    def event(self, event: QEvent) -> bool:
        """A bar lays its corner out anew only when it is told to."""
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._bar.setCornerWidget(self)
        return done

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """An announcement may be as wide as the menus and the switch leave it room."""
        if event.type() == QEvent.Type.Resize and self._bar.actions():
            end = self._bar.actionGeometry(self._bar.actions()[-1]).right()
            taken = end + self.switch.sizeHint().width() + MARGINS
            self.announcement.setMaximumWidth(max(self._bar.width() - taken, 0))
        return False

    @Slot(int)
    def _on_chosen(self, place: int) -> None:
        self.session.set(desk=DESKS[place])
