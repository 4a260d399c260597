"""The docks of the desk that is shown, as switches in a menu."""

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from gui.docks import Docks


class DockMenu(QObject):
    """Stands at the end of ``menu``.  What is closed there stays closed when the docks are arranged anew."""

    def __init__(self, docks: Docks, menu: QMenu) -> None:
        super().__init__(menu)
        self._docks, self._menu = docks, menu
        self._listed: list[QAction] = []
        menu.addSeparator()
        self._list()
        docks.shown.connect(self._list)

    @Slot()
    def _list(self) -> None:
        for action in self._listed:
            self._menu.removeAction(action)
            action.triggered.disconnect(self._on_switched)
        self._listed = [dock.toggleViewAction() for dock in self._docks.here.values()]
        for action in self._listed:
            action.triggered.connect(self._on_switched)
            self._menu.addAction(action)

    @Slot(bool)
    def _on_switched(self, shown: bool) -> None:
        sender, hidden = self.sender(), self._docks.now.hidden
        name = next(name for name, dock in self._docks.here.items() if dock.toggleViewAction() is sender)
        (hidden.discard if shown else hidden.add)(name)
