"""A button with a menu of ready-made things to choose from."""

from collections.abc import Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from gui.widgets.plain import visible


class MenuButton(QToolButton):
    """Its entries are shown as they are: an ampersand is an ampersand."""

    chosen = Signal(int)  # place in the list

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(f"{title} ▾")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._entries: tuple[str, ...] = ()
        self._menu = QMenu(self)
        self._menu.triggered.connect(self._on_triggered)
        self.setMenu(self._menu)

    def set_entries(self, entries: Sequence[str], marked: int | None = None) -> None:
        """What can be chosen; one of the entries may be marked as chosen already."""
        if tuple(entries) != self._entries:  # an open menu keeps its actions
            self._entries = tuple(entries)
            self._menu.clear()
            for place, text in enumerate(entries):
                self._menu.addAction(visible(text).replace("&", "&&")).setData(place)
        for place, action in enumerate(self._menu.actions()):
            action.setEnabled(place != marked)

    @Slot(QAction)
    def _on_triggered(self, action: QAction) -> None:
        self.chosen.emit(action.data())
